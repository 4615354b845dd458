// learn action=consolidate: reports lessons that say what others say, and merges them (lesson-merging.ts). Of two the
// better judged stays, then the newer. Lessons of two projects are never merged.

import type { Answer } from "../../base/answer.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { effectiveness } from "../../events/log/judgements.ts";
import { type JoiningGate, loadJoiningGate } from "../../notes/intake/draft.ts";
import { storedLessons } from "../../notes/lessons/stored-lessons.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, takingTurns } from "../../notes/store/long-work.ts";
import { entryDate } from "../../notes/text/entry-date.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { BoundedText } from "../common/bounded-text.ts";
import { PagedText } from "../common/paged-text.ts";
import { undoHint } from "../topics/listing.ts";
import type { ConsolidateData } from "./care-data.ts";
import {
  type CarePorts,
  type JudgedLesson,
  judgedUses,
  judgementsIn,
  leftOutLines,
  lessonData,
  lessonLine,
  lessonsWithin,
  shownTrigger,
} from "./care-lessons.ts";
import { LessonMerging, type Merged } from "./lesson-merging.ts";
import { type LessonPair, lessonPairs } from "./lesson-pairs.ts";
import { isMisleading } from "./prune.ts";
import { triggerVectors } from "./trigger-vectors.ts";

/** How many lessons one call merges into others. */
const MERGED_MAX = 200;

interface ConsolidateArguments {
  readonly apply?: boolean | undefined;
  readonly project?: string | undefined;
}

/** Two lessons that say the same. */
interface Pair extends Pick<LessonPair, "similarity" | "by"> {
  readonly duplicate: JudgedLesson;
  readonly kept: JudgedLesson;
}

interface Found {
  readonly pairs: readonly Pair[];
  readonly lessons: number;
  readonly leftOut: number;
  readonly left: LeftOut;
  readonly remarks: readonly string[];
}

/** Reports duplicates, or merges them. Throws CANCELLED, INVALID_ARGUMENT, and what a write throws. */
export async function consolidate(ports: CarePorts, values: ConsolidateArguments): Promise<Answer> {
  const { apply = false, project } = values;
  const reach = new Reach(ports, project);
  const found = await duplicatesWithin(ports, reach);
  const gate = await loadJoiningGate();
  if (!apply || found.pairs.length === 0) return report(ports, found, gate, project);
  reach.checkOneProject(
    found.pairs.map(({ kept }) => kept.entry.projects),
    "the duplicates are",
  );
  return merge(ports, found, gate);
}

