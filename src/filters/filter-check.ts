// Looks a filter over: whether its expressions compile, and whether the cases in its file come out as they say.

import { messageOf } from "../base/errors.ts";
import { Deadline } from "./deadline.ts";
import { expression } from "./expressions.ts";
import { expressionsOf, type FilterDefinition, type InlineTest } from "./filter-definition.ts";
import { applyFilter } from "./pipeline.ts";

/** What is wrong with the expressions of a filter, each in one line. */
export function expressionProblems(filter: FilterDefinition): string[] {
  return expressionsOf(filter).flatMap(({ key, pattern }) => {
    try {
      expression(pattern);
      return [];
    } catch (error) {
      return [`${filter.file}: filter ${filter.name}: ${key}: ${messageOf(error)}`];
    }
  });
}

/** What came of a case in a filter's file. */
export interface TestOutcome {
  readonly filter: string;
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  /** What came out, or why nothing did. */
  readonly actual: string;
  /** How many lines stay in an output like this that the stages alone drop: they tell of errors. */
  readonly kept: number;
}

/**
 * Runs the cases of a filter by its stages alone, as RTK does. Line breaks at the end do not count. `now` is a clock in
 * milliseconds.
 */
export function runTests(
  filter: FilterDefinition,
  tests: readonly InlineTest[],
  now: () => number,
): readonly TestOutcome[] {
  return tests.map(({ name, input, expected }) => {
    const wanted = expected.replace(/\n+$/, "");
    try {
      const alone = applyFilter(filter, input, { isGuarded: false, deadline: new Deadline(now) });
      const guarded = applyFilter(filter, input, { isGuarded: true, deadline: new Deadline(now) });
      const actual = alone === null ? input : alone.lines.map(({ text }) => text).join("\n");
      const kept = Math.max(0, (alone?.leftOut ?? 0) - (guarded?.leftOut ?? 0));
      const passed = actual.replace(/\n+$/, "") === wanted;
      return { filter: filter.name, name, passed, expected: wanted, actual: actual.replace(/\n+$/, ""), kept };
    } catch (error) {
      return { filter: filter.name, name, passed: false, expected: wanted, actual: messageOf(error), kept: 0 };
    }
  });
}
