// A reader takes no lock. When a writer cuts off a torn tail between the reader's look at the length and its read, the
// read comes back short: the reader begins anew, and holds no entry twice.

import { appendFileSync, truncateSync } from "node:fs";
import { expect, it } from "vitest";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";

const add = (body: string) => ({ kind: "add" as const, topic: "build", body, minutes: NOW_MINUTES });

/** A file system that runs `beforeRead` before each read of the log. */
function withHook(beforeRead: (position: number) => void): FileSystem {
  return {
    ...diskFileSystem,
    open(path, mode) {
      const file = diskFileSystem.open(path, mode);
      if (!path.endsWith("/data.log")) return file;
      return {
        read: (target, position) => {
          beforeRead(position);
          return file.read(target, position);
        },
        append: (bytes) => file.append(bytes),
        overwrite: (bytes, position) => file.overwrite(bytes, position),
        sync: () => file.sync(),
        truncate: (size) => file.truncate(size),
        identity: () => file.identity(),
        close: () => file.close(),
      };
    },
  };
}

it("reads on when a torn tail is cut off under it", async () => {
  const directory = temporaryDirectory();
  let known = Number.POSITIVE_INFINITY;
  let whole = 0;
  const reader = openKnowledgeBase(directory, {
    files: withHook((position) => {
      if (position < known) return;
      truncateSync(reader.logPath, whole);
      known = Number.POSITIVE_INFINITY;
    }),
  });
  const writer = openKnowledgeBase(directory);
  await writer.change(() => [add("one")]);
  const before = await reader.view();
  expect(liveEntries(before)).toHaveLength(1);

  const { view } = await writer.change(() => [add("two")]);
  known = before.statistics().logBytes;
  whole = view.statistics().logBytes;
  appendFileSync(writer.logPath, Uint8Array.from([1, 5, 200, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0x62, 0x75, 0x69]));
  expect(liveEntries(await reader.view()).map(({ body }) => body)).toEqual(["one", "two"]);
  expect(known).toBe(Number.POSITIVE_INFINITY);
  expect(liveEntries(await reader.view()).map(({ body }) => body)).toEqual(["one", "two"]);
  reader.close();
  writer.close();
});

it("holds no entry twice after a read that failed half-way", async () => {
  const directory = temporaryDirectory();
  let reads = Number.POSITIVE_INFINITY;
  const reader = openKnowledgeBase(directory, {
    files: withHook(() => {
      if (--reads < 0) throw Object.assign(new Error("EIO: made up by a test"), { code: "EIO" });
    }),
  });
  const writer = openKnowledgeBase(directory);
  await writer.change(() => [add("one")]);
  await reader.view();
  // More than one window of the scan, so that the second read fails when the first entries were visited.
  for (let at = 0; at < 3; at++) await writer.change(() => [add(`${at} ${"long ".repeat(100_000)}`)]);
  reads = 2;
  await expect(reader.view()).rejects.toThrow("EIO");
  reads = Number.POSITIVE_INFINITY;
  expect(liveEntries(await reader.view()).map(({ body }) => body.slice(0, 3))).toEqual(["one", "0 l", "1 l", "2 l"]);
  reader.close();
  writer.close();
});
