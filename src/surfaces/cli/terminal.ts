// The terminal that standard output may be: its size, and how texts fit into it.

import { mayBeTerminal } from "../../platform/standard-output.ts";

const COLUMNS_USUAL = 80;
const ROWS_USUAL = 24;
/** Help for narrower terminals has lines of this length; they wrap it. */
const COLUMNS_MIN = 20;

/** Whether standard output is a terminal. */
export function isTerminal(): boolean {
  return mayBeTerminal() && process.stdout.isTTY === true;
}

/** Whether standard output is a terminal that wants colour. */
export function isColourful(): boolean {
  return isTerminal() && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

/** The columns of the terminal; 80 where there is none, or it does not say. */
export function columns(): number {
  return (isTerminal() && process.stdout.columns) || COLUMNS_USUAL;
}

/** Whether a text has more lines than the terminal has, with one left for the prompt. */
export function isLongerThanScreen(text: string): boolean {
  const [width, rows] = [columns(), process.stdout.rows || ROWS_USUAL];
  let used = 0;
  for (const line of text.split("\n")) {
    used += Math.max(1, Math.ceil(Bun.stringWidth(line) / width));
    if (used > rows - 1) return true;
  }
  return false;
}

/** Cuts a line to the columns of the terminal. */
export function cutToWidth(line: string, width = columns()): string {
  // Nearly all lines are plain letters. Others may be wider than they have code units.
  if (line.length <= width && Bun.stringWidth(line) <= width) return line;
  let kept = "";
  let used = 0;
  for (const character of line) {
    used += Bun.stringWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Breaks a text between words into lines of at most `width` columns. A longer word keeps its line for itself. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > Math.max(COLUMNS_MIN, width)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
