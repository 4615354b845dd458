// The aims of helix's speed, each with the value of a run, whether it is met, and where it is not, what this machine can do at
// best. Pure: from a run to rows. The reference is what the original program took, on another machine.

import type { Figures, Run } from "./run-record.ts";
import { Figures as FiguresOf } from "./run-record.ts";
import { counted, rounded } from "./samples.ts";

/** One thing that is asked of a value. */
interface Condition {
  readonly label: string;
  readonly value: number | undefined;
  /** Null: it is shown, and nothing is asked of it. */
  readonly limit: number | null;
  readonly unit: string;
  /** The value has to be at least the limit, not at most. */
  readonly atLeast?: boolean;
}

/** What this machine needs at least for a thing of this kind. */
interface Floor {
  readonly what: string;
  readonly value: number | undefined;
}

/** A row of the table. */
export interface GoalRow {
  readonly what: string;
  /** What the original took; "–" where that is not known. */
  readonly original: string;
  readonly aim: string;
  readonly measured: string;
  readonly met: boolean | null;
  /** Only where it is not met: floors of the same run, with how many times of them it took. */
  readonly floors: readonly string[];
}

interface Goal {
  readonly what: string;
  readonly original?: string;
  readonly conditions: readonly Condition[];
  readonly floors?: readonly Floor[];
}

const MILLION = 1_000_000;
const MAIN_SIZE = 50_000;
/** What "the same" means for two sizes. */
const SAME = 1.2;

/** The rows: for 50,000 entries, or as many as were measured instead, and for a million. */
export function goalRows(run: Run): GoalRow[] {
  const figures = new FiguresOf(run.measurements);
  const below = run.sizes.filter((size) => size < MILLION);
  const main = below.includes(MAIN_SIZE) ? MAIN_SIZE : below.at(-1);
  const goals = main === undefined ? [] : mainGoals(figures, main, run.sizes[0]!);
  const million = run.sizes.includes(MILLION) ? millionGoals(figures) : [];
  return [...goals, ...million].map(rowOf);
}

function mainGoals(figures: Figures, size: number, smallest: number): Goal[] {
  const at = (id: string) => figures.p50(size, id);
  const late = (id: string) => figures.p95(size, id);
  const notes = `${counted(size)} notes`;
  const atSmallest = (id: string) =>
    smallest === size
      ? []
      : [most(`ratio to ${counted(smallest)} notes`, ratio(at(id), figures.p50(smallest, id)), SAME)];
  const shown = (id: string) => [
    { label: "p50", value: at(id), limit: null, unit: "ms" },
    { label: "p95", value: late(id), limit: null, unit: "ms" },
  ];
  const p95 = (id: string) => shown(id).slice(1);
  const calls = callFloors(figures);
  return [
    {
      what: `hook process, ambient, a server runs, ${notes}`,
      conditions: [
        most("ratio to an empty program", ratio(at("hook-process-served"), at("hook-process-served-floor")), 1.3),
        ...shown("hook-process-served"),
      ],
      floors: [{ what: "empty program", value: at("hook-process-served-floor") }],
    },
    {
      what: `hook process, ambient, no server, ${notes}`,
      conditions: [
        most("ratio to an empty program", ratio(at("hook-process-alone"), at("hook-process-alone-floor")), 1.3),
        ...shown("hook-process-alone"),
      ],
      floors: [{ what: "empty program", value: at("hook-process-alone-floor") }],
    },
    {
      what: `hook through the server, ${notes}`,
      conditions: [most("p50", at("hook-call"), 0.5, "ms"), most("p95", late("hook-call"), 2, "ms")],
      floors: calls,
    },
    {
      what: `serve: spawn to answered initialize, ${notes}`,
      original: "1,500 ms",
      conditions: [most("p50", at("open"), 100, "ms"), ...atSmallest("open"), ...p95("open")],
      floors: startFloors(figures),
    },
    {
      what: `search, 2 words, ${notes}`,
      original: "0.96 ms",
      conditions: [most("p50", at("search"), 0.7, "ms"), ...p95("search")],
      floors: calls,
    },
    {
      what: `brief of a topic, ${notes}`,
      original: "149 ms, p95 2,455",
      conditions: [most("p50", at("brief-topic"), 10, "ms"), most("p95", late("brief-topic"), 30, "ms")],
      floors: calls,
    },
    {
      what: `read a topic, ${notes}`,
      original: "81 ms",
      conditions: [most("p50", at("read-topic"), 1, "ms"), ...p95("read-topic")],
      floors: calls,
    },
    {
      what: `store (synced), ${notes}`,
      original: "1.7 ms",
      conditions: [most("p50", at("store"), 1.2, "ms"), ...atSmallest("store"), ...p95("store")],
      floors: storeFloors(figures, size),
    },
    {
      what: `store, then search of it, ${notes}`,
      original: "0 % found",
      conditions: [
        { label: "found", value: at("found"), limit: 100, unit: "%", atLeast: true },
        most("p50", at("store-search"), 1.5, "ms"),
        ...p95("store-search"),
      ],
      floors: storeFloors(figures, size),
    },
    {
      what: `memory of the server, ${notes}`,
      original: "760 MB",
      conditions: [
        most("resident", at("memory"), 200, "MB"),
        { label: "peak", value: at("memory-peak"), limit: null, unit: "MB" },
      ],
      floors: [{ what: "SDK server without anything", value: figures.p50("machine", "sdk-memory") }],
    },
    {
      what: `index.bin, ${notes}`,
      original: "37.6 MB",
      conditions: [most("size", at("index-size"), 15 * Math.max(1, size / MAIN_SIZE), "MB")],
      floors: [{ what: "data.log", value: at("log-size") }],
    },
  ];
}

