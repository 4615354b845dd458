// Makes of what a program printed the lines that a terminal shows in the end: without colours and other sequences, and
// with what was written over or erased within a line.
// Invariants:
// - The time is linear in the length of the text.
// - A part of a line that was written over but says that something is wrong stays, as a line of its own.

import { withoutTerminalSequences } from "../../engine/text/controls.ts";
import { isPriorityLine } from "./priority-lines.ts";

/**
 * Sequences that erase to the end of the line, erase the line, and move to its beginning. Programs that erase a line go
 * on at its beginning.
 */
const ERASE_END = /\x1b\[0?K/g;
const ERASE_LINE = /\x1b\[2K/g;
/** Where a program moves up to write over earlier lines, a new line begins: what it wrote first is not lost. */
const UP = /\x1b\[\d*[AF]/g;
const TO_BEGINNING = /\x1b\[[01]?G/g;
/** Characters that stand for the first two until a line is put together. Texts do not hold them. */
const ERASES_END = "\x01";
const ERASES_LINE = "\x02";
const ERASERS = /[\x01\x02]/g;
/** Control characters other than line breaks, tabs, those that move within a line, and the two above. */
const OTHER_CONTROLS = /[\0\x03-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const MOVES = /[\r\b\x01\x02]/;
const OVERWRITES = /[\r\x02]/;
/** This many lost parts of one line are kept. */
const LOST_PARTS_MAX = 20;

/** The lines of an output as a terminal shows them. */
export function terminalLines(text: string): string[] {
  const marked = text.includes("\x1b")
    ? text
        .replace(ERASERS, "")
        .replace(ERASE_END, ERASES_END)
        .replace(ERASE_LINE, ERASES_LINE)
        .replace(TO_BEGINNING, "\r")
        .replace(UP, "\n")
    : text.replace(ERASERS, "");
  const plain = withoutTerminalSequences(marked).toWellFormed().replace(OTHER_CONTROLS, "");
  const lines: string[] = [];
  for (const raw of plain.split("\n")) {
    const line = raw.endsWith("\r") ? raw.replace(/\r+$/, "") : raw;
    if (MOVES.test(line)) lines.push(...overwritten(line));
    else lines.push(line);
  }
  return lines;
}

/** The line that is left when its parts were written over each other, below parts that must not be lost. */
function overwritten(line: string): string[] {
  const shown: string[] = [];
  const lost = new Set<string>();
  for (const part of line.split(OVERWRITES)) {
    const text = part.replace(/[\x01\b]/g, "").trimEnd();
    if (lost.size < LOST_PARTS_MAX && isPriorityLine(text)) lost.add(text);
  }
  let column = 0;
  for (const character of line) {
    if (character === "\b") column = Math.max(0, column - 1);
    else if (character === "\r") column = 0;
    else if (character === ERASES_END) shown.length = Math.min(shown.length, column);
    else if (character === ERASES_LINE) shown.length = column = 0;
    else shown[column++] = character;
  }
  const end = shown.join("").trimEnd();
  return [...[...lost].filter((part) => !end.includes(part)), end];
}
