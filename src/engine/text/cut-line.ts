// Cuts a line to a width. The cut falls after a whole word when one ends near the limit.

/** How far back from the limit a word boundary is searched, in characters. */
const BOUNDARY_SEARCH = 24;
const ELLIPSIS = "…";

/**
 * Shortens `line` to at most `lengthMax` code units. A cut line ends in "…", after a whole word where one ends nearby.
 */
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
