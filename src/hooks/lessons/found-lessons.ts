// The lessons that fit an event, in the order in which they are said: relevance · (½ + ½ · effectiveness).

import { effectiveness, type Judgements, judgedOf } from "../../events/log/judgements.ts";
import { placeKey } from "../../events/session-state.ts";
import { supersededIn } from "../../notes/duplicates/supersession.ts";
import { parseLesson } from "../../notes/lessons/lesson.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { entryKey } from "../common/note-list.ts";
import { isAlwaysShown } from "../common/withheld-notes.ts";
import type { Offer } from "../router/offer.ts";
import { lessonLines } from "./lesson-lines.ts";

/** A lesson that fits an event. */
export interface FoundLesson {
  /** Document number. */
  readonly id: number;
  /** 0 to 1. */
  readonly relevance: number;
  /** What stands behind its trigger; "" for nothing. */
  readonly remark: string;
  /** The place of the event that the lesson is about; left out where the event is elsewhere. */
  readonly place?: string;
}

/** At most this many of the most relevant lessons are read. */
const READ_MAX = 12;

/** The lessons as offers, the best first. Those that are no lessons by their text are left out. */
export function lessonsOffered(view: NoteView, found: readonly FoundLesson[], judgements: Judgements | null): Offer[] {
  const best = new Map<number, FoundLesson>();
  for (const each of found) {
    const known = best.get(each.id);
    const place = known?.place ?? each.place;
    const better = known === undefined || known.relevance < each.relevance ? each : known;
    best.set(each.id, place === undefined ? better : { ...better, place });
  }
  const nearest = [...best.values()].sort((a, b) => b.relevance - a.relevance).slice(0, READ_MAX);
  const superseded = supersededIn(
    view,
    nearest.map(({ id }) => id),
  );
  const newest = nearest.filter(({ id }) => !superseded.has(id));
  return newest.flatMap((each) => offered(view, each, judgements) ?? []).sort((a, b) => b.value - a.value);
}

function offered(view: NoteView, found: FoundLesson, judgements: Judgements | null): Offer | null {
  const { id, relevance, remark, place } = found;
  const body = view.body(id);
  if (body === null) return null;
  const { text, tags, aliases } = parseEntryText(body);
  const lesson = parseLesson(tags, text);
  if (lesson === null || lesson.trigger === "") return null;
  const note = view.noteId(id);
  const key = entryKey(view, id);
  const judged = judgements === null ? { helped: 0, misled: 0 } : judgedOf(judgements, [note, ...aliases]);
  return {
    name: note,
    lines: lessonLines(note, lesson, judged, remark),
    value: relevance * (1 / 2 + effectiveness(judged) / 2),
    ...(isAlwaysShown(tags) && { isAlwaysSaid: true }),
    note: {
      id: note,
      key,
      topic: view.document(id).topic,
      ...(place !== undefined && { keyHere: placeKey(key, place) }),
    },
  };
}
