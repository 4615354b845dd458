// learn action=connected: the lessons that relations lead to from one, both ways, each with the path to it. What is shown
// may be judged.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { PagedText } from "../common/paged-text.ts";
import type { ConnectedData } from "./care-data.ts";
import {
  type CarePorts,
  type JudgedLesson,
  judgementsIn,
  leftOutLines,
  lessonData,
  lessonLine,
  lessonsWithin,
  namedLesson,
  shownTrigger,
  withJudged,
} from "./care-lessons.ts";
import { type Hop, PATH_FORMULA, type Reached, reachedFrom } from "./lesson-graph.ts";
import { relationsIn } from "./lesson-relations.ts";
import { shownWeight } from "./relate.ts";

const HOPS_DEFAULT = 2;
const LIMIT_DEFAULT = 10;
const RESOLUTION_SHOWN_MAX = 300;

interface ConnectedArguments {
  readonly id?: string | undefined;
  readonly max_hops?: number | undefined;
  readonly limit?: number | undefined;
  readonly project?: string | undefined;
}

/** What was found, before it is put into words. */
interface Found {
  readonly start: JudgedLesson;
  readonly total: number;
  readonly shown: readonly { readonly lesson: JudgedLesson; readonly reached: Reached }[];
  readonly closed: number;
  readonly leftOut: number;
  readonly left: LeftOut;
  readonly hopsMax: number;
}

/** Follows relations. Throws NOT_FOUND, INVALID_ARGUMENT. */
export async function connected(ports: CarePorts, values: ConnectedArguments): Promise<Answer> {
  const { id = "", max_hops: hopsMax = HOPS_DEFAULT, limit = LIMIT_DEFAULT, project } = values;
  const reach = new Reach(ports, project);
  const view = await ports.base.view(indexingProgress(ports));
  const judgements = judgementsIn(ports);
  const start = withJudged(namedLesson(view, id, "id"), judgements);
  const { lessons, leftOut } = lessonsWithin(view, reach, judgements);
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const closed = new Set<string>();
  const isOpen = (each: string) => {
    if (!byId.has(each)) closed.add(each);
    return byId.has(each);
  };
  const reached = reachedFrom(relationsIn(view, judgements).edges, start.id, hopsMax, isOpen);
  const ofOthers = [...closed].flatMap((each) => view.findNote(each) ?? []);
  const shown = reached.slice(0, limit).map((each) => ({ lesson: byId.get(each.id)!, reached: each }));
  if (shown.length > 0 && ports.isRehearsed !== true) {
    ports.judgements?.observe([{ type: "shown", hook: "learn", notes: shown.map(({ lesson }) => lesson.id) }]);
  }
  return answerOf(ports, {
    start,
    total: reached.length,
    shown,
    closed: closed.size,
    leftOut,
    left: reach.leftOutOf(view, ofOthers),
    hopsMax,
  });
}

function answerOf(ports: CarePorts, found: Found): Answer {
  const { start, total, shown, closed, leftOut, left, hopsMax } = found;
  const within = `within ${counted(hopsMax, "hop", "hops")}`;
  return {
    found: total > 0,
    isPaged: total > 0,
    text(say) {
      const beside = [
        ...(closed > 0 ? [`${counted(closed, "lesson", "lessons")} not passed: archived, or of other projects`] : []),
        ...left.notes(say),
        ...leftOutLines(leftOut),
      ];
      const what = `${shownNoteId(start.id)} ${shownTrigger(start)}`;
      if (total === 0) {
        const how = say.either("helix learn relate --from ID --to ID --kind solves", "learn action=relate");
        return [`no lesson is connected ${within} with ${what}; ${how} relates two`, ...beside].join("\n");
      }
      const more = total > shown.length ? [`${total - shown.length} more: ${say.name("limit")} shows more`] : [];
      const answer = new PagedText(ports, [PATH_FORMULA, ...more, ...beside]);
      answer.head(`${counted(total, "lesson", "lessons")} ${within} of ${what}`);
      answer.addEach(shown, linesOf);
      return answer.text(shown.length, (rest) => counted(rest, "more lesson", "more lessons"));
    },
    data: (): ConnectedData => ({
      start: lessonData(start),
      total,
      lessons: shown.map(({ lesson, reached: { score, path } }) => ({
        ...lessonData(lesson),
        _score: score,
        hops: path.length,
        path: path.map(({ isForward: forward, ...hop }) => ({ ...hop, forward })),
      })),
      closed,
      leftOut,
      ...left.data(),
    }),
  };
}

function linesOf({ lesson, reached: { score, path } }: Found["shown"][number]): string[] {
  const { resolution } = lesson;
  const said =
    resolution === "" ? [] : [`  → ${cutLine(resolution.replace(/\s*\n\s*/g, " / "), RESOLUTION_SHOWN_MAX)}`];
  return [lessonLine(lesson, `${score.toFixed(3)}, `), ...said, `  by ${pathWords(path)}`];
}

/** `@aaaaaaaaaa -causes 2→ @bbbbbbbbbb ←solves 1- @cccccccccc -similar 1- @dddddddddd` */
function pathWords(path: readonly Hop[]): string {
  const steps = path.map(({ to, kind, weight, isForward }) => {
    const what = `${kind} ${shownWeight(weight)}`;
    const arrow = isForward === null ? `-${what}-` : isForward ? `-${what}→` : `←${what}-`;
    return `${arrow} ${shownNoteId(to)}`;
  });
  return [shownNoteId(path[0]!.from), ...steps].join(" ");
}
