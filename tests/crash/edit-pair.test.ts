// An edit is two records, the new version and the tombstone of the old one. Cut anywhere between, it has not happened:
// every reader shows the old version and only that, in its place, and the next write clears the rest away and keeps it.

import { describe, expect, test } from "vitest";
import type { Change } from "../../src/notes/store/changes.ts";
import { checkStore, inspectLog } from "../../src/notes/store/check.ts";
import { liveEntries, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, entryOfOriginal, INDEX_PATH, LOG_PATH } from "../support/random-log.ts";

const TOMBSTONE_BYTES = 8;

type Edit = (id: number) => Change;

const EDITS: Record<string, Edit> = {
  "in place": (id) => ({ kind: "replace", id, body: "version two of the note" }),
  "into another topic": (id) => ({ kind: "move", id, topic: "elsewhere", body: "version one of the note" }),
};

interface Edited {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly index: Uint8Array;
}

async function edited(edit: Edit): Promise<Edited> {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => ["first", "version one of the note", "last"].map((body) => addition("notes", body)));
  await kb.mergeNow();
  const before = files.content(LOG_PATH)!;
  await kb.change((view) => [edit(view.topicDocuments("notes")[1]!)]);
  return { before, after: files.content(LOG_PATH)!, index: files.content(INDEX_PATH)! };
}

const OLD = ["first", "version one of the note", "last"];

describe.each(Object.entries(EDITS))("an edit %s", (_, edit) => {
  test("is two records, and counts when both are there", async () => {
    const { before, after } = await edited(edit);
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, after);
    const kinds: string[] = [];
    inspectLog(files, DIRECTORY, (record) => kinds.push(`${record.kind} at ${record.offset >= before.length}`));
    expect(kinds.slice(-2)).toEqual(["entry at true", "tombstone at true"]);
    const view = await openKnowledgeBase(DIRECTORY, { files }).view();
    expect(liveEntries(view)).toHaveLength(3);
    expect(view.index.deletedCount).toBe(1);
  });

  test.each(["without an index", "with the index of before"])("cut anywhere, %s", async (how) => {
    const { before, after, index } = await edited(edit);
    for (let length = before.length + 1; length < after.length; length++) {
      const files = new MemoryFileSystem();
      files.write(LOG_PATH, after.subarray(0, length));
      if (how.startsWith("with the")) files.write(INDEX_PATH, index);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      const view = await kb.view();
      const shown = () => liveEntries(view).map(({ body }) => body);
      expect(shown(), `${length}`).toEqual(OLD);
      expect(view.topics().map(({ name, count }) => [name, count])).toEqual([["notes", 3]]);
      expect(searchHits(view, "version").map(({ snippet }) => snippet.trim())).toEqual([OLD[1]]);
      expect(searchHits(view, "two")).toEqual([]);
      expect(view.statistics()).toMatchObject({ entries: 3, tornBytes: length - before.length, damageCount: 0 });
      const report = checkStore(files, DIRECTORY)!;
      expect(report).toMatchObject({ live: 3, entries: 3, tornBytes: length - before.length, damages: [] });
      // A merge in between does not take the half edit in.
      await kb.mergeNow();
      expect(liveEntries(await kb.view()).map(({ body }) => body)).toEqual(OLD);

      await kb.change((now) => [edit(now.topicDocuments("notes")[1]!)]);
      const repaired = files.content(LOG_PATH)!;
      expect(Buffer.from(repaired).equals(after), `${length}`).toBe(true);
      const torn = files.paths().filter((path) => path.includes(".torn-"));
      expect(torn).toHaveLength(1);
      expect(Buffer.from(files.content(torn[0]!)!)).toEqual(Buffer.from(after.subarray(before.length, length)));
      expect(liveEntries(await kb.view())).toEqual(liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view()));
      kb.close();
    }
  });

  test("is seen by a reader that was open, at every moment of its being written", async () => {
    const { before, after } = await edited(edit);
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, before);
    const kb = openKnowledgeBase(DIRECTORY, { files });
    const file = files.open(LOG_PATH, "append");
    for (let length = before.length + 1; length <= after.length; length++) {
      file.append(after.subarray(length - 1, length));
      const found = liveEntries(await kb.view());
      expect(found).toHaveLength(3);
      if (length < after.length) expect(found.map(({ body }) => body)).toEqual(OLD);
    }
    expect((await kb.view()).index.deletedCount).toBe(1);
  });

  test("cut behind its entry leaves no entry without a tombstone in the log", async () => {
    const { before, after } = await edited(edit);
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, after.subarray(0, after.length - TOMBSTONE_BYTES));
    await openKnowledgeBase(DIRECTORY, { files }).compact();
    const compacted = files.content(LOG_PATH)!;
    // Two marks went, the mark of the rewriting came.
    expect(compacted.length).toBe(before.length - TOMBSTONE_BYTES);
    const copies = files.paths().filter((path) => path.includes(".damaged-"));
    expect(Buffer.from(files.content(copies[0]!)!)).toEqual(
      Buffer.from(after.subarray(before.length, -TOMBSTONE_BYTES)),
    );
  });
});

