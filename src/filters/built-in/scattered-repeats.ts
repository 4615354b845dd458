// Lines that have to stay, and that a text says again and again at many places: the first of them stay, the others may
// go. The last one that stays says how many more there are.
// Invariants:
// - Only lines that stand alone count. A message between its file and its code means another thing at each place, and
//   so does a row below a file.

import { type Line, withNote } from "./line.ts";

const SHOWN = 3;
/** So many lines around a line are looked at for others that have to stay. */
const AROUND = 2;
const ROW = /^\s*\d/;

/** Lets all but the first few of equal lines go that have to stay. */
export function fewOfEach(lines: readonly Line[]): Line[] {
  const counts = new Map<string, number>();
  const isAlone = (at: number) => {
    const { text, isKept, notes } = lines[at]!;
    if (!isKept || text === "" || notes.length > 0 || ROW.test(text)) return false;
    for (let near = at - AROUND; near <= at + AROUND; near++)
      if (near !== at && lines[near]?.isKept === true) return false;
    return true;
  };
  for (let at = 0; at < lines.length; at++)
    if (isAlone(at)) counts.set(lines[at]!.text, (counts.get(lines[at]!.text) ?? 0) + 1);
  const seen = new Map<string, number>();
  return lines.map((line, at) => {
    const count = counts.get(line.text) ?? 0;
    if (count <= SHOWN + 1 || !isAlone(at)) return line;
    const number = (seen.get(line.text) ?? 0) + 1;
    seen.set(line.text, number);
    if (number < SHOWN) return line;
    if (number === SHOWN) return withNote(line, `the line above ${count - SHOWN} times more in this text`, {});
    return { ...line, isKept: false };
  });
}
