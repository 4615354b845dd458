// How much an assistant reads before it sees the right function, if results are shown one a line: the path of a file
// where its first function comes, then lines and signature. A token is taken for four bytes.

import { functionId } from "./changed-functions.ts";
import type { CodePlace } from "./code-system.ts";
import { type CodeFunction, functionsShown } from "./functions.ts";

export const BUDGETS = [1200, 2500, 5000] as const;
const BYTES_PER_TOKEN = 4;
const SIGNATURE_LENGTH_MAX = 160;

/** What was shown when the first relevant file and function came, in tokens; infinite: they did not come. */
export interface TokensUntil {
  readonly file: number;
  readonly function: number;
}

/** Shows places in their order. `functionsOf` knows the functions of each file. */
export function tokensUntil(
  places: readonly CodePlace[],
  functionsOf: (path: string) => readonly CodeFunction[],
  files: ReadonlySet<string>,
  functions: ReadonlySet<string>,
): TokensUntil {
  const shownFiles = new Set<string>();
  const shown = new Set<string>();
  let bytes = 0;
  let file = Number.POSITIVE_INFINITY;
  for (const { path, from, to } of places) {
    if (!shownFiles.has(path)) bytes += Buffer.byteLength(path) + 1;
    shownFiles.add(path);
    if (files.has(path)) file = Math.min(file, bytes / BYTES_PER_TOKEN);
    const found = functionsShown(functionsOf(path), from, to);
    // Lines without a function are a line of the answer, too.
    if (found.length === 0) bytes += `  ${from}-${to}\n`.length;
    for (const each of found) {
      const key = `${path}:${each.from}`;
      if (shown.has(key)) continue;
      shown.add(key);
      bytes += Buffer.byteLength(`  ${each.from}-${each.to} ${each.signature.slice(0, SIGNATURE_LENGTH_MAX)}\n`);
      const isRight = [each, ...each.inner].some(({ name }) => functions.has(functionId(path, name)));
      if (isRight) return { file, function: bytes / BYTES_PER_TOKEN };
    }
  }
  return { file, function: Number.POSITIVE_INFINITY };
}

/** How the curves of many questions look. */
export interface PackingFigures {
  /** Tokens until the right function is there, for half, 80 and 90 % of the questions; null: never. */
  readonly tokens: readonly (number | null)[];
  /** The shares of questions whose file and whose function are there, by budget. */
  readonly files: readonly number[];
  readonly functions: readonly number[];
}

const QUANTILES = [0.5, 0.8, 0.9];

/** The figures of questions, of which there is one at least. */
export function packingFigures(all: readonly TokensUntil[]): PackingFigures {
  const sorted = all.map((each) => each.function).sort((a, b) => a - b);
  const share = (value: (each: TokensUntil) => number, budget: number) =>
    all.filter((each) => value(each) <= budget).length / all.length;
  return {
    tokens: QUANTILES.map((quantile) => {
      const tokens = sorted[Math.ceil(quantile * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
      return Number.isFinite(tokens) ? Math.round(tokens) : null;
    }),
    files: BUDGETS.map((budget) => share((each) => each.file, budget)),
    functions: BUDGETS.map((budget) => share((each) => each.function, budget)),
  };
}
