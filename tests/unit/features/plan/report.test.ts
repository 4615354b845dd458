// plan action=report: whose report it is, what the answer says of a refusal, of what was delivered and of what is
// blocked, and the lesson that is proposed.

import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { learnFeature } from "../../../../src/features/learn/learn.ts";
import { deltaDigest } from "../../../../src/plan/workspace/delta-digest.ts";
import { LEFT_BEHIND_S } from "../../../../src/plan/workspace/workspace.ts";
import { type Caller, planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const OTHER: Caller = { agent: "a2" };

function world(tasks = [taskOf(1), taskOf(2)]): StartWorld {
  const made = new StartWorld(folder());
  made.save(planOf(tasks));
  return made;
}

/** The guard saw the verify command of an actor's task end. */
function sawVerify(at: StartWorld, ok = true, agent = "", signature = "x"): void {
  const held = at.store.active().active.find(({ workspace }) => workspace.agent === agent)!;
  const digest = deltaDigest(at.root, held.workspace.task.delta);
  const record = { kind: "verify", at: at.now, uptime: at.uptime, id: "toolu_v", ok, flaw: "", digest } as const;
  at.store.append(held.workspace, { ...record, signature: ok ? "" : signature });
}

function write(at: StartWorld, path: string, text: string): void {
  writeFileSync(`${at.root}/${path}`, text);
}

const DELIVERED = { status: "delivered", summary: "part one is done" };
const BLOCKED = { status: "blocked", summary: "the database of the shop is down" };

describe("a task that was done", () => {
  test("is delivered, and the next one is ready", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    const { marker } = at.store.active().active[0]!.workspace;
    sawVerify(at, false);
    write(at, "src/part-1.ts", "export const one = 2;\n");
    sawVerify(at);
    const lines = (await at.text("report", DELIVERED)).split("\n");
    expect(lines[0]).toMatch(/^delivered: task 001 task-1 \(report [0-9a-f]{10}\): part one is done$/);
    expect(lines).toContain("changed: src/part-1.ts");
    expect(lines).toContain("note: the verify command failed before anything was changed");
    expect(lines.at(-1)).toBe("ready now: 002 task-2 (plan action=start)");
    expect(existsSync(marker)).toBe(false);
    expect(at.events("task")).toMatchObject([{ task: "001", status: "delivered", session: "s1" }]);
    const next = await at.data("start", { seq: "002" });
    expect(next.lineage.parents).toEqual([{ seq: "001", slug: "task-1", delivered: "part one is done" }]);
    sawVerify(at);
    expect((await at.text("report", DELIVERED)).split("\n").slice(-2)).toEqual([
      "the plan is complete: all tasks are delivered",
      "what of it is worth keeping as a lesson: plan action=status",
    ]);
  });

  test("is told as reported before when it is reported again", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    sawVerify(at);
    await at.text("report", DELIVERED);
    const events = at.events("task", "workspace").length;
    expect(await at.data("report", DELIVERED)).toMatchObject({ accepted: true, repeated: true });
    expect(at.events("task", "workspace")).toHaveLength(events);
    await expect(at.text("report", BLOCKED)).rejects.toThrow("was reported as delivered before");
  });
});

test("a knowledge base and a home in the work tree are no change of the task", async () => {
  const at = new StartWorld(folder(), "");
  at.save(planOf([taskOf(1)]));
  await at.text("start", { seq: "001" });
  write(at, "src/part-1.ts", "new\n");
  sawVerify(at);
  expect(await at.data("report", DELIVERED)).toMatchObject({ accepted: true, changed: ["src/part-1.ts"] });
});

test("a refusal says all that is wrong, and the task stays active", async () => {
  const at = world();
  await at.text("start", { seq: "001" });
  write(at, "other.txt", "x");
  sawVerify(at, false);
  const answer = await at.answer("report", DELIVERED);
  expect(answer.found).toBe(false);
  expect(answer.operation).toBeUndefined();
  const lines = answer.text({ either: (_command: string, call: string) => call } as never).split("\n");
  expect(lines[0]).toMatch(/^NOT DELIVERED: task 001 task-1 stays active \(workspace \w{10}\).*2 things are wrong$/);
  expect(lines).toContain(
    "- outside: 1 path changed outside of the task's delta: take it back, or report the task as blocked",
  );
  expect(lines).toContain("    other.txt added");
  expect(lines).toContain("- verify: the verify command failed when it ran last");
  expect(lines.at(-1)).toContain("plan action=report status=blocked");
  expect(at.store.active().active).toHaveLength(1);
  expect(at.events("task")).toEqual([]);
});

