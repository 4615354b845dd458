// What was judged of notes, and how lessons belong together: a fold over the event log. A note is judged once for a
// task, by whoever judges it first; a note that was shown and not judged has no count here.
// Invariants:
// - The same judgement written twice, by one process or by several, counts once.
// - Counts go by id. Those of a note that was merged into another are found by its id, which the other has as an alias.

import type { Fold } from "./event-fold.ts";
import { EDGE_KINDS, type EdgeKind, type LoggedEvent } from "./event-types.ts";

/** The judgements of a note. */
export interface Judged {
  helped: number;
  misled: number;
  /** When it was last judged, in milliseconds since 1970. */
  last: number;
}

/** A relation of two lessons, by their ids. `similar` and `co_occurs` have no direction. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** 0 where it was taken back. */
  weight: number;
}

/** All judgements and relations. */
export interface Judgements {
  readonly notes: Map<string, Judged>;
  /** By the text of `edgeKey`. */
  readonly edges: Map<string, Edge>;
  /** Hashes of the pairs of task and note that were judged. */
  readonly pairs: Set<string>;
}

const UNDIRECTED: readonly EdgeKind[] = ["co_occurs", "similar"];

/** What tells a relation from all others. */
export function edgeKey(from: string, to: string, kind: EdgeKind): string {
  const [first, second] = UNDIRECTED.includes(kind) && to < from ? [to, from] : [from, to];
  return `${kind} ${first} ${second}`;
}

/** What tells the judgement of a note in a task from all others. */
export function pairKey(task: string, note: string): string {
  return Bun.hash(`${task}\0${note}`).toString(36);
}

export const judgements: Fold<Judgements> = {
  name: "judgements",
  version: 1,
  types: ["feedback", "edge"],
  empty: () => ({ notes: new Map(), edges: new Map(), pairs: new Set() }),
  take(state, event) {
    if (event.type === "feedback") takeJudgement(state, event);
    else if (event.type === "edge") takeEdge(state, event);
  },
  encode: ({ notes, edges, pairs }) => ({
    notes: Array.from(notes, ([id, { helped, misled, last }]) => [id, helped, misled, last]),
    edges: Array.from(edges.values(), ({ from, to, kind, weight }) => [from, to, kind, weight]),
    pairs: [...pairs].join(" "),
  }),
  decode(value) {
    const { notes, edges, pairs } = value as Snapshot;
    return {
      notes: new Map(notes.map(([id, helped, misled, last]) => [id, { helped, misled, last }])),
      edges: new Map(
        edges.map(([from, to, kind, weight]) => {
          if (!EDGE_KINDS.includes(kind)) throw new Error("not a snapshot");
          return [edgeKey(from, to, kind), { from, to, kind, weight }];
        }),
      ),
      pairs: new Set(pairs === "" ? [] : pairs.split(" ")),
    };
  },
};

interface Snapshot {
  readonly notes: readonly (readonly [string, number, number, number])[];
  readonly edges: readonly (readonly [string, string, EdgeKind, number])[];
  readonly pairs: string;
}

function takeJudgement(
  { notes, pairs }: Judgements,
  { note, verdict, task, at }: LoggedEvent & { readonly type: "feedback" },
): void {
  const pair = pairKey(task, note);
  if (pairs.has(pair)) return;
  pairs.add(pair);
  let judged = notes.get(note);
  if (judged === undefined) {
    judged = { helped: 0, misled: 0, last: 0 };
    notes.set(note, judged);
  }
  if (verdict === "helped") judged.helped++;
  else if (verdict === "misled") judged.misled++;
  judged.last = Math.max(judged.last, at);
}

function takeEdge({ edges }: Judgements, { from, to, kind, weight }: LoggedEvent & { readonly type: "edge" }): void {
  if (from === to || !Number.isFinite(weight)) return;
  const key = edgeKey(from, to, kind);
  const known = edges.get(key);
  // A relation that two processes take back at once is gone, and no less than that.
  const sum = Math.max(0, (known?.weight ?? 0) + weight);
  if (known === undefined) edges.set(key, { from, to, kind, weight: sum });
  else known.weight = sum;
}

/** The judgements of a note by its ids: its own, and those of the notes that were merged into it. */
export function judgedOf({ notes }: Pick<Judgements, "notes">, ids: readonly string[]): Judged {
  const sum = { helped: 0, misled: 0, last: 0 };
  for (const id of ids) {
    const judged = notes.get(id);
    if (judged === undefined) continue;
    sum.helped += judged.helped;
    sum.misled += judged.misled;
    sum.last = Math.max(sum.last, judged.last);
  }
  return sum;
}

/**
 * The share of judged uses that helped, as Laplace estimates it: (helped + 1) / (helped + misled + 2); a half where
 * nothing was judged.
 */
export function effectiveness({ helped, misled }: Pick<Judged, "helped" | "misled">): number {
  return (helped + 1) / (helped + misled + 2);
}
