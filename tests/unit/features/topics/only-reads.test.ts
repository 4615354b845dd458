// Which calls of a tool that may write only read, so that they keep nothing waiting.

import { expect, test } from "vitest";
import { CODE_ACTIONS, codeFeature } from "../../../../src/features/code/code.ts";
import { editFeature } from "../../../../src/features/edit/edit.ts";
import { TOPIC_ACTIONS } from "../../../../src/features/topics/parameters.ts";
import { topicsFeature } from "../../../../src/features/topics/topics.ts";
import { traceFeature } from "../../../../src/features/trace/trace.ts";

test("topics: all but the actions that change something", () => {
  const writing = Object.keys(TOPIC_ACTIONS).filter((action) => !topicsFeature.onlyReads!({ action, apply: "true" }));
  expect(writing).toEqual([
    "prune",
    "dedupe",
    "redate",
    "compact",
    "import",
    "reindex",
    "checkpoint",
    "clear_checkpoint",
  ]);
});

test.each([{}, { action: "" }, { action: null }, { action: "prune" }, { action: "dedupe", apply: "" }])(
  "topics: the default and reports only read: %j",
  (raw) => expect(topicsFeature.onlyReads!(raw)).toBe(true),
);

test.each([{ action: " Import " }, { action: "compact", apply: "false" }, { action: "PRUNE" }])(
  "topics: what is in doubt counts as a write: %j",
  (raw) => expect(topicsFeature.onlyReads!(raw)).toBe(false),
);

test("edit: only the report of what a filter would delete", () => {
  const reads = (raw: object) => editFeature.onlyReads!({ ...raw });
  expect(reads({ action: " Delete ", where: "tag:x" })).toBe(true);
  for (const raw of [
    { action: "delete", where: "tag:x", apply: true },
    { action: "delete", where: "tag:x", apply: "false" },
    { action: "delete", topic: "x" },
    { action: "undo", where: "tag:x" },
  ])
    expect(reads(raw), JSON.stringify(raw)).toBe(false);
});

test("trace: nothing waits for it, not even for the overview, which is stored at once at its end", () => {
  const calls = [{}, { action: "symbols" }, { action: "blast" }, { action: "Analyze" }];
  expect(calls.map((raw) => traceFeature.onlyReads!(raw))).toEqual([true, true, true, true]);
});

test("code: all but forgetting an index, from which no note follows", () => {
  const writing = Object.keys(CODE_ACTIONS).filter((action) => !codeFeature.onlyReads!({ action }));
  expect(writing).toEqual(["forget"]);
  expect([codeFeature.onlyReads!({}), codeFeature.onlyReads!({ action: " Forget " })]).toEqual([true, false]);
});
