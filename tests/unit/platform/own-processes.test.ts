// The processes of this user: this very one is found by its words, with its program, directory and variables.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownProcesses } from "../../../src/platform/own-processes.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
const isLinux = process.platform === "linux";

test("a process is found by its words, and another is not", async () => {
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
    if (!isLinux) return;
    expect([found!.variable("MARK"), found!.directory]).toEqual(["here", root]);
    rmSync(program);
    expect(find()).toMatchObject([{ pid: child.pid, program, isReplaced: true, image: `/proc/${child.pid}/exe` }]);
  } finally {
    child.kill();
  }
});