function millionGoals(figures: Figures): Goal[] {
  const at = (id: string) => figures.p50(MILLION, id);
  const p95 = (id: string) => ({ label: "p95", value: figures.p95(MILLION, id), limit: null, unit: "ms" });
  return [
    {
      what: "1,000,000 notes: spawn to answered initialize",
      conditions: [most("p50", at("open"), 150, "ms"), p95("open")],
      floors: startFloors(figures),
    },
    {
      what: "1,000,000 notes: search, 2 words",
      conditions: [most("p50", at("search"), 5, "ms"), p95("search")],
      floors: callFloors(figures),
    },
    {
      what: "1,000,000 notes: store (synced)",
      conditions: [most("p50", at("store"), 2, "ms"), p95("store")],
      floors: storeFloors(figures, MILLION),
    },
    {
      what: "1,000,000 notes: memory of the server",
      conditions: [
        most("peak", at("memory-peak"), 1000, "MB"),
        { label: "resident", value: at("memory"), limit: null, unit: "MB" },
      ],
      floors: [{ what: "SDK server without anything", value: figures.p50("machine", "sdk-memory") }],
    },
  ];
}

function callFloors(figures: Figures): Floor[] {
  return [
    { what: "ping of helix", value: figures.p50("machine", "ping") },
    { what: "ping of an SDK server", value: figures.p50("machine", "sdk-ping") },
  ];
}

function startFloors(figures: Figures): Floor[] {
  return [
    { what: "empty program", value: figures.p50("machine", "empty") },
    { what: "an SDK server's initialize", value: figures.p50("machine", "sdk-open") },
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

function most(label: string, value: number | undefined, limit: number, unit = ""): Condition {
  return { label, value, limit, unit };
}

function ratio(value: number | undefined, of: number | undefined): number | undefined {
  return value === undefined || of === undefined ? undefined : value / of;
}

function rowOf({ what, original, conditions, floors }: Goal): GoalRow {
  const known = conditions.filter(({ value, limit }) => value !== undefined && limit !== null);
  const met = known.length === 0 ? null : known.every((condition) => holds(condition));
  const first = conditions[0]!;
  const isTime = first.unit !== "";
  const value = first.unit === "%" ? conditions[1]?.value : first.value;
  return {
    what,
    original: original ?? "–",
    aim: conditions
      .filter(({ limit }) => limit !== null)
      .map(aimOf)
      .join(", "),
    measured: conditions.map(measuredOf).join(", "),
    met,
    floors:
      met === false ? (floors ?? []).flatMap((floor) => floorText(floor, isTime ? value : undefined, first.unit)) : [],
  };
}

function holds({ value, limit, atLeast }: Condition): boolean {
  return atLeast ? value! >= limit! : value! <= limit!;
}

function aimOf({ label, limit, unit, atLeast }: Condition): string {
  return `${label} ${atLeast ? "≥" : "≤"} ${Number(limit!.toPrecision(3))}${unit === "" ? "" : ` ${unit}`}`;
}

function measuredOf({ label, value, unit }: Condition): string {
  if (value === undefined) return `${label} not measured`;
  return `${label} ${rounded(value)}${unit === "" ? "" : ` ${unit}`}`;
}

/** A floor as text; none when it was not measured. */
function floorText(floor: Floor, value: number | undefined, unit: string): string[] {
  if (floor.value === undefined) return [];
  const shown = `${floor.what} ${rounded(floor.value)} ${unit === "" || unit === "%" ? "ms" : unit}`;
  return [value === undefined ? shown : `${shown} (${rounded(value / floor.value)} ×)`];
}
