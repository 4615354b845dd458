// Makes of what a program printed the lines that a terminal shows in the end: without colours and other sequences, and
// with what a carriage return or a backspace wrote over.
// Invariants:
// - The time is linear in the length of the text.
// - A part of a line that was written over but says that something is wrong stays, as a line of its own.

import { withoutTerminalSequences } from "../../engine/text/clean.ts";
import { isPriorityLine } from "./priority-lines.ts";

/** Control characters other than line breaks, tabs, and those that move within a line. */
const OTHER_CONTROLS = /[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const MOVES = /[\r\x08]/;
/** This many lost parts of one line are kept. */
const LOST_PARTS_MAX = 20;

/** The lines of an output as a terminal shows them. */
export function terminalLines(text: string): string[] {
  const plain = withoutTerminalSequences(text).toWellFormed();
  const lines: string[] = [];
  for (const raw of plain.replace(OTHER_CONTROLS, "").split("\n")) {
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
  const parts = line.split("\r");
  for (const part of parts) {
    if (lost.size < LOST_PARTS_MAX && isPriorityLine(part)) lost.add(part.replaceAll("\b", "").trimEnd());
    let column = 0;
    for (const character of part) {
      if (character === "\b") column = Math.max(0, column - 1);
      else shown[column++] = character;
    }
  }
  const end = shown.join("");
  return [...[...lost].filter((part) => !end.includes(part)), end];
}
