// Disk: a running server whose files may not grow, that may open no more files, or whose files are taken away, replaced
// by older copies or overwritten under it. Every refusal is one line that says what to do, nothing acknowledged is
// lost, and without a restart the server goes on as soon as it can. Disks that refuse by the seam:
// tests/prove/disk-faults and tests/crash/disk-faults; small and read-only disks: tests/long/serve-disk.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyBase, takeAway } from "../support/base-files.ts";
import { skipLoudly } from "../support/confined.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { storedBodies } from "./support/bodies.ts";
import { isLong, randomOf, sayFigures, timeLimit, timeOver } from "./support/proof.ts";
import { ServedProcess } from "./support/served-process.ts";

const folder = useFolders("each");

const LIMITS_SHORT = 40;
const ROUNDS_SHORT = 60;

async function started(directory: string): Promise<ServedProcess> {
  const server = new ServedProcess({ directory, home: folder() });
  onTestFinished(async () => {
    await server.kill();
  });
  return server.initialize();
}

/** Sets a soft limit of a running process; false where that cannot be done. */
function limited(pid: number, name: "fsize" | "nofile", value: number | "unlimited"): boolean {
  return spawnSync("prlimit", ["--pid", String(pid), `--${name}=${value}:`], { stdio: "ignore" }).status === 0;
}

async function refusal(server: ServedProcess, name: string, values: object): Promise<string> {
  const { text, isError } = await server.call(name, values);
  expect(isError, text).toBe(true);
  expect(text).not.toMatch(/[\n\r]/);
  return text;
}

test("the log may not grow beyond any of its next bytes", { timeout: timeLimit }, async ({ skip }) => {
  const directory = folder();
  const server = await started(directory);
  if (!limited(server.pid, "fsize", "unlimited")) {
    skipLoudly("limits of running processes cannot be set here");
    skip();
  }
  await server.ask("store", { topic: "first", text: "the first note" });
  const log = join(directory, "data.log");
  const text = "words of a note that does not fit ".repeat(4);
  const [isOver, random] = [timeOver(), randomOf("fsize")];
  let [limits, stored] = [0, 1];
  do {
    const { size } = statSync(log);
    const room = isLong ? limits % 160 : random(150);
    limited(server.pid, "fsize", size + room);
    const isBatch = random(3) === 0;
    const entries = [0, 1, 2].map((at) => ({ topic: "full", text: `needle${limits}n${at} ${text}` }));
    const said = isBatch
      ? await refusal(server, "batch", { entries, force: true })
      : await refusal(server, "store", { ...entries[0]!, force: true });
    expect(said).toMatch(
      /^cannot write to .*data\.log; nothing was stored: EFBIG: .*; files may not grow further here: /,
    );
    expect(statSync(log).size).toBe(size);
    expect(await server.count(`needle${limits}n0`)).toBe(0);
    limited(server.pid, "fsize", "unlimited");
    if (random(4) === 0) {
      await server.ask("store", { topic: "later", text: `needle${limits}n0 fits now`, force: true });
      stored++;
    }
    limits++;
  } while (isLong ? !isOver() : limits < LIMITS_SHORT);
  expect(await server.end()).toBe(0);
  expect(await storedBodies(directory)).toHaveLength(stored);
  sayFigures("disk-limit", { limits, acknowledged: stored, lost: 0 });
});

test("no file can be opened any more", { timeout: timeLimit }, async ({ skip }) => {
  const directory = folder();
  const server = await started(directory);
  await server.ask("store", { topic: "first", text: "the first note" });
  if (!limited(server.pid, "nofile", 4)) {
    skipLoudly("limits of running processes cannot be set here");
    skip();
  }
  const said = await refusal(server, "store", { topic: "more", text: "one that cannot be stored" });
  expect(said).toMatch(/EMFILE.*too many files are open here: raise the limit/);
  // What is open already is read as before.
  expect(await server.count("first")).toBe(1);
  limited(server.pid, "nofile", 1024);
  await server.ask("store", { topic: "more", text: "one that can be stored again" });
  expect(await server.count("again")).toBe(1);
  expect(await server.end()).toBe(0);
  expect(await storedBodies(directory)).toHaveLength(2);
});

/**
 * What may happen to the files under a server, and which of the notes are there afterwards: those of now, those of the
 * copy, or those of a copied log with what is remembered beside it.
 */
