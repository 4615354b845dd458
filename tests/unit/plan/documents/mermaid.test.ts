// The task graph in Mermaid.

import { expect, test } from "vitest";
import { mermaidOf } from "../../../../src/plan/documents/mermaid.ts";
import { taskStatuses } from "../../../../src/plan/documents/task-statuses.ts";
import { taskOf } from "../../../support/plan-workspace.ts";

test("tasks with their statuses, edges once, and tasks that there are not", () => {
  const tasks = [
    taskOf({ seq: "001", slug: "first" }),
    taskOf({ seq: "002", slug: "second", depends: ["001", "001", "009"] }),
  ];
  const { tasks: standings } = taskStatuses(tasks, new Map([["001", { state: "delivered", text: "" } as const]]));
  expect(mermaidOf(standings).split("\n")).toEqual([
    "flowchart LR",
    '  t001["001 first<br/>delivered"]:::delivered',
    '  t002["002 second<br/>stuck"]:::stuck',
    '  t009["009 (there is none)"]',
    "  t001 --> t002",
    "  t009 --> t002",
    expect.stringMatching(/^ {2}classDef delivered fill:/),
    expect.stringMatching(/^ {2}classDef stuck fill:/),
  ]);
});

test("no name can end a label or begin a line", () => {
  const evil = 'a"]\n  click t001 "x" <script>';
  const { tasks } = taskStatuses([taskOf({ slug: evil })], new Map());
  const lines = mermaidOf(tasks).split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^ {2}t001\["[^"]*"\]:::ready$/);
});
