// The lines of an output on their way through a filter.

/** A line. */
export interface OutputLine {
  readonly text: string;
  /** Its place in the output; -1 for a line that helix put in. */
  readonly at: number;
  /** Whether no stage may drop or change it. */
  readonly isPriority: boolean;
}

/** The lines of a text. A line break at its end begins no further line. */
export function textLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** A line that helix puts in. */
export function insertedLine(text: string): OutputLine {
  return { text, at: -1, isPriority: false };
}

// Sequences that end are taken whole; of one that does not end, only its beginning.
const ESCAPES =
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)?|[PX^_][^\u001b]{0,2048}(?:\u001b\\)?|[ -/]?[0-~])/g;

/** The text without the escape sequences of terminals. */
export function withoutEscapes(text: string): string {
  return text.includes("\u001b") ? text.replace(ESCAPES, "") : text;
}

/** What a terminal shows of a line that a program wrote over: the last text behind a carriage return. */
export function shownOnTerminal(line: string): string {
  if (!line.includes("\r")) return line;
  const parts = line.split("\r").filter((part) => part.trim() !== "");
  return parts[parts.length - 1] ?? "";
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
    if (!line.isPriority && !isKept(index)) run.push(line);
    else {
      close();
      result.push(line);
    }
  }
  close();
  return result;
}
