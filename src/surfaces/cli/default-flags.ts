// Flags that are on by default, in the forms in which people turn them off: `--no-diverse`, `--diverse=false`,
// `--diverse false`. An option of this kind is declared as `no-diverse` and read before all others, because a parser
// takes the `false` of `--diverse false` for a plain word.

import type { ArgsDef } from "citty";
import { HelixError } from "../../base/errors.ts";

const NEGATION = "no-";

/** The name under which the option for such a flag is declared. */
export function negatedName(flag: string): string {
  return NEGATION + flag;
}

/**
 * Reads such flags from the words of a command line. Returns the value of each flag (the last one given), and the words
 * with each flag in the form of its declared option. Throws INVALID_ARGUMENT for a value that is neither true nor
 * false.
 */
export function readDefaultFlags(
  declared: ArgsDef,
  words: readonly string[],
): { flags: Record<string, boolean>; plain: string[] } {
  const flags: Record<string, boolean> = {};
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const [, negation, flag = "", given] = /^--(no-)?([a-z_]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (!Object.hasOwn(declared, negatedName(flag))) {
      plain.push(word);
      continue;
    }
    const isNegated = negation !== undefined;
    const next = given === undefined && !isNegated && isTruth(words[at + 1] ?? "") ? words[++at] : given;
    if (next !== undefined && !isTruth(next)) {
      throw new HelixError("INVALID_ARGUMENT", `${word} is not accepted: give --no-${flag} or --${flag}=false`);
    }
    flags[flag] = (next?.toLowerCase() !== "false") !== isNegated;
    plain.push(`--${negatedName(flag)}`);
  }
  return { flags, plain };
}

function isTruth(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}
