// Order, diversity and counts of searches; what is found and how it is scored is the matter of
// tests/property/search-model.test.ts.

import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../../src/notes/search/note-query.ts";
import { type SearchRequest, TOPIC_RESULTS_MAX } from "../../../../src/notes/search/note-search.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

type Note = [topic: string, body: string, minutesAgo?: number];

/** A view of the notes, the first `merged` of them in the base. */
async function viewOf(notes: readonly Note[], merged = 0): Promise<KnowledgeView> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const changes = notes.map(([topic, body, ago = 0]) => ({
    kind: "add" as const,
    topic,
    body,
    minutes: NOW_MINUTES - ago,
  }));
  await base.change(() => changes.slice(0, merged));
  if (merged > 0) await base.mergeNow();
  await base.change(() => changes.slice(merged));
  return base.view();
}

function search(view: KnowledgeView, text: string, request: Partial<SearchRequest> = {}) {
  return view.search({
    query: parseQuery(text),
    filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
    mode: "and",
    diverse: false,
    nowMinutes: NOW_MINUTES,
    ownProject: null,
    ...request,
  });
}

/** First lines of the results, in order. */
function found(view: KnowledgeView, text: string, request: Partial<SearchRequest> = {}): string[] {
  return Array.from(search(view, text, request).ordered(), ({ id }) => view.document(id).snippet[0]);
}

describe("diversity", () => {
  // Ten of topic a, two of b, four of c; the base and the delta both hold some of a and c.
  const notes: Note[] = [..."aacaaacbaabaacca"].map((topic, at) => [topic, `linker note ${at}`, 100 - at]);

  it.each([0, 1, 8, notes.length])("holds back what a topic has beyond three, %d entries merged", async (merged) => {
    const view = await viewOf(notes, merged);
    const results = search(view, "linker", { diverse: true });
    expect([results.total, results.heldBack]).toEqual([16, 8]);
    expect([...results.topicCounts()].sort()).toEqual([
      ["a", 10],
      ["b", 2],
      ["c", 4],
    ]);
    const shown = Array.from(results.ordered(), ({ id }) => view.document(id).topic);
    for (const topic of "abc")
      expect(shown.filter((name) => name === topic).length).toBeLessThanOrEqual(TOPIC_RESULTS_MAX);
    expect(shown).toHaveLength(8);
  });

  it("keeps the best of each topic, in the order without the cap", async () => {
    const view = await viewOf(notes, 8);
    const all = Array.from(search(view, "linker").ordered(), ({ id }) => id);
    const shown = Array.from(search(view, "linker", { diverse: true }).ordered(), ({ id }) => id);
    const counts = new Map<string, number>();
    const expected = all.filter((id) => {
      const { topic } = view.document(id);
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
      return counts.get(topic)! <= TOPIC_RESULTS_MAX;
    });
    expect(shown).toEqual(expected);
  });

  it("is not applied unless it is asked for", async () => {
    const view = await viewOf(notes, 8);
    const results = search(view, "linker");
    expect([results.total, results.heldBack, [...results.ordered()].length]).toEqual([16, 0, 16]);
  });

  it("applies to lists without words as well", async () => {
    const view = await viewOf(notes, 8);
    const results = search(view, "", { diverse: true });
    expect([results.total, results.heldBack, [...results.ordered()].length]).toEqual([16, 8, 8]);
  });
});

