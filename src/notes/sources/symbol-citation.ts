// The fingerprint of a symbol that is cited now: its full name, its lines, and what makes it known again later.

import { HelixError } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { cleanLine, forTerminal, quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { formatFingerprint, nameHash, parseSource } from "../text/citation.ts";
import { fullName, lastName } from "../text/symbol-names.ts";
import type { SourceChecker } from "./source-checker.ts";
import { type SymbolFile, symbolFile, symbolFingerprint } from "./symbol-file.ts";
import { namesEndingIn, type SymbolLines, type SymbolReader, symbolNamed } from "./symbol-reader.ts";

const SHOWN_MAX = 3;
const NAME_LENGTH_MAX = 60;

/**
 * The source with the symbol's full name, and its fingerprint, for an entry with these project keys; null where the
 * source is no symbol of a file that holds code. `label` names the parameter in errors. Throws INVALID_ARGUMENT for a
 * name that the file does not have, or has several times.
 */
export async function citedSymbol(
  { root, files }: Pick<SourceChecker, "root" | "files">,
  reader: SymbolReader,
  source: string,
  projects: readonly string[],
  label: string,
): Promise<{ source: string; cited: string } | null> {
  const { path, symbol: given } = parseSource(source);
  if (given === null || root === null) return null;
  for (const folder of new Set([root.folder, ""])) {
    const file = await symbolFile({ root, files, reader }, folder, path);
    if (file === null) continue;
    const name = nameIn(file, path, given, label);
    const symbol = symbolNamed(file.symbols, name)!;
    // A full name that a source cannot hold stays as it was given.
    const isPlain = parseSource(`${path}#${name}`).symbol === name && cleanLine(name) === name;
    const kept = isPlain ? name : given;
    const mark = projects.length > 0 ? null : root.mark;
    const fingerprint = { ...symbolFingerprint(file, symbol, nameHash(kept)), mark, folder };
    return { source: `${path}#${kept}`, cited: formatFingerprint(fingerprint) };
  }
  return null;
}

/** The full name that is meant: the given one, or the only one that ends in it. */
function nameIn({ symbols }: SymbolFile, path: string, given: string, label: string): string {
  const wanted = fullName(given);
  if (symbols.some(({ name }) => name === wanted)) return wanted;
  const ending = wanted === "" ? [] : namesEndingIn(symbols, wanted);
  if (ending.length === 1) return ending[0]!;
  const asGiven = quote(`${path}#${given}`);
  if (ending.length > 1) {
    const more = ending.length > SHOWN_MAX ? ", ..." : "";
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${named(say, label, asGiven)} names ${ending.length} symbols (${ending.slice(0, SHOWN_MAX).map(shown).join(", ")}${more}): give one in full, e.g. ${say.option("source", `${shown(path)}#${shown(ending[0]!)}`)}`,
    );
  }
  throw new HelixError("INVALID_ARGUMENT", (say) => {
    return `${named(say, label, asGiven)}: ${quote(path)} has no symbol ${quote(given)}${hint(symbols, wanted)}`;
  });
}

function named(say: Wording, label: string, given: string): string {
  return label === "source" ? say.given(label, given) : `${label} ${given}`;
}

/** A name of the file, fit for an error of one line. */
function shown(name: string): string {
  return cutLine(cleanLine(forTerminal(name)), NAME_LENGTH_MAX);
}

/** Names near an unknown one, or the first ones that there are. */
function hint(symbols: readonly SymbolLines[], wanted: string): string {
  const byLast = new Map(symbols.map(({ name }) => [lastName(name), name]));
  const near = nearestNames(lastName(wanted), byLast.keys(), SHOWN_MAX).map((each) => byLast.get(each)!);
  if (near.length > 0) return `; did you mean ${near.map(shown).join(" or ")}?`;
  const all = [...new Set(symbols.map(({ name }) => name))];
  if (all.length === 0) return ", and no other: give the file alone";
  return `; it has ${all.slice(0, SHOWN_MAX).map(shown).join(", ")}${all.length > SHOWN_MAX ? ", ..." : ""}`;
}
