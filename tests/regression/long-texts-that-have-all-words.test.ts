// A long text has all words of a question near each other somewhere, and came before short texts that are about them.

import { expect, test } from "vitest";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

async function ranked(bodies: readonly string[], query: string) {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => bodies.map((body, at) => ({ kind: "add", topic: `t${at}`, body, minutes: NOW_MINUTES })));
  const view = await base.view();
  const results = view.search({
    query: parseQuery(query),
    filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
    mode: "ranked",
    diverse: false,
    recency: false,
    nowMinutes: NOW_MINUTES,
    ownProject: null,
  });
  const found = [...results.ordered()];
  return { topics: found.map(({ id }) => view.document(id).topic), explained: results.explain(found), found };
}

test("a long text does not win by proximity", async () => {
  const filler = Array.from({ length: 6000 }, (_, at) => `word${at % 900}`).join(" ");
  const long = `a log of the year\n${filler} flush queue order ${filler}`;
  const short = "what is written\nthe flush empties the whole of it to the disk, and so the queue may be shut then";
  const others = Array.from({ length: 40 }, (_, at) => `lunch ${at}\nan order of soup number ${at}`);
  const { topics, explained, found } = await ranked([long, short, ...others], "flush queue order");
  expect(topics[0]).toBe("t1");
  for (const { id } of found) {
    const { terms, proximity } = explained.get(id)!;
    expect(proximity).toBeLessThanOrEqual(terms.reduce((sum, { score }) => sum + score, 0) / 2);
  }
});

test("what all of the first results share moves them little, what some share moves these more", async () => {
  const subject = "planner cache index segment posting snapshot tombstone recall token watermark".split(" ");
  const gains = [];
  for (const sharing of [4, 12]) {
    const notes = Array.from({ length: 12 }, (_, at) => {
      const own = Array.from({ length: 8 }, (_, word) => `own${at}x${word}`);
      return `flush queue order\n${[...(at >= 12 - sharing ? subject : own.map((word) => `${word}y`)), ...own].join(" ")}`;
    });
    const others = Array.from({ length: 120 }, (_, at) => `lunch ${at}\nsoup number ${at}`);
    const { found, explained } = await ranked([...notes, ...others], "flush queue order");
    gains.push(Math.max(...found.map(({ id }) => explained.get(id)!.feedback)));
  }
  expect(gains[0]).toBeGreaterThan(0);
  expect(gains[1]).toBeLessThan(gains[0]! / 10);
});
