// With an intact index nothing of the log below the watermark is read, but what tells that the index belongs to the
// log: the header, 4,096 bytes at each end of what the index covers, and 64 bytes before the point up to which a reader
// has read.

import { expect, it } from "vitest";
import { contentTokens } from "../../src/engine/text/tokenizer.ts";
import { findDuplicate } from "../../src/notes/duplicates/near-duplicates.ts";
import { tagCounts } from "../../src/notes/index/tag-counts.ts";
import { nearestTopics } from "../../src/notes/scope/unknown-topic.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { CountingFiles, type ReadStretch, readsBelow } from "../support/counting-files.ts";
import { foundDocuments, NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";

const WINDOW = 4096;
const MARK = 64;
const HEADER: ReadStretch = { from: 0, to: 8 };
const ENTRIES = 2000;
const TAIL = 7;
const NEVER = 1e12;

const add = (topic: string, body: string) => ({ kind: "add" as const, topic, body, minutes: NOW_MINUTES });

/** What an open may read below the watermark. */
function identification(watermark: number): ReadStretch[] {
  return [HEADER, { from: 0, to: WINDOW }, { from: watermark - WINDOW, to: watermark }];
}

/** A directory with an index over most of its log, and a few entries and a tombstone behind. */
async function directoryWithIndex(): Promise<{ directory: string; watermark: number }> {
  const directory = temporaryDirectory();
  const base = openKnowledgeBase(directory, { mergeWorthBytes: NEVER });
  const body = (at: number) => `note ${at} of the linker\n${"words to make it long ".repeat(6)}word${at % 97}`;
  await base.change(() => Array.from({ length: ENTRIES }, (_, at) => add(`topic-${at % 20}`, body(at))));
  await base.mergeNow();
  const { watermark } = (await base.view()).statistics();
  await base.change((view) => [
    ...Array.from({ length: TAIL }, (_, at) => add("tail", `tail note ${at}`)),
    { kind: "delete", id: view.topicDocuments("topic-3")[0]! },
  ]);
  base.close();
  return { directory, watermark };
}

async function openCounted(directory: string): Promise<{ base: KnowledgeBase; counter: CountingFiles }> {
  const counter = new CountingFiles();
  return { base: openKnowledgeBase(directory, { files: counter.files, mergeWorthBytes: NEVER }), counter };
}

/** Everything that an answer is made of, but texts and their first lines. */
function readAllButTexts(view: KnowledgeView): void {
  expect(foundDocuments(view, "linker")).toHaveLength(ENTRIES - 1);
  expect(foundDocuments(view, "tail note")).toHaveLength(TAIL);
  expect(foundDocuments(view, "absent word5", "or").length).toBeGreaterThan(10);
  expect(view.topics()).toHaveLength(21);
  for (const { name } of view.topics()) {
    for (const id of view.topicDocuments(name)) expect(view.document(id).topic).toBe(name);
  }
  expect(view.statistics()).toMatchObject({ entries: ENTRIES + TAIL - 1, topics: 21, tailEntries: TAIL });
  expect(tagCounts(view.index).size).toBe(0);
  expect(nearestTopics(view, "topic", 3)).toHaveLength(3);
}

it("opens, searches and lists without reading below the watermark", async () => {
  const { directory, watermark } = await directoryWithIndex();
  expect(watermark).toBeGreaterThan(50 * WINDOW);
  const { base, counter } = await openCounted(directory);
  readAllButTexts(await base.view());
  const reads = counter.take();
  expect(readsBelow(reads, watermark, identification(watermark))).toEqual([]);
  const bytes = reads.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, watermark) - from), 0);
  expect(bytes).toBeLessThanOrEqual(2 * WINDOW + MARK + HEADER.to);
  expect(reads.some(({ to }) => to > watermark)).toBe(true);
  base.close();
});

it("reads nothing again, and only what was appended when something was", async () => {
  const { directory } = await directoryWithIndex();
  const { base, counter } = await openCounted(directory);
  const end = (await base.view()).statistics().logBytes;
  counter.take();
  readAllButTexts(await base.view());
  expect(counter.take()).toEqual([]);

  const other = openKnowledgeBase(directory, { mergeWorthBytes: NEVER });
  await other.change(() => [add("tail", "appended by another process")]);
  other.close();
  const view = await base.view();
  expect(foundDocuments(view, "appended")).toHaveLength(1);
  const size = view.statistics().logBytes;
  expect(counter.take()).toEqual([
    { from: end - MARK, to: end },
    { from: end, to: size },
    { from: size - MARK, to: size },
  ]);
  base.close();
});

