// Functions that say nearly the same: twins for two calling conventions, wrappers of one call, cases of a test. One body
// of them tells what all do, so an answer shows one, and says of the others that they are like it.

import type { ShownFile, Stretch } from "./shown-file.ts";

/** Shorter bodies are shown all the same: they cost little, and what tells them apart is much of them. */
const LINES_MIN = 5;
/** Two are alike if they have this share of their lines in common, of the one that has more. */
const ALIKE_MIN = 0.7;
/** Longer bodies are compared by their first lines, which are what an answer shows at most. */
const LINES_MAX = 60;
/** A line without a word says nothing: it is in every function. */
const WORD = /\w/;

/** The bodies that an answer shows, to tell which others are much like them. */
export class ShownBodies<Owner> {
  readonly #shown: { readonly owner: Owner; readonly lines: ReadonlySet<string> }[] = [];

  /** The first of those added that is much like this one; null where none is. */
  like(file: ShownFile, stretch: Stretch): Owner | null {
    if (this.#shown.length === 0 || stretch.to - stretch.from + 1 < LINES_MIN) return null;
    const lines = linesOf(file, stretch);
    return this.#shown.find((shown) => areAlike(shown.lines, lines))?.owner ?? null;
  }

  /** Adds one that is shown. */
  add(owner: Owner, file: ShownFile, stretch: Stretch): void {
    this.#shown.push({ owner, lines: linesOf(file, stretch) });
  }
}

/** The different lines of a stretch that hold a word, without what stands around them. */
function linesOf(file: ShownFile, { from, to }: Stretch): ReadonlySet<string> {
  const lines = file.lines.slice(from - 1, Math.min(to, from + LINES_MAX - 1));
  return new Set(lines.map((line) => line.trim()).filter((line) => WORD.test(line)));
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let missing = more.size - fewer.size;
  const missingMax = more.size - Math.ceil(ALIKE_MIN * more.size);
  if (fewer.size < LINES_MIN || missing > missingMax) return false;
  for (const line of fewer) if (!more.has(line) && ++missing > missingMax) return false;
  return true;
}
