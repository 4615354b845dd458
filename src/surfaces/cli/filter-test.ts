// `helix filter test`: the cases in files of filters; with --command, one output as it would be shortened.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { Shortening } from "../../filters/command-output.ts";
import { expressionProblems, runTests, type TestOutcome } from "../../filters/filter-check.ts";
import { bundledFiles, FilterSet } from "../../filters/filter-set.ts";
import { FILE_BYTES_MAX, readFilters } from "../../filters/read-filters.ts";
import { shorten } from "../../filters/shorten.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import type { ParsedValues } from "./command.ts";
import type { FilterTestData, FilterTriedData } from "./data/filters.ts";
import { filterNamed, filtersHere, problemLines, problemsOf } from "./filters-here.ts";
import { keptOutput } from "./kept-output.ts";
import { print, printAnswer, printJson } from "./output.ts";
import { inputOf } from "./run-feature.ts";
import { isTerminal } from "./terminal.ts";

/** So much of what a case says is shown where it fails. */
const SHOWN_LINES_MAX = 20;
const now = () => performance.now();

/** Runs the cases that are meant, or shortens one output. */
export async function testFilters(
  values: ParsedValues,
  directory: string,
  subject: string | undefined,
): Promise<Answer | number> {
  if (values.command !== undefined) return tryOutput(values, directory, subject);
  for (const option of ["from", "key", "failed"])
    if (values[option] !== undefined)
      throw invalid(`--${option} needs --command, e.g. helix filter test --command "git log" --from log.txt`);
  return cases(setFor(directory, subject), subject);
}

/** The filters that are tested: those of a file where a path is given, else those that count here. */
function setFor(directory: string, subject: string | undefined): FilterSet {
  if (subject === undefined || !isPath(subject)) return filtersHere(directory);
  const text = diskFiles.readText(subject, FILE_BYTES_MAX);
  if (text === null)
    throw new HelixError(
      "NOT_FOUND",
      `${subject} is no file of at most ${FILE_BYTES_MAX} bytes: give a file of filters`,
    );
  return new FilterSet([readFilters(text, "user", subject)]);
}

function isPath(subject: string): boolean {
  return subject.endsWith(".toml") || subject.includes("/");
}

function cases(filters: FilterSet, subject: string | undefined): Answer {
  const name = subject === undefined || isPath(subject) ? null : filterNamed(filters, subject).filter.name;
  const wanted = filters
    .list()
    .filter(({ filter, isOverridden }) => (name === null || filter.name === name) && !isOverridden);
  const outcomes = wanted.flatMap(({ filter }) =>
    runTests(
      filter,
      filters.tests.filter((each) => each.filter === filter.name && each.file === filter.file),
      now,
    ),
  );
  const failed = outcomes.filter(({ passed }) => !passed);
  const problems = name === null ? problemsOf(filters) : wanted.flatMap(({ filter }) => expressionProblems(filter));
  const sum = `${counted(outcomes.length, "case", "cases")} of ${counted(wanted.length, "filter", "filters")}, ${failed.length === 0 ? "all as expected" : `${failed.length} not as expected`}`;
  const kept = outcomes.filter((each) => each.kept > 0);
  const remarks = kept.map(
    (each) =>
      `${each.filter}, ${each.name}: in use ${counted(each.kept, "line stays", "lines stay")} that ${each.kept === 1 ? "tells" : "tell"} of errors`,
  );
  return {
    found: failed.length === 0 && problems.length === 0,
    text: () => [...failed.flatMap(failureLines), sum, ...remarks, ...problemLines(problems)].join("\n"),
    data: (): FilterTestData => ({
      passed: outcomes.length - failed.length,
      failed: failed.length,
      cases: outcomes,
      problems,
    }),
  };
}

function failureLines({ filter, name, expected, actual }: TestOutcome): string[] {
  const shown = (text: string) =>
    text
      .split("\n")
      .slice(0, SHOWN_LINES_MAX)
      .map((line) => `    ${line}`);
  return [`${filter}, ${name}:`, "  expected", ...shown(expected), "  but got", ...shown(actual), ""];
}

async function tryOutput(values: ParsedValues, directory: string, subject: string | undefined): Promise<number> {
  const command = String(values.command);
  const text =
    values.key !== undefined
      ? await keptOutput(directory, String(values.key))
      : await inputOf(values.from === undefined ? undefined : String(values.from), "output");
  const filters = triedSet(directory, subject);
  const result = shorten({ command, text, isFailure: values.failed === true }, filters, { now });
  if (values.json) printJson(triedData(text, result));
  else {
    const shown = result.kind === "shortened" ? `${result.text}\n` : text;
    if (isTerminal()) printAnswer(shown);
    else print(shown);
    if (result.kind === "whole") complain(`helix: it stays whole: ${result.why}\n`);
  }
  return EXIT_DONE;
}

/** A file's filters before those that helix brings along; those that count here where no file is given. */
function triedSet(directory: string, subject: string | undefined): FilterSet {
  if (subject === undefined) return filtersHere(directory);
  if (isPath(subject)) {
    const text = diskFiles.readText(subject, FILE_BYTES_MAX);
    if (text === null)
      throw new HelixError(
        "NOT_FOUND",
        `${subject} is no file of at most ${FILE_BYTES_MAX} bytes: give a file of filters`,
      );
    return new FilterSet([readFilters(text, "user", subject), ...bundledFiles()]);
  }
  throw invalid(
    `helix filter test --command takes a file of filters, e.g. helix filter test my.toml --command "git log"`,
  );
}

function triedData(text: string, result: Shortening): FilterTriedData {
  const before = Buffer.byteLength(text);
  if (result.kind === "whole")
    return {
      kind: "whole",
      why: result.why,
      program: null,
      filter: null,
      before,
      after: before,
      linesLeftOut: 0,
      text,
    };
  const { kind, program, filter, linesLeftOut } = result;
  return {
    kind,
    why: null,
    program,
    filter,
    before,
    after: Buffer.byteLength(result.text),
    linesLeftOut,
    text: result.text,
  };
}
