// The relations of the lessons of a view.

import type { EdgeKind, NewEvent } from "../../events/log/event-types.ts";
import { edgeKey, type Judgements } from "../../events/log/judgements.ts";
import { storedLessons } from "../../notes/lessons/stored-lessons.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { type UnitedEdges, unitedEdges } from "./lesson-graph.ts";

/** Makes a function that finds the id that a note has now: its own, or that of the note it was merged into. */
export function currentIds(view: KnowledgeView): (id: string) => string | null {
  const { lessons } = storedLessons(view, () => true);
  // Most ids are of lessons, and finding a note goes through all of them.
  const known = new Map<string, string | null>(
    lessons.flatMap(({ id, ids }) => ids.map((each) => [each, id] as const)),
  );
  for (const { id } of lessons) known.set(id, id);
  return (id) => {
    let current = known.get(id);
    if (current === undefined) {
      const document = view.findNote(id);
      current = document === null ? null : view.noteId(document);
      known.set(id, current);
    }
    return current;
  };
}

/** All relations, by the ids that notes have now. */
export function relationsIn(view: KnowledgeView, judgements: Pick<Judgements, "edges">): UnitedEdges {
  return unitedEdges(judgements, currentIds(view));
}

/** The weight of the relation of two notes, by the ids that they have now; 0 for none. */
export function weightOf(
  view: KnowledgeView,
  judgements: Pick<Judgements, "edges">,
  [from, to, kind]: readonly [from: string, to: string, kind: EdgeKind],
): number {
  const wanted = edgeKey(from, to, kind);
  const { edges } = relationsIn(view, judgements);
  return edges.find((edge) => edgeKey(edge.from, edge.to, edge.kind) === wanted)?.weight ?? 0;
}

/** Events that take back all that the log says of a relation. */
export function removals(
  view: KnowledgeView,
  { edges }: Pick<Judgements, "edges">,
  [from, to, kind]: readonly [from: string, to: string, kind: EdgeKind],
): NewEvent[] {
  const wanted = edgeKey(from, to, kind);
  const currentId = currentIds(view);
  return [...edges.values()]
    .filter((edge) => {
      const [first, second] = [currentId(edge.from), currentId(edge.to)];
      return first !== null && second !== null && edgeKey(first, second, edge.kind) === wanted;
    })
    .map((edge) => ({ type: "edge", from: edge.from, to: edge.to, kind: edge.kind, weight: -edge.weight }));
}
