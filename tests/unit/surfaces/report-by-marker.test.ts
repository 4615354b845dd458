// The report of a subagent that ended without one, by its last words.

import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FeatureContext } from "../../../src/features/common/feature.ts";
import { learnFeature } from "../../../src/features/learn/learn.ts";
import { planStore } from "../../../src/features/plan/ports.ts";
import { deltaDigest } from "../../../src/plan/workspace/delta-digest.ts";
import { reportByMarker } from "../../../src/surfaces/hooks/report-by-marker.ts";
import { type Caller, planOf, StartWorld, taskOf } from "../../support/started-plan.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
const AGENT: Caller = { agent: "a2" };

async function started(): Promise<{ at: StartWorld; id: string; lesson: string }> {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1, { objective: "Parse the invoice currency amounts" })]));
  await learnFeature.run(at.ports({ kind: "person" }) as unknown as FeatureContext, {
    action: "remember",
    trigger: "invoice currency amounts parse badly",
    resolution: "use decimal numbers for it",
  });
  const { workspace, failures } = await at.data("start", { seq: "001" }, AGENT);
  return { at, id: workspace, lesson: failures[0].id };
}

test("BLOCKED is a report, and DELIVERED is judged like one", async () => {
  const { at, id } = await started();
  expect(await reportByMarker(at.directory, id, "All is fine.\nDELIVERED: amounts are parsed")).toBe(false);
  expect(at.store.active().active).toHaveLength(1);
  expect(await reportByMarker(at.directory, id, "I tried.\n**BLOCKED**: no test data")).toBe(true);
  expect(at.events("task")).toMatchObject([{ task: "001", status: "blocked", session: "s1", agent: "a2" }]);
  expect(await at.text("status", {}, AGENT)).toContain("no test data");
});

test("DELIVERED counts where it was seen, with the lessons that it names", async () => {
  const { at, id, lesson } = await started();
  const [held] = at.store.active().active;
  writeFileSync(`${at.root}/src/part-1.ts`, "new\n");
  const digest = deltaDigest(at.root, held!.workspace.task.delta);
  const seen = { kind: "verify", at: 1, uptime: 1, id: "v", ok: true, flaw: "", digest, signature: "" } as const;
  at.store.append(held!.workspace, seen);
  const words = `The invoice amounts are decimal numbers now.\nUTILIZED: [@${lesson}]\nDELIVERED: amounts are parsed`;
  expect(await reportByMarker(at.directory, id, words)).toBe(true);
  expect(at.events("task")).toMatchObject([{ status: "delivered", agent: "a2" }]);
  expect(at.events("feedback")).toMatchObject([{ note: lesson, verdict: "helped", by: "report", agent: "a2" }]);
  expect(await reportByMarker(at.directory, id, words)).toBe(true);
  expect(at.events("task")).toHaveLength(1);
});

test("no verify command is run for last words, also where a person approved the plan", async () => {
  const at = new StartWorld(folder());
  const plan = at.save(planOf([taskOf(1, { verify: "touch ran.txt" })]));
  planStore(at.ports({ kind: "person" })).record([{ type: "plan", plan, how: "approved" }]);
  const { workspace: id } = await at.data("start", { seq: "001" }, AGENT);
  expect(await reportByMarker(at.directory, id, "DELIVERED: it ran")).toBe(false);
  expect([existsSync(`${at.root}/ran.txt`), at.store.active().active.length]).toEqual([false, 1]);
});

test("words that say nothing of it leave all as it is", async () => {
  const { at, id } = await started();
  expect(await reportByMarker(at.directory, id, "I am done, nothing was DELIVERED.")).toBe(false);
  expect(await reportByMarker(at.directory, "zzzzzzzzzz", "BLOCKED: x")).toBe(false);
  expect(at.store.active().active).toHaveLength(1);
});
