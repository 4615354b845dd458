// Query texts over a store of some hundred notes: parsed or refused in one line; every result is live and once, in the
// stated order, as many as were counted; AND finds no more than OR; and the whole and a part of the results agree.

import { expect, test } from "vitest";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY } from "../support/random-log.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

const NOTES = 240;
const WORDS = "linker arm64 CachedEntry token_map retry pool 検索する сервер İstanbul gotcha build".split(" ");

async function load(): Promise<Check> {
  const { NOW_MINUTES, openKnowledgeBase } = await import("../support/knowledge.ts");
  const { parseQuery } = await import("../../src/notes/search/note-query.ts");
  const kb = openKnowledgeBase(DIRECTORY, { files: new MemoryFileSystem() });
  const word = (at: number) => WORDS[at % WORDS.length]!;
  const bodyOf = (at: number) =>
    `[tags: t${at % 5}]\n[source: src/f${at % 9}.rs:${at}]\n${word(at)} ${word(at * 7 + 3)} ${word(at >> 3)} n${at}`;
  const additions = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) =>
      addition(`topic-${(from + at) % 12}`, bodyOf(from + at), NOW_MINUTES - at),
    );
  await kb.change(() => additions(0, NOTES - 20));
  await kb.mergeNow();
  await kb.change(() => additions(NOTES - 20, NOTES));
  await kb.change((view) =>
    [1, 50, 120].map((id) => ({ kind: "delete", id: view.topicDocuments("topic-1")[id % 9]! })),
  );
  const view = await kb.view();

  return (input) => {
    const text = Buffer.from(input).toString("utf8");
    let query: ReturnType<typeof parseQuery>;
    try {
      query = parseQuery(text);
    } catch (error) {
      expect((error as { code: string }).code).toBe("INVALID_ARGUMENT");
      expect((error as Error).message).not.toContain("\n");
      return;
    }
    const search = (mode: "and" | "or", diverse: boolean) =>
      view.search({
        query,
        filter: {
          tags: query.tags,
          topics: query.topics,
          sources: query.sources,
          from: null,
          to: null,
          project: null,
        },
        mode,
        diverse,
        nowMinutes: NOW_MINUTES,
        ownProject: null,
      });
    const found = (mode: "and" | "or") => {
      const results = search(mode, false);
      const list = [...results.ordered()];
      expect(list.length).toBe(results.total);
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      list.forEach(({ id, score }, at) => {
        if (!Number.isFinite(score) || score < 0) throw new Error(`the score ${score}`);
        if (at > 0 && score > list[at - 1]!.score) throw new Error(`not in order at ${at}`);
        if (view.body(id) === null) throw new Error(`the body of ${id}`);
      });
      const first = [...search(mode, false).ordered(5)].map(({ id }) => id);
      expect(first).toEqual(list.slice(0, 5).map(({ id }) => id));
      return { list, fellBack: results.fellBack };
    };
    const both = found("and");
    const any = found("or");
    if (!both.fellBack) {
      const ids = new Set(any.list.map(({ id }) => id));
      for (const { id } of both.list) if (!ids.has(id)) throw new Error(`${id} is found by AND only`);
    }
    const capped = search("and", true);
    expect([...capped.ordered()].length + capped.heldBack).toBe(capped.total);
  };
}

function generate(next: Random): string {
  const parts = [
    "tag:",
    "topic:",
    "source:",
    'tag:"',
    '"',
    " ",
    "*",
    "AND",
    "OR",
    "-",
    "t1",
    "topic-3",
    "src/f1.rs",
    ...WORDS,
  ];
  return Array.from({ length: 1 + next(10) }, () => parts[next(parts.length)]! + (next(3) === 0 ? " " : "")).join("");
}

test("a query of any text gives results that hold together", async () => {
  await fuzz({
    name: "query",
    executions: 400,
    seeds: [
      "linker arm64",
      "tag:t1 pool",
      'topic:"topic-3" CachedEntry',
      "source:src/f1.rs:1",
      "検索",
      "link*",
      "the of and",
      "",
    ],
    dictionary: [...WORDS, "tag:t1", "topic:topic-1", "source:src"],
    generate,
    lengthMax: 12_000,
    load,
  });
});
