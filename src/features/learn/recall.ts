// learn action=recall: the lessons about something, best first, each with its record. What is shown may be judged.

import type { Answer } from "../../base/answer.ts";
import { orNull } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { LESSONS_MAX } from "../../notes/lessons/stored-lessons.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { likeNotes } from "../search/like-notes.ts";
import type { RecallData } from "./data.ts";
import type { LearnArguments } from "./parameters.ts";
import type { LearnPorts } from "./ports.ts";
import { type RankedLesson, type RankedLessons, rankedLessons, recordOf } from "./ranked-lessons.ts";

const LIMIT_DEFAULT = 5;
/** How much of a trigger and of a resolution is shown; `read` shows all. */
const TRIGGER_SHOWN_MAX = 300;
const RESOLUTION_SHOWN_MAX = 600;
/** The name under which what is shown here is recorded. */
const HOOK = "learn";
const NO_JUDGEMENTS = { notes: new Map() };

/** Finds lessons. Throws INVALID_ARGUMENT, CANCELLED. */
export async function recall(ports: LearnPorts, values: LearnArguments): Promise<Answer> {
  const { query = "", type, min_effectiveness: effectivenessMin, scoring, project, limit = LIMIT_DEFAULT } = values;
  const reach = new Reach(ports, project);
  const like = await likeNotes(ports, query);
  const view = await ports.base.view(indexingProgress(ports));
  const ranked = rankedLessons(view, {
    query,
    kind: type,
    scoring,
    effectivenessMin,
    now: ports.base.clock(),
    accepts: reach.in(view.index),
    // What came of lessons is worth no error to somebody who wants to know them.
    judgements: orNull(() => ports.judgements?.read()) ?? NO_JUDGEMENTS,
    cosine: like.in(view.index),
  });
  const shown = ranked.found.slice(0, limit);
  if (shown.length > 0 && ports.isRehearsed !== true) {
    ports.judgements?.observe([{ type: "shown", hook: HOOK, notes: shown.map(({ lesson }) => lesson.id) }]);
  }
  const left = reach.leftOut(view).notes(reach.wording);
  return {
    found: shown.length > 0,
    text: (wording) => [...textLines(ranked, shown, wording), ...like.remarks(), ...left].join("\n"),
    data: () => shown.map(dataOf),
  };
}

function textLines(
  { found, lessons, ineffective, leftOut }: RankedLessons,
  shown: readonly RankedLesson[],
  say: Wording,
) {
  const notes = [
    ...(ineffective > 0 ? [`${ineffective} left out by ${say.name("min_effectiveness")}`] : []),
    ...(leftOut > 0 ? [`only the newest ${LESSONS_MAX} lessons were looked at: ${leftOut} were not`] : []),
  ];
  if (shown.length === 0) {
    const what = ineffective > 0 ? "no lesson about this that is as effective" : "no lesson about this";
    return [`${what} among ${counted(lessons, "lesson", "lessons")}`, ...notes];
  }
  const more = found.length - shown.length;
  return [
    `${found.length} of ${counted(lessons, "lesson", "lessons")}${more > 0 ? `, the best ${shown.length} (${say.name("limit")} shows more)` : ""}:`,
    ...shown.flatMap(linesOf),
    ...notes,
    `say what came of it: ${say.either("helix learn feedback", "learn action=feedback")} ${say.option("helped", shownNoteId(shown[0]!.lesson.id))} ${say.option("evidence", "what you did because of it")}; ${say.name("misled")} if it was wrong`,
  ];
}

function linesOf({ lesson, judged, score }: RankedLesson): string[] {
  const { id, kind, trigger, resolution, entry } = lesson;
  const source = entry.source === null ? "" : ` (${cutLine(entry.source, 200)})`;
  return [
    `${shownNoteId(id)} ${kind}, ${score.toFixed(2)}, ${recordOf(judged)}: ${cutLine(oneLine(trigger), TRIGGER_SHOWN_MAX)}`,
    ...(resolution === "" ? [] : [`  → ${cutLine(oneLine(resolution), RESOLUTION_SHOWN_MAX)}${source}`]),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " / ");
}

function dataOf({ lesson, judged, score, relevance, effectiveness, recency }: RankedLesson): RecallData[number] {
  const { name, id, kind, trigger, resolution, topic, entry } = lesson;
  const { helped, misled } = judged;
  return {
    name,
    id,
    type: kind,
    trigger,
    resolution,
    _score: score,
    relevance,
    effectiveness,
    recency,
    helped,
    misled,
    topic,
    tags: entry.tags,
    source: entry.source,
    confidence: entry.confidence,
  };
}
