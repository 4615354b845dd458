// learn action=decay: finds lessons that nobody was shown, used, judged or edited for long, and archives those that
// never helped. What helped before stays, and its record too: a failure that comes back once a year is worth as much as
// one that comes back every day, and being left alone says nothing against a lesson. Its age costs it at most a little
// in recall.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { DAY_MINUTES, MINUTE_MS } from "../../engine/text/dates.ts";
import { lastActive, type NoteActivity, noteActivity } from "../../events/log/note-activity.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { editTimes } from "../../notes/store/edited.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { archiveFound, type FoundLessons, type KeptLesson } from "./archiving.ts";
import { type CarePorts, isProtected, type JudgedLesson, judgementsIn, lessonsWithin } from "./care-lessons.ts";
import { PROTECTED } from "./prune.ts";

/** How long nobody needed a dormant lesson, in days. */
export const DORMANT_DAYS = 90;

interface DecayArguments {
  readonly days?: number | undefined;
  readonly apply?: boolean | undefined;
  readonly project?: string | undefined;
}

/** Reports dormant lessons, or archives those that never helped. */
export async function decay(ports: CarePorts, values: DecayArguments): Promise<Answer> {
  const { days = DORMANT_DAYS, apply = false, project } = values;
  const reach = new Reach(ports, project);
  return archiveFound(
    ports,
    {
      name: "decay",
      reach,
      apply,
      given: { days: values.days, project },
      what: `left alone for ${counted(days, "day", "days")} (not shown, used, judged or edited)`,
      find: (view) => foundIn(view, reach, ports, days),
    },
    { days },
  );
}

function foundIn(view: KnowledgeView, reach: Reach, ports: CarePorts, days: number): FoundLessons {
  const { lessons, leftOut } = lessonsWithin(view, reach, judgementsIn(ports));
  const kept: KeptLesson[] = [];
  const chosen = dormant(ports, view, lessons, days).filter((lesson) => {
    const why = lesson.judged.helped > 0 ? "it helped before" : isProtected(lesson) ? PROTECTED : null;
    if (why !== null) kept.push({ lesson, why });
    return why === null;
  });
  return { chosen, kept, lessons: lessons.length, leftOut };
}

/** The dormant ones of some lessons, the longest dormant first. */
export function dormant(
  ports: CarePorts,
  view: KnowledgeView,
  lessons: readonly JudgedLesson[],
  days: number,
): JudgedLesson[] {
  const now = ports.base.clock() / MINUTE_MS;
  const activity: NoteActivity = ports.judgements?.folded(noteActivity) ?? noteActivity.empty();
  // A lesson that was restored or revised is not dormant.
  const edits = editTimes(view, Math.floor(now));
  return lessons
    .map((lesson) => {
      const events = Math.max(lesson.judged.last, lastActive(activity, lesson.ids)) / MINUTE_MS;
      return { lesson, last: Math.max(lesson.minutes, edits.get(lesson.document) ?? 0, events) };
    })
    .filter(({ last }) => last < now - days * DAY_MINUTES)
    .sort((a, b) => a.last - b.last || (a.lesson.id < b.lesson.id ? -1 : 1))
    .map(({ lesson }) => lesson);
}
