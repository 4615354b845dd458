// learn action=health: counts of the lessons, and of what came of them. It says what is known, and never that all is
// well: where nothing was judged, nothing is known.

import type { Answer } from "../../base/answer.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { formatDate, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { EDGE_KINDS } from "../../events/log/event-types.ts";
import { effectiveness } from "../../events/log/judgements.ts";
import { type Counters, countsOf, noteCounters } from "../../events/log/note-counters.ts";
import { LESSON_KINDS } from "../../notes/lessons/lesson.ts";
import { archivedCount, storedLessons } from "../../notes/lessons/stored-lessons.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, takingTurns } from "../../notes/store/long-work.ts";
import type { HealthData } from "./care-data.ts";
import {
  type CarePorts,
  type JudgedLesson,
  judgedUses,
  judgementsIn,
  leftOutLines,
  lessonData,
  lessonLine,
  lessonsWithin,
} from "./care-lessons.ts";
import { byPreference } from "./consolidate.ts";
import { DORMANT_DAYS, dormant } from "./decay.ts";
import { lessonPairs } from "./lesson-pairs.ts";
import { relationsIn } from "./lesson-relations.ts";

/** How many of the most helpful and of the most misleading are named. */
const NAMED_MAX = 5;
/** The ends of the parts of the distribution. */
const PARTS = [0, 0.25, 0.5, 0.75, 1] as const;

interface HealthArguments {
  readonly days?: number | undefined;
  readonly project?: string | undefined;
}

/** The figures, with the lessons that are named. */
interface Health extends Omit<HealthData, "mostHelpful" | "mostMisleading"> {
  readonly mostHelpful: readonly JudgedLesson[];
  readonly mostMisleading: readonly JudgedLesson[];
}

/** Figures of the lessons. Throws CANCELLED. */
export async function health(ports: CarePorts, values: HealthArguments): Promise<Answer> {
  const { days = DORMANT_DAYS, project } = values;
  const reach = new Reach(ports, project);
  const view = await ports.base.view(indexingProgress(ports));
  const judgements = judgementsIn(ports);
  const { lessons, leftOut } = lessonsWithin(view, reach, judgements);
  const archived = archivedCount(view, reach.in(view.index));
  const own = new Set(lessons.map(({ id }) => id));
  const { edges, lost } = relationsIn(view, judgements);
  const relations = edges.filter(({ from, to }) => own.has(from) && own.has(to));
  const folded = ports.judgements?.foldedWhole(noteCounters);
  const counters = folded?.state ?? noteCounters.empty();
  const dormantCount = dormant(ports, view, lessons, days).length;
  const left = reach.leftOutOf(
    view,
    storedLessons(view, () => true).lessons.map(({ document }) => document),
  );
  // From here on the view may be an old one.
  const { pairs } = await lessonPairs(lessons.toSorted(byPreference), new Map(), takingTurns(ports));
  const figures: Health = {
    ...judgedFigures(lessons),
    ...signals(lessons, counters),
    lessons: lessons.length,
    types: countsBy(LESSON_KINDS, lessons),
    archived,
    dormant: { days, lessons: dormantCount },
    relations: { count: relations.length, kinds: countsBy(EDGE_KINDS, relations), lost },
    nearDuplicates: pairs.length,
    leftOut,
    damagedEvents: folded?.damaged ?? 0,
    ...left.data(),
  };
  return {
    found: true,
    text: (say) => textLines(figures, left, say).join("\n"),
    data: (): HealthData => ({
      ...figures,
      mostHelpful: figures.mostHelpful.map(lessonData),
      mostMisleading: figures.mostMisleading.map(lessonData),
    }),
  };
}

function judgedFigures(lessons: readonly JudgedLesson[]) {
  const judged = lessons.filter((lesson) => judgedUses(lesson) > 0);
  const sum = (of: "helped" | "misled") => judged.reduce((total, lesson) => total + lesson.judged[of], 0);
  const status: Health["status"] =
    lessons.length === 0 ? "no lessons yet" : judged.length === 0 ? "nothing judged yet" : "judged";
  return {
    status,
    judged: judged.length,
    unjudged: lessons.length - judged.length,
    helped: sum("helped"),
    misled: sum("misled"),
    effectiveness: PARTS.slice(0, -1).map((from, at) => {
      const to = PARTS[at + 1]!;
      const isIn = (share: number) => share >= from && (share < to || to === 1);
      return { from, to, lessons: judged.filter((lesson) => isIn(effectiveness(lesson.judged))).length };
    }),
    mostHelpful: judged
      .filter((lesson) => lesson.judged.helped > lesson.judged.misled)
      .sort(byPreference)
      .slice(0, NAMED_MAX),
    mostMisleading: judged
      .filter((lesson) => lesson.judged.misled > lesson.judged.helped)
      .sort(
        (a, b) =>
          effectiveness(a.judged) - effectiveness(b.judged) ||
          b.judged.misled - a.judged.misled ||
          (a.id < b.id ? -1 : 1),
      )
      .slice(0, NAMED_MAX),
  };
}

