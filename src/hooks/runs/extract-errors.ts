// Finds the first real errors of an output. Warnings and progress are left out. An error that only follows from others
// is returned only when there is nothing better.

import type { BuildError, Lines } from "./build-error.ts";
import { type ErrorShape, readShape } from "./error-shape.ts";
import { LATER_SHAPES, TEST_SHAPES } from "./test-errors.ts";
import { ARROW_SHAPE, TOOL_SHAPES } from "./tool-errors.ts";

/** At most this many errors are returned. */
export const ERRORS_MAX = 3;
/** At most this many lines are looked at. */
const LINES_MAX = 20_000;

/** The first shape that a line has decides. */
const SHAPES: readonly ErrorShape[] = [...TEST_SHAPES, ...TOOL_SHAPES, ...LATER_SHAPES];
/** A line that this does not match holds no error. */
const SIGNAL =
  /[Ee]rr|ERR|[Ff]ail|FAIL|[Ff]atal|FATAL|panic|not ok |[Ee]xception|ndefined|\*\*\*|● |\d\) |:\d|✖|×|✘|^E {2}|went wrong|annot find|o module|nterrupt|an't|lint\/|^PHP/gm;
/** The line below a header that names the place. */
const ARROW = /^ *-->/;
const WEIGHTS: Readonly<Record<BuildError["weight"], number>> = { exact: 0, vague: 1, consequence: 2 };

/** The first errors of an output that went through `boundedText`: at most three, all of the best weight that occurs. */
export function extractErrors(output: string): BuildError[] {
  const lines = output.split("\n", LINES_MAX);
  const found: BuildError[] = [];
  let exact = 0;
  let at = 0;
  let end = lines[0]!.length;
  SIGNAL.lastIndex = 0;
  // One search over the whole text is quicker than one for each line.
  for (let signal = SIGNAL.exec(output); signal !== null && exact < ERRORS_MAX; signal = SIGNAL.exec(output)) {
    while (end < signal.index && at < lines.length - 1) end += 1 + lines[++at]!.length;
    if (end < signal.index) break;
    SIGNAL.lastIndex = end;
    const error = readError(lines, at);
    if (error === null || error.message === "" || found.some((other) => isSame(error, other))) continue;
    found.push(error);
    if (error.weight === "exact") exact++;
  }
  const least = found.reduce((weight, error) => Math.min(weight, WEIGHTS[error.weight]), 2);
  return found.filter((error) => WEIGHTS[error.weight] === least).slice(0, ERRORS_MAX);
}

function readError(lines: Lines, at: number): BuildError | null {
  if (ARROW.test(lines[at]!)) return readShape(ARROW_SHAPE, lines, at);
  for (const shape of SHAPES) {
    const error = readShape(shape, lines, at);
    if (error !== null) return error;
  }
  return null;
}

/** Whether two errors are the same: tools report an error at its place and again in a summary. */
function isSame(a: BuildError, b: BuildError): boolean {
  if (a.place !== null && b.place !== null) {
    if (a.place.path === b.place.path && a.place.line === b.place.line) return true;
    if (a.place.line > 0 && b.place.line > 0) return false;
  }
  const isSaid = a.message.includes(b.message) || b.message.includes(a.message);
  if (isSaid && (a.place === null || b.place === null)) return true;
  if (a.test !== "" && b.test !== "" && a.weight !== b.weight)
    return a.test.includes(b.test) || b.test.includes(a.test);
  return a.message === b.message && (a.test === b.test || a.test === "" || b.test === "");
}
