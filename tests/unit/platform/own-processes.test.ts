// The processes of this user: this very one is found by its words, with its program, directory and variables.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listedProcesses, ownProcesses, type Start, startIn } from "../../../src/platform/own-processes.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");

// macOS runs no copy of a program of the system.
test.runIf(process.platform === "linux")("a process is found by its words, and another is not", async () => {
  const root = realpathSync(folder());
  const program = join(root, "reader");
  copyFileSync("/bin/cat", program);
  const child = spawn(program, ["-", "--"], { cwd: root, env: { MARK: "here" }, stdio: ["pipe", "pipe", "ignore"] });
  try {
    child.stdin.write("up\n");
    await once(child.stdout, "data");
    const find = () => ownProcesses((words) => words[0] === program);
    const [found, ...more] = find();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ pid: child.pid, words: [program, "-", "--"], program, isReplaced: false });
    expect(ownProcesses(() => false)).toEqual([]);
    expect(found!.variable("NONE")).toBeNull();
    expect([found!.variable("MARK"), found!.directory]).toEqual(["here", root]);
    rmSync(program);
    expect(find()).toMatchObject([{ pid: child.pid, program, isReplaced: true, image: `/proc/${child.pid}/exe` }]);
  } finally {
    child.kill();
  }
});

/** What macOS tells of a process's start: how many words, the program's path, NULs, words, environment. */
function started(program: string, words: readonly string[], environment: readonly string[]): Uint8Array {
  const texts = `${program}${"\0".repeat(5)}${[...words, ...environment].map((text) => `${text}\0`).join("")}`;
  return Buffer.concat([Buffer.from(new Int32Array([words.length]).buffer), Buffer.from(`${texts}\0ptr_munge=\0`)]);
}

test("how macOS says a process was started: words with spaces stay whole, a bare name has its path", () => {
  const words = ["helix", "serve", "--kb", "/opt/a b/kb", ""];
  const start = startIn(started("/opt/a b/bin/helix", words, ["HOME=/opt/a b", "HELIX_KB="]));
  expect(start).toEqual({ program: "/opt/a b/bin/helix", words, environment: ["HOME=/opt/a b", "HELIX_KB="] });
  expect(startIn(started("./helix", ["helix"], []))).toEqual({ program: "./helix", words: ["helix"], environment: [] });
  for (const length of [0, 3, 4, 10]) expect(startIn(new Uint8Array(length))).toBeNull();
});

test("processes that ps lists are told by how they were started", () => {
  const mine = startIn(started("/opt/a b/bin/helix", ["helix", "serve", "/kb x"], ["HELIX_KB=/kb"]));
  const accepts = ([program, command]: readonly string[]) => program === "helix" && command === "serve";
  const start = (pid: number): Start | null => {
    if (pid === process.pid) return mine;
    if (pid === process.ppid) throw new Error("it has ended");
    return null;
  };
  const [found, ...more] = listedProcesses(accepts, start);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ pid: process.pid, program: "/opt/a b/bin/helix", words: mine!.words });
  expect([found!.variable("HELIX_KB"), found!.variable("HOME"), found!.directory]).toEqual(["/kb", null, null]);
});
