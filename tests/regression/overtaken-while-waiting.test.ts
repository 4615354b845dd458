// Writers that found the lock taken asked for it again and again, and whoever came later could be faster: with many
// writers some were refused after five seconds, in which hundreds of others had written. Those who wait now stand in a
// queue.

import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WriteLock } from "../../src/engine/log/write-lock.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { sweepLeftovers } from "../../src/platform/leftovers.ts";
import { temporaryDirectory } from "../support/knowledge.ts";

const WAIT_MS = 60_000;

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a writer that comes while another waits is served behind it", async () => {
  const directory = temporaryDirectory();
  const path = join(directory, ".lock");
  const [early, late] = [1, 2].map(() => new WriteLock(diskFileSystem, path, WAIT_MS)) as [WriteLock, WriteLock];
  const held = diskFileSystem.tryLock(path)!;
  const served: string[] = [];
  const first = early.run(() => served.push("early"));
  await settle();
  held.release();
  const second = late.run(() => served.push("late"));
  await Promise.all([first, second]);
  expect(served).toEqual(["early", "late"]);
  expect(readdirSync(directory)).toEqual([".lock"]);
});

test("names like those of tickets that are something else keep nobody waiting, and stay", async () => {
  const [directory, outside] = [temporaryDirectory(), temporaryDirectory()];
  const path = join(directory, ".lock");
  const ticket = (number: number) => `.lock.turn-${String(number).padStart(12, "0")}-abc`;
  mkdirSync(join(directory, ticket(1), "inner"), { recursive: true });
  symlinkSync(join(outside, "new"), join(directory, ticket(2)));
  writeFileSync(join(outside, "theirs"), "");
  symlinkSync(join(outside, "theirs"), join(directory, ticket(999_999_999_999)));
  writeFileSync(join(directory, ".lock.turn-mine"), "");
  const locks = [1, 2].map(() => new WriteLock(diskFileSystem, path, WAIT_MS));
  const held = diskFileSystem.tryLock(path)!;
  const waiting = locks.map((lock) => lock.run(() => "done"));
  await settle();
  held.release();
  expect(await Promise.all(waiting)).toEqual(["done", "done"]);
  expect(readdirSync(outside)).toEqual(["theirs"]);
  expect(readdirSync(directory).sort()).toEqual(
    [".lock", ".lock.turn-mine", ticket(1), ticket(2), ticket(999_999_999_999)].sort(),
  );
});

test("a ticket that a killed process left is removed by the next writer, or by the next server", async () => {
  const directory = temporaryDirectory();
  const left = join(directory, ".lock.turn-000000000003-abc");
  writeFileSync(left, "");
  await new WriteLock(diskFileSystem, join(directory, ".lock"), WAIT_MS).run(() => undefined);
  expect(existsSync(left)).toBe(false);
  writeFileSync(left, "");
  const alive = diskFileSystem.tryLock(join(directory, ".lock.turn-000000000004-abc"))!;
  sweepLeftovers(directory, ".lock");
  expect(readdirSync(directory).sort()).toEqual([".lock", ".lock.turn-000000000004-abc"]);
  alive.release();
});
