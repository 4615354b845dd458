// Logs of any bytes: whoever reads one, in one go, behind a merge, after a compaction or the next write, sees the same
// entries, and whatever it holds, nothing throws but what says so.

import { expect, test } from "vitest";
import { NOW_MINUTES } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import {
  DIRECTORY,
  entryOfOriginal,
  INDEX_PATH,
  LOG_PATH,
  logOfOriginal,
  randomLog,
  tombstoneOfOriginal,
} from "../support/random-log.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

const HEADER_BYTES = 8;

/** A log of records that were each made right, with targets and lengths of any kind. */
async function craftedLogs(): Promise<(next: Random) => Uint8Array> {
  const { encodeLogHeader } = await import("../../src/engine/log/log-record.ts");
  const { encodeEntry, encodeMark, encodeTombstone } = await import("../../src/engine/log/log-encoding.ts");
  const bodies = [
    "",
    "a",
    "linker wants arm64",
    "[tags: a]\nx",
    "検索",
    "x".repeat(300),
    "[cited: 1 1 a 1 a/b]",
    "\n\n",
  ];
  return (next) => {
    const parts: Uint8Array[] = [encodeLogHeader()];
    const offsets = [HEADER_BYTES];
    let length = HEADER_BYTES;
    for (let count = 1 + next(14); count > 0; count--) {
      const topic = Buffer.from(["a", "b", "x/y", "ü", "t".repeat(255)][next(5)]!);
      const body = Buffer.from(bodies[next(bodies.length)]!);
      const target = next(4) === 0 ? next(length + 40) : offsets[next(offsets.length)]!;
      const minutes = [0, 1, -1, 28_401_119, 28_401_120, 2 ** 31 - 1, -(2 ** 31), 1_120_000][next(8)]!;
      const made = [
        () => encodeEntry(topic, body, minutes, next(3) === 0),
        () => encodeEntry(topic, body, minutes),
        () => entryOfOriginal(topic.toString(), body.toString(), minutes),
        () => encodeTombstone(next(4), target),
        () => Buffer.concat([encodeEntry(topic, body, minutes, true), encodeTombstone(1 + next(2), target)]),
        () => encodeMark(4 + next(4), target),
        () => tombstoneOfOriginal(target),
      ][next(7)]!();
      offsets.push(length);
      parts.push(made);
      length += made.length;
    }
    return new Uint8Array(Buffer.concat(parts));
  };
}

async function load(): Promise<Check> {
  const { checkStore } = await import("../../src/notes/store/check.ts");
  const { mergeIndex } = await import("../../src/notes/store/merge.ts");
  const { liveEntries, openKnowledgeBase } = await import("../support/knowledge.ts");
  const diskWith = (log: Uint8Array) => {
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, log);
    return files;
  };
  const entriesOf = async (files: MemoryFileSystem) => {
    const kb = openKnowledgeBase(DIRECTORY, { files });
    try {
      const view = await kb.view();
      return { entries: liveEntries(view), damage: view.statistics().damageBytes };
    } finally {
      kb.close();
    }
  };
  const addition = { kind: "add", topic: "zz", body: "stored behind it all", minutes: NOW_MINUTES } as const;
  return async (log) => {
    let read: Awaited<ReturnType<typeof entriesOf>>;
    try {
      read = await entriesOf(diskWith(log));
    } catch (error) {
      // A file that is no log of helix's is refused, in one line, and stays as it is.
      const { code, message } = error as { code?: string; message: string };
      expect(["CORRUPTION", "UNSUPPORTED_VERSION"]).toContain(code);
      expect(message).not.toContain("\n");
      const files = diskWith(log);
      await expect(openKnowledgeBase(DIRECTORY, { files }).change(() => [addition])).rejects.toThrow();
      expect(files.content(LOG_PATH)).toEqual(log);
      return;
    }
    const report = checkStore(diskWith(log), DIRECTORY);
    if (log.length >= HEADER_BYTES) {
      expect(report?.live).toBe(read.entries.length);
      expect(report?.damages.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(read.damage);
    }
    const merged = diskWith(log);
    mergeIndex({ files: merged, directory: DIRECTORY, rebuild: true, chunkBytes: 64 });
    expect(await entriesOf(merged)).toEqual(read);
    const compacted = diskWith(log);
    await openKnowledgeBase(DIRECTORY, { files: compacted }).compact();
    expect((await entriesOf(compacted)).entries).toEqual(read.entries);
    await openKnowledgeBase(DIRECTORY, { files: merged }).change(() => [addition]);
    const behind = (entries: typeof read.entries) => entries.filter(({ body }) => body !== addition.body);
    const before = behind(read.entries);
    expect(behind((await entriesOf(merged)).entries)).toEqual(before);
    merged.remove(INDEX_PATH);
    const again = (await entriesOf(merged)).entries;
    expect(behind(again)).toEqual(before);
    expect(again.some(({ body }) => body === addition.body)).toBe(true);
  };
}

test("a log of any bytes has one meaning, and keeps it", async () => {
  const crafted = await craftedLogs();
  await fuzz({
    name: "log-reader",
    executions: 120,
    seeds: [
      await randomLog({ seed: 1, changes: 12 }),
      await randomLog({ seed: 2, changes: 25, base: "local-1970" }),
      logOfOriginal("build", "written by the other program", 29_920_466),
      "AMRL\u0001\0\0\0",
      "",
    ],
    generate: crafted,
    lengthMax: 8192,
    load,
  });
});
