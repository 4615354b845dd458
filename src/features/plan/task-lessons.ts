// The lessons that a workspace is given: failures to avoid and patterns to apply, by the task's objective.

import { orNull } from "../../base/errors.ts";
import { encodeEvents } from "../../events/log/event-line.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import type { Task } from "../../plan/documents/plan-documents.ts";
import type { Actor } from "../../plan/workspace/workspace.ts";
import { judgementsOf } from "../learn/ports.ts";
import { type RankedLesson, rankedLessons, recordOf } from "../learn/ranked-lessons.ts";
import { likeNotes } from "../search/like-notes.ts";
import type { PlanPorts } from "./ports.ts";

const FAILURES_MAX = 3;
const PATTERNS_MAX = 2;
const QUERY_MAX = 4000;

/** A lesson as a workspace has it. */
export interface GivenLesson {
  readonly id: string;
  readonly trigger: string;
  readonly resolution: string;
  /** How often it helped. */
  readonly record: string;
}

export interface GivenLessons {
  readonly failures: readonly GivenLesson[];
  readonly patterns: readonly GivenLesson[];
  /** What could not be done, a line each. */
  readonly notes: readonly string[];
}

/** The lessons for a task. Nothing that goes wrong here keeps a task from beginning. */
export async function lessonsFor(ports: PlanPorts, { slug, objective }: Task): Promise<GivenLessons> {
  const query = `${objective}\n${slug.replaceAll("-", " ")}`.slice(0, QUERY_MAX);
  try {
    const like = await likeNotes(ports, query);
    const view = await ports.base.view(indexingProgress(ports));
    const { found } = rankedLessons(view, {
      query,
      now: ports.base.clock(),
      accepts: new Reach(ports, undefined).in(view.index),
      judgements: orNull(() => judgementsOf(ports).read()) ?? { notes: new Map() },
      cosine: like.in(view.index),
    });
    const of = (kind: string, most: number) =>
      found
        .filter(({ lesson }) => lesson.kind === kind)
        .slice(0, most)
        .map(given);
    return { failures: of("failure", FAILURES_MAX), patterns: of("pattern", PATTERNS_MAX), notes: like.remarks() };
  } catch (error) {
    if ((error as { code?: unknown }).code === "CANCELLED") throw error;
    return { failures: [], patterns: [], notes: ["the lessons could not be read: it begins without them"] };
  }
}

function given({ lesson, judged }: RankedLesson): GivenLesson {
  const { id, trigger, resolution } = lesson;
  return { id, trigger, resolution, record: recordOf(judged) };
}

/** Records that an actor was shown lessons, so that its judgement on them counts. */
export function recordShown(
  ports: PlanPorts,
  { session, agent, project }: Actor & { readonly project: readonly string[] },
  notes: readonly string[],
): void {
  if (notes.length === 0) return;
  const log = judgementsOf(ports);
  const head = { at: ports.base.clock(), session, agent, project: [...project] };
  orNull(() => log.log.append(encodeEvents(head, [{ type: "shown", hook: "plan", notes: [...notes] }], randomNoteId)));
}
