// An index from nothing: in however many parts it is built, the file is the same, and no part stays behind.

import { describe, expect, test } from "vitest";
import { mergeIndex } from "../../../../src/notes/store/merge.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog } from "../../../support/random-log.ts";
import { isThorough } from "../../../support/runs.ts";

function diskWith(log: Uint8Array): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  return files;
}

/** The index file over a log, built in parts of so many bytes. */
function built(log: Uint8Array, chunkBytes: number): Uint8Array {
  const files = diskWith(log);
  mergeIndex({ files, directory: DIRECTORY, chunkBytes });
  expect(files.paths()).toEqual([LOG_PATH, INDEX_PATH].sort());
  return files.content(INDEX_PATH)!;
}

/** A log whose commonest word is in enough entries for blocks of postings, with edits and deletions across parts. */
async function longLog(): Promise<Uint8Array> {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files, mergeWorthBytes: 1e9 });
  const body = (at: number) =>
    `[tags: t${at % 7}]\n[source: src/f${at % 40}.ts:${at}]\nlinker word${at % 50}\n${"and ".repeat(at % 9)}`;
  await kb.change(() => Array.from({ length: 700 }, (_, at) => addition(`topic-${at % 13}`, body(at))));
  await kb.change((view) => [
    { kind: "replace", id: view.topicDocuments("topic-3")[2]!, body: "revised linker" },
    { kind: "move", id: view.topicDocuments("topic-4")[1]!, topic: "topic-new", body: "moved linker" },
    { kind: "delete", id: view.topicDocuments("topic-5")[0]! },
  ]);
  kb.close();
  return files.content(LOG_PATH)!;
}

describe("an index built in parts", () => {
  test.each(isThorough ? [1, 2, 3] : [1, 2])("is the one built at once, of a random log, seed %i", async (seed) => {
    const log = await randomLog({ seed, changes: 80, base: seed === 2 ? "local-1970" : "utc-2024" });
    const whole = built(log, log.length);
    for (const chunkBytes of [1, 100, 1000]) expect(built(log, chunkBytes), `${chunkBytes}`).toEqual(whole);
  });

  test("is the one built at once, of a log with long posting lists", async () => {
    const log = await longLog();
    const whole = built(log, log.length);
    for (const chunkBytes of [isThorough ? 500 : 2500, 9000, 40_000])
      expect(built(log, chunkBytes), `${chunkBytes}`).toEqual(whole);
  });

  test("is the one that merges of what was stored since make", async () => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files, mergeWorthBytes: 1e9 });
    for (let round = 0; round < 6; round++) {
      const texts = Array.from({ length: 90 + round }, (_, at) =>
        addition(`topic-${at % 5}`, `linker ${round} word${at}`),
      );
      await kb.change(() => texts);
      mergeIndex({ files, directory: DIRECTORY });
    }
    const merged = files.content(INDEX_PATH)!;
    kb.close();
    expect(built(files.content(LOG_PATH)!, 1e9)).toEqual(merged);
  });
});
