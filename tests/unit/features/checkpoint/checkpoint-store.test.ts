// checkpoint.json: what is kept of what others wrote, disks that fail, and that a hook may load all this.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Checkpoint } from "../../../../src/features/checkpoint/checkpoint.ts";
import { CHECKPOINT_FILE_BYTES_MAX } from "../../../../src/features/checkpoint/checkpoint-file.ts";
import { CheckpointStore } from "../../../../src/features/checkpoint/checkpoint-store.ts";
import { repositoryRoot } from "../../../support/helix-binary.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { importsOf } from "../../../support/tidy/import-rules.ts";

const PATH = "/base/checkpoint.json";
const NOW = Date.UTC(2026, 1, 21, 12);
const KEPT = `${PATH}.damaged-${NOW}`;

function checkpoint(task: string, projects: string[] = [], saved = NOW): Checkpoint {
  return { task, done: [], next: [], hypotheses: [], blocked: null, files: [], saved, projects };
}

function diskWith(content: unknown): MemoryFileSystem {
  const disk = new MemoryFileSystem();
  disk.write(PATH, Buffer.from(typeof content === "string" ? content : JSON.stringify(content)));
  return disk;
}

const textOf = (disk: MemoryFileSystem, path = PATH) => Buffer.from(disk.content(path)!).toString();
const jsonOf = (disk: MemoryFileSystem) => JSON.parse(textOf(disk)) as Record<string, unknown>;
const storeOn = (disk: MemoryFileSystem) => new CheckpointStore(disk, "/base");
const ownTask = (disk: MemoryFileSystem, ...keys: string[]) => storeOn(disk).load(keys).own?.task ?? null;

