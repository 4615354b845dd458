// A text is called a near-duplicate exactly when comparing it with every live entry of its topic says so: over topics
// of few and of many entries, words that nearly all and that hardly any entry holds, base and delta, deleted entries
// and entries that were revised.

import fc from "fast-check";
import { expect, it } from "vitest";
import { DUPLICATE_SIMILARITY, DUPLICATE_TOKENS_MIN } from "../../src/engine/search/similar.ts";
import { jaccard } from "../../src/engine/text/similarity.ts";
import { contentTokens } from "../../src/engine/text/tokenizer.ts";
import { findDuplicate } from "../../src/notes/duplicates/near-duplicates.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { randomNumbers } from "../support/random-log.ts";
import { runs } from "../support/runs.ts";

const ENTRIES = 1500;
const VOCABULARY = 400;

/** Words of which the first are common, and topics of which the first is large. */
function notesOf(seed: number): { topic: string; words: string[] }[] {
  const next = randomNumbers(seed);
  const skewed = (count: number) => Math.floor(count * (next(1000) / 1000) ** 3);
  return Array.from({ length: ENTRIES }, () => ({
    topic: `topic-${skewed(30)}`,
    words: Array.from({ length: 4 + next(20) }, () => `word${skewed(VOCABULARY)}`),
  }));
}

interface World {
  readonly view: KnowledgeView;
  readonly notes: readonly { topic: string; words: string[] }[];
}

/**
 * The first `merged` entries are in the base; every 7th is deleted and every 11th revised, which gives it a place that
 * is not its own.
 */
async function worldOf(seed: number, merged: number): Promise<World> {
  const notes = notesOf(seed);
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const additions = notes.map(({ topic, words }) => ({
    kind: "add" as const,
    topic,
    body: words.join(" "),
    minutes: NOW_MINUTES,
  }));
  const first = await base.change(() => additions.slice(0, merged));
  const revised = first.added.filter((_, at) => at % 11 === 0);
  await base.change((view) =>
    revised.map((id) => ({
      kind: "replace" as const,
      id,
      body: `${view.body(id)} more`,
    })),
  );
  await base.mergeNow();
  await base.change(() => additions.slice(merged));
  const view = await base.view();
  const all = view.index.topicNames().flatMap((topic) => view.topicDocuments(topic));
  await base.change(() => all.filter((_, at) => at % 7 === 0).map((id) => ({ kind: "delete" as const, id })));
  return { view: await base.view(), notes };
}

/** The highest similarity in the topic that is one of near-duplicates; 0 for none. */
function highestSimilarity(view: KnowledgeView, topic: string, tokens: ReadonlySet<string>): number {
  const others = view.topicDocuments(topic).map((id) => contentTokens(parseEntryText(view.body(id)!).text));
  const similarities = others.filter(({ size }) => size >= DUPLICATE_TOKENS_MIN).map((other) => jaccard(tokens, other));
  return Math.max(0, ...similarities.filter((similarity) => similarity > DUPLICATE_SIMILARITY));
}

const worlds = await Promise.all([worldOf(3, 1), worldOf(5, 900), worldOf(8, ENTRIES)]);

it("finds a near-duplicate where there is one, and the likest", () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...worlds),
      fc.nat(ENTRIES - 1),
      fc.array(fc.nat(VOCABULARY), { maxLength: 5 }),
      fc.nat(4),
      ({ view, notes }, at, added, dropped) => {
        const { topic, words } = notes[at]!;
        const tokens = contentTokens([...words.slice(dropped), ...added.map((word) => `word${word}`)].join(" "));
        const highest = tokens.size < DUPLICATE_TOKENS_MIN ? 0 : highestSimilarity(view, topic, tokens);
        if (highest > 0) found++;
        expect(findDuplicate(view, topic, tokens)?.similarity ?? 0).toBe(highest);
      },
    ),
    { numRuns: runs(1500), seed: 7 },
  );
  expect(found).toBeGreaterThan(runs(300));
});
