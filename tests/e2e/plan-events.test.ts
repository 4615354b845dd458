// Eight processes work on one plan at once, and rename full segments of the log meanwhile: nothing of it is lost.

import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { JudgementLog } from "../../src/events/judgement-log.ts";
import { foldEvents } from "../../src/events/log/event-fold.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import { planFold } from "../../src/plan/plan-fold.ts";
import { PlanStore } from "../../src/plan/plan-store.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { temporaryDirectory } from "../support/knowledge.ts";
import { countedEventIds } from "../support/memory-events.ts";
import { planOf, taskOf } from "../support/started-plan.ts";

const PROCESSES = 8;
const TASKS = 24;

function writer(directory: string, session: string, plan: string): Promise<void> {
  const script = `${repositoryRoot}/tests/support/plan-event-writer.ts`;
  const child = spawn(process.execPath, [script, directory, session, plan, String(TASKS)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${session}: ${code}`))));
  });
}

test("eight processes report at once, and every start, report and end is there", { timeout: 120_000 }, async () => {
  const directory = temporaryDirectory();
  const events = new EventLog(diskFileSystem, directory);
  const log = new JudgementLog({
    log: events,
    clock: () => Date.UTC(2026, 1, 20),
    newId: countedEventIds(),
    acting: () => ({ session: "", agent: "", project: [] }),
    actor: async () => "person",
  });
  const store = new PlanStore({ files: diskFileSystem, directory, log, keys: ["shop-12345678"] });
  const tasks = Array.from({ length: TASKS }, (_, at) => taskOf(at + 1, { depends: [] }));
  const hash = store.savePlan(planOf(tasks));
  const sessions = Array.from({ length: PROCESSES }, (_, at) => `s${at}`);
  await Promise.all(sessions.map((session) => writer(directory, session, hash)));
  for (const worth of [1, Number.POSITIVE_INFINITY]) {
    const { state, damaged } = foldEvents(events, planFold, worth);
    expect(damaged).toBe(0);
    const facts = [...state.plans.get(hash)!.tasks.values()];
    expect(facts.map(({ running, ended }) => [running.size, ended.size])).toEqual(facts.map(() => [0, PROCESSES]));
  }
  const known = store.plan(hash);
  const { state, tasks: standings } = store.standing(known);
  expect([state, standings.length]).toEqual(["complete", TASKS]);
  // Each report that was accepted is a document, and the one that counts is that of who delivered.
  expect(tasks.map(({ seq }) => store.reportOf(known.facts.get(seq))?.summary)).toEqual(
    tasks.map(({ seq }) => `s${Number(seq) % PROCESSES} on ${seq}`),
  );
  expect(store.documents.hashes()).toHaveLength(1 + PROCESSES * TASKS);
});