it("reads one record for one body", async () => {
  const { directory } = await directoryWithIndex();
  const { base, counter } = await openCounted(directory);
  const view = await base.view();
  counter.take();
  for (const topic of ["topic-0", "topic-3", "tail"]) {
    for (const id of view.topicDocuments(topic).slice(0, 3)) {
      view.body(id);
      const { offset, size } = view.document(id);
      expect(counter.take()).toEqual([{ from: offset, to: offset + size }]);
    }
  }
  base.close();
});

it("reads one record for the first lines of a note, and only the beginning of a long one", async () => {
  const { directory } = await directoryWithIndex();
  const { base, counter } = await openCounted(directory);
  const long = `the first line\nthe second\n${"and many more words ".repeat(5000)}`;
  const { added } = await base.change(() => [
    add("topic-3", long),
    add("topic-3", `[source: a.ts:1]\n${"x".repeat(9000)}`),
  ]);
  const view = await base.view();
  counter.take();
  for (const id of view.topicDocuments("topic-3").slice(0, 3)) {
    const { offset, size, snippet } = view.document(id);
    expect(snippet[0]).toMatch(/^note \d+ of the linker$/);
    expect(counter.take()).toEqual([{ from: offset, to: offset + size }]);
  }
  expect(view.document(added[0]!).snippet).toEqual(["the first line", "the second"]);
  expect(view.document(added[1]!).snippet).toEqual([`${"x".repeat(119)}…`, ""]);
  expect(counter.take().map(({ from, to }) => to - from)).toEqual([WINDOW, WINDOW]);
  base.close();
});

it("stores, deletes and edits without reading below the watermark", async () => {
  const { directory, watermark } = await directoryWithIndex();
  const { base, counter } = await openCounted(directory);
  const size = (await base.view()).statistics().logBytes;
  counter.take();
  await base.change((view) => [
    add("topic-1", "a new note"),
    { kind: "delete", id: view.topicDocuments("topic-1")[0]! },
    { kind: "replace", id: view.topicDocuments("topic-2")[5]!, body: "another text" },
    { kind: "move", id: view.topicDocuments("topic-4")[5]!, topic: "topic-5", body: "moved" },
  ]);
  // The writer opens the log once, and looks at its header.
  expect(readsBelow(counter.take(), size - MARK, [HEADER])).toEqual([]);
  await base.change(() => [add("topic-1", "one more")]);
  expect(readsBelow(counter.take(), size - MARK, [])).toEqual([]);
  expect(watermark).toBeLessThan(size);
  base.close();
});

it("looks for duplicates of a note by reading the few records that may be some", async () => {
  const { directory, watermark } = await directoryWithIndex();
  const { base, counter } = await openCounted(directory);
  const view = await base.view();
  await base.change(() => [add("topic-0", "the quick brown fox jumps over lazy dogs")]);
  counter.take();
  const unique = "completely different words that nobody has stored anywhere before today";
  expect(findDuplicate(view, "topic-0", contentTokens(unique))).toBeNull();
  expect(counter.take()).toEqual([]);

  const known = view.body(view.topicDocuments("topic-0")[4]!) ?? "";
  counter.take();
  expect(findDuplicate(view, "topic-0", contentTokens(known))?.similarity).toBe(1);
  const records = new Set(view.topicDocuments("topic-0").map((id) => view.document(id).offset));
  const reads = counter.take();
  expect(reads.length).toBeLessThanOrEqual(32);
  expect(reads.every(({ from }) => records.has(from))).toBe(true);
  expect(reads.some(({ to }) => to <= watermark)).toBe(true);
  base.close();
});

it("merges a tail by reading the tail", async () => {
  const { directory, watermark } = await directoryWithIndex();
  const { base, counter } = await openCounted(directory);
  await base.view();
  counter.take();
  await base.mergeNow();
  const { watermark: merged, logBytes } = (await base.view()).statistics();
  expect(merged).toBe(logBytes);
  expect(readsBelow(counter.take(), watermark, [...identification(watermark), ...identification(merged)])).toEqual([]);
  const view = await base.view();
  expect(view.statistics()).toMatchObject({ entries: ENTRIES + TAIL - 1, tailEntries: 0, deleted: 0 });
  expect(foundDocuments(view, "linker")).toHaveLength(ENTRIES - 1);
  expect(counter.take()).toEqual([]);
  base.close();
});