describe("several edits in one write", () => {
  test("are seen together or not at all by a reader that was open, at every moment of their being written", async () => {
    const files = new MemoryFileSystem();
    const writer = openKnowledgeBase(DIRECTORY, { files });
    await writer.change(() => ["a", "b", "c"].map((body) => addition("notes", body)));
    const before = files.content(LOG_PATH)!.slice();
    await writer.change((view) => [
      { kind: "delete", id: view.topicDocuments("notes")[0]! },
      { kind: "move", id: view.topicDocuments("notes")[1]!, topic: "moved", body: "b" },
      addition("notes", "d"),
    ]);
    const after = files.content(LOG_PATH)!.slice();
    const other = new MemoryFileSystem();
    other.write(LOG_PATH, before);
    const reader = openKnowledgeBase(DIRECTORY, { files: other });
    const file = other.open(LOG_PATH, "append");
    for (let length = before.length + 1; length <= after.length; length++) {
      file.append(after.subarray(length - 1, length));
      const found = liveEntries(await reader.view()).map(({ topic, body }) => `${topic} ${body}`);
      expect(found).toEqual(
        length < after.length ? ["notes a", "notes b", "notes c"] : ["moved b", "notes c", "notes d"],
      );
    }
  });

  test("cut off, and written behind by a program that does not know acts: what is there counts", async () => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => ["a", "b"].map((body) => addition("notes", body)));
    const log = files.content(LOG_PATH)!;
    const cut = new MemoryFileSystem();
    cut.write(LOG_PATH, Buffer.concat([log.subarray(0, -TOMBSTONE_BYTES), entryOfOriginal("other", "kept", 1)]));
    const found = liveEntries(await openKnowledgeBase(DIRECTORY, { files: cut }).view());
    expect(found.map(({ body }) => body)).toEqual(["a", "b", "kept"]);
  });

  test("cut anywhere, none of them has happened", async () => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => ["a", "b", "c"].map((body) => addition("notes", body)));
    const before = files.content(LOG_PATH)!.length;
    await kb.change((view) =>
      view.topicDocuments("notes").map((id, at) => ({ kind: "move" as const, id, topic: "moved", body: "abc"[at]! })),
    );
    const after = files.content(LOG_PATH)!;
    for (let length = before; length <= after.length; length++) {
      const cut = new MemoryFileSystem();
      cut.write(LOG_PATH, after.subarray(0, length));
      const live = liveEntries(await openKnowledgeBase(DIRECTORY, { files: cut }).view());
      const moved = length === after.length ? 3 : 0;
      expect(live.filter(({ topic }) => topic === "moved").map(({ body }) => body)).toEqual([..."abc"].slice(0, moved));
      expect(live.filter(({ topic }) => topic === "notes").map(({ body }) => body)).toEqual([..."abc"].slice(moved));
    }
  });
});
