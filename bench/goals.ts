// The aims of helix's speed, each with the value of a run, whether it is met, and where it is not, what this machine
// can do at best. Pure: from a run to rows. The reference is what the original program took, on another machine.

import { codeGoals } from "./code/code-goals.ts";
import { type Condition, type Floor, type Goal, type GoalRow, ratio, rowOf } from "./goal.ts";
import { Figures, type Run } from "./run-record.ts";
import { counted } from "./samples.ts";

const MILLION = 1_000_000;
const MAIN_SIZE = 50_000;
/** What "the same" means for two sizes. */
const SAME = 1.2;

/** The rows: for 50,000 entries, or as many as were measured instead, and for a million; or of code. */
export function goalRows(run: Run): GoalRow[] {
  const figures = new Figures(run.measurements);
  const below = run.sizes.filter((size) => size < MILLION);
  const main = below.includes(MAIN_SIZE) ? MAIN_SIZE : below.at(-1);
  const goals = main === undefined ? [] : mainGoals(figures, main, run.sizes[0]!);
  const million = run.sizes.includes(MILLION) ? millionGoals(figures) : [];
  const code = codeGoals(figures);
  const others = code.length > 0 ? code : [...guardGoals(figures), ...eventGoals(figures)];
  return [...goals, ...million, ...others].map(rowOf);
}

/** Values of one size, and conditions made of them. */
class SizeFigures {
  readonly notes: string;
  readonly #figures: Figures;
  readonly #size: number;
  readonly #smallest: number;

  constructor(figures: Figures, size: number, smallest: number) {
    this.#figures = figures;
    this.#size = size;
    this.#smallest = smallest;
    this.notes = `${counted(size)} notes`;
  }

  at(id: string): number | undefined {
    return this.#figures.p50(this.#size, id);
  }

