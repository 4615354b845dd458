// The first real errors of an output: no warnings, no progress, and what follows from an error only where nothing else is there.

import type { BuildError, Lines } from "./build-error.ts";
import {
  cmakeError,
  codedError,
  type ErrorReader,
  headerError,
  linkError,
  listedError,
  locatedError,
  mavenError,
  positionedError,
  ruledError,
  toolError,
} from "./diagnostics.ts";
import {
  dotnetTestError,
  exceptionError,
  goTestError,
  headedError,
  panicError,
  plainError,
  pytestError,
} from "./test-failures.ts";

/** How many errors are worth showing. */
export const ERRORS_MAX = 3;
/** So many lines are looked at. */
const LINES_MAX = 20_000;

/** Readers, each with what a line must hold to be for it; the first that reads a line has it. */
const READERS: readonly (readonly [RegExp, ErrorReader])[] = [
  [/ error ?[A-Z]+\d+: |TS\d+ \[ERROR\]/, positionedError],
  [/panicked at/, panicError],
  [/^\s*(?:--- FAIL|panic: )/, goTestError],
  [/^(?:E {2}|FAILED |ERROR .*\.py)/, pytestError],
  [/\d+:\d+ {1,8}(?:error|✖|×) /, listedError],
  [/^ *--> /, codedError],
  [/^\[ERROR\]/, mavenError],
  [/undefined|^Undefined|^g?make|(?:ld|lld|collect2|clang(?:\+\+)?): /, linkError],
  [/^CMake Error/, cmakeError],
  [/ (?:lint|parse|format|assist|suppressions|organizeImports)(?:\/| |$)/, ruledError],
  [/\[ERROR\]|^ERROR|^error during|^\[vite\]|^PHP|^Parse|^Fatal|^\*\* \(/, toolError],
  [/:\d+/, locatedError],
  [/^\s*(?:fatal )?error(?:\[|:)/, headerError],
  [/^\s+Failed /, dotnetTestError],
  [/Error|Exception|Failure|Failed|Interrupt/, exceptionError],
  [/^\s*(?:● |\d+\) )/, headedError],
  [/^npm |ERR_PNPM|^error /, toolError],
  [/[Ee]rror|ERROR|fatal|FATAL|went wrong|Cannot find|Can't resolve|No module/, plainError],
];
/** A line without any of this holds no error. */
const SIGNAL =
  /err|fail|fatal|panic|exception|undefined|\*\*\*|● |\d\) |:\d+|✖|×|✘|^E {2}|went wrong|cannot find|no module|interrupt|can't|lint\/|^PHP/i;
const WEIGHTS: Readonly<Record<BuildError["weight"], number>> = { exact: 0, vague: 1, consequence: 2 };

/** The first errors of an output that was made fit by `boundedText`, at most three, those that say most first. */
export function extractErrors(output: string): BuildError[] {
  const lines = output.split("\n", LINES_MAX);
  const found: BuildError[] = [];
  let exact = 0;
  for (let at = 0; at < lines.length && exact < ERRORS_MAX; at++) {
    if (!SIGNAL.test(lines[at]!)) continue;
    const error = readError(lines, at);
    if (error === null || error.message === "" || found.some((other) => isSame(error, other))) continue;
    found.push(error);
    if (error.weight === "exact") exact++;
  }
  const least = found.reduce((weight, error) => Math.min(weight, WEIGHTS[error.weight]), 2);
  return found.filter((error) => WEIGHTS[error.weight] === least).slice(0, ERRORS_MAX);
}

function readError(lines: Lines, at: number): BuildError | null {
  const line = lines[at]!;
  for (const [hint, read] of READERS) {
    if (!hint.test(line)) continue;
    const error = read(lines, at);
    if (error !== null) return error;
  }
  return null;
}

/** Tools say things twice: at the place, and in a summary. */
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
