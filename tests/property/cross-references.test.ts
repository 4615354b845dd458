// Cross-references against a count that reads every live entry: whatever was stored, edited, moved, deleted, merged and
// compacted, and wherever it stands, base or delta, both say the same; of all notes, and of those of one project.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitiseTopic } from "../../src/engine/text/topic.ts";
import { CrossReferences } from "../../src/notes/index/cross-references.ts";
import { documentsOfProjects } from "../../src/notes/index/document-test.ts";
import { parseLink } from "../../src/notes/index/link-terms.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { modelWords } from "../support/model-tokenizer.ts";
import { DIRECTORY } from "../support/random-log.ts";
import { runs } from "../support/runs.ts";

const TOPICS = ["engine", "cache", "build-gotchas", "engine-cache", "検索結果", "Ünï Topic/X", "überblick"];
/** What a topic is written as for an entry to mention it, and all the terms of that. */
const NAME_TERMS: Record<string, readonly string[]> = {
  engine: ["engine"],
  cache: ["cache"],
  "build-gotchas": ["buildgotchas"],
  "engine-cache": ["enginecache"],
  検索結果: ["検索", "索結", "結果"],
  "Ünï Topic/X": ["unitopicx"],
  überblick: ["uberblick"],
};
const WORDS =
  "engine Engine cache BuildGotchas build_gotchas build gotchas engineCache 検索結果 検索 結果 ünï-topic-x topic Überblick note".split(
    " ",
  );
const LINKS = ["engine:0", "cache:3", "überblick:1", "ünï-topic-x:2", "build-gotchas:0", "検索結果:1", "nowhere:1"];

const OWN = "mine/app";
const bodies = fc
  .record({
    tags: fc.subarray(["cache", "perf"]),
    source: fc.constantFrom(null, "src/engine.ts:3", "engine/cache/engine-cache.ts", "检/検索結果/x.ts", "src/x.ts"),
    links: fc.subarray(LINKS, { maxLength: 2 }),
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }),
    project: fc.constantFrom(null, OWN, "theirs/app"),
  })
  .map(({ tags, source, links, words, project }) =>
    [
      ...(tags.length > 0 ? [`[tags: ${tags.join(", ")}]`] : []),
      ...(source === null ? [] : [`[source: ${source}]`]),
      ...(links.length > 0 ? [`[links: ${links.join(" ")}]`] : []),
      `words ${words.join(" ")}`,
      ...(project === null ? [] : [`[project: ${project}]`]),
    ].join("\n"),
  );

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant("add" as const), topic: fc.constantFrom(...TOPICS), body: bodies }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), pick: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("replace" as const), pick: fc.nat(), body: bodies }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("move" as const),
        pick: fc.nat(),
        topic: fc.constantFrom(...TOPICS),
        body: bodies,
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: "merge" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "compact" as const }) },
  ),
  { minLength: 1, maxLength: 25 },
);

type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never;

async function take(kb: KnowledgeBase, step: Step): Promise<void> {
  if (step.kind === "merge") return kb.mergeNow();
  if (step.kind === "compact") {
    if ((await kb.view()).statistics().logBytes > 0) await kb.compact();
    return;
  }
  await kb.change((view) => {
    if (step.kind === "add") return [{ kind: "add", topic: step.topic, body: step.body, minutes: NOW_MINUTES }];
    const live = view.topics().flatMap(({ name }) => view.topicDocuments(name));
    const id = live[step.pick % Math.max(1, live.length)];
    return id === undefined ? [] : [{ ...step, id }];
  });
}

/** Which live entries refer to which topics, by reading all of them; `isWanted` says of which. */
function naive(view: KnowledgeView, isWanted: (id: number) => boolean): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { name } of view.topics()) {
    for (const id of view.topicDocuments(name).filter(isWanted)) {
      const { text, tags, links } = parseEntryText(view.body(id)!);
      const tokens = new Set(modelWords(`${text}\n${tags.join(" ")}`).flatMap(({ terms }) => terms));
      for (const { name: target } of view.topics()) {
        const mentions = NAME_TERMS[target]!.every((term) => tokens.has(term));
        const isLinked = links.some((link) => sanitiseTopic(parseLink(link)!.topic) === sanitiseTopic(target));
        if (target !== name && (mentions || isLinked)) found.set(target, [...(found.get(target) ?? []), id]);
      }
    }
  }
  return found;
}

/** `source -> target (count)`, sorted. */
function lines(pairs: Iterable<{ source: string; target: string; count: number }>): string[] {
  return Array.from(pairs, ({ source, target, count }) => `${source} -> ${target} (${count})`).sort();
}

describe("cross-references", () => {
  test("are those that reading every live entry gives", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (taken, isOfOwn) => {
        const kb = openKnowledgeBase(DIRECTORY, { files: new MemoryFileSystem(), mergeWorthBytes: 1e12 });
        for (const step of taken) {
          await take(kb, step);
          const view = await kb.view();
          const isWanted = (id: number) => !isOfOwn || parseEntryText(view.body(id)!).projects.includes(OWN);
          const expected = naive(view, isWanted);
          const isOwn = (keys: readonly string[]) => keys.includes(OWN);
          const references = new CrossReferences(view.index, isOfOwn ? documentsOfProjects(view.index, isOwn) : null);
          const counts = [...expected].flatMap(([target, ids]) => {
            const perSource = new Map<string, number>();
            for (const id of ids) {
              const source = view.document(id).topic;
              perSource.set(source, (perSource.get(source) ?? 0) + 1);
            }
            return Array.from(perSource, ([source, count]) => ({ source, target, count }));
          });
          expect(lines(references.all())).toEqual(lines(counts));
          for (const { name } of view.topics()) {
            const from = Array.from(references.countsFrom(name), ([target, count]) => ({
              source: name,
              target,
              count,
            }));
            expect(lines(from)).toEqual(lines(counts.filter(({ source }) => source === name)));
            expect(references.documentsReferringTo(name)).toEqual((expected.get(name) ?? []).sort((a, b) => a - b));
          }
        }
        kb.close();
      }),
      { numRuns: runs(150) },
    );
  });
});
