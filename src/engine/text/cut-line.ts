// Cuts a line to a width, after a whole word where one ends nearby.

/** How far back from the limit a word boundary is looked for, in characters. */
const BOUNDARY_SEARCH = 24;
const ELLIPSIS = "…";

/** `line` in at most `lengthMax` code units; a longer one ends in "…", after a whole word where one ends nearby. */
export function cutLine(line: string, lengthMax: number): string {
  if (line.length <= lengthMax) return line.toWellFormed();
  let end = lengthMax - ELLIPSIS.length;
  const boundary = line.lastIndexOf(" ", end);
  if (boundary > 0 && boundary >= end - BOUNDARY_SEARCH) end = boundary;
  else if (isPairSplit(line, end)) end--;
  return line.slice(0, end).trimEnd().toWellFormed() + ELLIPSIS;
}

function isPairSplit(line: string, end: number): boolean {
  return end > 0 && line.codePointAt(end - 1)! > 0xffff;
}
