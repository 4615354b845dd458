// The built-in shortening: for outputs that no filter knows, and the last step behind a filter.
// Invariants:
// - The result is never longer than the text, in bytes of UTF-8, and depends on nothing but the text and the options.
// - Each line of the result is a line of the text as a terminal shows it, or its beginning, or an insertion that begins
//   with "…". The step for times and the one for paths also shorten the beginnings of lines and of paths, and say so.
// - Lines that say that something is wrong stay, with what belongs to them (priority-context.ts). Only frames of
//   frameworks are left out even there.
// - Rows that differ from those around them stay (odd-rows.ts), where lines are left out.
// - What loses nothing that matters is done to every text; what leaves lines out is done to those beyond the budget.

import { undecorated, withoutDecoration } from "./decoration.ts";
import { withoutFrameworkFrames } from "./framework-frames.ts";
import { type Line, linesOf, NOTE_SIGN, textOf, utf8Length } from "./line.ts";
import { withShortJson } from "./long-json.ts";
import { withShortLines } from "./long-lines.ts";
import { oddRows } from "./odd-rows.ts";
import { withShortPaths } from "./path-prefix.ts";
import { priorityLines } from "./priority-context.ts";
import { withoutProgress } from "./progress.ts";
import { type Budget, isOver, keepRare } from "./rare-middle.ts";
import { alikeBlocks, alikeLines, onceEachBlock, onceEachLine } from "./repeats.ts";
import { fewOfEach } from "./scattered-repeats.ts";
import { terminalLines } from "./terminal-text.ts";
import { withoutTimes } from "./timestamps.ts";

const BYTES_MAX = 6000;
const LINES_MAX = 120;

export interface ShortenOptions {
  /** The budget in bytes of UTF-8; 6,000 without it. */
  readonly bytesMax?: number;
  /** The budget in lines; 120 without it. It counts only for texts above half the budget in bytes. */
  readonly linesMax?: number;
  /** Lines that have to stay besides those that say that something is wrong. */
  readonly isKept?: (line: string) => boolean;
}

export interface ShortText {
  readonly text: string;
  /** How many lines of the text are gone. Equal lines that are shown once with their number are not. */
  readonly linesLeftOut: number;
}

type Step = (lines: readonly Line[]) => Line[];

/** For every text. */
const LOSSLESS: readonly Step[] = [
  withoutDecoration,
  withoutProgress,
  onceEachLine,
  onceEachBlock,
  withShortPaths,
  withoutFrameworkFrames,
  withShortLines,
];
/** For texts beyond the budget, until they are within it. */
const LOSING: readonly Step[] = [
  fewOfEach,
  withoutTimes,
  onceEachLine,
  alikeLines,
  onceEachBlock,
  alikeBlocks,
  withShortJson,
];

/** Shortens a text. */
export function shortenText(text: string, options: ShortenOptions = {}): ShortText {
  const budget: Budget = { bytes: options.bytesMax ?? BYTES_MAX, lines: options.linesMax ?? LINES_MAX };
  const texts = terminalLines(text).map(undecorated);
  const kept = priorityLines(texts);
  const { isKept } = options;
  if (isKept !== undefined) for (const [at, line] of texts.entries()) if (isKept(line)) kept.add(at);
  let lines = linesOf(texts, kept);
  for (const step of LOSSLESS) lines = step(lines);
  if (isOver(lines, budget)) lines = withOddKept(lines);
  for (const step of LOSING) {
    if (!isOver(lines, budget)) break;
    lines = step(lines);
  }
  if (isOver(lines, budget)) lines = keepRare(lines, budget);
  const short = textOf(lines) + (text.endsWith("\n") && lines.length > 0 ? "\n" : "");
  if (utf8Length(short) >= utf8Length(text)) return { text, linesLeftOut: 0 };
  return { text: short, linesLeftOut: lines.reduce((sum, line) => sum + line.leftOut, 0) };
}

/** The lines, those kept that differ from the rows around them. */
function withOddKept(lines: Line[]): Line[] {
  const odd = oddRows(lines.map(({ text }) => text));
  return lines.map((line, at) => (odd.has(at) && !line.isKept ? { ...line, isKept: true } : line));
}

/** Whether a line of a shortened text is an insertion. */
export function isInsertion(line: string): boolean {
  return line.startsWith(`${NOTE_SIGN} `);
}
