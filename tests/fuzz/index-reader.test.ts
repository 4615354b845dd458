// Index files of any bytes over a sound log: with damage behind a sound header an answer may be wrong; nothing throws
// or hangs, nothing is built on it, what is stored next is found, and a rebuild is right. A header whose checksum
// somebody has made right is not damage: it may say what is wrong until the next rebuild, and no more.

import { expect, test } from "vitest";
import { nearestTopics } from "../../src/notes/scope/unknown-topic.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog } from "../support/random-log.ts";
import { type Check, fuzz } from "./engine/campaign.ts";

const QUERIES = [
  "linker",
  "arm64 pool",
  "CachedEntry",
  "検索",
  "link*",
  "tag:gotcha",
  "topic:build linker",
  "late",
  "",
];

async function sampleLog(): Promise<Uint8Array> {
  const { openKnowledgeBase } = await import("../support/knowledge.ts");
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, await randomLog({ seed: 5, changes: 30 }));
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const body = (round: number) =>
    `[tags: gotcha, t${round}]\n[source: src/a.rs:${round}]\n[links: build:0]\nlinker ${round} wants build\n[project: o/r${round % 2}]`;
  await kb.change(() => Array.from({ length: 6 }, (_, round) => addition(`topic-${round % 2}`, body(round))));
  kb.close();
  return files.content(LOG_PATH)!;
}

async function indexOf(log: Uint8Array): Promise<Uint8Array> {
  const { openKnowledgeBase } = await import("../support/knowledge.ts");
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.mergeNow();
  kb.close();
  return files.content(INDEX_PATH)!;
}

async function load(log: Uint8Array): Promise<Check> {
  const { crc32 } = await import("../../src/base/crc32.ts");
  const { NOTE_SCHEMA } = await import("../../src/notes/index/note-schema.ts");
  const { liveEntries, openKnowledgeBase, searchHits } = await import("../support/knowledge.ts");
  const { foundDocuments } = await import("../support/knowledge.ts");

  /** A header whose checksum is right, so that what it says is believed. */
  const sealed = (bytes: Uint8Array) => {
    if (bytes.length < NOTE_SCHEMA.prefixBytes) return bytes;
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(
      NOTE_SCHEMA.prefixBytes - 4,
      crc32(copy.subarray(0, NOTE_SCHEMA.prefixBytes - 4)),
      true,
    );
    return copy;
  };
  const answersOf = (view: KnowledgeView) =>
    JSON.stringify([liveEntries(view), view.topics(), QUERIES.map((query) => searchHits(view, query))]);
  const askAll = (view: KnowledgeView) => {
    for (const query of QUERIES) {
      for (const mode of ["and", "or"] as const) {
        for (const id of foundDocuments(view, query, mode)) expect(id).toBeLessThan(view.index.capacity);
      }
    }
    view.statistics();
    nearestTopics(view, "buidl", 3);
    for (const { name } of view.topics()) view.topicDocuments(name);
    for (let id = 0; id < Math.min(view.index.capacity, 200); id++) {
      view.document(id);
      try {
        view.body(id);
      } catch (error) {
        expect((error as { code: string }).code).toBe("CORRUPTION");
      }
    }
  };
  const disk = (index: Uint8Array | null) => {
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, log);
    if (index !== null) files.write(INDEX_PATH, index);
    return files;
  };
  const right = answersOf(await openKnowledgeBase(DIRECTORY, { files: disk(null) }).view());

  return async (input) => {
    for (const index of [input, sealed(input)]) {
      const kb = openKnowledgeBase(DIRECTORY, { files: disk(index) });
      askAll(await kb.view());
      await kb.rebuildIndex();
      expect(answersOf(await kb.view())).toBe(right);
      kb.close();
    }
    const files = disk(input);
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => [addition("late", "late linker")]);
    await kb.mergeNow();
    const late = searchHits(await kb.view(), "late");
    expect(late.map(({ topic }) => topic)).toContain("late");
    files.remove(INDEX_PATH);
    expect(answersOf(await openKnowledgeBase(DIRECTORY, { files }).view())).toBe(answersOf(await kb.view()));
    kb.close();
  };
}

test("an index of any bytes is survived, and mended by what comes next", async () => {
  const log = await sampleLog();
  await fuzz({
    name: "index-reader",
    executions: 100,
    seeds: [await indexOf(log), "", "AMRN"],
    lengthMax: 65_536,
    load: () => load(log),
  });
});
