// search with embeddings: notes that are alike in meaning are found beside those that the words find.

import { beforeEach, describe, expect, test } from "vitest";
import { HelixError } from "../../../../src/base/errors.ts";
import { CALLS } from "../../../../src/base/wording.ts";
import type { Embedder } from "../../../../src/engine/vectors/embedder.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { searchFeature } from "../../../../src/features/search/search.ts";
import { reindex } from "../../../../src/features/topics/reindex.ts";
import { statistics } from "../../../../src/features/topics/statistics.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { NoteVectors } from "../../../../src/notes/store/note-vectors.ts";
import { bagOfWords } from "../../../support/embedding-server.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const NOTES = {
  cache: "the table must evict old entries before it grows",
  http: "a page is fetched twice when the address has a slash",
  invoice: "the total of an invoice is rounded line by line",
};

let files: MemoryFileSystem;
let base: KnowledgeBase;
let sent: string[];
let failure: Error | null;
let make: (text: string) => number[];
let noteVectors: () => NoteVectors;

beforeEach(async () => {
  files = new MemoryFileSystem();
  base = openKnowledgeBase("/kb", { files });
  sent = [];
  failure = null;
  make = bagOfWords;
  const embedder: Embedder = {
    model: "m1",
    async embed(texts) {
      if (failure !== null) throw failure;
      sent.push(...texts);
      return texts.map((text) => Float32Array.from(make(text)));
    },
  };
  const vectors = new NoteVectors(files, "/kb", embedder);
  noteVectors = () => vectors;
  for (const [topic, body] of Object.entries(NOTES)) await store(topic, body);
});

const store = (topic: string, body: string) => base.change(() => [{ kind: "add", topic, body, minutes: NOW_MINUTES }]);
const index = async () => (await reindex({ base, noteVectors })).text(CALLS);

interface Found {
  readonly total: number;
  readonly byMeaning?: number;
  readonly remarks?: readonly string[];
  readonly results: readonly { readonly topic: string; readonly ranks?: unknown }[];
}

async function search(query: string, values: Record<string, unknown> = {}, changed: Partial<FeatureContext> = {}) {
  const context = { base, project: null, noteVectors, ...changed } as unknown as FeatureContext;
  const answer = await searchFeature.run(context, { query, ...values });
  return { text: answer.text(CALLS), data: answer.data() as Found };
}

const topicsFor = async (query: string, values = {}) =>
  (await search(query, values)).data.results.map(({ topic }) => topic);

test("a synonym's note is found, which no word finds, and counted apart", async () => {
  expect(await topicsFor("discard elderly")).toEqual([]);
  expect(await index()).toContain("vectors: 3 of 3 notes (m1, 64 numbers each");
  const { text, data } = await search("discard elderly");
  expect(data).toMatchObject({ total: 1, byMeaning: 1, results: [{ topic: "cache" }] });
  expect(text).toContain("1 match(es); 1 by meaning alone");
});

test("a match by words is not counted twice", async () => {
  await index();
  const { text, data } = await search("discard the elderly page of a table", { explain: true });
  expect(data.results.map(({ topic }) => topic).sort()).toEqual(["cache", "http", "invoice"]);
  // Of the invoice the query has stop words alone.
  expect(data).toMatchObject({ total: 3, byMeaning: 1 });
  expect(data.results.map(({ ranks }) => ranks)).toEqual([
    { words: 1, meaning: 2 },
    { words: 2, meaning: 1 },
    { words: null, meaning: 3 },
  ]);
  expect(text).toMatch(/= place by words 2, by meaning 1\n= score/);
});

test("--explain says of a note that no word found its place by meaning alone", async () => {
  await index();
  expect((await search("discard elderly", { explain: true })).text).toMatch(
    /= place by words none, by meaning 1\n {2}the table/,
  );
});

