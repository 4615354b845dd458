// index.bin is disposable: missing, cut, foreign, of another version or log, it changes no answer. With damage behind a
// sound header, which is not looked for on the way to an answer, one may be wrong; nothing throws, hangs or is built on
// it, and a rebuild is right. And the log itself: exchanged, shortened, removed or compacted under a knowledge base
// that is open.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { crc32 } from "../../src/base/crc32.ts";
import { INDEX_HEADER } from "../../src/engine/segment/index-layout.ts";
import { edgesOf } from "../../src/notes/index/cross-references.ts";
import { NOTE_SCHEMA } from "../../src/notes/index/note-schema.ts";
import { tagCounts } from "../../src/notes/index/tag-counts.ts";
import { nearestTopics } from "../../src/notes/scope/unknown-topic.ts";
import { checkStore } from "../../src/notes/store/check.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { liveEntries, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog, randomNumbers } from "../support/random-log.ts";
import { PLACES_STEP, runs } from "../support/runs.ts";

const QUERIES = [
  "linker",
  "arm64 pool",
  "CachedEntry",
  "検索",
  "検",
  "tag:gotcha",
  "source:bridge.rs linker",
  "topic:build",
  "",
];

function diskWith(log: Uint8Array, index: Uint8Array | null): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  if (index) files.write(INDEX_PATH, index);
  return files;
}

/** Everything that can be asked, as text. */
function answersOf(view: KnowledgeView): string {
  const { index } = view;
  const topics = view.topics();
  const searches = QUERIES.flatMap((query) => [searchHits(view, query), searchHits(view, query, "or")]).map((hits) =>
    hits.map(({ score, ...hit }) => ({ ...hit, score: score.toFixed(6) })),
  );
  const { entries, oldest, newest } = view.statistics();
  return JSON.stringify([liveEntries(view), topics, [...tagCounts(index)].sort(), searches, entries, oldest, newest]);
}

async function answers(files: MemoryFileSystem): Promise<string> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const found = answersOf(await kb.view());
  kb.close();
  return found;
}

async function indexOf(log: Uint8Array): Promise<Uint8Array> {
  const files = diskWith(log, null);
  await openKnowledgeBase(DIRECTORY, { files }).mergeNow();
  return files.content(INDEX_PATH)!;
}

async function logWithMetadata(): Promise<Uint8Array> {
  const files = diskWith(await randomLog({ seed: 17, changes: 60 }), null);
  const body = (round: number) =>
    `[tags: gotcha, t${round % 3}]\n[source: src/bridge.rs:${round}]\n[confidence: 0.${round + 1}]\nlinker ${round} wants build\n[project: o/r${round % 2}, k-1]`;
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => Array.from({ length: 8 }, (_, round) => addition(`topic-${round % 3}`, body(round))));
  return files.content(LOG_PATH)!;
}

let log: Uint8Array;
let index: Uint8Array;
let right: string;

beforeAll(async () => {
  log = await logWithMetadata();
  index = await indexOf(log);
  right = await answers(diskWith(log, null));
});

/** The header's own checksum made right again after a change. */
function resealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(NOTE_SCHEMA.prefixBytes - 4, crc32(bytes.subarray(0, NOTE_SCHEMA.prefixBytes - 4)), true);
  return bytes;
}