  /** Conditions on median and 95th percentile; without a limit the value is only shown. */
  times(id: string, p50: number | null, p95: number | null = null): Condition[] {
    return [
      { label: "p50", value: this.at(id), limit: p50, unit: "ms" },
      { label: "p95", value: this.#figures.p95(this.#size, id), limit: p95, unit: "ms" },
    ];
  }

  /** That it takes about as long with the fewest notes; nothing when those are the fewest. */
  sameAtSmallest(id: string): Condition[] {
    if (this.#smallest === this.#size) return [];
    const value = ratio(this.at(id), this.#figures.p50(this.#smallest, id));
    return [{ label: `ratio to ${counted(this.#smallest)} notes`, value, limit: SAME, unit: "" }];
  }
}

function mainGoals(figures: Figures, size: number, smallest: number): Goal[] {
  const values = new SizeFigures(figures, size, smallest);
  return [
    hookProcessGoal(values, "served", "a server runs", 1.3),
    hookProcessGoal(values, "alone", "no server", 3),
    ...callGoals(figures, values),
    ...writeGoals(figures, values, size),
    foldGoal(values),
    {
      what: `memory of the server, ${values.notes}`,
      original: "760 MB",
      conditions: [
        { label: "resident", value: values.at("memory"), limit: 200, unit: "MB" },
        { label: "peak", value: values.at("memory-peak"), limit: null, unit: "MB" },
      ],
      floors: memoryFloors(figures),
    },
    {
      what: `index.bin, ${values.notes}`,
      original: "37.6 MB",
      conditions: [
        { label: "size", value: values.at("index-size"), limit: 15 * Math.max(1, size / MAIN_SIZE), unit: "MB" },
      ],
      floors: [{ what: "data.log", value: values.at("log-size") }],
    },
  ];
}

function hookProcessGoal(values: SizeFigures, id: string, when: string, limit: number): Goal {
  const floor = values.at(`hook-process-${id}-floor`);
  const value = ratio(values.at(`hook-process-${id}`), floor);
  return {
    what: `hook process, ambient, ${when}, ${values.notes}`,
    conditions: [
      { label: "ratio to an empty program", value, limit, unit: "" },
      ...values.times(`hook-process-${id}`, null),
    ],
    floors: [{ what: "empty program", value: floor }],
  };
}

function callGoals(figures: Figures, values: SizeFigures): Goal[] {
  const floors = callFloors(figures);
  return [
    {
      what: `hook through the server, ${values.notes}`,
      conditions: values.times("hook-call", 0.5, 2),
      floors,
    },
    {
      what: `serve: spawn to answered initialize, ${values.notes}`,
      original: "1,500 ms",
      conditions: [...values.times("open", 100), ...values.sameAtSmallest("open")],
      floors: startFloors(figures),
    },
    {
      what: `serve: spawn to the first answered search, ${values.notes}`,
      conditions: values.times("open-search", null),
      floors: startFloors(figures),
    },
    ...firstSearchGoals(values, floors),
    {
      what: `search, 2 words, ${values.notes}`,
      original: "0.96 ms",
      conditions: values.times("search", 0.7),
      floors,
    },
    {
      what: `brief of a topic, ${values.notes}`,
      original: "149 ms, p95 2,455",
      conditions: values.times("brief-topic", 10, 30),
      floors,
    },
    { what: `read a topic, ${values.notes}`, original: "81 ms", conditions: values.times("read-topic", 1), floors },
  ];
}

/** What a session feels, whose model thinks for a moment before the first call. */
function firstSearchGoals(values: SizeFigures, floors: readonly Floor[]): Goal[] {
  const condition = (label: string, id: string, limit: number | null): Condition => {
    return { label, value: values.at(`first-${id}`), limit, unit: "ms" };
  };
  return [
    {
      what: `first searches of a server, after a second, ${values.notes}`,
      original: "6 ms, then 0.5",
      conditions: [
        condition("first", "search-later-1", 5),
        condition("median of 40", "search-later-40", 0.8),
        condition("at once: first", "search-at-once-1", null),
        condition("median of 40", "search-at-once-40", null),
      ],
      floors,
    },
    {
      what: `the same of any word, ${values.notes}`,
      original: "0.3 ms",
      conditions: [
        condition("median of 40", "search-or-later-40", 3),
        condition("first", "search-or-later-1", null),
        condition("at once: median of 40", "search-or-at-once-40", null),
      ],
      floors,
    },
  ];
}

function writeGoals(figures: Figures, values: SizeFigures, size: number): Goal[] {
  const floors = storeFloors(figures, size);
  return [
    {
      what: `store (synced), ${values.notes}`,
      original: "1.7 ms",
      conditions: [...values.times("store", 1.2), ...values.sameAtSmallest("store")],
      floors,
    },
    {
      what: `a batch of 30 notes, of a load by batches, ${values.notes}`,
      conditions: values.times("batch", null),
      floors: [{ what: "as many bytes in two synced writes", value: values.at("batch-sync") }],
    },
    {
      what: `store, then search of it, ${values.notes}`,
      original: "0 % found",
      conditions: [
        ...values.times("store-search", 1.5),
        { label: "found", value: values.at("found"), limit: 100, unit: "%", atLeast: true },
      ],
      floors,
    },
  ];
}

/** That a request in flight does not wait for a merge: what the thread that answers does meanwhile. */
function foldGoal(values: SizeFigures): Goal {
  return {
    what: `work for a ping while the index is built anew, ${values.notes}`,
    conditions: [
      { label: "longest", value: values.at("fold-work"), limit: 5, unit: "ms" },
      ...values.times("fold-ping", null),
    ],
    floors: [{ what: "longest while nothing else is done", value: values.at("idle-work") }],
  };
}

function millionGoals(figures: Figures): Goal[] {
  const values = new SizeFigures(figures, MILLION, MILLION);
  return [
    {
      what: "1,000,000 notes: spawn to answered initialize",
      conditions: values.times("open", 150),
      floors: startFloors(figures),
    },
    {
      what: "1,000,000 notes: search, 2 words",
      conditions: values.times("search", 5),
      floors: callFloors(figures),
    },
    {
      what: "1,000,000 notes: store (synced)",
      conditions: values.times("store", 2),
      floors: storeFloors(figures, MILLION),
    },
    { ...foldGoal(values), what: "1,000,000 notes: work for a ping while the index is built anew" },
    {
      what: "1,000,000 notes: memory of the server",
      conditions: [
        { label: "peak", value: values.at("memory-peak"), limit: 1000, unit: "MB" },
        { label: "resident", value: values.at("memory"), limit: null, unit: "MB" },
      ],
      floors: memoryFloors(figures),
    },
  ];
}

function eventGoals(figures: Figures): Goal[] {
  const values = (id: string) => figures.p50("events", id);
  return [
    {
      what: "append of an event, unsynced",
      conditions: [{ label: "p50", value: values("append"), limit: 0.1, unit: "ms" }],
    },
    {
      what: "counting a million events, from a snapshot",
      conditions: [
        { label: "p50", value: values("fold-snapshot"), limit: 50, unit: "ms" },
        { label: "without one", value: values("fold"), limit: null, unit: "ms" },
        { label: "on the disk", value: values("disk"), limit: null, unit: "MB" },
      ],
    },
  ];
}

/** What each call of a tool costs more: without an active workspace the shell alone, with one the guard. */
function guardGoals(figures: Figures): Goal[] {
  const goal = (id: string, what: string, floor: string, limit: number): Goal[] => {
    const values = [figures.p50("machine", id), figures.p50("machine", `${id}-floor`)] as const;
    if (values[0] === undefined) return [];
    const label = `ratio to ${floor}`;
    return [
      {
        what,
        conditions: [
          { label, value: ratio(...values), limit, unit: "" },
          { label: "p50", value: values[0], limit: null, unit: "ms" },
        ],
        floors: [{ what: floor, value: values[1] }],
      },
    ];
  };
  return [
    ...goal("guard-none", "the guard before a call, no workspace active", "sh -c :", 1.2),
    ...goal("guard-write", "the guard before an edit, one active, no server", "an empty program", 5),
    ...goal("guard-bash", "the guard before a line of the shell, one active, no server", "an empty program", 5),
  ];
}

function memoryFloors(figures: Figures): Floor[] {
  return [{ what: "SDK server without anything", value: figures.p50("machine", "sdk-memory") }];
}

function callFloors(figures: Figures): Floor[] {
  return [
    { what: "ping of helix", value: figures.p50("machine", "ping") },
    { what: "for comparison: ping of an SDK server", value: figures.p50("machine", "sdk-ping") },
  ];
}

function startFloors(figures: Figures): Floor[] {
  return [
    { what: "empty program", value: figures.p50("machine", "empty") },
    { what: "for comparison: an SDK server's initialize", value: figures.p50("machine", "sdk-open") },
  ];
}

/** A store has to come through the SDK, and its bytes have to be synced. */
function storeFloors(figures: Figures, size: number): Floor[] {
  const sync = figures.p50(size, "sync");
  const ping = figures.p50("machine", "sdk-ping");
  return [
    { what: "fdatasync of as many bytes", value: sync },
    { what: "the same and an SDK server's ping", value: sync === undefined || ping === undefined ? sync : sync + ping },
  ];
}
