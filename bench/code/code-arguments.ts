// The arguments of `npm run bench` where code is measured. Pure.

import { ArgumentError } from "../arguments.ts";
import { MANY_FILES } from "./many-files.ts";

/** What a run measures of code. */
export interface CodeRequest {
  readonly kind: "code";
  /** Several sizes of a tree instead of one. */
  readonly isGrowth: boolean;
  /** A tree of so many small files instead; null: it is none. */
  readonly files: number | null;
  /** Lines of the trees, ascending, each once; none: a given tree as it is. */
  readonly sizes: readonly number[];
  /** A repository that trees are made of; null: they are made up. */
  readonly tree: string | null;
  readonly quick: boolean;
  readonly peers: boolean;
  readonly keep: boolean;
  readonly binary: string | null;
  readonly against: string | null;
}

export const CODE_LINES = 1_200_000;
export const GROWTH_LINES = [10_000, 100_000, 1_000_000, 5_000_000] as const;
const QUICK_LINES = [100_000] as const;
const QUICK_GROWTH_LINES = [10_000, 100_000] as const;
const LINES_MIN = 1000;
const LINES_MAX = 20_000_000;
const FLAGS = new Set(["--code", "--code-files", "--code-growth", "--quick", "--no-peers", "--keep"]);
const VALUES = new Map([
  ["--tree", "--tree ../repository"],
  ["--binary", "--binary dist/helix"],
  ["--against", "--against ../before/helix"],
]);

/** Reads the arguments; null where they are not about code. Throws ArgumentError naming the one that is wrong. */
export function parseCodeArguments(words: readonly string[]): CodeRequest | null {
  const isHelp = words.includes("--help") || words.includes("-h");
  if (isHelp || !["--code", "--code-growth", "--code-files"].some((flag) => words.includes(flag))) return null;
  const sizes = new Set<number>();
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (VALUES.has(word)) values.set(word, valueBehind(words, at++));
    else if (FLAGS.has(word)) flags.add(word);
    else sizes.add(linesOf(word));
  }
  const isGrowth = flags.has("--code-growth");
  const quick = flags.has("--quick");
  const tree = values.get("--tree") ?? null;
  checkTogether(flags, values, sizes.size);
  const files = flags.has("--code-files") ? ([...sizes][0] ?? MANY_FILES) : null;
  if (sizes.size === 0) for (const size of defaultSizes(isGrowth, quick, tree)) sizes.add(size);
  return {
    kind: "code",
    isGrowth,
    files,
    sizes: [...sizes].sort((a, b) => a - b),
    tree,
    quick,
    peers: !flags.has("--no-peers"),
    keep: flags.has("--keep"),
    binary: values.get("--binary") ?? null,
    against: values.get("--against") ?? null,
  };
}

function defaultSizes(isGrowth: boolean, quick: boolean, tree: string | null): readonly number[] {
  if (isGrowth) return quick ? QUICK_GROWTH_LINES : GROWTH_LINES;
  if (tree !== null) return [];
  return quick ? QUICK_LINES : [CODE_LINES];
}

function checkTogether(flags: ReadonlySet<string>, values: ReadonlyMap<string, string>, sizes: number): void {
  const example = "e.g. npm run bench -- --code 100000";
  if (flags.has("--code") && flags.has("--code-growth")) {
    throw new ArgumentError(`--code measures one tree and --code-growth several: leave one of them out, ${example}`);
  }
  if (flags.has("--code-files") && (flags.has("--code") || flags.has("--code-growth") || values.has("--tree"))) {
    throw new ArgumentError("--code-files measures a tree of its own, e.g. npm run bench -- --code-files 50000");
  }
  if (!flags.has("--code-growth") && sizes > 1) {
    throw new ArgumentError(`--code measures one tree: give one number of lines, or --code-growth, ${example}`);
  }
  if (flags.has("--keep") && flags.has("--quick")) {
    throw new ArgumentError(
      "--keep stores whole runs, so it does not go with --quick, e.g. npm run bench -- --code --keep",
    );
  }
  const alone = ["--keep", "--code-growth"].find((flag) => flags.has(flag));
  if (values.has("--against") && alone !== undefined) {
    throw new ArgumentError(
      `--against compares two programs and nothing else, so it does not go with ${alone}, e.g. npm run bench -- --code --against ../before/helix`,
    );
  }
}

function valueBehind(words: readonly string[], at: number): string {
  const value = words[at + 1];
  if (value === undefined || value === "" || value.startsWith("--")) {
    throw new ArgumentError(`${words[at]} takes a path, e.g. ${VALUES.get(words[at]!)}`);
  }
  return value;
}

function linesOf(word: string): number {
  const size = /^\d[\d_,]*$/.test(word) ? Number(word.replace(/[_,]/g, "")) : Number.NaN;
  if (size >= LINES_MIN && size <= LINES_MAX) return size;
  throw new ArgumentError(
    `${word} is not accepted with code: give numbers of lines from ${LINES_MIN} to ${LINES_MAX}, or an option of --help, e.g. npm run bench -- --code 100000`,
  );
}
