// How often each note was shown, held back, used, corrected and doubted: a fold over the event log. Counts go by id. What was
// counted for a note that was merged into another is found by its id, which the other has as an alias.

import type { Fold } from "./event-fold.ts";
import type { LoggedEvent } from "./event-types.ts";

/** The counts of a note. `last` is when it was last shown, in milliseconds since 1970, 0 for never. */
export interface NoteCounts {
  shown: number;
  withheld: number;
  used: number;
  corrected: number;
  /** How often something spoke against it right after it was shown. Nobody judged it by that. */
  doubted: number;
  last: number;
}

/** The counts of all notes, and of what else the log counts. */
export interface Counters {
  readonly notes: Map<string, NoteCounts>;
  /** Events by type; those of `total` count as what they stand for. */
  readonly types: Map<string, number>;
  /** When the first and the last event happened, in milliseconds since 1970; 0 for none. */
  first: number;
  last: number;
}

/** The member of `NoteCounts` that counts events of a type. */
const MEMBERS = {
  shown: "shown",
  withheld: "withheld",
  used: "used",
  correction: "corrected",
  doubt: "doubted",
} as const;
/** Stands for the event itself among the names that it counts. No id and no name of a run is so short. */
const ITSELF = "";
const UNDONE = "undone";

/**
 * What an event counts: names, each with how often. The empty name is the event itself. Null for an event that stays as
 * it is when its segment is compacted.
 */
export function countedNames(event: LoggedEvent): Iterable<readonly [string, number]> | null {
  switch (event.type) {
    case "shown":
    case "used":
    case "correction":
    case "doubt":
      return [[ITSELF, 1], ...event.notes.map((id) => [id, 1] as const)];
    case "answered":
      return [[ITSELF, 1]];
    case "withheld":
      return [[ITSELF, 1], ...(event.held ?? []).map(([id]) => [id, 1] as const)];
    case "run":
      return [
        [ITSELF, 1],
        [`${event.run} ${event.ok ? "succeeded" : "failed"}`, 1],
      ];
    case "edit":
      return [[event.undone ? UNDONE : ITSELF, 1]];
    case "total":
      return Object.entries(event.counts);
    default:
      return null;
  }
}

export const noteCounters: Fold<Counters> = {
  name: "note-counters",
  version: 2,
  empty: () => ({ notes: new Map(), types: new Map(), first: 0, last: 0 }),
  take(state, event) {
    // What a compaction adds is no event of its own.
    if (event.type === "compacted" || event.type === "worked") return;
    const type = event.type === "total" ? event.of : event.type;
    const when = event.type === "total" ? event.last : event.at;
    const since = event.type === "total" ? event.first : event.at;
    if (state.first === 0 || since < state.first) state.first = since;
    if (when > state.last) state.last = when;
    const member = Object.hasOwn(MEMBERS, type) ? MEMBERS[type as keyof typeof MEMBERS] : null;
    for (const [name, count] of countedNames(event) ?? [[ITSELF, 1] as const]) {
      if (name === ITSELF) state.types.set(type, (state.types.get(type) ?? 0) + count);
      else if (member !== null) {
        const counts = countsIn(state, name);
        counts[member] += count;
        if (member === "shown" && when > counts.last) counts.last = when;
      }
    }
  },
  encode: ({ notes, types, first, last }) => ({
    first,
    last,
    types: [...types],
    ids: [...notes.keys()].join(" "),
    counts: Array.from(notes.values(), ({ shown, withheld, used, corrected, doubted, last: shownAt }) => [
      shown,
      withheld,
      used,
      corrected,
      doubted,
      shownAt,
    ]).flat(),
  }),
  decode(value) {
    const { first, last, types, ids, counts: numbers } = value as Snapshot;
    const notes = new Map<string, NoteCounts>();
    let at = 0;
    for (const id of ids === "" ? [] : ids.split(" ")) {
      const next = () => numbers[at++]!;
      const counts = {
        shown: next(),
        withheld: next(),
        used: next(),
        corrected: next(),
        doubted: next(),
        last: next(),
      };
      notes.set(id, counts);
    }
    if (numbers.length !== at) throw new Error("not a snapshot");
    return { notes, types: new Map(types), first, last };
  },
};

interface Snapshot {
  readonly first: number;
  readonly last: number;
  readonly types: readonly (readonly [string, number])[];
  /** Ids with spaces between. */
  readonly ids: string;
  /** Six numbers for each id. */
  readonly counts: readonly number[];
}

/** The counts of a note by its id, with those of the notes that were merged into it. */
export function countsOf({ notes }: Counters, ids: readonly string[]): NoteCounts {
  const sum = { shown: 0, withheld: 0, used: 0, corrected: 0, doubted: 0, last: 0 };
  for (const id of ids) {
    const counts = notes.get(id);
    if (counts === undefined) continue;
    sum.shown += counts.shown;
    sum.withheld += counts.withheld;
    sum.used += counts.used;
    sum.corrected += counts.corrected;
    sum.doubted += counts.doubted;
    sum.last = Math.max(sum.last, counts.last);
  }
  return sum;
}

function countsIn({ notes }: Counters, id: string): NoteCounts {
  let counts = notes.get(id);
  if (counts === undefined) {
    counts = { shown: 0, withheld: 0, used: 0, corrected: 0, doubted: 0, last: 0 };
    notes.set(id, counts);
  }
  return counts;
}
