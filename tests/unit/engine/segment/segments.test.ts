// One set of entries as a delta in memory and as a base in a file: both answer every question of the segment alike.

import { describe, expect, test } from "vitest";
import { PostingBuffer } from "../../../../src/engine/postings/posting-buffer.ts";
import { BaseSegment } from "../../../../src/engine/segment/base-segment.ts";
import type { MergeableSegment } from "../../../../src/engine/segment/segment.ts";
import { noteColumns } from "../../../../src/notes/index/note-columns.ts";
import { NOTE_SCHEMA } from "../../../../src/notes/index/note-schema.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog } from "../../../support/random-log.ts";

/** The segment's documents by number, terms and topics by name. */
function contents(segment: MergeableSegment) {
  const buffer = new PostingBuffer();
  const terms = Array.from({ length: segment.terms.count }, (_, rank) => {
    const ordinal = segment.terms.ordinalAt(rank);
    buffer.count = 0;
    segment.postings(ordinal, buffer);
    const postings = Array.from({ length: buffer.count }, (_, at) => [
      buffer.documents[at],
      buffer.frequencies[at],
      buffer.firstLine[at],
    ]);
    const name = segment.terms.name(ordinal);
    expect(segment.findTerm(name)).toBe(ordinal);
    expect(segment.frequencyOf(ordinal)).toBe(postings.length);
    return [name, postings];
  });
  const columns = noteColumns(segment);
  const { names } = columns.topics;
  const topics = Array.from({ length: names.count }, (_, ordinal) => names.name(ordinal)).sort();
  const documents = Array.from({ length: segment.documentCount }, (_, id) => ({
    offset: segment.offsetOf(id),
    size: segment.sizeOf(id),
    pair: segment.isReplacement(id),
    place: segment.originOf(id),
    stored: columns.stored.of(id),
    topic: columns.topicOf(id),
    length: segment.lengths.of(id),
    firstLineLength: segment.leadingLengths.of(id),
    confidence: columns.confidenceOf(id),
    tags: columns.tags.of(id),
    source: columns.sources.of(id),
    projects: columns.projectsOf(id),
  }));
  documents.forEach(({ offset }, id) => {
    expect(segment.documentAt(offset)).toBe(id);
    expect(segment.documentAt(offset + 1)).toBe(-1);
  });
  const members = topics.map((name) => Array.from(columns.topics.documents(names.find(name))));
  const having = (test: ((id: number) => boolean) | null) => documents.map((_, id) => test?.(id) ?? false);
  return {
    documents,
    terms,
    topics,
    members,
    tokenTotal: segment.tokenTotal,
    tagged: ["gotcha", "t1", "none"].map((tag) => having(columns.tags.with(tag))),
    cited: ["bridge.rs", "none"].map((file) =>
      having(columns.sources.containing(file, (source) => source.includes(file))),
    ),
    projects: having(columns.withProject((keys) => keys.includes("o/r1"))),
    prefixed: ["s", "li", "検", "zz"].map((prefix) =>
      segment
        .termsWithPrefix(prefix, 1000)
        .map((ordinal) => segment.terms.name(ordinal))
        .sort(),
    ),
    missing: [segment.findTerm("no such term"), names.find("no such topic"), segment.documentAt(1)],
  };
}

async function bothSegments(build: (files: MemoryFileSystem) => Promise<void>) {
  const files = new MemoryFileSystem();
  await build(files);
  // Compacted, nothing is deleted: then the delta of the whole log and the base hold the same.
  await openKnowledgeBase(DIRECTORY, { files }).compact();
  const base = BaseSegment.open(NOTE_SCHEMA, files.content(INDEX_PATH)!)!;
  files.remove(INDEX_PATH);
  const { index } = await openKnowledgeBase(DIRECTORY, { files }).view();
  expect(index.base).toBeNull();
  return { base, delta: index.delta };
}

describe("base and delta", () => {
  test.each([1, 2, 3])("hold the same of a random log, seed %i", async (seed) => {
    const { base, delta } = await bothSegments(async (files) => {
      files.write(LOG_PATH, await randomLog({ seed, changes: 80, base: seed === 2 ? "local-1970" : "utc-2024" }));
    });
    expect(contents(base)).toEqual(contents(delta));
    expect(base.isSound()).toBe(true);
  });

  test("hold the same of metadata, many tags, long lines and many topics", async () => {
    const { base, delta } = await bothSegments(async (files) => {
      const kb = openKnowledgeBase(DIRECTORY, { files });
      await kb.change(() =>
        Array.from({ length: 60 }, (_, round) =>
          addition(
            `topic ${round % 45}`,
            [
              `[tags: gotcha, t${round % 3}${Array.from({ length: round }, (_, tag) => `, x${tag}`).join("")}]`,
              `[source: src/bridge-${round % 5}/bridge.rs:${round}]`,
              `[confidence: 0.${round % 10}]`,
              `linker ${"word ".repeat(round * 7)}`,
              "a second line, 検索する",
              `[project: o/r${round % 2}, key-${round % 2}]`,
            ].join("\n"),
          ),
        ),
      );
    });
    const held = contents(base);
    expect(held).toEqual(contents(delta));
    expect(held.documents.at(-1)!.tags).toHaveLength(61);
    expect(held.topics).toHaveLength(45);
    expect(held.tagged[0]!.every(Boolean)).toBe(true);
    expect(held.projects.filter(Boolean)).toHaveLength(30);
  });
});
