// A text is there already exactly when comparing it with every live entry says so: texts of few and of many words, in
// few and in large topics, of several projects and sources, in base and delta, deleted, moved and revised.

import fc from "fast-check";
import { expect, it } from "vitest";
import { tokenize } from "../../src/engine/text/tokenizer.ts";
import { findSame, soughtDraft } from "../../src/notes/duplicates/same-text.ts";
import type { Draft } from "../../src/notes/intake/draft.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { formatEntryText } from "../../src/notes/text/entry-format.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { randomNumbers } from "../support/random-log.ts";

const ENTRIES = 1200;
const PROJECTS = [[], ["acme/shop", "shop-1a2b3c4d"], ["shop-1a2b3c4d"], ["acme/engine", "engine-00ff00ff"]];
const SOURCES = [null, "src/a.ts:1", "src/b.ts:1", "a.ts"];
const WORDS = [
  "linker",
  "the",
  "that",
  "a",
  "CachedEntry",
  "x",
  "->",
  "検索する",
  "arm64",
  "[tags: a]",
  "don't",
  "İstanbul",
];

interface Note {
  readonly topic: string;
  readonly text: string;
  readonly projects: readonly string[];
  readonly source: string | null;
}

/** Texts of which many are the same, nearly the same, or the same words in another order. */
function noteOf(next: (end: number) => number): Note {
  const words = Array.from({ length: 1 + next(next(3) === 0 ? 8 : 2) }, () => WORDS[next(WORDS.length)]!);
  const text = words.join(next(4) === 0 ? "\n" : " ");
  return {
    topic: `topic-${Math.floor(40 * (next(1000) / 1000) ** 4)}`,
    text: text.trim() === "" ? "x" : text,
    projects: PROJECTS[next(PROJECTS.length)]!,
    source: SOURCES[next(next(2) === 0 ? 1 : SOURCES.length)]!,
  };
}

const bodyOf = ({ text, projects, source }: Note, next: (end: number) => number) =>
  formatEntryText({
    ...parseEntryText(""),
    text: text.replace(/\n/g, () => ["\n", " \n"][next(2)]!),
    projects: [...projects],
    source,
    tags: next(3) === 0 ? ["gotcha", `t${next(5)}`] : [],
    confidence: next(3) === 0 ? 0.5 : 1,
  });

async function viewOf(seed: number, merged: number): Promise<KnowledgeView> {
  const next = randomNumbers(seed);
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const additions = Array.from({ length: ENTRIES }, () => {
    const note = noteOf(next);
    return { kind: "add" as const, topic: note.topic, body: bodyOf(note, next), minutes: NOW_MINUTES };
  });
  const first = await base.change(() => additions.slice(0, merged));
  await base.change(() =>
    first.added
      .filter((_, at) => at % 13 === 0)
      .map((id) => ({ kind: "move" as const, id, topic: "moved", body: bodyOf(noteOf(next), next) })),
  );
  await base.mergeNow();
  await base.change(() => additions.slice(merged));
  await base.change((view) =>
    view.index
      .topicNames()
      .flatMap((topic) => view.topicDocuments(topic))
      .filter((_, at) => at % 3 === 0)
      .map((id) => ({ kind: "delete" as const, id })),
  );
  return base.view();
}

const trimmed = (text: string) => text.replace(/[ \t]+$/gm, "");

type Live = readonly Pick<Note, "text" | "projects" | "source">[];

/** Every live entry. */
function liveOf(view: KnowledgeView): Live {
  const ids = view.index.topicNames().flatMap((topic) => view.topicDocuments(topic));
  return ids.map((id) => {
    const { text, projects, source } = parseEntryText(view.body(id)!);
    return { text: trimmed(text), projects, source };
  });
}

/** Whether any of them is the same, by looking at each. */
function isThere(live: Live, { text, projects, source }: Note): boolean {
  const sought = trimmed(text);
  return live.some((entry) => {
    const isOwn =
      projects.length === 0 ? entry.projects.length === 0 : entry.projects.some((key) => projects.includes(key));
    return entry.text === sought && isOwn && entry.source === source;
  });
}

it("finds the same text exactly where there is one", async () => {
  let found = 0;
  let absent = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(0, 700, ENTRIES), async (seed, merged) => {
      const view = await viewOf(seed, merged);
      const live = liveOf(view);
      const next = randomNumbers(seed + 1);
      for (let round = 0; round < 150; round++) {
        const note = noteOf(next);
        const draft = {
          text: note.text,
          source: note.source,
          projects: note.projects,
          cited: null,
          links: [],
        } as unknown as Draft;
        const same = findSame(view, note.topic, draft, soughtDraft(draft));
        // For one without any term only the newest of the topic are looked at.
        if (same === null && tokenize(note.text).length === 0) continue;
        expect([note, same !== null]).toEqual([note, isThere(live, note)]);
        if (same === null) absent++;
        else found++;
        if (same === null) continue;
        const at = view.topicDocuments(same.topic)[same.index]!;
        expect(trimmed(parseEntryText(view.body(at)!).text)).toBe(trimmed(note.text));
      }
    }),
    { numRuns: 12 },
  );
  expect(found).toBeGreaterThan(100);
  expect(absent).toBeGreaterThan(100);
});
