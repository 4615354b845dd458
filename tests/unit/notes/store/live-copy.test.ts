// The long part of a compaction and what it shares with the one who asked for it: progress, cancelling, entries that
// are brought back meanwhile; in the same process and in a worker.

import { describe, expect, test } from "vitest";
import { checkStore } from "../../../../src/notes/store/check.ts";
import { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import type { Merger } from "../../../../src/notes/store/merger.ts";
import { inProcessMerger, workerMerger } from "../../../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../../../src/platform/file-system.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH, randomLog } from "../../../support/random-log.ts";

const temporaries = (files: FileSystem, directory: string) =>
  files.list(directory).filter((name) => name.includes(".tmp-"));

/** A knowledge base in memory over `log`, and one on the disk whose compactions run in a worker. */
function opened(kind: "in process" | "in a worker", log: Uint8Array): { kb: KnowledgeBase; files: FileSystem } {
  const memory = new MemoryFileSystem();
  const isWorker = kind === "in a worker";
  const files: FileSystem = isWorker ? diskFileSystem : memory;
  const directory = isWorker ? temporaryDirectory() : DIRECTORY;
  if (isWorker) {
    const file = files.open(`${directory}/data.log`, "create");
    file.append(log);
    file.close();
  } else memory.write(LOG_PATH, log);
  const merger: Merger = isWorker ? workerMerger(directory) : inProcessMerger(files, directory);
  return { kb: new KnowledgeBase({ directory, files, merger, clock: () => NOW_MINUTES * 60_000 }), files };
}

describe.each(["in process", "in a worker"] as const)("a compaction %s", (kind) => {
  test("keeps every live entry, says how far it is, and leaves no temporary file", async () => {
    const { kb, files } = opened(kind, await randomLog({ seed: 5, changes: 60 }));
    const before = liveEntries(await kb.view());
    const reports: { covered: number; size: number }[] = [];
    const { entries, bytesBefore, bytesAfter } = await kb.compact((progress) => reports.push(progress));
    expect(liveEntries(await kb.view())).toEqual(before);
    expect(entries).toBe(before.length);
    expect(bytesAfter).toBeLessThan(bytesBefore);
    expect(temporaries(files, kb.directory)).toEqual([]);
    expect(checkStore(files, kb.directory)).toMatchObject({ live: entries, logBytes: bytesAfter, index: "sound" });
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.at(-1)!.covered).toBe(reports.at(-1)!.size);
    reports.forEach(({ covered, size }, at) => {
      expect(covered).toBeLessThanOrEqual(size);
      if (at > 0) expect(covered).toBeGreaterThanOrEqual(reports[at - 1]!.covered);
    });
    kb.close();
  });

  test.each(["before it begins", "when it has begun"])("that is cancelled %s changes nothing", async (when) => {
    const { kb, files } = opened(kind, await randomLog({ seed: 6, changes: 30 }));
    const before = liveEntries(await kb.view());
    const log = files.map(kb.logPath).slice();
    const cancelling = new AbortController();
    if (when === "before it begins") cancelling.abort();
    const compaction = kb.compact(() => cancelling.abort(), cancelling.signal);
    await expect(compaction).rejects.toMatchObject({ code: "CANCELLED", message: expect.stringMatching(/^cancelled/) });
    expect(files.map(kb.logPath)).toEqual(log);
    expect(temporaries(files, kb.directory)).toEqual([]);
    expect(liveEntries(await kb.view())).toEqual(before);
    expect((await kb.compact()).entries).toBe(before.length);
    kb.close();
  });

  test("of nothing", async () => {
    const { kb } = opened(kind, new Uint8Array(0));
    await expect(kb.compact()).resolves.toMatchObject({ entries: 0 });
    kb.close();
  });
});

describe("an entry that is brought back while the log is compacted", () => {
  test.each(["before", "while"])("keeps its place, deleted %s the live entries are copied", async (when) => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    const bodies = ["one", "two", "three", "four"];
    for (const body of bodies) await kb.change(() => [addition("notes", body)]);
    const remove = () => kb.change((view) => [{ kind: "delete", id: view.topicDocuments("notes")[1]! }]);
    const whole = () => files.content(LOG_PATH)!;
    // What is to be appended meanwhile is written first, and taken off again.
    let start = whole();
    if (when === "before") {
      await remove();
      start = whole();
    } else await remove();
    await kb.undo();
    expect(liveEntries(await kb.view()).map(({ body }) => body)).toEqual(bodies);
    const tail = whole().slice(start.length);
    files.write(LOG_PATH, start);
    let appended = false;
    files.fault = ({ kind, path }) => {
      if (!appended && kind === "create" && path.includes("index.bin.tmp")) {
        appended = true;
        const file = files.open(LOG_PATH, "append");
        file.append(tail);
        file.close();
      }
      return null;
    };
    const other = openKnowledgeBase(DIRECTORY, { files });
    expect((await other.compact()).entries).toBe(4);
    expect(appended).toBe(true);
    for (const base of [other, kb, openKnowledgeBase(DIRECTORY, { files })]) {
      expect(liveEntries(await base.view()).map(({ body }) => body)).toEqual(bodies);
    }
    expect(files.paths().filter((path) => path.includes(".tmp-"))).toEqual([]);
  });
});