const ACCIDENTS: Record<string, (directory: string, copy: string) => "now" | "copy" | "copied log" | "none"> = {
  "the index is removed": (directory) => {
    rmSync(join(directory, "index.bin"), { force: true });
    return "now";
  },
  "the index is cut off in its place": (directory) => {
    const path = join(directory, "index.bin");
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) truncateSync(path, 100);
    return "now";
  },
  "the index is overwritten": (directory) => {
    rmSync(join(directory, "index.bin"), { recursive: true, force: true });
    writeFileSync(join(directory, "index.bin"), Buffer.alloc(5000, 0x5a));
    return "now";
  },
  "the log is replaced by an older copy": (directory, copy) => {
    copyFileSync(join(copy, "data.log"), join(directory, "restored"));
    renameSync(join(directory, "restored"), join(directory, "data.log"));
    return "copied log";
  },
  "the log is overwritten by an older copy": (directory, copy) => {
    copyFileSync(join(copy, "data.log"), join(directory, "data.log"));
    return "copied log";
  },
  "the directory is replaced by an older copy": (directory, copy) => {
    takeAway(directory);
    copyBase(copy, directory);
    return "copy";
  },
  "the lock file is removed": (directory) => {
    rmSync(join(directory, ".lock"), { force: true });
    return "now";
  },
  "the log is removed": (directory) => {
    rmSync(join(directory, "data.log"));
    return "none";
  },
  "the directory is removed": (directory) => {
    takeAway(directory);
    return "none";
  },
  "the directory is an empty one": (directory) => {
    takeAway(directory);
    mkdirSync(directory, { mode: 0o700 });
    return "none";
  },
};

test("files are taken away, replaced and overwritten under two servers", { timeout: timeLimit }, async () => {
  const directory = join(folder(), "base");
  const copy = join(folder(), "copy");
  const servers = [await started(directory), await started(directory)];
  const [isOver, random] = [timeOver(), randomOf("accidents")];
  const names = Object.keys(ACCIDENTS);
  let there: string[] = [];
  /** What is remembered beside the log: all that was stored since it began, or was compacted. */
  let recent: string[] = [];
  let copied: string[] | null = null;
  const figures = { accidents: 0, acknowledged: 0 };
  do {
    const [writer, reader] = random(2) === 0 ? servers : servers.toReversed();
    for (let count = 1 + random(4); count > 0; count--) {
      const key = `needle${figures.acknowledged++}`;
      await writer!.ask("store", {
        topic: `topic-${random(5)}`,
        // No text repeats itself: a log that was put back in its place is told from the one that was by what stands
        // before its end.
        text: `${key} ${Array.from({ length: random(2000) }, (_, at) => `with words ${at}`).join(" ")}`,
        force: true,
      });
      there.push(key);
      recent.push(key);
      expect(await reader!.count(key)).toBe(1);
    }
    if (random(3) === 0) await reader!.ask("topics", { action: "reindex" });
    if (random(3) === 0) {
      const said = await writer!.ask("topics", { action: "compact", log: true, apply: true });
      if (said.startsWith("compacted")) recent = [];
    }
    if (copied === null || random(5) === 0) {
      copyBase(directory, copy);
      copied = [...there];
    }
    const name = names[random(names.length)]!;
    const left = ACCIDENTS[name]!(directory, copy);
    if (left === "copied log") there = [...new Set([...copied, ...recent])];
    if (left === "copy") [there, recent] = [[...copied], []];
    if (left === "none") [there, recent] = [[], []];
    figures.accidents++;
    for (const server of servers) {
      expect(server.isThere, `${name}: ${server.errors}`).toBe(true);
      // Without a log there is nothing, and nothing is wrong.
      expect(await server.count(""), `accident ${figures.accidents}: ${name}`).toBe(there.length);
    }
  } while (isLong ? !isOver() : figures.accidents < ROUNDS_SHORT);
  expect(await Promise.all(servers.map((server) => server.end()))).toEqual([0, 0]);
  const bodies = there.length === 0 ? [] : await storedBodies(directory);
  expect(bodies.map((body) => body.split(" ", 1)[0]).sort()).toEqual(there.toSorted());
  sayFigures("disk-accidents", { ...figures, servers: servers.length, lost: 0 });
});
