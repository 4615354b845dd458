// Which tasks of the client's own list may be marked as completed: those that stand for a task of the current plan only
// when that is delivered.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { completionRefusal, mayBePlanned } from "../../../../src/features/plan/client-task.ts";
import { planStore } from "../../../../src/features/plan/ports.ts";
import { deltaDigest } from "../../../../src/plan/workspace/delta-digest.ts";
import { planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function world(): StartWorld {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1), taskOf(2)]));
  return at;
}

const refusal = (at: StartWorld, subject = "001 task-1") =>
  completionRefusal(at.ports(), subject, (text) => text.replaceAll("geheim", "[redacted]"));

function sawVerify(at: StartWorld, ok: boolean): void {
  const { workspace } = at.store.active().active[0]!;
  const digest = deltaDigest(at.root, workspace.task.delta);
  const run = { ok, signature: ok ? "" : "x" };
  at.store.append(workspace, { kind: "verify", at: at.now, uptime: at.uptime, id: "v", flaw: "", digest, ...run });
}

describe("a task of the plan", () => {
  test("that has no report may not be completed, and it is said why", async () => {
    const at = world();
    expect(refusal(at)).toMatch(
      /^helix: task 001 task-1 of the plan is not delivered: it has no report\. Leave it open/,
    );
    expect(refusal(at, "002 task-2")).toContain("002 waits for 001, which is ready");
    await at.text("start", { seq: "001" });
    expect(refusal(at)).toContain("it has no report yet. Whoever has it reports it: plan action=report");
    sawVerify(at, false);
    expect(refusal(at)).toContain("it has no report yet, and its verify command failed when it ran last.");
    sawVerify(at, true);
    expect(refusal(at)).toContain(", and its verify command succeeded.");
  });

  test("that is blocked may not be completed; delivered, it may", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    await at.text("report", { status: "blocked", summary: "the shop is closed" });
    expect(refusal(at)).toContain('it is blocked: "the shop is closed". Leave it open, or begin it again');
    await at.text("start", { seq: "001" });
    await at.text("report", { status: "blocked", summary: "the shop\u001b[31m wants\ngeheim" });
    expect(refusal(at)).toContain('it is blocked: "the shop wants [redacted]". Leave it open');
    await at.text("start", { seq: "001" });
    writeFileSync(`${at.root}/src/part-1.ts`, "new\n");
    sawVerify(at, true);
    await at.text("report", { status: "delivered", summary: "it is open" });
    expect(refusal(at)).toBe(null);
    expect(refusal(at, "002 task-2")).toContain("it has no report");
  });

  test.each(["1 task-1", "0001 TASK-1", "#001 task-1: do part 1", "001  task-1"])("is known by %j", (subject) => {
    expect(refusal(world(), subject)).not.toBe(null);
  });
});

test.each(["task-1", "001", "003 task-3", "001 task-2", "001 task-10", "write the docs", "", "2026 report"])(
  "a task %j is somebody's own",
  (subject) => {
    expect(refusal(world(), subject)).toBe(null);
  },
);

test("without a plan, or with one that is closed, all may be completed", () => {
  const empty = new StartWorld(folder());
  expect(refusal(empty)).toBe(null);
  const hash = empty.save(planOf([taskOf(1)]));
  planStore(empty.ports()).record([{ type: "plan", plan: hash, how: "closed" }]);
  expect(refusal(empty)).toBe(null);
});

test("whether a subject may be one of a plan's is told without a plan", () => {
  expect(["001 task-1", "12 x", "write", "001", "12345 x"].map(mayBePlanned)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
