// Any sequence of writes, edits, compactions, merges, reopenings and index deletions answers searches as the naive
// model does, which scores all live entries directly. Two knowledge bases are open on the directory and take turns in
// writing, so that each also has to follow what the other did.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { REORDERED } from "../../src/engine/search/reordering.ts";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import type { NoteResults, SearchRequest } from "../../src/notes/search/note-search.ts";
import type { Change } from "../../src/notes/store/changes.ts";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { type ModelRequest, NaiveModel } from "../support/model.ts";
import { type Act, anyStep, NOW, type Upkeep, type Write } from "../support/model-steps.ts";
import { runs } from "../support/runs.ts";

/** Twenty thousand are tried with HELIX_SEARCH_HISTORIES=20000. */
const RUNS = runs(120);
/** How far two sums of the same numbers may be apart. */
const ROUNDING = 1e-9;

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A model and the two knowledge bases that have to agree with it. */
class Bench {
  readonly model = new NaiveModel();
  readonly #directory = mkdtempSync(join(tmpdir(), "helix-model-"));
  readonly #mergeWorthBytes: number;
  bases: KnowledgeBase[];

  constructor(mergeWorthBytes: number) {
    directories.push(this.#directory);
    this.#mergeWorthBytes = mergeWorthBytes;
    this.bases = [this.#open(), this.#open()];
  }

  #open(): KnowledgeBase {
    return new KnowledgeBase({
      directory: this.#directory,
      files: diskFileSystem,
      merger: inProcessMerger(diskFileSystem, this.#directory),
      clock: () => NOW * 60_000,
      mergeWorthBytes: this.#mergeWorthBytes,
    });
  }

  async write(by: number, write: Write): Promise<void> {
    await this.bases[by]!.change((view) => this.#plan(write, placesById(view, this.model)));
  }

  async upkeep(by: number, upkeep: Upkeep): Promise<void> {
    const base = this.bases[by]!;
    if (upkeep === "merge") return base.mergeNow();
    if (upkeep === "rebuild") return base.rebuildIndex();
    if (upkeep === "compact") {
      if (diskFileSystem.identify(base.logPath) !== null) await base.compact();
      return;
    }
    if (upkeep !== "reopen") rmSync(base.indexPath, { force: true });
    if (upkeep === "delete index") return;
    base.close();
    this.bases[by] = this.#open();
  }

  /** Changes the model, and says how to change the knowledge base to match. */
  #plan(write: Write, places: ReadonlyMap<number, number>): Change[] {
    const ids = new Map([...places].map(([id, place]) => [place, id]));
    const changes: Change[] = [];
    if (write.write !== "add" && this.model.entries.length > 0) {
      const picked = this.model.entries[write.pick % this.model.entries.length]!;
      const id = ids.get(picked.place)!;
      if (write.write === "replace") {
        changes.push({ kind: "replace", id, body: this.model.edit(picked.place, picked.topic, write.note) });
      } else if (write.write === "move") {
        const body = this.model.edit(picked.place, write.topic, write.note);
        changes.push({ kind: "move", id, topic: write.topic, body });
      } else {
        changes.push({ kind: "delete", id });
        this.model.remove(picked.place);
      }
      const other = this.model.entries[0];
      if (write.write === "mixed" && other !== undefined) {
        const body = this.model.edit(other.place, other.topic, write.note);
        changes.push({ kind: "replace", id: ids.get(other.place)!, body });
      }
    }
    for (const { topic, note, age } of "additions" in write ? write.additions : []) {
      const { body, minutes } = this.model.add(topic, note, NOW - age);
      changes.push({ kind: "add", topic, body, minutes });
    }
    return changes;
  }
}

/**
 * Which model entry each document is, by its position in its topic; checks that topics, bodies, times and figures
 * agree.
 */
function placesById(view: KnowledgeView, model: NaiveModel): Map<number, number> {
  const places = new Map<number, number>();
  expect(view.topics().map(({ name, count, newest }) => ({ name, count, newest }))).toEqual(
    model.topics().map((name) => {
      const entries = model.ofTopic(name);
      return { name, count: entries.length, newest: entries.at(-1)!.minutes };
    }),
  );
  const minutes = model.entries.map((entry) => entry.minutes);
  expect(view.statistics()).toMatchObject({
    entries: minutes.length,
    oldest: minutes.length === 0 ? null : Math.min(...minutes),
    newest: minutes.length === 0 ? null : Math.max(...minutes),
  });
  for (const topic of model.topics()) {
    const ids = view.topicDocuments(topic);
    const entries = model.ofTopic(topic);
    expect(ids.map((id) => [view.minutesOf(id), view.body(id)])).toEqual(
      entries.map(({ minutes, body }) => [minutes, body]),
    );
    ids.forEach((id, at) => {
      places.set(id, entries[at]!.place);
    });
  }
  return places;
}

/** The query text for a request: filters stand in it or beside it. */
function queryText({ words, tags, topics, sources }: ModelRequest, inText: boolean): string {
  if (!inText) return words;
  const filters = [
    ...tags.map((tag) => `tag:${tag}`),
    ...topics.map((topic) => `Topic:"${topic}"`),
    ...sources.map((source) => `source:${source}`),
  ];
  return `${filters.join(" ")} ${words}`;
}

function checkSearch(view: KnowledgeView, model: NaiveModel, request: ModelRequest, inText: boolean): void {
  const expected = model.search(request);
  const places = placesById(view, model);
  const query = parseQuery(queryText(request, inText));
  const { project, ownProject } = request;
  const asked: SearchRequest = {
    query,
    filter: {
      tags: inText ? query.tags : request.tags,
      topics: inText ? query.topics : request.topics,
      sources: inText ? query.sources : request.sources,
      from: request.from,
      to: request.to,
      project: project === null ? null : (keys) => keys.includes(project),
    },
    mode: request.mode,
    diverse: false,
    nowMinutes: NOW,
    // Left out they age.
    ...(request.recency ? {} : { recency: false }),
    ownProject: ownProject === null ? null : (keys) => keys.includes(ownProject),
    isStale: (id) => request.staleSources.includes(view.document(id).source ?? ""),
  };
  const listOf = (listed: NoteResults): Found[] =>
    [...listed.ordered()].map(({ id, score }) => ({ place: places.get(id)!, minutes: view.minutesOf(id), score }));
  // First the order by the words alone.
  const results = view.search({ ...asked, textOf: () => null });
  const found = listOf(results);
  expect(new Set(found.map(({ place }) => place))).toEqual(new Set(expected.scores.keys()));
  expect([found.length, results.total, results.heldBack]).toEqual([expected.scores.size, expected.scores.size, 0]);
  expect(results.fellBack).toBe(expected.fellBack);
  found.forEach(({ place, score }) => {
    const direct = expected.scores.get(place)!;
    expect(Math.abs(score - direct)).toBeLessThanOrEqual(ROUNDING * direct);
  });
  expect(found).toEqual(found.toSorted(compare));

  const near = listOf(view.search(asked));
  expect(new Set(near.map(({ place }) => place))).toEqual(new Set(expected.scores.keys()));
  expect(near).toEqual(near.toSorted(compare));
  const first = expected.reordered(found.slice(0, REORDERED).map(({ place }) => place));
  if (first === null) return;
  for (const { place, score } of near) {
    const direct = first.get(place) ?? expected.scores.get(place)!;
    expect(Math.abs(score - direct)).toBeLessThanOrEqual(ROUNDING * direct);
  }
}

interface Found {
  readonly place: number;
  readonly minutes: number;
  readonly score: number;
}

function compare(a: Found, b: Found): number {
  return b.score - a.score || b.minutes - a.minutes || b.place - a.place;
}

interface Step {
  readonly act: Act;
  readonly by: number;
  readonly requests: readonly [ModelRequest, boolean][];
}

/** Does what the steps say, and compares what is found after each. */
async function checkHistory(mergeWorthBytes: number, steps: readonly Step[]): Promise<void> {
  const bench = new Bench(mergeWorthBytes);
  try {
    for (const { act, by, requests } of steps) {
      if (act.kind === "write") await bench.write(by, act.write);
      else await bench.upkeep(by, act.upkeep);
      for (const [request, inText] of requests) {
        for (const base of bench.bases) checkSearch(await base.view(), bench.model, request, inText);
      }
    }
  } finally {
    for (const base of bench.bases) base.close();
  }
}

it("finds, scores and orders as the model does, whatever happened before", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 1, 500, 1e9),
      fc.array(anyStep, { minLength: 1, maxLength: 30, size: "max" }),
      checkHistory,
    ),
    { numRuns: RUNS },
  );
});

const PLAIN_REQUEST: Omit<ModelRequest, "words"> = {
  ...{ tags: [], topics: [], sources: [], staleSources: [], project: null, ownProject: null, from: null, to: null },
  mode: "ranked",
  recency: true,
  nowMinutes: NOW,
};

it("a word that only a replaced note had is no word of the question", async () => {
  const note = (text: string) => ({ text, tags: [], source: null, confidence: 1, projects: [] });
  const additions = ["linker cache", "linkers cache arm64", "cache http server linkers", "cache"].map((text) => ({
    topic: "build",
    note: note(text),
    age: 0,
  }));
  const requests: Step["requests"] = ["linked cache entry", "linked"].map((words) => [
    { ...PLAIN_REQUEST, words },
    false,
  ]);
  // `linked` is in no note, and a slip away from `linker`, which the second write replaces. So `linkers` is a word of
  // the subject.
  await checkHistory(1e9, [
    { act: { kind: "write", write: { write: "add", additions } }, by: 0, requests },
    { act: { kind: "write", write: { write: "mixed", pick: 3, note: note("cache"), additions: [] } }, by: 1, requests },
    { act: { kind: "upkeep", upkeep: "merge" }, by: 1, requests },
  ]);
});
