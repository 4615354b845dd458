// Eight processes report at once: each its own task, and all the same one. Nothing is lost, each report counts once, and
// so does its feedback.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { judgedOf } from "../../src/events/log/judgements.ts";
import { bundledScript } from "../support/bundled-script.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { ReportWorld } from "../support/report-world.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const PROCESSES = 8;
const HEAD = { session: "s1", agent: "", project: ["shop"] };

/** Starts a process for each of the workspaces, has all report at once, and gives what each said. */
async function reportedAtOnce(where: string, reports: readonly { id: string; status: string; note: string }[]) {
  const script = bundledScript(`${repositoryRoot}/tests/support/report-process.ts`);
  const children = reports.map(({ id, status, note }) =>
    spawn(process.execPath, [script, where, id, status, note], { stdio: ["pipe", "pipe", "inherit"] }),
  ) as unknown as ChildProcessWithoutNullStreams[];
  const said = children.map(() => "");
  for (const [at, child] of children.entries()) child.stdout.on("data", (bytes) => (said[at] += bytes));
  await Promise.all(children.map((child) => once(child.stdout, "data")));
  const ends = children.map((child) => once(child, "close"));
  for (const child of children) child.stdin.write("go\n");
  await Promise.all(ends);
  return said.map((text) => text.replace("ready\n", "").trim());
}

test("eight tasks of eight subagents: nothing is lost", { timeout: 60_000 }, async () => {
  const where = folder();
  const world = new ReportWorld(where);
  const note = await world.shownLesson("tokens expire\nresolution: renew tokens early", HEAD);
  const reports: { id: string; status: string; note: string }[] = [];
  for (let at = 0; at < PROCESSES; at++) {
    const seq = `00${at + 1}`;
    const { id } = await world.start({ agent: `agent-${at}`, task: { seq, delta: [`src/${at}.ts`] }, lessons: [note] });
    reports.push({ id, status: at % 2 === 0 ? "delivered" : "blocked", note });
  }
  for (const { id } of reports) {
    const workspace = world.store.read(id)!;
    world.write({ [workspace.task.delta[0]!]: `new ${id}\n` });
    world.sawVerify(workspace);
  }
  expect(await reportedAtOnce(where, reports)).toEqual(reports.map(() => "first"));
  const expected = reports.flatMap(({ status }, at) => [
    `workspace 00${at + 1} started`,
    `task 00${at + 1} ${status}`,
    `workspace 00${at + 1} ${status}`,
    `feedback ${note} helped report`,
  ]);
  expect(world.logged().sort()).toEqual(expected.sort());
  expect(judgedOf(world.log(HEAD).read(), [note]).helped).toBe(PROCESSES);
  expect(world.store.active().active).toEqual([]);
  // The last of the markers took the folders with it.
  expect(existsSync(`${world.world.home}/.helix-guard`) && readdirSync(`${world.world.home}/.helix-guard`)).toBe(false);
});

test("the same task by eight at once: one report counts", { timeout: 60_000 }, async () => {
  const where = folder();
  const world = new ReportWorld(where);
  const note = await world.shownLesson("tokens expire\nresolution: renew tokens early", HEAD);
  const workspace = await world.start({ lessons: [note] });
  world.write({ "src/auth.ts": "new\n" });
  world.sawVerify(workspace);
  const statuses = Array.from({ length: PROCESSES }, (_, at) => (at % 2 === 0 ? "delivered" : "blocked"));
  const reports = statuses.map((status) => ({ id: workspace.id, status, note }));
  const said = await reportedAtOnce(where, reports);
  const how = world.store.ending(workspace.id)!.how;
  expect(said.filter((each) => each === "first")).toHaveLength(1);
  expect(said.filter((each) => each === "again")).toHaveLength(PROCESSES / 2 - 1);
  expect(said.filter((each) => each === "otherwise")).toHaveLength(PROCESSES / 2);
  expect(said[said.indexOf("first")] && statuses[said.indexOf("first")]).toBe(how);
  expect(world.logged()).toEqual([
    "workspace 001 started",
    `task 001 ${how}`,
    `workspace 001 ${how}`,
    `feedback ${note} helped report`,
  ]);
});