/** In the order in which they are preferred: the better judged, then the more often judged, then the newer. */
export function byPreference(a: JudgedLesson, b: JudgedLesson): number {
  return (
    effectiveness(b.judged) - effectiveness(a.judged) ||
    judgedUses(b) - judgedUses(a) ||
    dateOf(b) - dateOf(a) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** What is known to mislead is not said again by a lesson that helps. */
function refusal({ duplicate }: Pair): string | null {
  return isMisleading(duplicate) ? "it misled, and prune archives it" : null;
}

function dateOf({ minutes, entry }: JudgedLesson): number {
  return entryDate(minutes, entry.modified);
}

async function duplicatesWithin(ports: CarePorts, reach: Reach): Promise<Found> {
  const view = await ports.base.view(indexingProgress(ports));
  const { lessons, leftOut } = lessonsWithin(view, reach, judgementsIn(ports));
  const documents = storedLessons(view, () => true).lessons.map(({ document }) => document);
  const left = reach.leftOutOf(view, documents);
  lessons.sort(byPreference);
  const triggers = lessons.map(({ trigger }) => trigger);
  const { vectors, remarks } = await triggerVectors(ports, triggers);
  const { pairs, isWhole } = await lessonPairs(lessons, vectors, takingTurns(ports));
  return {
    pairs: pairs.map(({ kept, duplicate, similarity, by }) => ({
      duplicate: lessons[duplicate]!,
      kept: lessons[kept]!,
      similarity,
      by,
    })),
    lessons: lessons.length,
    leftOut,
    left,
    remarks: [...remarks, ...(isWhole ? [] : ["not all lessons were compared: too many are alike"])],
  };
}

async function report(ports: CarePorts, found: Found, gate: JoiningGate, project: string | undefined): Promise<Answer> {
  const outcomes = new LessonMerging(await ports.base.view(), found.pairs, gate, refusal).outcomes;
  const unmerged = outcomes.filter(({ obstacle }) => obstacle !== null).length;
  const ready = outcomes.length - unmerged;
  return {
    found: outcomes.length > 0,
    isPaged: outcomes.length > 0,
    text(say) {
      const notes = notesOf(found, say);
      const among = `among ${counted(found.lessons, "lesson", "lessons")}`;
      if (outcomes.length === 0) return [`no duplicates ${among}`, ...notes].join("\n");
      const here = project && say.either(` --project ${project}`, ` project=${quote(project)}`);
      const call = `${say.either("helix learn consolidate --apply", "learn action=consolidate apply=true")}${here ?? ""}`;
      const how = `nothing was merged; do it with: ${call} (the better judged stays, then the newer, with the resolutions of both)`;
      const answer = new PagedText(ports, [...(ready > 0 ? [how] : []), ...unmergedLines(unmerged), ...notes]);
      answer.head(`${counted(outcomes.length, "duplicate", "duplicates")} ${among}`);
      answer.addEach(outcomes, linesOf);
      return answer.text(outcomes.length, (rest) => counted(rest, "more duplicate", "more duplicates"));
    },
    data: () => dataOf(found, outcomes, false),
  };
}

async function merge(ports: CarePorts, found: Found, gate: JoiningGate): Promise<Answer> {
  const asked = found.pairs.slice(0, MERGED_MAX);
  let outcomes: readonly Merged<Pair>[] = [];
  await ports.base.change((view) => {
    const merging = new LessonMerging(view, asked, gate, refusal);
    outcomes = merging.outcomes;
    return merging.changes();
  }, indexingProgress(ports));
  const unmerged = outcomes.filter(({ obstacle }) => obstacle !== null).length;
  const merged = outcomes.length - unmerged;
  const head = `merged ${counted(merged, "lesson", "lessons")} into others`;
  const passed = asked.length - outcomes.length;
  return {
    found: merged > 0,
    ...(merged > 0 ? { operation: head } : {}),
    text(say) {
      const answer = new BoundedText();
      answer.add(head);
      const shown = answer.addEach(outcomes, linesOf);
      if (shown < outcomes.length) answer.close(`  ... ${outcomes.length - shown} more`);
      const rest = found.pairs.length - asked.length;
      const lines = [
        ...(passed > 0 ? [`${passed} were changed meanwhile and left alone`] : []),
        ...(rest > 0 ? [`at most ${MERGED_MAX} are merged at once: call it again for ${rest} more`] : []),
        ...unmergedLines(unmerged),
        ...notesOf(found, say),
      ];
      return answer.text(...lines.map((line) => `  ${line}`), ...(merged > 0 ? [undoHint(say)] : []));
    },
    data: () => dataOf(found, outcomes, merged > 0),
  };
}

function notesOf({ left, leftOut, remarks }: Found, say: Wording): string[] {
  return [...remarks, ...left.notes(say), ...leftOutLines(leftOut)];
}

function unmergedLines(unmerged: number): string[] {
  if (unmerged === 0) return [];
  const what = counted(unmerged, "is not merged, for something", "are not merged, for something");
  return [`${what} would be lost: revise or archive one of the two`];
}

/** The duplicate with its record, the one that stays, and the triggers that were compared. */
function linesOf({ pair: { duplicate, kept, similarity, by }, obstacle }: Merged<Pair>): string[] {
  const isSame = shownTrigger(kept) === shownTrigger(duplicate);
  const alike = isSame && similarity === 1 ? "same" : `${Math.round(similarity * 100)}% by ${by}`;
  const trigger = isSame ? [] : [`    ${shownTrigger(kept)}`];
  return [
    `  ${lessonLine(duplicate)}`,
    `    → ${shownNoteId(kept.id)} (${obstacle === null ? alike : `${alike}; not merged: ${obstacle}`})`,
    ...trigger,
  ];
}

function dataOf(
  { lessons, leftOut, left }: Found,
  outcomes: readonly Merged<Pair>[],
  applied: boolean,
): ConsolidateData {
  return {
    lessons,
    merged: applied ? outcomes.filter(({ obstacle }) => obstacle === null).length : 0,
    duplicates: outcomes.map(({ pair: { duplicate, kept, similarity, by }, obstacle }) => ({
      similarity,
      by,
      duplicate: lessonData(duplicate),
      kept: lessonData(kept),
      obstacle,
    })),
    applied,
    leftOut,
    ...left.data(),
  };
}
