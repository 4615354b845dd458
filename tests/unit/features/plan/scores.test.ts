// plan action=status: what the delivered tasks are worth as lessons, and what is proposed as one.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { learnFeature } from "../../../../src/features/learn/learn.ts";
import { deltaDigest } from "../../../../src/plan/workspace/delta-digest.ts";
import { planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const HOUR_MS = 3_600_000;
const DELIVERED = { status: "delivered", summary: "the totals are counted in whole cents" };
const BLOCKED = { status: "blocked", summary: "the tax table of the shop is locked" };
const OBJECTIVE = "Count the totals of the shopping cart";

function world(forbidden: readonly string[] = []): StartWorld {
  const at = new StartWorld(folder());
  const task = taskOf(1, { objective: OBJECTIVE, delta: ["src/"] });
  at.save(planOf([task], { idioms: { required: [], forbidden } }));
  return at;
}

/** The hooks saw the verify command end, as they record it. */
function sawVerify(at: StartWorld, ok = true): void {
  const { workspace } = at.store.active().active[0]!;
  const digest = deltaDigest(at.root, workspace.task.delta);
  const run = { ok, signature: ok ? "" : "x" };
  at.store.append(workspace, { kind: "verify", at: at.now, uptime: at.uptime, id: "v", flaw: "", digest, ...run });
  const task = `${workspace.plan}-${workspace.task.seq}`;
  at.ports().judgements!.write([{ type: "attempt", task, diff: digest, ...run }]);
}

/** The guard saw calls. */
function sawCalls(at: StartWorld, count: number): void {
  const { workspace } = at.store.active().active[0]!;
  const call = {
    kind: "call",
    at: at.now,
    uptime: at.uptime,
    tool: "Bash",
    verdict: "allowed",
    counted: true,
  } as const;
  for (let id = 0; id < count; id++) at.store.append(workspace, { ...call, id: `c${id}` });
}

function write(at: StartWorld, ...names: string[]): void {
  for (const name of names) writeFileSync(`${at.root}/src/${name}`, `export const at = ${at.now};\n`);
}

async function learn(at: StartWorld, values: Readonly<Record<string, unknown>>): Promise<void> {
  await learnFeature.run(at.ports({ kind: "person" }) as unknown as FeatureContext, values);
}

/** Delivers the task at its first try, in an hour. */
async function deliver(at: StartWorld, ...names: string[]): Promise<void> {
  await at.text("start", { seq: "001" });
  write(at, ...names);
  sawVerify(at);
  at.now += HOUR_MS;
  await at.text("report", DELIVERED);
}

const wordsOf = async (at: StartWorld) =>
  (await at.text("status")).split("\n").find((line) => /^ {2}scored/.test(line));

describe("a delivered task", () => {
  test("has points for all that was seen of it, and is proposed as a pattern", async () => {
    const at = world(["console.log"]);
    await deliver(at, "part-1.ts", "cents.ts");
    const text = await at.text("status");
    expect(text).toContain(
      "\n  scored 7: first try +2, idioms followed +2, under budget +1, several files +1, novel +1\n",
    );
    expect(text.split("\n").at(-1)).toBe(
      `  001 pattern: learn action="chunk" objective="${OBJECTIVE}" approach="${DELIVERED.summary}" outcome="success"`,
    );
    expect(await at.data("status")).toMatchObject({
      scores: [{ seq: "001", slug: "task-1", points: 7 }],
      proposals: [{ seq: "001", kind: "pattern", trigger: OBJECTIVE, resolution: DELIVERED.summary }],
    });
  });

  test("that is stored as proposed is proposed no more, and keeps its points", async () => {
    const at = world();
    await deliver(at, "part-1.ts");
    const before = await wordsOf(at);
    at.now += HOUR_MS;
    await learn(at, { action: "chunk", objective: OBJECTIVE, approach: DELIVERED.summary, outcome: "success" });
    expect([await wordsOf(at), (await at.data("status")).proposals]).toEqual([before, []]);
  });

  test("is not novel where a lesson like it was there, and is proposed to strengthen it", async () => {
    const at = world();
    await learn(at, { action: "chunk", objective: OBJECTIVE, approach: "add them up as decimals", outcome: "success" });
    at.now += HOUR_MS;
    await deliver(at, "part-1.ts");
    expect(await wordsOf(at)).toBe("  scored 3: first try +2, under budget +1");
    expect((await at.data("status")).proposals).toHaveLength(1);
  });

  test("keeps the first try where the verify command failed before anything was changed", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    sawVerify(at, false);
    write(at, "part-1.ts");
    sawCalls(at, 7);
    sawVerify(at);
    await at.text("report", DELIVERED);
    expect(await wordsOf(at)).toBe("  scored 3: first try +2, novel +1");
  });

  test("loses the first try by a red run behind its change", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    write(at, "part-1.ts");
    sawVerify(at, false);
    at.now += 1;
    write(at, "part-1.ts");
    sawVerify(at);
    await at.text("report", DELIVERED);
    expect(await wordsOf(at)).toBe("  scored 2: under budget +1, novel +1");
    expect((await at.data("status")).proposals).toEqual([]);
  });

  test("that was blocked before has overcome it", async () => {
    const at = world();
    await at.text("start", { seq: "001" });
    await at.text("report", BLOCKED);
    await deliver(at, "part-1.ts");
    expect(await wordsOf(at)).toBe("  scored 5: block overcome +3, under budget +1, novel +1");
  });
});

test("a blocked task is proposed as a failure until somebody has stored it", async () => {
  const at = world();
  await at.text("start", { seq: "001" });
  await at.text("report", BLOCKED);
  const { scores, proposals } = await at.data("status");
  expect([scores, proposals]).toMatchObject([[], [{ seq: "001", kind: "failure" }]]);
  expect(await at.text("status")).toContain('  001 failure: learn action="remember" type="failure" trigger="Count the');
  const [{ trigger, resolution }] = proposals;
  await learn(at, { action: "remember", type: "failure", trigger, resolution });
  expect((await at.data("status")).proposals).toEqual([]);
});

test("nothing is proposed while a task can begin", async () => {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1, { objective: OBJECTIVE, delta: ["src/"] }), taskOf(2)]));
  await deliver(at, "part-1.ts");
  const text = await at.text("status");
  expect(text).toContain("scored ");
  expect(text).not.toContain("proposed as lessons");
});