/** What the event log says of the lessons that is no judgement. */
function signals(lessons: readonly JudgedLesson[], counters: Counters) {
  const counts = lessons.map((lesson) => ({ ...countsOf(counters, lesson.ids), lesson }));
  const unjudged = counts.filter(({ lesson, shown }) => shown > 0 && judgedUses(lesson) === 0);
  const sum = (of: "shown" | "used" | "corrected" | "doubted", among = counts) =>
    among.reduce((total, each) => total + each[of], 0);
  return {
    shownUnjudged: { lessons: unjudged.length, shown: sum("shown", unjudged) },
    uncounted: { used: sum("used"), corrected: sum("corrected"), doubted: sum("doubted") },
    since: counters.first === 0 ? null : isoTime(Math.floor(counters.first / MINUTE_MS)),
  };
}

/** How many there are of each kind. */
function countsBy<Kind extends string>(kinds: readonly Kind[], items: readonly { readonly kind: Kind }[]) {
  const counts = kinds.map((kind) => [kind, items.filter((item) => item.kind === kind).length] as const);
  return Object.fromEntries(counts) as Record<Kind, number>;
}

function textLines(figures: Health, left: LeftOut, say: Wording): string[] {
  const { lessons, types, archived, status, relations, dormant: asleep, nearDuplicates, leftOut } = figures;
  const archivedWords = archived > 0 ? `; ${archived} archived` : "";
  const by = (action: string) => say.either(`helix learn ${action}`, `learn action=${action}`);
  if (lessons === 0) return [`no lessons yet${archivedWords}`, ...left.notes(say)];
  const kinds = EDGE_KINDS.filter((kind) => relations.kinds[kind] > 0).map(
    (kind) => `${relations.kinds[kind]} ${kind}`,
  );
  const lostWords = relations.lost > 0 ? `; ${relations.lost} more to notes that are gone` : "";
  return [
    `${counted(lessons, "lesson", "lessons")}: ${counted(types.failure, "failure", "failures")}, ${counted(types.pattern, "pattern", "patterns")}${archivedWords}`,
    ...(status === "judged" ? judgedLines(figures) : [`nothing judged yet: whether any of them helps is not known`]),
    ...shownLines(figures, by),
    ...(asleep.lessons > 0
      ? [`dormant for ${counted(asleep.days, "day", "days")}: ${asleep.lessons} (${by("decay")})`]
      : []),
    ...(nearDuplicates > 0 ? [`near-duplicates: ${nearDuplicates} (${by("consolidate")})`] : []),
    `relations: ${relations.count}${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}${lostWords}`,
    ...left.notes(say),
    ...leftOutLines(leftOut),
    ...damagedEventsLine(figures),
  ];
}

function damagedEventsLine({ damagedEvents }: Health): string[] {
  if (damagedEvents === 0) return [];
  const lines = `${counted(damagedEvents, "line", "lines")} of the event log ${damagedEvents === 1 ? "is" : "are"} damaged`;
  return [`${lines}: a judgement may be missing (helix check)`];
}

function judgedLines({ lessons, judged, helped, misled, effectiveness: parts, mostHelpful, mostMisleading }: Health) {
  const distribution = parts.map(({ from, to, lessons: count }) => `${from} to ${to}: ${count}`).join(", ");
  const named = (title: string, each: readonly JudgedLesson[]) =>
    each.length === 0 ? [] : [title, ...each.map((lesson) => `  ${lessonLine(lesson)}`)];
  return [
    `judged: ${judged} of ${lessons}, helped ${helped}, misled ${misled}`,
    `effectiveness of those: ${distribution}`,
    ...named("most helpful:", mostHelpful),
    ...named("most misleading:", mostMisleading),
  ];
}

function shownLines({ shownUnjudged, uncounted, since }: Health, by: (action: string) => string): string[] {
  const parts = [
    ...(uncounted.used > 0 ? [counted(uncounted.used, "use", "uses")] : []),
    ...(uncounted.corrected > 0 ? [counted(uncounted.corrected, "correction", "corrections")] : []),
    ...(uncounted.doubted > 0 ? [counted(uncounted.doubted, "doubt", "doubts")] : []),
  ];
  const from = since === null ? "" : ` since ${formatDate(Date.parse(since) / MINUTE_MS)}`;
  return [
    ...(shownUnjudged.lessons > 0
      ? [
          `shown and never judged: ${shownUnjudged.lessons}, ${counted(shownUnjudged.shown, "time", "times")} (${by("feedback")})`,
        ]
      : []),
    ...(parts.length > 0 ? [`seen${from}, which judges nothing: ${parts.join(", ")}`] : []),
    ...(uncounted.doubted > 0
      ? ["  doubt: right after it was shown a prompt corrected, or an edit of that file was undone or refused"]
      : []),
  ];
}
