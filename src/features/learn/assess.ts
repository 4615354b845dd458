// learn action=assess: whether to go on with a task, to try another way, or to ask somebody. A try that is told of is
// recorded, with hashes of the task, the error and the approach. Hooks know no task; they say when an error comes again
// (hooks/post-build/repeated-error.ts).
// Invariants:
// - Only tries of the last 7 days, and since the last one that worked, count.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { type Assessment, assessed } from "../../events/attempts.ts";
import { errorSignature } from "../../events/error-signature.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { likeNotes } from "../search/like-notes.ts";
import type { AssessData } from "./data.ts";
import type { LearnArguments } from "./parameters.ts";
import { judgementsOf, type LearnPorts } from "./ports.ts";
import { type RankedLesson, rankedLessons, recordOf } from "./ranked-lessons.ts";
import { checkSaid } from "./remember.ts";

const SHOWN_MAX = 600;
/** Older tries do not count: a task of that name may be another one by now. */
const COUNTED_MS = 7 * 24 * 60 * 60 * 1000;

/** Assesses a task, and records a try. Throws INVALID_ARGUMENT, NOT_FOUND, IO. */
export async function assess(ports: LearnPorts, values: LearnArguments): Promise<Answer> {
  const { objective = "", approach = "", error = "", ok = false } = values;
  checkSaid("objective", objective, 'objective="make the login test pass"');
  if (ok && error !== "") throw invalid((say) => `${say.name("ok")} and ${say.name("error")} cannot both be: give one`);
  const log = judgementsOf(ports);
  const task = taskKey(objective, log.acting.project);
  const isTold = ok || error !== "";
  if (isTold) log.write([{ type: "attempt", task, signature: errorSignature(error), diff: hashOf(approach), ok }]);
  const { events, boundBytes } = log.attempts(task);
  const since = ports.base.clock() - COUNTED_MS;
  const assessment = assessed(events.filter(({ at }) => at >= since));
  const pattern =
    assessment.recommendation === "continue" ? null : await bestPattern(ports, `${objective}\n${error}`.slice(0, 4000));
  const pivot = pattern === null ? "" : pattern.lesson.resolution || pattern.lesson.trigger;
  const bound =
    boundBytes === null ? [] : [`only the last ${boundBytes / 1024 / 1024} MB of events were looked through`];
  return {
    found: true,
    ...(isTold
      ? { operation: `a try ${ok ? "worked" : "failed"}: ${cutLine(objective.replace(/\s+/g, " "), 100)}` }
      : {}),
    text: (wording) => [...linesOf(assessment, pattern, wording), ...bound].join("\n"),
    data: (): AssessData => ({
      ...assessment,
      suggested_pivot: pivot,
      pattern: pattern === null ? null : { id: pattern.lesson.id, name: pattern.lesson.name },
    }),
  };
}

/** What tells a task of a project from all others; no text of it is in the log. */
export function taskKey(objective: string, project: readonly string[]): string {
  return hashOf(`${project[0] ?? ""}\0${objective.replace(/\s+/g, " ").trim().toLowerCase()}`);
}

function hashOf(text: string): string {
  return text.trim() === "" ? "" : Bun.hash(text).toString(36);
}

/** The pattern that fits a task best. It counts as shown. */
async function bestPattern(ports: LearnPorts, query: string): Promise<RankedLesson | null> {
  const like = await likeNotes(ports, query);
  const view = await ports.base.view(indexingProgress(ports));
  const log = judgementsOf(ports);
  const { found } = rankedLessons(view, {
    query,
    kind: "pattern",
    now: ports.base.clock(),
    accepts: new Reach(ports, undefined).in(view.index),
    judgements: log.read(),
    cosine: like.in(view.index),
  });
  const [best = null] = found;
  if (best !== null) log.observe([{ type: "shown", hook: "learn", notes: [best.lesson.id] }]);
  return best;
}

function linesOf(
  { recommendation, reason, attempts }: Assessment,
  pattern: RankedLesson | null,
  say: Wording,
): string[] {
  const head = `${recommendation}: ${reason} (${counted(attempts, "failed try", "failed tries")})`;
  if (pattern !== null) {
    const { id, trigger, resolution } = pattern.lesson;
    const shown = cutLine(`${trigger} → ${resolution}`.replace(/\s*\n\s*/g, " / "), SHOWN_MAX);
    return [head, `  a pattern that fits: ${shownNoteId(id)} (${recordOf(pattern.judged)}) ${shown}`];
  }
  if (recommendation === "continue") return [head];
  return [
    head,
    `  no pattern is known for it; ${say.either("helix learn recall", "learn action=recall")} may know failures`,
  ];
}
