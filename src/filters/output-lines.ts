// The lines of an output on their way through a filter.

import { terminalLines } from "./built-in/terminal-text.ts";

/** A line. */
export interface OutputLine {
  readonly text: string;
  /** Its place in the output; -1 for a line that helix put in. */
  readonly at: number;
  /** Whether no stage may drop or change it. */
  readonly isPriority: boolean;
  /** Whether it tells of an error itself; other priority lines belong to one, or sum up. */
  readonly isError: boolean;
  /** Whether it differs from the rows around it: what cuts lines by their place keeps it. */
  readonly isOdd: boolean;
}

/** The lines of a text. A line break at its end begins no further line. */
export function textLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** The lines of a text as a terminal shows them: without its sequences, and without what was written over. */
export function shownLines(text: string): string[] {
  const lines = terminalLines(text);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** A line that helix puts in. */
export function insertedLine(text: string): OutputLine {
  return { text, at: -1, isPriority: false, isError: false, isOdd: false };
}

/**
 * The lines of `lines` that are kept, each run of others as one line that says how many they were. A run that is no
 * longer than that line stays, if `isThrifty`.
 */
export function cutLines(
  lines: readonly OutputLine[],
  isKept: (index: number) => boolean,
  word: "omitted" | "truncated",
  isThrifty: boolean,
): OutputLine[] {
  const result: OutputLine[] = [];
  let run: OutputLine[] = [];
  const close = () => {
    if (run.length === 0) return;
    const marker = `... (${run.length} lines ${word})`;
    const length = run.reduce((sum, { text }) => sum + text.length + 1, -1);
    if (isThrifty && length <= marker.length) result.push(...run);
    else result.push(insertedLine(marker));
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    if (!line.isPriority && !line.isOdd && !isKept(index)) run.push(line);
    else {
      close();
      result.push(line);
    }
  }
  close();
  return result;
}
