// The lines that the steps of the built-in shortening hand to each other.
// Invariants:
// - The text of a line is never changed by a step that leaves lines out.
// - What a step leaves out stands in the note below a line. A note begins with NOTE_SIGN and goes where its line goes.

/** How each insertion begins. */
export const NOTE_SIGN = "…";

/** A line of an output, with what stands for the lines that were left out below it. */
export interface Line {
  readonly text: string;
  /** Whether the line always stays: it says that something is wrong, or belongs to a line that does. */
  readonly isKept: boolean;
  /** Insertions below the line, each a line. */
  readonly notes: readonly string[];
  /** How many lines of the input stand for nothing any more but in the notes. */
  readonly leftOut: number;
  /** How many lines of the input are equal to lines that are shown; the notes count them. */
  readonly repeats: number;
}

/** More insertions than these below one line are no insertions of an earlier shortening. */
const FORMER_NOTES_MAX = 3;

/** A line that nothing was left out of. */
export function plainLine(text: string, isKept = false): Line {
  return { text, isKept, notes: [], leftOut: 0, repeats: 0 };
}

/** The line with a note below it. */
export function withNote(line: Line, note: string, counts: { leftOut?: number; repeats?: number }): Line {
  return {
    ...line,
    notes: [...line.notes, `${NOTE_SIGN} ${note}`],
    leftOut: line.leftOut + (counts.leftOut ?? 0),
    repeats: line.repeats + (counts.repeats ?? 0),
  };
}

/** How many lines of the input are gone once this line is gone. */
export function standsFor(line: Line): number {
  return 1 + line.repeats;
}

/**
 * Makes lines of texts. Insertions of an earlier shortening become notes of the line above them again, so that a text
 * can be shortened twice.
 */
export function linesOf(texts: readonly string[], kept: ReadonlySet<number>): Line[] {
  const lines: Line[] = [];
  texts.forEach((text, at) => {
    const above = lines.at(-1);
    if (!text.startsWith(`${NOTE_SIGN} `)) lines.push(plainLine(text, kept.has(at)));
    else if (above === undefined || above.notes.length >= FORMER_NOTES_MAX)
      lines.push(plainLine(text, lines.length === 0));
    else lines[lines.length - 1] = { ...above, notes: [...above.notes, text] };
  });
  return lines;
}

/** The text of lines, with their notes. */
export function textOf(lines: readonly Line[]): string {
  const texts: string[] = [];
  for (const { text, notes } of lines) texts.push(text, ...notes);
  return texts.join("\n");
}

/** How many bytes a line takes, with its notes and line breaks. */
export function bytesOf(line: Line): number {
  let bytes = utf8Length(line.text) + 1;
  for (const note of line.notes) bytes += utf8Length(note) + 1;
  return bytes;
}

/** How many bytes a text takes in UTF-8. A lone surrogate takes the three of its replacement. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
