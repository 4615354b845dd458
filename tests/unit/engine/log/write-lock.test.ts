// Writers take turns: across processes by the lock on a file, within one by a queue.

import { mkdirSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { HelixError } from "../../../../src/base/errors.ts";
import { WriteLock } from "../../../../src/engine/log/write-lock.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";
import { addition } from "../../../support/random-log.ts";

const SHORT_MS = 5;
const LONG_MS = 60_000;

function lockIn(directory: string, waitMs: number): { path: string; lock: WriteLock } {
  const path = `${directory}/.lock`;
  return { path, lock: new WriteLock(diskFileSystem, path, waitMs) };
}

describe("a lock that is free", () => {
  test("is taken without a turn of the event loop, and given back", async () => {
    const { path, lock } = lockIn(temporaryDirectory(), SHORT_MS);
    let ran = false;
    const running = lock.run(() => {
      ran = true;
      expect(diskFileSystem.tryLock(path)).toBeNull();
      return "done";
    });
    expect(ran).toBe(true);
    expect(await running).toBe("done");
    const held = diskFileSystem.tryLock(path);
    expect(held).not.toBeNull();
    held!.release();
  });

  test("is given back when the work throws", async () => {
    const { lock } = lockIn(temporaryDirectory(), SHORT_MS);
    const failing = () => {
      throw new Error("the work failed");
    };
    await expect(lock.run(failing)).rejects.toThrow("the work failed");
    expect(await lock.run(() => 7)).toBe(7);
  });
});

describe("a lock that another holds", () => {
  test("is waited for, then given up with an error, and nothing was run", async () => {
    const path = `${temporaryDirectory()}/.lock`;
    // On a busy machine the first look could come so late that the writer gives up for another reason.
    let now = 0;
    const waiting = { now: () => now++, sleep: () => Promise.resolve(), random: () => 0 };
    const lock = new WriteLock(diskFileSystem, path, SHORT_MS, waiting);
    const other = diskFileSystem.tryLock(path)!;
    let ran = false;
    const error = await lock
      .run(() => {
        ran = true;
      })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HelixError);
    expect(error).toMatchObject({
      code: "LOCKED",
      message: expect.stringMatching(/\.lock .*nothing was written, try again$/),
    });
    expect(ran).toBe(false);
    other.release();
    expect(await lock.run(() => "after")).toBe("after");
  });

  test("is taken as soon as it is free, in the order in which it was asked for", async () => {
    const { path, lock } = lockIn(temporaryDirectory(), LONG_MS);
    const other = diskFileSystem.tryLock(path)!;
    const order: number[] = [];
    const turns = [1, 2, 3, 4].map((turn) => lock.run(() => order.push(turn)));
    expect(order).toEqual([]);
    other.release();
    await Promise.all(turns);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("fails each of those who wait, and the queue goes on", async () => {
    const { path, lock } = lockIn(temporaryDirectory(), SHORT_MS);
    const other = diskFileSystem.tryLock(path)!;
    const results = await Promise.allSettled([1, 2, 3].map((turn) => lock.run(() => turn)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    other.release();
    expect(await lock.run(() => 4)).toBe(4);
  });

  test("does not keep readers out, and keeps writers out of the log", async () => {
    const directory = temporaryDirectory();
    const kb = openKnowledgeBase(directory, { lockWaitMs: SHORT_MS });
    await kb.change(() => [addition("a", "first")]);
    const other = diskFileSystem.tryLock(`${directory}/.lock`)!;
    await expect(kb.change(() => [addition("a", "second")])).rejects.toMatchObject({ code: "LOCKED" });
    await expect(kb.compact()).rejects.toMatchObject({ code: "LOCKED" });
    expect((await kb.view()).statistics().entries).toBe(1);
    other.release();
    await kb.change(() => [addition("a", "second")]);
    expect((await kb.view()).statistics().entries).toBe(2);
    kb.close();
  });

  test("is not waited for any more by a knowledge base that is closed, of which nothing stays", async () => {
    const directory = temporaryDirectory();
    const kb = openKnowledgeBase(directory, { lockWaitMs: LONG_MS });
    await kb.change(() => [addition("a", "first")]);
    const other = diskFileSystem.tryLock(`${directory}/.lock`)!;
    const tickets = () => readdirSync(directory).filter((name) => name.startsWith(".lock."));
    const write = kb.change(() => [addition("a", "second")]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(tickets()).toHaveLength(1);
    kb.close();
    expect(tickets()).toEqual([]);
    await expect(write).rejects.toMatchObject({ code: "LOCKED" });
    other.release();
  });
});

describe("a lock file that cannot be used", () => {
  test("is an error that names it", async () => {
    const { path, lock } = lockIn(temporaryDirectory(), SHORT_MS);
    mkdirSync(path);
    await expect(lock.run(() => 1)).rejects.toMatchObject({
      code: "IO",
      message: expect.stringContaining(`cannot lock the knowledge base at ${path}: EISDIR`),
    });
  });
});
