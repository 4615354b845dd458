// The lessons about an objective, as explorations hold them.

import { orNull } from "../../base/errors.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { LessonKind } from "../../notes/lessons/lesson.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { type RankedLesson, rankedLessons } from "../learn/ranked-lessons.ts";
import { likeNotes } from "../search/like-notes.ts";
import { oneLine } from "./plan-text.ts";
import type { PlanPorts } from "./ports.ts";

const LINE_MAX = 300;

/** The best lessons of a kind, at most so many. What is shown counts as shown. Throws CANCELLED. */
export async function knownLessons(
  ports: PlanPorts,
  query: string,
  most: Readonly<Record<LessonKind, number>>,
): Promise<Record<LessonKind, RankedLesson[]>> {
  const found: Record<LessonKind, RankedLesson[]> = { failure: [], pattern: [] };
  if (query.trim() === "") return found;
  const like = await likeNotes(ports, query);
  const view = await ports.base.view(indexingProgress(ports));
  const { found: ranked } = rankedLessons(view, {
    query,
    now: ports.base.clock(),
    accepts: new Reach(ports, undefined).in(view.index),
    judgements: orNull(() => ports.judgements?.read()) ?? { notes: new Map() },
    cosine: like.in(view.index),
  });
  for (const each of ranked) {
    const list = found[each.lesson.kind];
    if (list.length < most[each.lesson.kind]) list.push(each);
  }
  return found;
}

/** A lesson in a line: `@id trigger → resolution`. */
export function lessonText({ lesson: { id, trigger, resolution } }: RankedLesson): string {
  const said = resolution === "" ? trigger : `${trigger} → ${resolution}`;
  return cutLine(`${shownNoteId(id)} ${oneLine(said)}`, LINE_MAX);
}
