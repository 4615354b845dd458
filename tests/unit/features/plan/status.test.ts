// plan action=status and action=ready where something is wrong or nothing can begin: workspaces that are gone or damaged
// have a way out, and it leads out; a budget is never told as more than was given.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

async function started(): Promise<{ at: StartWorld; id: string; marker: string; state: string }> {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1), taskOf(2)]));
  await at.text("start", { seq: "001" }, { agent: "a2" });
  const { id, marker } = at.store.active().active[0]!.workspace;
  return { at, id, marker, state: `${at.directory}/plans/workspaces/${id}/workspace.json` };
}

test("a workspace that is not in its knowledge base is told, with who can end it", async () => {
  const { at, id, marker } = await started();
  const text = readFileSync(marker, "utf8");
  renameSync(`${at.directory}/plans/workspaces/${id}`, `${at.directory}/elsewhere`);
  const line = `workspace ${id} cannot be read (it is not in ${at.directory}) and may hold its session: a person can end it: helix plan release ${id}`;
  expect((await at.text("status")).split("\n")).toContain(line);
  // A marker of another project says nothing here.
  writeFileSync(marker, text.replaceAll(at.root, "/elsewhere"));
  expect(await at.text("status")).toContain(line);
});

test("so is a damaged marker, which refuses every call here", async () => {
  const { at, id, marker } = await started();
  writeFileSync(marker, "?\n");
  expect(await at.text("status")).toContain(
    `workspace ${id} cannot be read (its marker is damaged, so every call here is refused)`,
  );
  const elsewhere = new StartWorld(folder());
  expect(await elsewhere.text("status")).not.toContain(id);
});

test("one that was damaged is over when a person released it, and its task can begin again", async () => {
  const { at, id, state } = await started();
  writeFileSync(state, "{");
  expect(await at.text("status")).toContain(`workspace ${id} cannot be read (workspace ${id} is damaged)`);
  at.store.endUnread(id);
  const text = await at.text("status");
  expect(text).not.toContain("cannot be read");
  expect(text).toContain("001 task-1 (ready)");
  expect(text).toContain("its last workspace was released by a person");
  expect(await at.text("start", { seq: "001" })).toMatch(/^task 001 task-1 is yours/);
});

test("damaged events about plans are told: what became of a task may be missing", async () => {
  const { at } = await started();
  expect(await at.text("status")).not.toContain("damaged");
  const path = `${at.directory}/events/active.jsonl`;
  writeFileSync(path, readFileSync(path, "utf8").replace('"how":"started"', '"how":"startod"'));
  const text = await at.text("status");
  expect(text).toContain("001 task-1 (ready)");
  expect(text).toContain(
    "1 line of the event log about plans is damaged: a start, a report or an end may be missing here (helix check)",
  );
});

test("a log that cannot be read is told in words, and not as an empty one", async () => {
  const { at } = await started();
  const path = `${at.directory}/events/active.jsonl`;
  renameSync(path, `${path}.away`);
  mkdirSync(path);
  expect(await at.text("status")).toMatch(/^ignored in events\/.*"active\.jsonl"/m);
});

test("where nothing can begin, ready says what the others wait for", async () => {
  const { at } = await started();
  expect((await at.text("ready")).split("\n").slice(1)).toEqual([
    "001 task-1 (active): Do part 1 of the shop",
    expect.stringMatching(/^ {2}workspace \w{10}: active since 2026-11-24 \d\d:\d\d, agent a2 of session s1$/),
    "002 task-2 (waiting): Do part 2 of the shop",
    "  002 waits for 001, which is active",
  ]);
});

test("a subagent that ended without a report can be woken, and that is said until it goes on", async () => {
  const { at } = await started();
  const { workspace } = at.store.active().active[0]!;
  const when = { at: at.now, uptime: at.uptime };
  at.store.append(workspace, { kind: "asked", ...when, id: "a2" });
  expect(await at.text("status")).toContain("ended without a report: a message to the subagent (SendMessage) wakes it");
  at.store.append(workspace, { kind: "call", ...when, id: "t1", tool: "Bash", verdict: "allowed", counted: true });
  expect(await at.text("status")).not.toContain("without a report");
});

test("calls behind the end of the budget are told apart", async () => {
  const { at } = await started();
  const [held] = at.store.active().active;
  for (let call = 1; call <= 9; call++) {
    const entry = { kind: "call", at: at.now, uptime: at.uptime, id: `t${call}`, tool: "Read" } as const;
    at.store.append(held!.workspace, { ...entry, verdict: "allowed", counted: true });
  }
  expect(await at.text("status")).toContain("7 of 7 calls used and 2 behind them");
});
