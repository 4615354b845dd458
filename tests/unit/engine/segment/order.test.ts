// The order of entries within a topic: by time, then by place, whatever the base, the segment and the time zone.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareTimes } from "../../../../src/notes/index/note-schema.ts";
import { runInZone } from "../../../support/in-zone.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import {
  addition,
  DIRECTORY,
  entryOfOriginal,
  LOG_PATH,
  logOfOriginal,
  tombstoneOfOriginal,
} from "../../../support/random-log.ts";

const bodies = async (kb: ReturnType<typeof openKnowledgeBase>) => liveEntries(await kb.view()).map(({ body }) => body);

/** Runs `check` as the log was read, then merged, compacted, and read anew. */
async function everyWay(files: MemoryFileSystem, check: (found: string[]) => void): Promise<void> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  check(await bodies(kb));
  await kb.mergeNow();
  check(await bodies(kb));
  await kb.compact();
  check(await bodies(kb));
  files.remove(`${DIRECTORY}/index.bin`);
  check(await bodies(openKnowledgeBase(DIRECTORY, { files })));
}

describe("compareTimes", () => {
  test("puts the earlier first, and tells none of one minute apart", () => {
    expect(compareTimes(10, 11)).toBeLessThan(0);
    expect(compareTimes(11, 10)).toBeGreaterThan(0);
    expect(compareTimes(10, 10)).toBe(0);
    expect(compareTimes(-5, 0)).toBeLessThan(0);
  });
});

describe("an edited entry", () => {
  test("keeps its place, edited again and again, moved away and back", async () => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => ["a", "b", "c"].map((body) => addition("t", body)));
    await kb.change((view) => [{ kind: "replace", id: view.topicDocuments("t")[1]!, body: "b2" }]);
    await kb.mergeNow();
    await kb.change((view) => [{ kind: "replace", id: view.topicDocuments("t")[1]!, body: "b3" }]);
    await kb.change((view) => [{ kind: "move", id: view.topicDocuments("t")[0]!, topic: "u", body: "a" }]);
    await kb.change((view) => [{ kind: "move", id: view.topicDocuments("u")[0]!, topic: "t", body: "a4" }]);
    await everyWay(files, (found) => expect(found).toEqual(["a4", "b3", "c"]));
  });

  test("of the original program keeps its place when topic and time are the same, and only then", async () => {
    const first = logOfOriginal("t", "a", 29_920_466);
    const b = entryOfOriginal("t", "b", 29_920_466);
    const edited = entryOfOriginal("t", "a2", 29_920_466);
    const later = entryOfOriginal("t", "b2", 29_920_467);
    const files = new MemoryFileSystem();
    const parts = [first, b, edited, tombstoneOfOriginal(8), later, tombstoneOfOriginal(first.length)];
    files.write(LOG_PATH, Buffer.concat(parts));
    await everyWay(files, (found) => expect(found).toEqual(["a2", "b2"]));

    // The entry before the tombstone is its own target, and replaces nothing.
    const deleted = new MemoryFileSystem();
    deleted.write(LOG_PATH, Buffer.concat([first, b, edited, tombstoneOfOriginal(first.length + b.length)]));
    await everyWay(deleted, (found) => expect(found).toEqual(["a", "b"]));
  });
});

describe("times", () => {
  test("of both bases stand in one order", async () => {
    const files = new MemoryFileSystem();
    const offset = new Date(NOW_MINUTES * 60_000).getTimezoneOffset();
    files.write(LOG_PATH, logOfOriginal("t", "third", NOW_MINUTES - offset));
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => [
      addition("t", "second", NOW_MINUTES - 1),
      addition("t", "fourth", NOW_MINUTES),
      addition("t", "first", Date.UTC(2011, 0, 1) / 60_000),
      addition("t", "fifth", Date.UTC(2080, 0, 1) / 60_000),
    ]);
    await everyWay(files, (found) => expect(found).toEqual(["first", "second", "third", "fourth", "fifth"]));
  });

  test("are in order in a time zone other than that of the index", () => {
    const directory = temporaryDirectory();
    // 12:00 UTC, base 2024; and 14:00 on the wall: after it in UTC, before it in Kolkata.
    const entry = Buffer.from(logOfOriginal("t", "wall", 29_528_040));
    const log = Buffer.concat([entry, entryOfOriginal("t", "utc", 29_527_920 - 28_401_120)]);
    writeFileSync(`${directory}/data.log`, log);
    const run = (zone: string, action: string) => runInZone(zone, "./order-in-zone.ts", action, directory, "t");
    expect(run("UTC", "read")).toEqual({ bodies: ["utc", "wall"], watermark: 0 });
    expect(run("Asia/Kolkata", "read")).toEqual({ bodies: ["wall", "utc"], watermark: 0 });
    expect(run("UTC", "merge")).toMatchObject({ bodies: ["utc", "wall"] });
    const read = run("Asia/Kolkata", "read") as { bodies: string[]; watermark: number };
    expect(read.bodies).toEqual(["wall", "utc"]);
    expect(read.watermark).toBeGreaterThan(8);
  });
});
