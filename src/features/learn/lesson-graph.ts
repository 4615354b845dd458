// The relations of lessons as a graph: edges that the event log has by the ids of its time, united by the ids that the
// notes have now, and the lessons that can be reached along them.
// Invariants:
// - Edges that have the same ends and the same kind now are one, and their weights are added.
// - An edge between two notes that became one is none any more.
// - A lesson is reached once, by as few hops as possible; of several such paths, by the one with the highest score.

import { type Edge, edgeKey, type Judgements } from "../../events/log/judgements.ts";

/** Each hop leaves so much of the score, at most. */
const HOP_DISCOUNT = 0.5;
/** Sums of fractions are this near to what they should be. */
const ROUNDING_ERROR = 1e-9;

/** The formula, in the words of answers. */
export const PATH_FORMULA = "score: ½ · w / (w + 1) for each hop, w being the weight of the relation";

export interface UnitedEdges {
  readonly edges: readonly Edge[];
  /** How many edges lead to a note that is gone. */
  readonly lost: number;
}

/** A step from one lesson to the next. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly kind: Edge["kind"];
  readonly weight: number;
  /** Whether the relation says it this way round; null where it has no direction. */
  readonly isForward: boolean | null;
}

/** A lesson that was reached. */
export interface Reached {
  readonly id: string;
  readonly score: number;
  /** The hops from the start. */
  readonly path: readonly Hop[];
}

/** Unites edges. `currentId`: the id of the live note that an id leads to; null for none. */
export function unitedEdges(
  { edges }: Pick<Judgements, "edges">,
  currentId: (id: string) => string | null,
): UnitedEdges {
  const united = new Map<string, Edge>();
  let lost = 0;
  for (const { from, to, kind, weight } of edges.values()) {
    const [first, second] = [currentId(from), currentId(to)];
    if (first === null || second === null) {
      if (weight > ROUNDING_ERROR) lost++;
      continue;
    }
    if (first === second) continue;
    const key = edgeKey(first, second, kind);
    const known = united.get(key);
    if (known === undefined) united.set(key, { from: first, to: second, kind, weight });
    else known.weight += weight;
  }
  return { edges: [...united.values()].filter(({ weight }) => weight > ROUNDING_ERROR), lost };
}

/** What one hop along an edge of this weight leaves of a score. */
export function hopShare(weight: number): number {
  return (HOP_DISCOUNT * weight) / (weight + 1);
}

/**
 * The lessons that can be reached from `start` by at most `hopsMax` hops, the highest score first. Edges are followed
 * both ways. `isOpen` says which lessons are shown and passed through.
 */
export function reachedFrom(
  edges: readonly Edge[],
  start: string,
  hopsMax: number,
  isOpen: (id: string) => boolean = () => true,
): Reached[] {
  const hopsOf = hopsByStart(edges);
  const reached = new Map<string, Reached>([[start, { id: start, score: 1, path: [] }]]);
  let level: readonly Reached[] = [...reached.values()];
  for (let hops = 0; hops < hopsMax && level.length > 0; hops++) {
    const next = new Map<string, Reached>();
    for (const { id, score, path } of level) {
      for (const hop of hopsOf.get(id) ?? []) {
        if (reached.has(hop.to) || !isOpen(hop.to)) continue;
        const other = { id: hop.to, score: score * hopShare(hop.weight), path: [...path, hop] };
        const known = next.get(hop.to);
        if (known === undefined || isBetter(other, known)) next.set(hop.to, other);
      }
    }
    for (const [id, each] of next) reached.set(id, each);
    level = [...next.values()];
  }
  reached.delete(start);
  return [...reached.values()].sort(
    (a, b) => b.score - a.score || a.path.length - b.path.length || (a.id < b.id ? -1 : 1),
  );
}

/** Of paths with the same score the one that comes first by its ids is taken, so that answers do not change. */
function isBetter(a: Reached, b: Reached): boolean {
  return a.score !== b.score ? a.score > b.score : pathKey(a) < pathKey(b);
}

function pathKey({ path }: Reached): string {
  return path.map(({ from, kind }) => `${from} ${kind}`).join(" ");
}

function hopsByStart(edges: readonly Edge[]): Map<string, Hop[]> {
  const found = new Map<string, Hop[]>();
  const add = (hop: Hop) => {
    const known = found.get(hop.from);
    if (known === undefined) found.set(hop.from, [hop]);
    else known.push(hop);
  };
  for (const { from, to, kind, weight } of edges) {
    const hasDirection = kind === "causes" || kind === "solves";
    add({ from, to, kind, weight, isForward: hasDirection ? true : null });
    add({ from: to, to: from, kind, weight, isForward: hasDirection ? false : null });
  }
  return found;
}
