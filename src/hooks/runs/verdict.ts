// Decides whether a run passed: by its exit code where that is known, and by its output where a pipe or a chain hides
// the exit code.

import type { BuildRun } from "./recognise.ts";

/** How a command line ended, and what it printed. */
interface LineEnd {
  readonly kind: "succeeded" | "failed" | "stopped";
  readonly output: string;
}

export type Verdict = "passed" | "failed" | "unknown";

/** Text that only a failed run prints. */
const FAILURE = new RegExp(
  [
    // At the beginning of a line.
    "^(?:error\\[E\\d{4}\\]: |error TS\\d|FAILED|FAILURE: |FAIL\\b|BUILD FAILED|Build FAILED|npm (?:ERR!|error) (?:Lifecycle script|Test failed|Missing script|code ELIFECYCLE)|panic: |--- FAIL" +
      "|make(?:\\[\\d+\\])?: \\*\\*\\* |gmake(?:\\[\\d+\\])?: \\*\\*\\* |Traceback \\(most recent|ninja: (?:build stopped|error)|collect2: error|clang: error" +
      "|ld: |CMake Error|ERROR: failed to solve|ERROR: Build did NOT|\\[ERROR\\]|\\[error\\]|Undefined symbols for|E {3}\\S| *✘ \\[ERROR\\]|ELIFECYCLE)",
    // Anywhere.
    ": (?:fatal )?error(?: [A-Z]{1,4}\\d+)?: |\\berror (?:TS|CS|FS|BC|MSB|NU|NETSDK|LNK|C)\\d+\\b|undefined reference to",
    "\\*\\* (?:BUILD|TEST) FAILED \\*\\*|test result: FAILED|thread '.*' (?:\\(\\d+\\) )?panicked at|(?<!\\b0 )\\bFAILED\\b",
    "\\b[1-9]\\d* (?:failed|failing|failures?|errors?)\\b(?! (?:allowed|ignored)| \\(\\d+ fixed, 0 remaining)|(?:Failures|Errors|Failed): *[1-9]|^# fail [1-9]",
    "^not ok \\d",
  ].join("|"),
  "m",
);
/** Text that other failed programs print too. */
const ANY_FAILURE =
  /^(?:fatal )?error: |^npm (?:ERR!|error) |^[Ee]rror: |\bexited with code [1-9]|\bexit (?:code|status):? [1-9]/m;
/** The summary of a run whose tests all passed. Such a run may have printed errors that it recovered from. */
const PASSED =
  /^test result: ok|\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|\b0 (?:failed|failures)\b|BUILD SUCCESS|^# fail 0|^ok {2}\t?\S/m;
/** Counts of failures. */
const FAILED_COUNT =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|(?:Failures|Errors|Failed): *[1-9]|^# fail [1-9]/m;
/** Text that only a run that passed prints. */
const SUCCESS = new RegExp(
  [
    "test result: ok|BUILD SUCCESS|BUILD SUCCEEDED|Build succeeded|\\bTEST SUCCEEDED\\b|^ {4}Finished |^(?:ok|PASS)\\b|[Cc]ompiled successfully",
    "\\b[1-9]\\d* (?:tests? )?(?:passed|passing)\\b|\\b0 (?:failed|failures|errors)\\b|no issues found|All checks passed|Build complete!|✓ built in|^# fail 0",
  ].join("|"),
  "m",
);

/** The summary of a failed run. */
const SUMMARY = new RegExp(
  [
    "^error(?:\\[E\\d{4}\\]: |: could not compile|: aborting due to|: test failed, to rerun)|^test result: FAILED|^FAIL(?:\\t|$)|^FAILED \\(",
    "^make(?:\\[\\d+\\])?: \\*\\*\\* |BUILD FAIL(?:ED|URE)|^FAILURE: Build failed|Build FAILED|^ninja: build stopped|^collect2: error",
    "\\b[1-9]\\d* failed\\b.* in \\d|^ *(?:Tests|Test Files|Test Suites):? +[1-9]\\d* failed|\\b[1-9]\\d* failing$|\\b[1-9]\\d* errors? generated",
    "^Found [1-9]\\d* errors?\\b(?! \\(\\d+ fixed, 0 remaining)|\\(\\d+,\\d+\\): error [A-Z]+\\d+: |^npm (?:ERR!|error) (?:Lifecycle script|Test failed|code ELIFECYCLE)",
  ].join("|"),
  "m",
);
/** The summary is looked for in this much of the end of an output, in code units. */
const SUMMARY_LENGTH = 1500;

/**
 * STARTED is the line before the output of a started program. NOT_BUILT is a compiler's report that it failed before
 * that.
 */
const STARTED = /^\s*Running (?:`|unittests )/m;
const NOT_BUILT =
  /could not compile|aborting due to|^# \S+\n\S+\.go:\d+|The build failed|Build FAILED|\berror (?:CS|FS|BC|MSB|NU|NETSDK)\d+\b|^\S+:\d+:\d+: [Ee]rror: |Build did NOT|^(?:ERROR: )?Build failed|Failed to build|^In \S+:\d+:\d+$|^error: (?:no (?:bin|example) target|could not find `Cargo|failed to (?:parse|select|load)|fatalError)/m;

/**
 * How one run of a command line ended: by its exit code where that belongs to the run, otherwise by its output.
 * `hasErrors` says that the output holds errors that no other kind of program prints.
 */
export function verdictOf(run: BuildRun, { kind, output }: LineEnd, hasErrors: boolean): Verdict {
  if (kind === "stopped") return "unknown";
  const isExact = run.exit === "own" || run.exit === "shared";
  if (isExact && kind === "succeeded") return "passed";
  if (run.startsProgram) return NOT_BUILT.test(output) && !STARTED.test(output) ? "failed" : "unknown";
  if (run.exit === "own") return "failed";
  const end = output.slice(-SUMMARY_LENGTH);
  if (SUMMARY.test(end)) return "failed";
  if (kind === "succeeded" && PASSED.test(end) && !FAILED_COUNT.test(end)) return "passed";
  if (hasErrors || FAILURE.test(output)) return "failed";
  if (run.exit === "shared" || kind === "failed") return "unknown";
  if (ANY_FAILURE.test(output)) return "failed";
  const isQuiet = run.exit === "hidden" || (run.exit === "filtered" && output === "");
  return isQuiet || SUCCESS.test(output) ? "passed" : "unknown";
}
