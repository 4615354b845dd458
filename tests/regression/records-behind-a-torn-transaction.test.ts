// A transaction was cut off in the middle of a record, and the original program, which knows no transactions, stored
// something behind it. helix took all of that for the torn tail, did not show it, and moved it out of the log with its
// next write.

import { expect, test } from "vitest";
import { checkStore } from "../../src/notes/store/check.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import {
  addition,
  DIRECTORY,
  entryOfOriginal,
  INDEX_PATH,
  LOG_PATH,
  tombstoneOfOriginal,
} from "../support/random-log.ts";
import { PLACES_STEP } from "../support/runs.ts";

const NOTES = ["one", "two", "three"].map((name) => `${name} ${"of the notes that move ".repeat(4)}`);
const UNTOUCHED = "a note of a topic that stays";
const HEADER_BYTES = 8;

/** A log with some notes, and the same log behind a rename of their topic, which is one transaction. */
async function renamed(): Promise<{ before: Uint8Array; after: Uint8Array; index: Uint8Array }> {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("other", UNTOUCHED)]);
  for (const body of NOTES) await kb.change(() => [addition("old name", body)]);
  await kb.mergeNow();
  const before = files.content(LOG_PATH)!;
  await kb.change((view) =>
    NOTES.map((body, at) => ({ kind: "move", id: view.topicDocuments("old name")[at]!, topic: "new name", body })),
  );
  kb.close();
  return { before, after: files.content(LOG_PATH)!, index: files.content(INDEX_PATH)! };
}

async function bodiesIn(files: MemoryFileSystem): Promise<string[]> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const bodies = liveEntries(await kb.view()).map(({ body }) => body);
  kb.close();
  return bodies.sort();
}

/** The bytes that stand in files beside the log. */
function movedAside(files: MemoryFileSystem): string {
  const copies = files.paths().filter((path) => /\.(torn|damaged)-/.test(path));
  return Buffer.concat(copies.map((path) => files.content(path)!)).toString("latin1");
}

const STORED = "stored by the original";
const LONG = `stored by the original ${"at length ".repeat(60)}`;

test.each([
  ["a store", [entryOfOriginal("other", STORED, 30_000_000)], [STORED]],
  ["a long store", [entryOfOriginal("other", LONG, 30_000_000)], [LONG]],
  ["an edit", [entryOfOriginal("other", STORED, 30_000_000), tombstoneOfOriginal(HEADER_BYTES)], [STORED]],
])(
  "whole records of the original behind a rename that was cut off anywhere count: %s",
  async (kind, written, added) => {
    const { before, after, index } = await renamed();
    const notes = kind === "an edit" ? NOTES : [...NOTES, UNTOUCHED];
    for (let length = before.length + HEADER_BYTES; length < after.length; length += PLACES_STEP) {
      for (const withIndex of [false, true]) {
        const files = new MemoryFileSystem();
        files.write(LOG_PATH, Buffer.concat([after.subarray(0, length), ...written]));
        if (withIndex) files.write(INDEX_PATH, index);
        const wanted = [...notes, ...added].sort();
        expect(await bodiesIn(files), `cut at ${length}`).toEqual(wanted);

        // helix goes on writing: one note, then several at once.
        const kb = openKnowledgeBase(DIRECTORY, { files });
        await kb.change(() => [addition("other", "stored by helix")]);
        await kb.change(() => ["a", "b"].map((body) => addition("other", body)));
        await kb.mergeNow();
        kb.close();
        const all = [...wanted, "stored by helix", "a", "b"].sort();
        expect(await bodiesIn(files), `written behind it, cut at ${length}`).toEqual(all);
        files.remove(INDEX_PATH);
        expect(await bodiesIn(files), `without an index, cut at ${length}`).toEqual(all);
        expect(movedAside(files), `cut at ${length}`).not.toContain("stored by the original");
      }
    }
  },
);

test("an edit behind it is undone by helix, and a transaction that follows is known for one", async () => {
  const { before, after } = await renamed();
  const files = new MemoryFileSystem();
  const cut = before.length + Math.floor((after.length - before.length) / 2);
  files.write(LOG_PATH, Buffer.concat([after.subarray(0, cut), entryOfOriginal("other", LONG, 30_000_000)]));
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => ["a", "b"].map((body) => addition("other", body)));
  const damage = checkStore(files, DIRECTORY)!.damages.length;
  await kb.change(() =>
    Array.from({ length: 40 }, (_, at) => addition("other", `more ${at} ${"and more ".repeat(9)}`)),
  );
  // What is whole stays whole when the log has grown beyond where the cut off transaction was to end.
  expect(checkStore(files, DIRECTORY)!.damages).toHaveLength(damage);
  await kb.undo();
  await kb.undo();
  kb.close();
  expect(await bodiesIn(files)).toEqual([...NOTES, UNTOUCHED, LONG].sort());
});

test("a transaction that was cut off with nothing behind it has not happened, as before", async () => {
  const { before, after } = await renamed();
  for (let length = before.length + 1; length < after.length; length += PLACES_STEP) {
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, after.subarray(0, length));
    expect(await bodiesIn(files), `cut at ${length}`).toEqual([...NOTES, UNTOUCHED].sort());
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => [addition("other", "stored by helix")]);
    kb.close();
    expect(await bodiesIn(files), `cut at ${length}`).toEqual([...NOTES, UNTOUCHED, "stored by helix"].sort());
  }
});