describe("order", () => {
  it("puts equal scores newest first, those of one minute last stored first", async () => {
    const view = await viewOf(
      [
        ["a", "linker one", 0],
        ["b", "linker two", 0],
        ["c", "linker old", 40_000],
        ["d", "linker six", 0],
      ],
      2,
    );
    expect(found(view, "linker")).toEqual(["linker six", "linker two", "linker one", "linker old"]);
  });

  it("is newest first without words, with a score of 0", async () => {
    const view = await viewOf(
      [
        ["a", "first", 30],
        ["a", "future", -10],
        ["b", "second", 20],
        ["b", "third", 20],
      ],
      2,
    );
    expect(found(view, "")).toEqual(["future", "third", "second", "first"]);
    expect(Array.from(search(view, "").ordered(), ({ score }) => score)).toEqual([0, 0, 0, 0]);
  });

  it("ranks rare words, short entries, sure entries and the own project higher", async () => {
    const view = await viewOf([
      ["a", "linker common"],
      ["a", "common rare"],
      ["a", "common with a good many words more than the others have"],
    ]);
    expect(found(view, "rare linker common", { mode: "or" })[2]).toMatch(/^common with/);
    const sure = await viewOf([
      ["a", "linker sure"],
      ["a", "[confidence: 0.9]\nlinker less"],
    ]);
    expect(found(sure, "linker")).toEqual(["linker sure", "linker less"]);
    const own = await viewOf([
      ["a", "linker own\n[project: me/app]"],
      ["a", "linker other\n[project: me/library]"],
    ]);
    expect(found(own, "linker")).toEqual(["linker other", "linker own"]);
    expect(found(own, "linker", { ownProject: (keys) => keys.includes("me/app") })).toEqual([
      "linker own",
      "linker other",
    ]);
  });

  it.each([0, 2, 4])(
    "believes a stale entry as one of confidence 0.7, and no more than before, %d merged",
    async (merged) => {
      const view = await viewOf(
        [
          ["a", "linker stale"],
          ["a", "[confidence: 0.7]\nlinker less"],
          ["a", "[confidence: 0.5]\nlinker doubt"],
          ["a", "linker sure"],
        ],
        merged,
      );
      const isStale = (id: number) => /stale|doubt/.test(view.document(id).snippet[0]);
      const scores = (request: Partial<SearchRequest>) =>
        new Map(Array.from(search(view, "linker", request).ordered(), ({ id, score }) => [id, score]));
      const [plain, stale] = [scores({}), scores({ isStale })];
      const [id, less, doubt, sure] = view.topicDocuments("a") as [number, number, number, number];
      expect(plain.get(id)).toBe(plain.get(sure)!);
      expect(stale.get(id)).toBeCloseTo(plain.get(less)!, 4);
      for (const other of [less, doubt, sure]) expect(stale.get(other)).toBe(plain.get(other)!);
    },
  );

  it("can be walked in part, and again", async () => {
    const view = await viewOf([
      ["a", "linker one"],
      ["a", "linker two"],
      ["a", "linker six"],
    ]);
    const results = search(view, "linker", { mode: "or" });
    const first = results.ordered().next().value;
    expect(first).toEqual([...results.ordered()][0]);
    expect([...results.ordered()]).toHaveLength(3);
    expect(found(view, "linker")).toHaveLength(3);
  });
});

describe("modes", () => {
  const notes: Note[] = [
    ["a", "linker arm64"],
    ["a", "linker only"],
    ["a", "arm64 only"],
    ["a", "nothing"],
  ];

  it("and: all words, or any word when no entry has all", async () => {
    const view = await viewOf(notes, 2);
    expect(found(view, "linker arm64")).toEqual(["linker arm64"]);
    expect(search(view, "linker arm64").fellBack).toBe(false);
    const fallen = search(view, "linker nothing");
    expect([fallen.fellBack, fallen.total]).toEqual([true, 3]);
    const none = search(view, "absent missing");
    expect([none.fellBack, none.total, [...none.ordered()]]).toEqual([false, 0, []]);
  });

  it("or: any word, even where some entry has all", async () => {
    const view = await viewOf(notes, 2);
    const results = search(view, "linker arm64", { mode: "or" });
    expect([results.total, results.fellBack]).toEqual([3, false]);
    expect(found(view, "linker arm64", { mode: "or" })[0]).toBe("linker arm64");
  });

  it("falls back within a filter", async () => {
    const view = await viewOf([...notes, ["b", "linker in b"]], 2);
    const filter = { tags: [], topics: ["b"], sources: [], from: null, to: null, project: null };
    const results = search(view, "linker arm64", { filter });
    expect([results.fellBack, results.total]).toEqual([true, 1]);
  });
});

describe("queries without anything to search for", () => {
  it("find nothing when they have words, and everything when they have none", async () => {
    const view = await viewOf([["a", "x marks the spot"]], 1);
    expect(found(view, "&&")).toEqual([]);
    expect(found(view, "y")).toEqual([]);
    expect(found(view, "x")).toEqual(["x marks the spot"]);
    expect(found(view, "?!")).toEqual([]);
    expect(found(view, " ")).toEqual(["x marks the spot"]);
  });

  it("find nothing in an empty knowledge base", async () => {
    const view = await openKnowledgeBase("/kb", { files: new MemoryFileSystem() }).view();
    for (const text of ["", "linker", "日"]) {
      const results = search(view, text, { diverse: true });
      expect([results.total, results.heldBack, [...results.ordered()], results.topicCounts().size]).toEqual([
        0,
        0,
        [],
        0,
      ]);
    }
  });
});
