// Several processes at once: markers come and go while others remove the folder above them, and workspaces begin.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { useFolders } from "../support/temporary-folder.ts";
import { WorkspaceWorld } from "../support/workspaces.ts";

const WORKER = fileURLToPath(new URL("../support/workspace-worker.ts", import.meta.url));
const folder = useFolders("each");
/** How many begin at once: the order of two is all that can go wrong, and each is a process. */
const STARTS = 5;

interface Running {
  readonly answer: Promise<unknown>;
  go(): void;
}

function run(...words: string[]): Running {
  const child = spawn(process.execPath, [WORKER, ...words], { stdio: ["pipe", "pipe", "pipe"] });
  let [said, complained] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  const answer = new Promise((resolve, reject) => {
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(said)) : reject(new Error(complained))));
  });
  return { answer, go: () => void child.stdin.end("go\n") };
}

test("four processes make and remove markers of one project, 1,000 times: each is seen while it is there", async () => {
  const home = folder();
  const workers = Array.from({ length: 4 }, (_, number) => run("marks", home, "/srv/a/b/shop", String(number), "250"));
  expect(await Promise.all(workers.map(({ answer }) => answer))).toEqual(workers.map(() => ({ lost: 0 })));
  expect(readdirSync(home)).toEqual([]);
}, 60_000);

test("five begin the same task at once: one has it, and the others are told whose it is", async () => {
  const world = new WorkspaceWorld(folder());
  const workers = Array.from({ length: STARTS }, (_, number) => run("start", at(world), String(number), "001"));
  for (const worker of workers) worker.go();
  const told = (await Promise.all(workers.map(({ answer }) => answer))) as { started?: string }[];
  const [winner, ...others] = told.flatMap(({ started }) => started ?? []);
  expect(others).toEqual([]);
  const refused = told.filter(({ started }) => started === undefined);
  expect(refused).toEqual(Array.from({ length: STARTS - 1 }, () => ({ refused: "task", by: winner })));
  expect(world.activeIds).toEqual([winner]);
}, 60_000);

test("five begin tasks of their own at once: each has its own, and of each two at least one knows the other", async () => {
  const world = new WorkspaceWorld(folder());
  const workers = Array.from({ length: STARTS }, (_, number) => run("start", at(world), String(number), `00${number}`));
  for (const worker of workers) worker.go();
  const told = (await Promise.all(workers.map(({ answer }) => answer))) as { started: string; beside: string[] }[];
  expect(told.map(({ beside }) => beside.length).sort()).toEqual(Array.from({ length: STARTS }, (_, at) => at));
  expect(world.activeIds.sort()).toEqual(told.map(({ started }) => started).sort());
  for (const { workspace } of world.store.active().active)
    expect(world.store.beside(workspace)).toHaveLength(STARTS - 1);
  expect(readdirSync(`${world.home}/.helix-guard`)).toHaveLength(1);
}, 60_000);

function at({ home }: WorkspaceWorld): string {
  return home.replace(/\/home$/, "");
}