describe("a task that is blocked", () => {
  test("keeps what was done, tells the tries, and proposes its failure as a lesson that the next plan gets", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    write(at, "src/part-1.ts", "half\n");
    for (let time = 0; time < 3; time++) sawVerify(at, false);
    const text = await at.text("report", BLOCKED);
    expect(text).toContain("blocked: task 001 task-1");
    expect(text).toContain("tries: the verify command failed 3 times: the same error came 3 times");
    expect(text).toContain("all is blocked: what is left is blocked, or waits for what is");
    expect(text).toContain('002 waits for 001, which is blocked: "the database of the shop is down"');
    const [, trigger, resolution] = /learn action="remember" type="failure" trigger=(".*?") resolution=(".*")/.exec(
      text,
    )!;
    expect(at.events("feedback")).toEqual([]);
    const stored = { trigger: JSON.parse(trigger!), resolution: JSON.parse(resolution!), type: "failure" };
    await learnFeature.run(at.ports() as unknown as FeatureContext, { action: "remember", ...stored });
    at.save(planOf([taskOf(1, { objective: "Do part 1 of the shop again" })], { objective: "another plan" }));
    const next = await at.data("start", { seq: "001" });
    expect(next.failures).toMatchObject([{ trigger: stored.trigger, resolution: stored.resolution }]);
  });

  test("says so in its data", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    expect(await at.data("report", BLOCKED)).toMatchObject({
      accepted: true,
      status: "blocked",
      task_seq: "001",
      repeated: false,
      refusals: [],
      lesson: { trigger: "Do part 1 of the shop was blocked: the database of the shop is down" },
      state: "all-blocked",
      ready: [],
    });
  });
});

describe("whose report it is", () => {
  test("each actor reports its own task, at the same time", async () => {
    const at = world([taskOf(1), taskOf(2, { depends: [] })]);
    await at.text("start", { seq: "001" });
    await at.text("start", { seq: "002" }, OTHER);
    expect(await at.text("report", BLOCKED, OTHER)).toContain("task 002");
    expect(await at.text("report", BLOCKED)).toContain("task 001");
  });

  test("nobody reports for another", async () => {
    const at = world();
    await at.text("start", { seq: "001" }, OTHER);
    await expect(at.text("report", BLOCKED)).rejects.toThrow("you have no task: begin one first");
    await expect(at.text("report", { ...BLOCKED, seq: "001" }, { session: "s2", agent: "a2" })).rejects.toThrow(
      "you have no task",
    );
    await expect(at.text("report", BLOCKED, { isUnseen: true })).rejects.toThrow(
      /no hook saw this call.*helix plan release \w{10}\)$/,
    );
    await expect(at.text("report", BLOCKED, { kind: "program" })).rejects.toThrow("does not say which agent it is");
    await expect(at.text("report", { ...BLOCKED, seq: "2" }, OTHER)).rejects.toThrow(
      'you do not have task "2": you have 001 task-1',
    );
  });

  test("without a guard the session reports what it began, and says which where there are several", async () => {
    const at = world([taskOf(1), taskOf(2, { depends: [] })]);
    const unseen: Caller = { isUnseen: true };
    await at.text("start", { seq: "001" }, unseen);
    await at.text("start", { seq: "002" }, unseen);
    await expect(at.text("report", BLOCKED, unseen)).rejects.toThrow(
      'you have several tasks (001 task-1, 002 task-2): say which, seq="001"',
    );
    const text = await at.text("report", { ...DELIVERED, seq: "2" }, unseen);
    expect(text).toContain("no hook sees it here");
    expect(text).toContain("note: no guard held the limits: they were only looked at now");
    expect(await at.text("report", { ...BLOCKED, seq: "task-2" }, unseen)).toContain("blocked: task 002");
  });

  test("a person reports what was begun in this tree", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    expect(await at.text("report", BLOCKED, { kind: "person" })).toContain("blocked: task 001");
  });

  test("one that was left behind has ended, and says so", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    at.uptime += LEFT_BEHIND_S + 1;
    await expect(at.text("report", DELIVERED)).rejects.toThrow(
      /it ended by itself, as nothing was heard of it for hours; to go on, begin the task again: plan action=start seq="001"/,
    );
  });
});

test("words that say nothing are refused, with an example", async () => {
  const at = world();
  await at.text("start", { seq: "001" });
  await expect(at.text("report", { ...DELIVERED, summary: "--" })).rejects.toThrow(
    "summary says nothing: say what was done",
  );
  await expect(at.text("report", { ...DELIVERED, summary: "x".repeat(20_001) })).rejects.toThrow(
    "at most 20000 are accepted",
  );
});

test("lessons that helped are judged once, by the report", async () => {
  const at = world([taskOf(1, { objective: "Parse the invoice currency amounts" })]);
  await learnFeature.run(at.ports({ kind: "person" }) as unknown as FeatureContext, {
    action: "remember",
    trigger: "invoice currency amounts parse badly",
    resolution: "use decimal numbers for it",
  });
  const { failures } = await at.data("start", { seq: "001" });
  const [{ id }] = failures;
  sawVerify(at);
  const evidence = "the invoice amounts are decimal numbers now";
  const said = { ...DELIVERED, utilized: `@${id}, none`, evidence };
  expect(await at.data("report", said)).toMatchObject({
    judged: [{ id, verdict: "helped" }],
    refusedClaims: [],
    missing: [],
  });
  await at.data("report", said);
  expect(at.events("feedback")).toMatchObject([{ note: id, verdict: "helped", by: "report", session: "s1" }]);
});