test("limits, pages and filters hold for what is alike, too", async () => {
  await index();
  expect(await topicsFor("discard elderly page invoice", { limit: 2 })).toHaveLength(2);
  expect(await topicsFor("discard elderly", { topic: "http" })).toEqual([]);
  expect((await search("discard elderly", { detail: "count" })).data.total).toBe(0);
});

test("all matches by words are listed, however many there are, and each once", async () => {
  const many = Array.from({ length: 450 }, (_, at) => ({
    kind: "add" as const,
    topic: "many",
    body: `number ${at} of the needles, ${at % 3 === 0 ? "an old entry" : "fresh"}`,
    minutes: NOW_MINUTES,
  }));
  await base.change(() => many);
  await index();
  const view = await base.view();
  const cosine = noteVectors().cosines(view.index, Float32Array.from(bagOfWords("needles stale purge table")))!;
  const request = { query: (await import("../../../../src/notes/search/note-query.ts")).parseQuery("needles stale") };
  const found = view.search({
    ...request,
    filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
    mode: "or",
    diverse: false,
    recency: true,
    nowMinutes: NOW_MINUTES,
    ownProject: null,
    cosine,
  } as never);
  const ids = [...found.ordered()].map(({ id }) => id);
  expect(found.total).toBe(451);
  expect(new Set(ids).size).toBe(451);
  expect(ids).toHaveLength(451);
});

describe("what is sent", () => {
  test("is what is new alone, without credentials", async () => {
    await index();
    expect(sent).toHaveLength(3);
    await store("keys", "the key is AKIAIOSFODNN7EXAMPL2 on every machine");
    await index();
    expect(sent).toHaveLength(4);
    expect(sent[3]).toMatch(/^the key is .* on every machine$/);
    expect(sent[3]).not.toContain("AKIAIOSFODNN7EXAMPL2");
    await base.compact();
    await index();
    expect(sent).toHaveLength(4);
    expect(await topicsFor("discard elderly")).toEqual(["cache"]);
  });

  test("is nothing in a search but the query, and that once", async () => {
    await index();
    await store("new", "a fresh note");
    const before = sent.length;
    await search("discard elderly");
    await search("discard elderly", { limit: 1 });
    expect(sent.slice(before)).toEqual(["discard elderly"]);
  });

  test("is nothing where meaning has no part: without words, when counted, when a server tries its answers", async () => {
    await index();
    const before = sent.length;
    await search("");
    await search("topic:cache");
    await search("discard elderly", { detail: "count" });
    await search("discard elderly", {}, { isRehearsed: true });
    expect(sent).toHaveLength(before);
  });
});

test("whatever goes wrong, the words rank, and one line says why", async () => {
  const expectRemark = async (why: RegExp) => {
    const { text, data } = await search("invoice");
    expect(data.results.map(({ topic }) => topic)).toEqual(["invoice"]);
    expect(data.remarks).toEqual([expect.stringMatching(why)]);
    expect(text.split("\n").filter((line) => line === data.remarks![0])).toHaveLength(1);
  };
  await expectRemark(/^ranked by words alone: no note is embedded yet/);
  failure = new HelixError("IO", "nothing listens there");
  expect(await index()).toContain("not all is embedded: nothing listens there");
  failure = null;
  await index();
  failure = new HelixError("IO", "nothing listens there");
  await expectRemark(/^ranked by words alone: nothing listens there$/);
  failure = null;
  make = (text) => bagOfWords(text, 32);
  await expectRemark(/has 32 numbers/);
});

test("stats say how many notes have a vector", async () => {
  expect((await statistics({ base, noteVectors })).text(CALLS)).toContain("vectors: 0 of 3 notes (m1)");
  await index();
  await store("new", "a fresh note");
  expect((await statistics({ base, noteVectors })).text(CALLS)).toContain("vectors: 3 of 4 notes (m1, 64 numbers each");
  expect((await statistics({ base })).text(CALLS)).not.toContain("vectors");
});