describe("CheckpointStore", () => {
  it("finds a project's by either key, and puts one in the place of all that are the project's", async () => {
    const disk = new MemoryFileSystem();
    const store = storeOn(disk);
    await store.save(checkpoint("one", ["folder-1"], NOW - 2), NOW);
    await store.save(checkpoint("two", ["owner/repo", "folder-2"], NOW - 1), NOW);
    expect(ownTask(disk, "folder-1")).toBe("one");
    // A clone of the folder without a remote that now has one: both were its.
    expect(ownTask(disk, "owner/repo", "folder-1")).toBe("two");
    const { replaced } = await store.save(checkpoint("three", ["owner/repo", "folder-1"]), NOW);
    expect(replaced?.task).toBe("two");
    for (const key of ["owner/repo", "folder-1"]) expect(ownTask(disk, key)).toBe("three");
    expect(ownTask(disk, "folder-2")).toBeNull();
    expect(ownTask(disk)).toBeNull();
    expect((await store.clear(["folder-1"]))?.task).toBe("three");
    expect(jsonOf(disk).checkpoints).toEqual([]);
  });

  it("keeps what a newer version wrote: fields of the file and of checkpoints, and checkpoints of another form", async () => {
    const foreign = [{ projects: { of: "another form" }, task: "unknown" }, "a text", { projects: ["b"], steps: 3 }];
    const other = { projects: ["owner/other"], task: "other", saved: "2026-01-01T00:00:00.000Z", mood: "good" };
    const own = { projects: ["owner/own"], task: "own", saved: "2026-01-01T00:00:00.000Z", branch: "main" };
    const disk = diskWith({ version: 2, future: { deep: [1] }, checkpoints: [...foreign, other, own] });
    expect(ownTask(disk)).toBeNull();
    await storeOn(disk).save(checkpoint("outside"), NOW);
    await storeOn(disk).save(checkpoint("new", ["owner/own"]), NOW);
    const { version, future, checkpoints } = jsonOf(disk);
    expect({ version, future }).toEqual({ version: 2, future: { deep: [1] } });
    expect(checkpoints).toEqual([
      ...foreign,
      other,
      expect.objectContaining({ task: "outside", projects: [] }),
      expect.objectContaining({ task: "new", projects: ["owner/own"], branch: "main" }),
    ]);
    await storeOn(disk).clear(["owner/own"]);
    expect(jsonOf(disk).checkpoints).toEqual([...foreign, other, expect.objectContaining({ task: "outside" })]);
  });

  it("takes a single checkpoint for the one outside of projects, whatever its time is called", async () => {
    const time = Date.UTC(2026, 1, 1);
    for (const fields of [
      { saved_at: time / 1000 },
      { timestamp: time },
      { saved: time / 60_000 },
      { time: new Date(time).toISOString() },
    ]) {
      const disk = diskWith({ task: "old", done: "a;b", files: "x,y", extra: 1, ...fields });
      expect(storeOn(disk).load([]).own).toEqual({
        ...checkpoint("old", [], time),
        done: ["a", "b"],
        files: ["x", "y"],
      });
      await storeOn(disk).save(checkpoint("new"), NOW);
      const iso = new Date(NOW).toISOString();
      const { task, saved, extra, ...rest } = (jsonOf(disk).checkpoints as Record<string, unknown>[])[0]!;
      expect({ task, saved, extra }).toEqual({ task: "new", saved: iso, extra: 1 });
      expect(Object.keys(rest).sort()).toEqual(["blocked", "done", "files", "hypotheses", "next", "projects"]);
    }
    expect(storeOn(diskWith({ task: "no time" })).load([]).own).toEqual({ ...checkpoint("no time"), saved: null });
  });

  it("reads every value as one harmless line", () => {
    const disk = diskWith({
      task: " a\n## b\u0007 ",
      done: ["x\ny", 3, "", "\u001b[31mz"],
      blocked: "\u0000",
      files: [null],
    });
    expect(storeOn(disk).load([]).own).toEqual({ ...checkpoint("a ## b"), done: ["x y", "z"], saved: null });
  });

  it.each([
    ["no JSON", "{"],
    ["JSON of another shape", "[]"],
    ["an object that holds no checkpoint", '{"tasks": []}'],
    ["a task that is none", '{"task": 5}'],
    ["a text too long to be read", " ".repeat(CHECKPOINT_FILE_BYTES_MAX + 1)],
    ["JSON too deep to be written again", `{"checkpoints": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ])("keeps a file aside that holds %s", async (_, content) => {
    const disk = diskWith(content);
    disk.write(KEPT, Buffer.from("an earlier one"));
    const store = storeOn(disk);
    expect(() => store.load([])).toThrow(/is damaged or not a file of checkpoints; it was left alone/);
    await expect(store.clear([])).rejects.toThrow(/left alone/);
    expect(textOf(disk) === content).toBe(true);
    expect(await store.save(checkpoint("new"), NOW)).toEqual({ replaced: null, keptAside: `${KEPT}-1` });
    expect(textOf(disk, `${KEPT}-1`) === content).toBe(true);
    expect(textOf(disk, KEPT)).toBe("an earlier one");
    expect(ownTask(disk)).toBe("new");
  });

  it("keeps a file aside that is not UTF-8, and takes an empty one for none", async () => {
    const disk = new MemoryFileSystem();
    disk.write(PATH, Buffer.from([...Buffer.from('{"task": "'), 0xff, ...Buffer.from('"}')]));
    expect(await storeOn(disk).save(checkpoint("new"), NOW)).toEqual({ replaced: null, keptAside: KEPT });
    disk.write(PATH, new Uint8Array(0));
    expect(await storeOn(disk).save(checkpoint("new"), NOW)).toEqual({ replaced: null, keptAside: null });
  });

  it("leaves everything as it was when the disk refuses, at any operation", async () => {
    for (const content of [{ task: "old" }, "{ damaged"]) {
      let failed = 0;
      for (let at = 0; ; at++) {
        const disk = diskWith(content);
        const before = textOf(disk);
        let count = 0;
        disk.fault = () => (count++ === at ? { code: "ENOSPC", written: 7 } : null);
        const outcome = await storeOn(disk)
          .save(checkpoint("new"), NOW)
          .then(() => "saved")
          .catch((error: Error) => error.message);
        disk.fault = () => null;
        if (outcome === "saved") break;
        failed++;
        if (/^\S+ is written, but /.test(outcome)) {
          expect(ownTask(disk)).toBe("new");
          continue;
        }
        expect(outcome).not.toMatch(/\n/);
        expect(textOf(disk)).toBe(before);
        expect(disk.paths().filter((path) => path !== "/base/.lock")).toEqual([PATH]);
      }
      expect(failed).toBeGreaterThan(5);
    }
  });

  it("has the old file or the new one after a loss of power, never a part", async () => {
    const disk = diskWith({ task: "old" });
    const seen = new Set<string>();
    disk.fault = () => {
      for (const names of ["synced", "all"] as const) {
        for (const keep of [0, 10, Number.POSITIVE_INFINITY]) {
          const after = disk.afterPowerCut(names, (unsynced) => Math.min(unsynced, keep));
          seen.add(ownTask(after) ?? "none");
        }
      }
      return null;
    };
    await storeOn(disk).save(checkpoint("new"), NOW);
    expect([...seen].sort()).toEqual(["new", "old"]);
    expect(ownTask(disk.afterPowerCut("synced", () => 0))).toBe("new");
  });

  it("does not wait for the lock to read, nor create anything to clear", async () => {
    const disk = new MemoryFileSystem();
    expect(await storeOn(disk).clear(["owner/repo"])).toBeNull();
    expect(storeOn(disk).load([])).toEqual({ own: null, others: [] });
    expect(disk.operations).toEqual([]);
    const held = disk.tryLock("/base/.lock")!;
    await expect(new CheckpointStore(disk, "/base", 0).save(checkpoint("new"), NOW)).rejects.toThrow(/write lock/);
    held.release();
    await new CheckpointStore(disk, "/base", 0).save(checkpoint("new"), NOW);
    disk.tryLock("/base/.lock");
    expect(ownTask(disk)).toBe("new");
  });

  it("refuses a file that would be too long, and changes nothing", async () => {
    const disk = diskWith({ version: 1, ballast: "x".repeat(CHECKPOINT_FILE_BYTES_MAX - 100), checkpoints: [] });
    const before = textOf(disk);
    await expect(storeOn(disk).save(checkpoint("t".repeat(200)), NOW)).rejects.toThrow(
      /clear checkpoints of other projects/,
    );
    expect(textOf(disk) === before).toBe(true);
  });
});

describe("what a hook loads", () => {
  it.each([
    "src/features/checkpoint/checkpoint-store.ts",
    "src/features/checkpoint/format.ts",
    "src/features/session/summary.ts",
  ])("%s reaches no package", (start) => {
    const reached = new Set<string>();
    const packages: string[] = [];
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      // Types are gone when the program runs.
      const text = readFileSync(join(repositoryRoot, path), "utf8").replace(/^import type [^;]*;/gm, (statement) =>
        statement.replace(/[^\n]/g, " "),
      );
      for (const { specifier, to } of importsOf({ path, text })) {
        if (to !== "") visit(to);
        else if (!/^(?:node:|bun:)/.test(specifier)) packages.push(`${path}: ${specifier}`);
      }
    };
    visit(start);
    expect(reached.size).toBeGreaterThan(2);
    expect(packages).toEqual([]);
  });
});
