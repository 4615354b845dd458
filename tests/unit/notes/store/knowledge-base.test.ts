// A knowledge base on a disk that is not there yet, or that takes nothing: it is read all the same.

import { describe, expect, test } from "vitest";
import { TAIL_BYTES_MAX } from "../../../../src/notes/store/knowledge-base.ts";
import { liveEntries, openKnowledgeBase, searchHits } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog } from "../../../support/random-log.ts";

describe("a directory that is not there", () => {
  test("is empty, and reading makes nothing", async () => {
    const files = new MemoryFileSystem();
    const view = await openKnowledgeBase(DIRECTORY, { files }).view();
    expect(liveEntries(view)).toEqual([]);
    expect(searchHits(view, "anything")).toEqual([]);
    expect(view.statistics()).toMatchObject({ entries: 0, topics: 0, oldest: null, newest: null, logBytes: 0 });
    expect([files.paths(), files.operations]).toEqual([[], []]);
  });

  test("is made by the first write", async () => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.view();
    await kb.change(() => [addition("a", "first")]);
    expect(files.paths()).toEqual([`${DIRECTORY}/.lock`, LOG_PATH]);
    expect(liveEntries(await kb.view())).toHaveLength(1);
  });
});

describe("a disk that takes nothing", () => {
  test.each(["EROFS", "ENOSPC", "EACCES"])("is read, and every write is refused with %s", async (code) => {
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, await randomLog({ seed: 6, changes: 12 }));
    const before = files.content(LOG_PATH);
    const expected = liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view());
    files.fault = () => ({ code });
    const kb = openKnowledgeBase(DIRECTORY, { files });
    expect(liveEntries(await kb.view())).toEqual(expected);
    for (const asked of [() => kb.change(() => [addition("a", "b")]), () => kb.compact(), () => kb.rebuildIndex()]) {
      await expect(asked()).rejects.toMatchObject({ code: "IO", message: expect.stringContaining(code) });
    }
    expect(liveEntries(await kb.view())).toEqual(expected);
    expect(files.content(LOG_PATH)).toEqual(before);
    expect(files.content(INDEX_PATH)).toBeNull();
  });

  test("is read to the end without an index, however long the log", async () => {
    const files = new MemoryFileSystem();
    const writer = openKnowledgeBase(DIRECTORY, { files });
    const length = 256 * 1024;
    await writer.change(() =>
      Array.from({ length: TAIL_BYTES_MAX / length + 1 }, () => addition("a", "x".repeat(length))),
    );
    if (files.content(INDEX_PATH)) files.remove(INDEX_PATH);
    files.fault = () => ({ code: "EROFS" });
    const errors: unknown[] = [];
    const kb = openKnowledgeBase(DIRECTORY, { files, onMergeError: (error) => errors.push(error) });
    expect((await kb.view()).statistics()).toMatchObject({ entries: TAIL_BYTES_MAX / length + 1, watermark: 0 });
    expect(errors.length).toBeGreaterThan(0);
  });
});
