// What the actions that take care of lessons have in common: lessons with what was judged of them, in words and as data,
// and those that are named by ids.

import { HelixError, invalid } from "../../base/errors.ts";
import type { TextList } from "../../base/text-list.ts";
import { quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { effectiveness, type Judged, type Judgements, judgedOf } from "../../events/log/judgements.ts";
import { ARCHIVED_TAG } from "../../notes/lessons/lesson.ts";
import { LESSONS_MAX, lessonAt, type StoredLesson, storedLessons } from "../../notes/lessons/stored-lessons.ts";
import type { Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import type { LessonData } from "./care-data.ts";
import type { LearnPorts } from "./ports.ts";
import { recordOf } from "./ranked-lessons.ts";

/** What the actions need. */
export type CarePorts = LearnPorts & Paged;

/** A lesson with what was judged of it. */
export interface JudgedLesson extends StoredLesson {
  readonly judged: Judged;
}

/** Lessons with these tags are archived by nobody but who names them. */
export const PROTECTING_TAGS = ["pinned", "invariant"] as const;
/** How many notes one call names. */
const NAMED_MAX = 100;
const TRIGGER_SHOWN_MAX = 200;
const GIVEN_SHOWN_MAX = 60;
const EXAMPLE_ID = "@7k3v9xq2mp";

/** What was judged, as far as there is a log. */
export function judgementsIn({ judgements }: Pick<CarePorts, "judgements">): Judgements {
  return judgements?.read() ?? { notes: new Map(), edges: new Map(), pairs: new Set() };
}

/** The lessons within reach, without archived ones, the newest first. */
export function lessonsWithin(
  view: KnowledgeView,
  reach: Reach,
  judgements: Pick<Judgements, "notes">,
): { lessons: JudgedLesson[]; leftOut: number } {
  const { lessons, leftOut } = storedLessons(view, reach.in(view.index));
  return { lessons: lessons.map((lesson) => withJudged(lesson, judgements)), leftOut };
}

/** A line where not all lessons were looked at. */
export function leftOutLines(leftOut: number): string[] {
  return leftOut > 0 ? [`only the newest ${LESSONS_MAX} lessons were looked at: ${leftOut} were not`] : [];
}

/** A lesson with what was judged of it, and of those that were merged into it. */
export function withJudged(lesson: StoredLesson, judgements: Pick<Judgements, "notes">): JudgedLesson {
  return { ...lesson, judged: judgedOf(judgements, lesson.ids) };
}

/** How often a lesson was judged. */
export function judgedUses({ judged: { helped, misled } }: JudgedLesson): number {
  return helped + misled;
}

/** Whether a lesson stays, whatever its record. */
export function isProtected({ entry }: Pick<StoredLesson, "entry">): boolean {
  return PROTECTING_TAGS.some((tag) => entry.tags.includes(tag));
}

/** `@7k3v9xq2mp failure, helped 4 of 5: ImportError of a partially initialised module` */
export function lessonLine(lesson: JudgedLesson, more = ""): string {
  const { id, kind, judged } = lesson;
  return `${shownNoteId(id)} ${kind}, ${more}${recordOf(judged)}: ${shownTrigger(lesson)}`;
}

/** The trigger in one line. */
export function shownTrigger({ trigger }: Pick<StoredLesson, "trigger">): string {
  return cutLine(trigger.replace(/\s*\n\s*/g, " / "), TRIGGER_SHOWN_MAX);
}

/** The same as data. */
export function lessonData({ id, name, kind, trigger, resolution, topic, judged }: JudgedLesson): LessonData {
  const { helped, misled } = judged;
  return {
    id,
    name,
    type: kind,
    trigger,
    resolution,
    topic,
    helped,
    misled,
    effectiveness: effectiveness(judged),
  };
}

/** The lesson that a parameter names by an id. Throws NOT_FOUND, and INVALID_ARGUMENT for a note that is no lesson. */
export function namedLesson(view: KnowledgeView, given: string, parameter: string): StoredLesson {
  const document = namedNote(view, given, parameter);
  const lesson = lessonAt(view, document);
  const what = shownNoteId(view.noteId(document));
  if (lesson === null) {
    throw invalid(
      (say) =>
        `${say.name(parameter)} names ${what}, which is no lesson: give it the tag failure or pattern first, or link notes by ${say.either("helix edit append --links", "links")}`,
    );
  }
  if (lesson.entry.tags.includes(ARCHIVED_TAG)) {
    throw invalid(
      (say) =>
        `${say.name(parameter)} names ${what}, which is archived: ${say.either(`helix learn restore ${what} --apply`, `learn action=restore ids="${what}" apply=true`)} brings it back`,
    );
  }
  return lesson;
}

/** The documents of the notes that a list of ids names, each once. Throws NOT_FOUND, INVALID_ARGUMENT. */
export function namedNotes(view: KnowledgeView, ids: TextList): number[] {
  const given = (typeof ids === "string" ? [ids] : ids)
    .flatMap((each) => each.split(/[\s,]+/))
    .filter((each) => each !== "");
  if (given.length === 0)
    throw invalid((say) => `${say.name("ids")} is empty: give ids, e.g. ${say.option("ids", EXAMPLE_ID)}`);
  if (given.length > NAMED_MAX) {
    throw new HelixError(
      "LIMIT",
      (say) => `${say.name("ids")} has ${given.length} ids: at most ${NAMED_MAX} are accepted at once`,
    );
  }
  return [...new Set(given.map((each) => namedNote(view, each, "ids")))];
}

function namedNote(view: KnowledgeView, given: string, parameter: string): number {
  const document = view.findNote(given);
  if (document !== null) return document;
  const shown = quote(cutLine(given.replaceAll('"', "'"), GIVEN_SHOWN_MAX));
  throw new HelixError(
    "NOT_FOUND",
    (say) =>
      `${say.given(parameter, shown)}: there is no note with this id; give one as answers show it, e.g. ${say.option(parameter, EXAMPLE_ID)}`,
  );
}

/** `lessons:3 @7k3v9xq2mp`, for notes that may be no lessons. */
export function noteAddress(view: KnowledgeView, document: number): string {
  return `${topicName(view.index.topicOf(document))} ${view.shownId(document)}`;
}
