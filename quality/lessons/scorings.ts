// The ways to find lessons that are compared: recall with either of its scores, and search with what it makes of
// judgements; and both without any judgement. The lessons are notes of a knowledge base of their own, as a user would
// have them, and are ranked by the product in this process.

import { effectiveness } from "../../src/events/log/judgements.ts";
import { type Scoring as RecallScoring, scoreOf } from "../../src/features/learn/lesson-score.ts";
import { daysSince, type RankedLesson, rankedLessons } from "../../src/features/learn/ranked-lessons.ts";
import { formatLesson } from "../../src/notes/lessons/lesson.ts";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { ReplayLesson } from "./lesson-set.ts";
import type { Counts, Scoring } from "./replay.ts";

const MINUTE_MS = 60_000;
/** So many results of a search are taken. */
const FOUND_MAX = 10;
const NOT_JUDGED: Counts = { helped: 0, misled: 0, last: 0 };

/** Lessons as notes, and the ways to find them. */
export interface StoredScorings {
  readonly scorings: readonly Scoring[];
  close(): void;
}

/** Stores the lessons in a knowledge base in `folder`. */
export async function storedScorings(lessons: readonly ReplayLesson[], folder: string): Promise<StoredScorings> {
  const base = new KnowledgeBase({
    directory: folder,
    files: diskFileSystem,
    clock: () => Date.now(),
    merger: inProcessMerger(diskFileSystem, folder),
  });
  await base.change(() =>
    lessons.map(({ at, trigger, resolution }) => ({
      kind: "add" as const,
      topic: "lessons",
      body: `[tags: failure]\n${formatLesson({ trigger, resolution })}`,
      minutes: Math.floor(at / MINUTE_MS),
    })),
  );
  await base.mergeNow();
  return { scorings: scoringsOf(await base.view()), close: () => base.close() };
}

/** A lesson's place is its document number, since nothing else is stored there, and in this order. */
function scoringsOf(view: KnowledgeView): Scoring[] {
  const about = lessonsAbout(view);
  const recall = (name: string, scoring: RecallScoring, learns: boolean): Scoring => ({
    name,
    learns,
    rank: (query, now, counts) => recalled(about(query), scoring, now, learns ? counts : []),
  });
  const search = (name: string, learns: boolean): Scoring => ({
    name,
    learns,
    rank: (query, now, counts) => searched(view, query, now, learns ? counts : []),
  });
  return [
    recall("recall, no learning", "default", false),
    recall("recall", "default", true),
    recall("recall, additive", "additive", true),
    search("search, no learning", false),
    search("search", true),
  ];
}

/** The lessons about a text, with their relevance: what judgements do not change, so it is found once for each text. */
function lessonsAbout(view: KnowledgeView): (query: string) => readonly RankedLesson[] {
  const known = new Map<string, readonly RankedLesson[]>();
  return (query) => {
    let found = known.get(query);
    if (found === undefined) {
      ({ found } = rankedLessons(view, { query, now: 0, accepts: () => true, judgements: { notes: new Map() } }));
      known.set(query, found);
    }
    return found;
  };
}

/** The places of lessons in the order of recall. */
function recalled(
  about: readonly RankedLesson[],
  scoring: RecallScoring,
  now: number,
  counts: readonly Counts[],
): number[] {
  const scored = about.map(({ lesson, relevance }) => {
    const judged = counts[lesson.document] ?? NOT_JUDGED;
    return { lesson, score: scoreOf(scoring, relevance, judged, daysSince(lesson, judged, now, scoring)).score };
  });
  return scored
    .sort((a, b) => b.score - a.score || b.lesson.minutes - a.lesson.minutes || (a.lesson.id < b.lesson.id ? -1 : 1))
    .map(({ lesson }) => lesson.document);
}

function searched(view: KnowledgeView, query: string, now: number, counts: readonly Counts[]): number[] {
  const found = view.search({
    query: parseQuery(query),
    filter: { tags: ["failure"], topics: [], sources: [], from: null, to: null, project: null, archived: "without" },
    mode: "ranked",
    diverse: false,
    limit: FOUND_MAX,
    nowMinutes: now / MINUTE_MS,
    ownProject: null,
    judged: (document) => {
      const judged = counts[document];
      return judged === undefined || judged.helped + judged.misled === 0 ? undefined : effectiveness(judged);
    },
  });
  return [...found.ordered(FOUND_MAX)].map(({ id }) => id);
}
