// Shortens lines to a budget: the beginning and the end stay, and of the middle what is rare in it.
//
// 1. Lines that have to stay (priority lines and what belongs to them) stay, whatever they cost.
// 2. A short head and a short tail stay.
// 3. The lines of the middle are put into kinds (line-kinds.ts). A kind is rare if it has few lines. Lines with an odd
//    figure (odd-figures.ts) and lines of rare kinds stay, the rarest first, of equally rare ones the one with the rarer
//    words, until half of what is left of the budget is spent. If much is rare, rarity says nothing, and this step is
//    left out.
// 4. The rest of the budget makes the tail and the head longer, two lines at the end for one at the beginning.
// 5. Each gap becomes a note with the number of its lines and an example of the most frequent kind in it.

import { cutLine } from "../../engine/text/cut-line.ts";
import { bytesOf, type Line, standsFor, utf8Length, withNote } from "./line.ts";
import { type LineKinds, lineKinds } from "./line-kinds.ts";
import { templateOfLine } from "./line-template.ts";
import { oddFigures } from "./odd-figures.ts";
import { isPassedTest } from "./priority-lines.ts";

/** How much a shortened text may take. */
export interface Budget {
  readonly bytes: number;
  readonly lines: number;
}

const HEAD_LINES_MIN = 8;
const TAIL_LINES_MIN = 16;
/** A kind is rare up to this part of the lines, and this many lines of it are shown. */
const RARE_PART = 0.01;
const RARE_SHOWN_MAX = 3;
/** If more than this part of the middle is rare, rarity says nothing. */
const RARE_MIDDLE_PART_MAX = 0.25;
/** About what a note costs. */
const NOTE_BYTES = 60;
const EXAMPLE_LENGTH_MAX = 60;
/** A gap of one or two lines and no more bytes than these is none. */
const SMALL_GAP_BYTES = 160;
/** Kinds with this part of a gap stand for all of it, or for most of it. */
const ALL_PART = 0.8;
const MOST_PART = 0.5;

/** What is chosen to stay, and what is left of the budget. */
class Choice {
  readonly lines: readonly Line[];
  readonly isChosen: Uint8Array;
  bytesLeft: number;
  linesLeft: number;

  constructor(lines: readonly Line[], budget: Budget) {
    this.lines = lines;
    this.isChosen = new Uint8Array(lines.length);
    this.bytesLeft = budget.bytes;
    this.linesLeft = budget.lines;
  }

  /** Chooses a line if it is none yet, and fits or has to stay. Returns false if it does not fit. */
  choose(at: number, isNeeded = false, reserve = 0): boolean {
    if (this.isChosen[at] === 1) return true;
    const line = this.lines[at]!;
    const isAlone = this.isChosen[at - 1] !== 1 && this.isChosen[at + 1] !== 1;
    const bytes = bytesOf(line) + (isAlone ? NOTE_BYTES : 0);
    const count = 1 + line.notes.length + (isAlone ? 1 : 0);
    if (!isNeeded && (this.bytesLeft - bytes < reserve || this.linesLeft < count)) return false;
    this.isChosen[at] = 1;
    this.bytesLeft -= bytes;
    this.linesLeft -= count;
    return true;
  }
}

/** Whether lines take more than the budget. Many short lines count only in a text of some size. */
export function isOver(lines: readonly Line[], budget: Budget): boolean {
  let bytes = 0;
  let count = 0;
  for (const line of lines) {
    bytes += bytesOf(line);
    count += 1 + line.notes.length;
    if (bytes > budget.bytes || (count > budget.lines && bytes > budget.bytes / 2)) return true;
  }
  return false;
}

/** Shortens lines to the budget, unless those that have to stay take more. */
export function keepRare(lines: readonly Line[], budget: Budget): Line[] {
  const choice = new Choice(lines, budget);
  lines.forEach((line, at) => {
    if (line.isKept) choice.choose(at, true);
  });
  const bytesEach = budget.bytes / 4;
  for (let at = 0, bytes = 0; at < Math.min(HEAD_LINES_MIN, lines.length) && bytes < bytesEach; at++) {
    bytes += bytesOf(lines[at]!);
    if (bytes < bytesEach || at === 0) choice.choose(at, true);
  }
  for (let end = 1, bytes = 0; end <= Math.min(TAIL_LINES_MIN, lines.length) && bytes < bytesEach; end++) {
    bytes += bytesOf(lines[lines.length - end]!);
    if (bytes < bytesEach || end === 1) choice.choose(lines.length - end, true);
  }
  const texts = lines.map((line) => line.text);
  const known = lineKinds(texts);
  chooseRare(choice, known, oddFigures(texts, lines.map(templateOfLine)));
  let head = 0;
  let tail = lines.length - 1;
  for (let turn = 0; head <= tail; turn++) {
    if (!choice.choose(turn % 3 === 2 ? head++ : tail--)) break;
  }
  return withGaps(lines, choice.isChosen, known);
}

