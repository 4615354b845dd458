// Lines of which a filter says that they have no priority, whatever words they have.

import { describe, expect, test } from "vitest";
import { Deadline } from "../../../src/filters/deadline.ts";
import { emptyFilter, type FilterDefinition } from "../../../src/filters/filter-definition.ts";
import { applyFilter, isOrdinaryLine } from "../../../src/filters/pipeline.ts";

const LOG: FilterDefinition = {
  ...emptyFilter("log", "user", "log.toml"),
  matchCommand: "^log\\b",
  ordinaryLines: ["^    "],
  stripLines: ["^    "],
};

const left = (filter: FilterDefinition, text: string) =>
  applyFilter(filter, text, { isGuarded: true, deadline: new Deadline(() => 0) })?.lines.map((line) => line.text);

describe("an ordinary line", () => {
  test("is left out though it speaks of an error", () => {
    expect(left(LOG, "commit 1\n    fix the error of the cart\ncommit 2")).toEqual(["commit 1", "commit 2"]);
  });

  test("does not keep the lines below it", () => {
    const below = { ...LOG, stripLines: ["^    ", "^      "] };
    expect(left(below, "commit 1\n    error: in a message\n      at its third line\ncommit 2")).toEqual([
      "commit 1",
      "commit 2",
    ]);
  });

  test("is no reason to leave out an error of the tool itself", () => {
    expect(left(LOG, "    a message\nfatal: bad object HEAD")).toEqual(["fatal: bad object HEAD"]);
  });

  test("has priority after all where the filter says so, too", () => {
    const filter = { ...LOG, priorityLines: ["BREAKING"] };
    expect(left(filter, "commit 1\n    BREAKING: the error codes")).toEqual([
      "commit 1",
      "    BREAKING: the error codes",
    ]);
    expect(isOrdinaryLine(filter, "    BREAKING: the error codes")).toBe(false);
  });
});