describe("the same answers", () => {
  test("with a sound index and without one", async () => {
    expect(checkStore(diskWith(log, index), DIRECTORY)!.index).toBe("sound");
    expect(await answers(diskWith(log, index))).toBe(right);
  });

  test("with an index cut off at any place", async () => {
    for (let length = 0; length < index.length; length += length < NOTE_SCHEMA.prefixBytes + 64 ? PLACES_STEP : 97) {
      expect(await answers(diskWith(log, index.subarray(0, length))), `cut at ${length}`).toBe(right);
    }
  });

  test("with one that goes on behind its end", async () => {
    expect(await answers(diskWith(log, Buffer.concat([index, Buffer.from("more")])))).toBe(right);
  });

  test("with every byte of its header changed", async () => {
    for (let at = 0; at < NOTE_SCHEMA.prefixBytes; at += PLACES_STEP) {
      for (const mask of [0x01, 0x80, 0xff]) {
        const bytes = index.slice();
        bytes[at]! ^= mask;
        expect(await answers(diskWith(log, bytes)), `byte ${at} ^ ${mask}`).toBe(right);
      }
    }
  });

  test("with random bytes, zeros, text, or a header of random sections", async () => {
    const next = randomNumbers(1);
    const noise = Uint8Array.from(index, () => next(256));
    const header = index.slice();
    header.set(noise.subarray(INDEX_HEADER.size, NOTE_SCHEMA.prefixBytes), INDEX_HEADER.size);
    for (const bytes of [noise, new Uint8Array(index.length), Buffer.from("not an index"), resealed(header)]) {
      expect(await answers(diskWith(log, bytes))).toBe(right);
    }
  });

  test.each([0, 1, 2, 3, 5, 0xffff_ffff])("with an index of version %i", async (version) => {
    const bytes = index.slice();
    new DataView(bytes.buffer).setUint32(INDEX_HEADER.at.version, version, true);
    expect(await answers(diskWith(log, resealed(bytes)))).toBe(right);
  });

  test("with the index of the original program", async () => {
    const original = readFileSync(fileURLToPath(new URL("../fixtures/original/thousand/index.bin", import.meta.url)));
    expect(await answers(diskWith(log, original))).toBe(right);
  });

  test("with another log's index: a longer one's, a shorter one's, one's of the same length", async () => {
    const longer = await indexOf(await randomLog({ seed: 18, changes: 150 }));
    const shorter = await indexOf(await randomLog({ seed: 19, changes: 20 }));
    const twin = diskWith(log.subarray(0, 8), null);
    const kb = openKnowledgeBase(DIRECTORY, { files: twin });
    await kb.change(() => [addition("a", "x".repeat(log.length - 8 - 13))]);
    expect(twin.content(LOG_PATH)).toHaveLength(log.length);
    for (const other of [longer, shorter, await indexOf(twin.content(LOG_PATH)!)]) {
      expect(await answers(diskWith(log, other))).toBe(right);
    }
  });

  test("with the index of the log as it was, and of a beginning of it", async () => {
    const kb = openKnowledgeBase(DIRECTORY, { files: diskWith(log, index) });
    await kb.change((view) => [{ kind: "delete", id: view.topicDocuments("build")[0]! }, addition("late", "linker")]);
    const grown = answersOf(await kb.view());
    const early = await randomLog({ seed: 17, changes: 20 });
    const files = diskWith(log, await indexOf(early));
    expect(log.subarray(0, early.length)).toEqual(early);
    expect(await answers(files)).toBe(right);
    await openKnowledgeBase(DIRECTORY, { files }).change((view) => [
      { kind: "delete", id: view.topicDocuments("build")[0]! },
      addition("late", "linker"),
    ]);
    expect(await answers(files)).toBe(grown);
  });
});

describe("an index damaged behind its header", () => {
  /** Copies of the index with up to a few bytes of its body changed. */
  function* damagedIndexes(count: number, seed: number): Generator<Uint8Array> {
    const next = randomNumbers(seed);
    for (let round = 0; round < count; round++) {
      const bytes = index.slice();
      for (let change = next(3); change >= 0; change--) {
        const at = NOTE_SCHEMA.prefixBytes + next(index.length - NOTE_SCHEMA.prefixBytes);
        bytes[at] = round % 2 === 0 ? 0xff : next(256);
      }
      yield bytes;
    }
  }

  /** Asks everything; a body may be reported as damaged, and that is the only thing that may be thrown. */
  function askAll(view: KnowledgeView): void {
    for (const query of QUERIES) for (const mode of ["and", "or"] as const) searchHits(view, query, mode);
    view.statistics();
    nearestTopics(view, "buidl", 3);
    edgesOf(view.index.base!);
    for (let id = 0; id < view.index.capacity; id++) {
      view.document(id);
      try {
        view.body(id);
      } catch (error) {
        expect((error as { code: string }).code).toBe("CORRUPTION");
      }
    }
  }

  test("never throws, and is right after a rebuild", async () => {
    let wrong = 0;
    const count = runs(400);
    for (const bytes of damagedIndexes(count, 2)) {
      const files = diskWith(log, bytes);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      askAll(await kb.view());
      if (checkStore(files, DIRECTORY)!.index === "damaged") wrong++;
      await kb.rebuildIndex();
      expect(answersOf(await kb.view())).toBe(right);
      expect(checkStore(files, DIRECTORY)!.index).toBe("sound");
      kb.close();
    }
    expect(wrong).toBeGreaterThan(count * 0.75);
  });

  test("is not merged on: what is stored next makes it right", async () => {
    for (const bytes of damagedIndexes(runs(60), 3)) {
      const files = diskWith(log, bytes);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      await kb.change(() => [addition("late", "linker")]);
      await kb.mergeNow();
      const expected = diskWith(files.content(LOG_PATH)!, null);
      expect(answersOf(await kb.view())).toBe(await answers(expected));
      kb.close();
    }
  });

  test("is not asked what is live by a compaction", async () => {
    for (const bytes of damagedIndexes(runs(60), 4)) {
      const files = diskWith(log, bytes);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      await kb.view();
      await kb.compact();
      expect(answersOf(await kb.view())).toBe(right);
      expect(await answers(files)).toBe(right);
      kb.close();
    }
  });
});

