// Decides whether a run passed: by its exit code where that is known, and by its output where a pipe or a chain hides
// the exit code.

import type { BuildRun } from "./recognise.ts";
import { type Signs, TOOLS } from "./tools.ts";

/** How a command line ended, and what it printed. */
interface LineEnd {
  readonly kind: "succeeded" | "failed" | "stopped";
  readonly output: string;
}

export type Verdict = "passed" | "failed" | "unknown";

const FAILED_END = anySign("failedEnd");
const FAILED = anySign("failed", "failedEnd");
const PASSED_END = anySign("passedEnd");
const PASSED = anySign("passed", "passedEnd");
const NOT_BUILT = anySign("notBuilt");
/** Text that other failed programs print too. */
const ANY_FAILURE =
  /^(?:fatal )?error: |^npm (?:ERR!|error) |^[Ee]rror: |\bexited with code [1-9]|\bexit (?:code|status):? [1-9]/m;
/** Counts of failures. */
const FAILED_COUNT =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|(?:Failures|Errors|Failed): *[1-9]|^# fail [1-9]/m;
/** The summary is looked for in this much of the end of an output, in code units. */
const SUMMARY_LENGTH = 1500;
/** The line before the output of a started program. */
const STARTED = /^\s*Running (?:`|unittests )/m;

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
  if (FAILED_END.test(end)) return "failed";
  if (kind === "succeeded" && PASSED_END.test(end) && !FAILED_COUNT.test(end)) return "passed";
  if (hasErrors || FAILED.test(output)) return "failed";
  if (run.exit === "shared" || kind === "failed") return "unknown";
  if (ANY_FAILURE.test(output)) return "failed";
  const isQuiet = run.exit === "hidden" || (run.exit === "filtered" && output === "");
  return isQuiet || PASSED.test(output) ? "passed" : "unknown";
}

/** One expression for these signs of all tools: a script may run any of them. */
function anySign(...kinds: readonly (keyof Signs)[]): RegExp {
  const sources = TOOLS.flatMap(([, , signs]) => kinds.map((kind) => signs?.[kind]?.source));
  return new RegExp(sources.filter((source) => source !== undefined).join("|"), "m");
}
