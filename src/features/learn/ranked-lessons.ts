// Finds the lessons that are about something, and orders them by score.
// Invariants:
// - Without a model, words decide how relevant a lesson is: the share of the query's weight that it holds.
// - With one, the cosine decides; for a lesson that has no vector yet, the words do. So no lesson is lost in between.

import { DAY_MINUTES, MINUTE_MS } from "../../engine/text/dates.ts";
import { type Judged, type Judgements, judgedOf } from "../../events/log/judgements.ts";
import type { DocumentTest } from "../../notes/index/document-test.ts";
import type { LessonKind } from "../../notes/lessons/lesson.ts";
import { type StoredLesson, storedLessons } from "../../notes/lessons/stored-lessons.ts";
import { askedWords, matchedShare } from "../../notes/search/matched-share.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { type LessonScore, type Scoring, scoreOf } from "./lesson-score.ts";

/** A lesson that holds less of the query than this is not about it; with a name that hardly any note holds, than that. */
export const SHARE_MIN = 0.3;
const NAME_SHARE_MIN = 0.25;
/** A lesson that is less like the query in meaning, and holds too little of it, is not about it. */
const COSINE_MIN = 0.3;

/** A lesson with its score. */
export interface RankedLesson extends LessonScore {
  readonly lesson: StoredLesson;
  readonly judged: Judged;
}

export interface LessonQuery {
  readonly query: string;
  readonly kind?: LessonKind | undefined;
  readonly scoring?: Scoring | undefined;
  /** The least effectiveness, 0 to 1. */
  readonly effectivenessMin?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly accepts: DocumentTest;
  readonly judgements: Pick<Judgements, "notes">;
  /** The cosine of a document and the query, 0 for a document without a vector; left out: words alone decide. */
  readonly cosine?: ((document: number) => number) | undefined;
}

export interface RankedLessons {
  /** The best first. */
  readonly found: readonly RankedLesson[];
  /** How many lessons were looked at. */
  readonly lessons: number;
  /** How many are about the query, and less effective than asked for. */
  readonly ineffective: number;
  /** How many older ones were not looked at. */
  readonly leftOut: number;
}

/** All lessons that are about the query. */
export function rankedLessons(view: KnowledgeView, request: LessonQuery): RankedLessons {
  const { query, kind, scoring = "default", effectivenessMin = 0, now, accepts, judgements, cosine } = request;
  const stored = storedLessons(view, accepts);
  const lessons = stored.lessons.filter((lesson) => kind === undefined || lesson.kind === kind);
  const asked = askedWords(query, view.index);
  const found: RankedLesson[] = [];
  let ineffective = 0;
  for (const lesson of lessons) {
    const { share, hasRareName } = matchedShare(asked, lesson.terms);
    const like = cosine?.(lesson.document) ?? 0;
    const isAbout = share >= (hasRareName ? NAME_SHARE_MIN : SHARE_MIN);
    if (!isAbout && like < COSINE_MIN) continue;
    const judged = judgedOf(judgements, lesson.ids);
    const relevance = like === 0 ? share : Math.min(1, Math.max(0, like));
    const ranked = { lesson, judged, ...scoreOf(scoring, relevance, judged, daysSince(lesson, judged, now, scoring)) };
    if (ranked.effectiveness >= effectivenessMin) found.push(ranked);
    else ineffective++;
  }
  // Of equal ones the newer comes first.
  found.sort(
    (a, b) => b.score - a.score || b.lesson.minutes - a.lesson.minutes || (a.lesson.id < b.lesson.id ? -1 : 1),
  );
  return { found, lessons: lessons.length, ineffective, leftOut: stored.leftOut };
}

/**
 * How many days ago a lesson was judged last, or stored where it never was. By the default, only a lesson that helped
 * more than it misled is newer by that: one that misled a moment ago would gain more by it than it loses.
 */
export function daysSince(
  { minutes }: Pick<StoredLesson, "minutes">,
  { helped, misled, last }: Judged,
  now: number,
  scoring: Scoring,
): number {
  const counts = scoring === "additive" || helped > misled;
  return (now / MINUTE_MS - Math.max(minutes, counts ? last / MINUTE_MS : minutes)) / DAY_MINUTES;
}

/** The record of a lesson in words: `helped 4 of 5`, or that nothing was judged. */
export function recordOf({ helped, misled }: Pick<Judged, "helped" | "misled">): string {
  return helped + misled === 0 ? "not judged yet" : `helped ${helped} of ${helped + misled}`;
}