describe("a log that changes under an open knowledge base", () => {
  let files: MemoryFileSystem;
  let kb: KnowledgeBase;

  async function opened(): Promise<void> {
    files = diskWith(log, index);
    kb = openKnowledgeBase(DIRECTORY, { files });
    expect(answersOf(await kb.view())).toBe(right);
  }

  test.each(["exchanged", "restored in place"])("for an older copy, %s", async (how) => {
    await opened();
    await kb.change(() => [addition("late", "linker")]);
    await kb.mergeNow();
    if (how === "exchanged") files.write(LOG_PATH, log);
    else files.overwrite(LOG_PATH, log);
    expect(answersOf(await kb.view())).toBe(right);
    await kb.change(() => [addition("late", "another")]);
    expect(await answers(files)).toBe(answersOf(await kb.view()));
  });

  test("for another log", async () => {
    await opened();
    const other = await randomLog({ seed: 33, changes: 90 });
    files.write(LOG_PATH, other);
    expect(answersOf(await kb.view())).toBe(await answers(diskWith(other, null)));
  });

  test("by losing its end", async () => {
    await opened();
    for (const length of [log.length - 1, log.length - 200, 9, 8, 3, 0]) {
      files.overwrite(LOG_PATH, log.subarray(0, length));
      expect(answersOf(await kb.view()), `${length} bytes`).toBe(
        await answers(diskWith(log.subarray(0, length), null)),
      );
    }
  });

  test("by being removed: it is empty, and begins again", async () => {
    await opened();
    files.remove(LOG_PATH);
    expect(liveEntries(await kb.view())).toEqual([]);
    await kb.change(() => [addition("new", "first")]);
    expect(liveEntries(await kb.view())).toHaveLength(1);
    expect(await answers(files)).toBe(answersOf(await kb.view()));
  });

  test("by being compacted by others, again and again", async () => {
    await opened();
    for (let round = 0; round < 4; round++) {
      const held = await kb.view();
      await openKnowledgeBase(DIRECTORY, { files }).compact();
      expect(answersOf(held), "a view of before still reads its log").toBe(right);
      expect(answersOf(await kb.view())).toBe(right);
      const added = await kb.change(() => [addition("late", `round ${round}`)]);
      await kb.change(() => [{ kind: "delete", id: added.added[0]! }]);
    }
    expect(files.content(LOG_PATH)!.length).toBeLessThan(log.length);
  });
});

describe("temporary files", () => {
  /** No process has this number. */
  const DEAD = 99_999_999;

  test("of processes that are gone are swept, others are not", async () => {
    const files = diskWith(log, index);
    const orphans = [`${LOG_PATH}.tmp-${DEAD}-1-abc`, `${INDEX_PATH}.tmp-${DEAD}-2-def`];
    const others = [
      `${LOG_PATH}.tmp-${process.pid}-1-abc`,
      `${DIRECTORY}/notes.tmp-${DEAD}-1-abc`,
      `${LOG_PATH}.torn-1`,
    ];
    for (const path of [...orphans, ...others]) files.write(path, new Uint8Array(3));
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.compact();
    await kb.mergeNow();
    expect(files.paths().filter((path) => orphans.includes(path))).toEqual([]);
    expect(files.paths().filter((path) => others.includes(path))).toEqual(others.sort());
  });
});
