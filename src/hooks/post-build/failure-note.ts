// Makes the note that is stored about a failed run. Its first line is the error in its own words, so that the same
// error finds the note again.
// Invariants:
// - Of the command only the short name of the run is kept.
// - Of the output only the errors that were read from it are kept.

import { cutLine } from "../../engine/text/cut-line.ts";
import { BUILD_ERRORS, TEST_FAILURES } from "../../events/captured-entries.ts";
import { BUILD_ERROR_TAG, CAPTURED_TAG, TEST_FAILURE_TAG } from "../../notes/index/captured-failures.ts";
import type { CapturedNote } from "../common/hook-context.ts";
import type { BuildError } from "../runs/build-error.ts";
import type { BuildRun } from "../runs/recognise.ts";
import type { ProjectPlace } from "./locations.ts";

/** An error with its place in the project. */
export interface PlacedError {
  readonly error: BuildError;
  readonly place: ProjectPlace | null;
}

/** The length of a first line that lists show. */
const LINE_LENGTH_MAX = 118;
const CAPTURE_CONFIDENCE = 0.3;

/** The note on a failed run; null where the first error says too little or lies outside of the project. */
export function failureNote(run: BuildRun, errors: readonly PlacedError[]): CapturedNote | null {
  const [first, ...others] = errors;
  if (first === undefined || first.error.weight === "consequence" || first.place?.isOutside === true) return null;
  if (first.error.weight === "vague" && run.exit !== "own") return null;
  const title = errorLine(first.error);
  const isTest = run.isTest && (first.error.test !== "" || first.error.code === "");
  const where = first.place === null ? `in ${run.what}` : `at ${first.place.shown}, in ${run.what}`;
  return {
    topic: isTest ? TEST_FAILURES : BUILD_ERRORS,
    text: [title, where, ...others.map(({ error, place }) => alsoLine(error, place))].join("\n"),
    tags: [isTest ? TEST_FAILURE_TAG : BUILD_ERROR_TAG, CAPTURED_TAG],
    confidence: CAPTURE_CONFIDENCE,
    source: first.place?.source ?? null,
  };
}

/** An error in one line, as somebody would search for it: its test or its code, and its message. */
export function errorLine({ message, code, test }: BuildError): string {
  const about = test !== "" ? `${test}: ` : code !== "" && !message.includes(code) ? `${code} ` : "";
  return cutLine(`${about}${message}`, LINE_LENGTH_MAX);
}

function alsoLine(error: BuildError, place: ProjectPlace | null): string {
  const where = place === null || place.isOutside ? "" : ` (${place.shown})`;
  return `also: ${errorLine(error)}${where}`;
}
