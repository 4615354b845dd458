// What `helix plan watch` shows: at usual and narrow sizes, and the changes between two looks.

import { describe, expect, test } from "vitest";
import type { TaskData } from "../../../../src/features/plan/data.ts";
import type { StandingPlan } from "../../../../src/features/plan/plan-text.ts";
import { changesBetween, isOver, type PlanLook, screenLines } from "../../../../src/surfaces/cli/plan-view.ts";
import { planOf, taskOf } from "../../../support/started-plan.ts";
import { newWorkspace } from "../../../support/workspaces.ts";

function task(number: number, changed: Partial<TaskData> = {}): TaskData {
  const { delta, depends, writes, ...plain } = taskOf(number);
  return {
    ...plain,
    delta: [...delta],
    depends: [...depends],
    writes: [...writes],
    status: "ready",
    reason: "",
    report: null,
    workspaces: [],
    lastEnd: "",
    ...changed,
  };
}

const reportOf = (status: "delivered" | "blocked", summary: string) => ({ status, summary, changed: [], utilized: [] });

function look(tasks: readonly TaskData[], state: "active" | "complete" | "all-blocked" = "active"): PlanLook {
  const known = { hash: "abcdef0123456789", plan: planOf([]), savedAt: 0, isApproved: false, isClosed: false };
  const found = { known, standing: { state, tasks: [] }, tasks } as unknown as StandingPlan;
  const workspace = {
    ...newWorkspace({ agent: "a2" }),
    id: "wwwwwwwwww",
    marker: "",
    beside: [],
    startedAt: Date.parse("2026-11-24T12:00:00Z"),
    startedUptime: 1000,
  };
  const call = { kind: "call", at: 1, uptime: 1300, tool: "Edit", verdict: "allowed", counted: true } as const;
  const calls = ["a", "b", "c"].map((id) => ({ ...call, id }));
  return { found, here: { active: [{ workspace, calls, overrides: [] }], damaged: [], uptime: 1420 } };
}

const active = task(1, { status: "active", workspaces: [{ id: "wwwwwwwwww", session: "s1", agent: "a2", since: "" }] });
const waiting = task(2, { status: "waiting", reason: "002 waits for 001, which is active" });

describe("the screen", () => {
  test("shows each task with what is to be known of it", () => {
    expect(screenLines(look([active, waiting]), 160, 24)).toEqual([
      "plan abcdef0123 (active): Build the shop; 2 tasks: 1 active, 1 waiting",
      "now  001 task-1: Do part 1 of the shop",
      expect.stringMatching(
        /^ {5}3 of 7 calls used, last sign of life 2 min ago, active since 2026-11-24 \d\d:\d\d, agent a2 of session s1, held by the guard, ends by/,
      ),
      "wait 002 task-2: Do part 2 of the shop",
      "     002 waits for 001, which is active",
      "q ends; it is looked at every second",
    ]);
  });

  test.each([80, 40, 20, 5, 1])("is never wider than %i columns", (width) => {
    for (const line of screenLines(look([active, waiting]), width, 24))
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
  });

  test.each([24, 10, 5, 3])("is never longer than %i rows, and counts what it leaves out", (rows) => {
    const delivered = Array.from({ length: 30 }, (_, index) => task(index + 2, { status: "delivered" }));
    const lines = screenLines(look([...delivered, active]), 80, rows);
    expect(lines.length).toBeLessThan(rows);
    if (rows <= 3) return;
    expect(lines.join("\n")).toContain("now  001");
    expect(lines.join("\n")).toMatch(/and \d+ more tasks: helix plan status shows all/);
  });

  test("texts of plans cannot break its lines", () => {
    const odd = task(1, { objective: "one\ntwo\r\nthree", status: "blocked", report: reportOf("blocked", "a\nb") });
    const lines = screenLines(look([odd]), 80, 24);
    expect(lines).toContain("BLKD 001 task-1: one two three");
    expect(lines).toContain("     a b");
  });
});

describe("changes", () => {
  test("the first look tells all tasks, and the next one only what changed", () => {
    const first = look([active, waiting]);
    expect(changesBetween(null, first).map(({ seq, status }) => `${seq} ${status}`)).toEqual([
      "001 active",
      "002 waiting",
    ]);
    expect(changesBetween(first, look([active, waiting]))).toEqual([]);
    const done = task(1, { status: "delivered", report: reportOf("delivered", "it works") });
    expect(changesBetween(first, look([done, task(2)])).map(({ text }) => text)).toEqual([
      "001 task-1: active -> delivered: it works",
      "002 task-2: waiting -> ready",
    ]);
  });

  test("a workspace that was left behind is told", () => {
    const left = task(1, { lastEnd: "expired" });
    expect(changesBetween(look([active]), look([left]))).toMatchObject([
      { text: "001 task-1: active -> expired, ready" },
    ]);
  });

  test("the end of the plan is the last line", () => {
    const done = task(1, { status: "delivered", report: reportOf("delivered", "it works") });
    const over = look([done], "complete");
    expect([isOver(look([active])), isOver(over), isOver(look([], "all-blocked"))]).toEqual([false, true, true]);
    expect(changesBetween(look([active]), over).at(-1)).toMatchObject({ seq: "", status: "complete" });
    expect(changesBetween(over, over)).toEqual([]);
  });
});