function chooseRare(choice: Choice, { kinds, counts, information }: LineKinds, odd: ReadonlySet<number>): void {
  const { lines, isChosen } = choice;
  const countMax = Math.max(2, Math.floor(lines.length * RARE_PART));
  const middle: number[] = [];
  for (let at = 0; at < lines.length; at++) if (isChosen[at] === 0 && lines[at]!.text !== "") middle.push(at);
  const rarity = (at: number) => (odd.has(at) ? 0 : counts[kinds[at]!]!);
  const rare = middle.filter((at) => rarity(at) <= countMax);
  if (rare.length > Math.max(4, middle.length * RARE_MIDDLE_PART_MAX)) return;
  rare.sort((a, b) => rarity(a) - rarity(b) || information[b]! - information[a]! || a - b);
  const shown = new Map<number, number>();
  const reserve = Math.max(0, choice.bytesLeft / 2);
  const linesReserve = choice.linesLeft / 2;
  for (const at of rare) {
    const count = shown.get(kinds[at]!) ?? 0;
    if (count >= RARE_SHOWN_MAX && !odd.has(at)) continue;
    // A rare line and the note before it.
    if (choice.linesLeft - 2 < linesReserve || !choice.choose(at, false, reserve)) break;
    shown.set(kinds[at]!, count + 1);
  }
}

/** The chosen lines, with notes for the gaps. A gap that is no longer than its note stays. */
function withGaps(lines: readonly Line[], isChosen: Uint8Array, known: LineKinds): Line[] {
  const rest: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isChosen[at] === 1) {
      rest.push(lines[at++]!);
      continue;
    }
    let end = at;
    let leftOut = 0;
    let bytes = 0;
    for (; end < lines.length && isChosen[end] === 0; end++) {
      leftOut += standsFor(lines[end]!) + lines[end]!.leftOut;
      bytes += bytesOf(lines[end]!);
    }
    const note = gapNote(lines, at, end, leftOut, known);
    const above = rest.pop();
    if (above === undefined || (end - at <= 2 && bytes <= Math.max(2 * utf8Length(note), SMALL_GAP_BYTES)))
      rest.push(...(above === undefined ? [] : [above]), ...lines.slice(at, end));
    else rest.push(withNote(above, note, { leftOut }));
    at = end;
  }
  return rest;
}

function gapNote(
  lines: readonly Line[],
  from: number,
  to: number,
  leftOut: number,
  { kinds, hasWords }: LineKinds,
): string {
  const counts = new Map<number, { count: number; first: number }>();
  let texts = 0;
  let passed = 0;
  let firstText = from;
  let last = from;
  for (let at = from; at < to; at++) {
    if (lines[at]!.text === "") continue;
    texts++;
    if (texts === 1) firstText = at;
    last = at;
    if (isPassedTest(lines[at]!.text)) passed++;
    const entry = counts.get(kinds[at]!);
    if (entry === undefined) counts.set(kinds[at]!, { count: 1, first: at });
    else entry.count++;
  }
  const number = leftOut === 1 ? "1 line" : `${leftOut} lines`;
  const [top, second] = [...counts.values()].sort((a, b) => b.count - a.count || a.first - b.first);
  if (top === undefined) return number;
  const example = (at: number) => `"${cutLine(lines[at]!.text.trim().replace(/\s+/g, " "), EXAMPLE_LENGTH_MAX)}"`;
  if (passed > 0 && passed === texts) return `${number} of passed tests`;
  if (passed >= texts * MOST_PART) return `${number}, ${passed} of them passed tests`;
  // Lines without common words, as of a list of files: a reader learns most from where it begins and ends.
  if (top.count >= texts * MOST_PART && !hasWords[kinds[top.first]!]) {
    return `${number}, from ${example(firstText)} to ${example(last)}`;
  }
  if (top.count >= texts * ALL_PART) return `${number} like ${example(top.first)}`;
  if (top.count >= texts * MOST_PART || second === undefined) return `${number}, most like ${example(top.first)}`;
  return `${number}, such as ${example(top.first)} and ${example(second.first)}`;
}
