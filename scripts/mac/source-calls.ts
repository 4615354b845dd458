// Calls helix's own sources on this machine, for source-checks.mjs: what the C library says beside what the runtime says,
// locks, flushes, maps, and the guard of a plan with the binary. Prints each outcome as a line of JSON.
//
//   bun scripts/mac/source-calls.ts BINARY FOLDER

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { isMac, realPathOf } from "../../src/platform/libc.ts";
import { factsAt } from "../../src/platform/libc-paths.ts";
import { namesIn } from "../../src/platform/libc-strict.ts";
import { ownProcesses } from "../../src/platform/own-processes.ts";
import { fullSync } from "../../src/platform/system-library.ts";
import { type Check, guardChecks, only, same } from "./guard-calls.ts";

const OWN = fileURLToPath(import.meta.url);
const MAPPED_BYTES = 256 * 1024;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Files, folders and links with names of any letters. */
function tree(folder: string): string[] {
  const root = join(folder, "tree");
  mkdirSync(join(root, "Sub/e\u0301"), { recursive: true });
  for (const name of ["plain", "\u00fcn\u00efcode \u2603", "Sub/e\u0301/file"])
    writeFileSync(join(root, name), name.repeat(99));
  linkSync(join(root, "plain"), join(root, "second"));
  symlinkSync("Sub/e\u0301", join(root, "link"));
  return ["", "plain", "second", "Sub", "link", "link/file", "\u00fcn\u00efcode \u2603"].map((each) =>
    join(root, each),
  );
}

/** Starts this program as another process, which says when it is ready. */
async function other(...words: string[]) {
  const child = spawn(process.execPath, [OWN, ...words], { stdio: ["pipe", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (bytes) => (said += bytes));
  const ended = once(child, "close");
  await Promise.race([once(child.stdout, "data"), ended]);
  return {
    async end() {
      child.stdin.end("go on\n");
      const [code, signal] = await ended;
      return { code, signal, said };
    },
  };
}

/** What this program does as another process. */
async function asOther(role: string, path: string): Promise<void> {
  const held = role === "--hold" ? diskFileSystem.tryLock(path) : null;
  const bytes = role === "--map" ? diskFileSystem.map(path) : new Uint8Array(0);
  say(held !== null || bytes.length > 0 ? "ready" : "not ready");
  await once(process.stdin, "data");
  held?.release();
  if (role === "--map") say(`read ${bytes[MAPPED_BYTES - 1]}`);
  process.exit(0);
}

const checks: Check[] = [
  [
    "stat by the C library says what the runtime says",
    ({ folder }) => {
      for (const path of tree(folder)) {
        const { inode, size, modifiedMs, owner, links, mode } = factsAt(path);
        const { ino, size: length, mtimeMs, uid, nlink, mode: bits } = statSync(path);
        same([inode, size, owner, links, mode], [ino, length, uid, nlink, bits & 0o777], path);
        same(Math.round(modifiedMs), Math.round(mtimeMs), path);
      }
    },
  ],
  [
    "readdir and realpath by the C library, too",
    ({ folder }) => {
      const [root = ""] = tree(`${folder}/names`);
      for (const path of [root, join(root, "Sub")]) same(namesIn(path), readdirSync(path).sort(), path);
      for (const path of ["", "plain", "link/file", "Sub/.."].map((each) => join(root, each)))
        same(realPathOf(path), realpathSync(path), path);
    },
  ],
  [
    "F_FULLFSYNC on a file and on a folder",
    ({ folder }) => {
      only(isMac, "only on macOS");
      const file = join(folder, "flushed");
      writeFileSync(file, "bytes");
      for (const path of [file, folder]) {
        const descriptor = openSync(path, "r");
        same(fullSync(descriptor), true, path);
        closeSync(descriptor);
      }
    },
  ],
  [
    "a lock holds between two processes, and ends with its holder",
    async ({ folder }) => {
      const path = join(folder, ".lock");
      const holder = await other("--hold", path);
      same(diskFileSystem.tryLock(path), null, "while the other holds it");
      await holder.end();
      const own = diskFileSystem.tryLock(path);
      same(own !== null, true, "once it has ended");
      own?.release();
    },
  ],
  [
    "a mapped file that is cut",
    async ({ folder }) => {
      const path = join(folder, "mapped");
      writeFileSync(path, new Uint8Array(MAPPED_BYTES).fill(7));
      const reader = await other("--map", path);
      truncateSync(path, 0);
      const { said, signal, code } = await reader.end();
      same(said.includes("read 7"), false, "what was cut off is read");
      return said.includes("read") ? "its bytes are zeros" : `the reader ends (${signal ?? code})`;
    },
  ],
  [
    "this process among those of the user, with its words and its environment",
    () => {
      process.env.HELIX_CHECK = "not what it was started with";
      const [found] = ownProcesses((words) => words.includes(OWN));
      same(found?.pid, process.pid, "its number");
      same(found?.words.slice(1), [OWN, ...process.argv.slice(2)], "its words");
      same(found?.variable("HOME"), process.env.HOME, "HOME");
      same(realpathSync(found!.program), realpathSync(process.execPath), "its program");
    },
  ],
  ...guardChecks,
];

if (process.argv[2]!.startsWith("--")) await asOther(process.argv[2]!, process.argv[3]!);
const [binary = "", folder = ""] = process.argv.slice(2);
for (const [at, [name, run]] of checks.entries()) {
  const own = join(realpathSync(folder), `source-${at}`);
  mkdirSync(own);
  try {
    say(JSON.stringify({ name, outcome: "passed", detail: (await run({ binary, folder: own })) ?? undefined }));
  } catch (error) {
    const { message } = error as Error;
    const [, why] = /^only: (.*)$/s.exec(message) ?? [];
    say(JSON.stringify({ name, outcome: why === undefined ? "failed" : "skipped", detail: why ?? message }));
  }
}
// What was loaded may still wait for something.
process.exit(0);
