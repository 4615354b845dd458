// learn action=relate: says that two lessons belong together, and how. Saying it again adds to the weight; a weight of 0
// takes the relation back. Both have to be lessons: any notes are linked by their links.
// Invariants:
// - A lesson is not related to itself, neither by its own id nor by that of a lesson that was merged into it.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import type { EdgeKind } from "../../events/log/event-types.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import type { RelateData } from "./care-data.ts";
import { type CarePorts, namedLesson, shownTrigger } from "./care-lessons.ts";
import { removals, weightOf } from "./lesson-relations.ts";
import { judgementsOf } from "./ports.ts";

interface RelateArguments {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly kind?: EdgeKind | undefined;
  readonly weight?: number | undefined;
}

/** Relates two lessons. Throws NOT_FOUND, INVALID_ARGUMENT, and IO. */
export async function relate(ports: CarePorts, values: RelateArguments): Promise<Answer> {
  const { from = "", to = "", kind, weight = 1 } = values;
  if (kind === undefined) throw new HelixError("INVALID_ARGUMENT", "kind is missing");
  const log = judgementsOf(ports);
  const view = await ports.base.view(indexingProgress(ports));
  const first = namedLesson(view, from, "from");
  const second = namedLesson(view, to, "to");
  if (first.id === second.id) {
    throw invalid(
      (say) =>
        `${say.name("from")} and ${say.name("to")} are the same lesson, ${shownNoteId(first.id)}: give two, no lesson is related to itself`,
    );
  }
  const relation = [first.id, second.id, kind] as const;
  const before = weightOf(view, log.read(), relation);
  log.write(
    weight === 0
      ? removals(view, log.read(), relation)
      : [{ type: "edge", from: first.id, to: second.id, kind, weight }],
  );
  const after = weightOf(view, log.read(), relation);
  const status = statusOf(weight, before);
  const line = `${status} ${shownNoteId(first.id)} ${kind} ${shownNoteId(second.id)}, weight ${shownWeight(after)}${before > 0 ? ` (was ${shownWeight(before)})` : ""}`;
  return {
    found: true,
    ...(status === "unchanged" ? {} : { operation: line }),
    text: () => [line, `  ${shownTrigger(first)}`, `  ${shownTrigger(second)}`].join("\n"),
    data: (): RelateData => ({ status, from: first.id, to: second.id, kind, added: weight, weight: after }),
  };
}

function statusOf(weight: number, before: number): RelateData["status"] {
  if (weight === 0) return before > 0 ? "removed" : "unchanged";
  return before > 0 ? "strengthened" : "related";
}

/** A weight without the errors of sums of fractions. */
export function shownWeight(weight: number): string {
  return String(Math.round(weight * 100) / 100);
}
