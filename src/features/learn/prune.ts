// learn action=prune: archives lessons that mislead more than they help.
// Invariants:
// - None that was judged fewer than five times is archived, and none with the tag pinned or invariant.

import type { Answer } from "../../base/answer.ts";
import { effectiveness } from "../../events/log/judgements.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { archiveFound, type FoundLessons, type KeptLesson } from "./archiving.ts";
import {
  type CarePorts,
  isProtected,
  type JudgedLesson,
  judgedUses,
  judgementsIn,
  lessonsWithin,
  PROTECTING_TAGS,
} from "./care-lessons.ts";

/** Below this, a lesson is taken for misleading. */
const EFFECTIVENESS_DEFAULT = 0.25;
/** How often a lesson was judged, at least, before it is. */
const JUDGED_MIN = 5;

interface PruneArguments {
  readonly min_effectiveness?: number | undefined;
  readonly apply?: boolean | undefined;
  readonly project?: string | undefined;
}

/** Whether a lesson is known to mislead. */
export function isMisleading(lesson: JudgedLesson, below = EFFECTIVENESS_DEFAULT): boolean {
  return judgedUses(lesson) >= JUDGED_MIN && effectiveness(lesson.judged) < below;
}

/** Reports misleading lessons, or archives them. */
export async function pruneLessons(ports: CarePorts, values: PruneArguments): Promise<Answer> {
  const { min_effectiveness: below = EFFECTIVENESS_DEFAULT, apply = false, project } = values;
  const reach = new Reach(ports, project);
  return archiveFound(
    ports,
    {
      name: "prune",
      reach,
      apply,
      given: { min_effectiveness: values.min_effectiveness, project },
      what: `judged ${JUDGED_MIN} times or more, with an effectiveness below ${below}`,
      find: (view) => misleading(view, reach, ports, below),
    },
    { below, judgedUses: JUDGED_MIN },
  );
}

function misleading(view: KnowledgeView, reach: Reach, ports: CarePorts, below: number): FoundLessons {
  const { lessons, leftOut } = lessonsWithin(view, reach, judgementsIn(ports));
  const found = lessons
    .filter(({ judged }) => judged.misled > 0 && effectiveness(judged) < below)
    .sort((a, b) => effectiveness(a.judged) - effectiveness(b.judged) || b.judged.misled - a.judged.misled);
  const kept: KeptLesson[] = [];
  const chosen = found.filter((lesson) => {
    const why =
      judgedUses(lesson) < JUDGED_MIN
        ? `judged fewer than ${JUDGED_MIN} times`
        : isProtected(lesson)
          ? PROTECTED
          : null;
    if (why !== null) kept.push({ lesson, why });
    return why === null;
  });
  return { chosen, kept, lessons: lessons.length, leftOut };
}

/** Why a lesson stays. */
export const PROTECTED = `tagged ${PROTECTING_TAGS.join(" or ")}`;
