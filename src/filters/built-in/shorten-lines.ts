// Shortens an output of which nothing is known.

/** The lines that are left, and how many are not there any more. */
export interface ShortLines {
  readonly lines: readonly string[];
  readonly leftOut: number;
}

const HEAD = 40;
const TAIL = 40;

/** The first and the last lines, and all between them that `isKept`. */
export function shortenLines(lines: readonly string[], isKept: (line: string) => boolean): ShortLines {
  if (lines.length <= HEAD + TAIL) return { lines, leftOut: 0 };
  const result: string[] = [];
  let run = 0;
  let leftOut = 0;
  const close = () => {
    if (run > 0) result.push(`... (${run} lines omitted)`);
    leftOut += run;
    run = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (index >= HEAD && index < lines.length - TAIL && !isKept(line)) run++;
    else {
      close();
      result.push(line);
    }
  }
  close();
  return { lines: result, leftOut };
}
