// Folds: what all events add up to. A fold keeps a snapshot beside the log, with the place up to which it was read, and
// goes on from there. The snapshot is no truth: without it, or where it does not fit the log, all is read anew.

import { orIoError } from "../../platform/told-failure.ts";
import type { EventLog, Positions } from "./event-log.ts";
import type { EventType, LoggedEvent } from "./event-types.ts";
import type { Segment } from "./segment-names.ts";

/** A snapshot that is this far behind the log, in bytes, is worth being written anew. */
export const WORTH_BYTES = 256 * 1024;

/** What events add up to. */
export interface Fold<State> {
  /** The name of its snapshot. */
  readonly name: string;
  /** Raised when a snapshot of before would not be right any more. */
  readonly version: number;
  /** The only types that it takes; left out: all. Most lines of a log are of others, and passing over them is quick. */
  readonly types?: readonly EventType[];
  empty(): State;
  take(state: State, event: LoggedEvent): void;
  /** The state as JSON holds it, and back. `decode` throws where it is no state. */
  encode(state: State): unknown;
  decode(value: unknown): State;
}

/** The sum of all events. */
export interface Folded<State> {
  readonly state: State;
  /** How many lines were read, damaged ones among them, and how many of them were damaged. */
  readonly lines: number;
  readonly damaged: number;
}

interface Snapshot<State> extends Folded<State> {
  readonly positions: Positions;
}

/**
 * Adds up all events. A snapshot that is `worthBytes` or more behind is written anew; what cannot be written is left
 * out. Throws IO.
 */
export function foldEvents<State>(
  log: EventLog,
  fold: Fold<State>,
  worthBytes = Number.POSITIVE_INFINITY,
): Folded<State> {
  const { from, snapshot } = foldOn(log, fold, readSnapshot(log, fold));
  if (bytesOf(snapshot.positions) - from >= worthBytes) writeSnapshot(log, fold, snapshot);
  return snapshot;
}

/** A fold that is kept in memory. Only what was appended since it was asked for last is read. */
export class KeptFold<State> {
  readonly #log: EventLog;
  readonly #fold: Fold<State>;
  readonly #worthBytes: number;
  #kept: Snapshot<State> | null = null;
  /** How much of the log is in the snapshot on the disk, in bytes. */
  #writtenBytes = 0;

  constructor(log: EventLog, fold: Fold<State>, worthBytes = WORTH_BYTES) {
    this.#log = log;
    this.#fold = fold;
    this.#worthBytes = worthBytes;
  }

  /** The sum of all events. It changes with the next reading. */
  read(): Folded<State> {
    const kept = this.#kept;
    // A reading that fails half-way leaves a state that fits no place.
    this.#kept = null;
    const { from, snapshot } = foldOn(this.#log, this.#fold, kept ?? readSnapshot(this.#log, this.#fold));
    if (kept === null || from === 0) this.#writtenBytes = from;
    this.#kept = snapshot;
    if (bytesOf(snapshot.positions) - this.#writtenBytes >= this.#worthBytes) {
      writeSnapshot(this.#log, this.#fold, snapshot);
      this.#writtenBytes = bytesOf(snapshot.positions);
    }
    return snapshot;
  }
}

function foldOn<State>(log: EventLog, fold: Fold<State>, known: Snapshot<State> | null) {
  return orIoError("the event log cannot be read", () => foldFrom(log, fold, known));
}

/** Adds to a snapshot what the log has behind it, or all where none fits. `from`: how many bytes were known. */
function foldFrom<State>(
  log: EventLog,
  fold: Fold<State>,
  known: Snapshot<State> | null,
): { from: number; snapshot: Snapshot<State> } {
  let from: Positions | null = null;
  let sum: { state: State; lines: number; damaged: number } = { state: fold.empty(), lines: 0, damaged: 0 };
  const positions = log.read(
    {
      event(event) {
        sum.lines++;
        fold.take(sum.state, event);
      },
      types: fold.types,
      passed: () => sum.lines++,
      later: () => sum.lines++,
      damaged() {
        sum.lines++;
        sum.damaged++;
      },
    },
    (segments) => {
      from = known === null ? null : placesAfter(log, segments, known.positions);
      sum = known !== null && from !== null ? { ...known } : { state: fold.empty(), lines: 0, damaged: 0 };
      return from ?? {};
    },
  );
  return { from: bytesOf(from ?? {}), snapshot: { ...sum, positions } };
}

/** How much of the log is behind a fold's snapshot, in bytes: all of it where none fits. */
export function unreadBytes<State>(log: EventLog, fold: Fold<State>): number {
  const known = readSnapshot(log, fold);
  const segments = log.segments();
  const from = known === null ? null : placesAfter(log, segments, known.positions);
  return segments.reduce((sum, { key, size }) => sum + size - (from?.[key] ?? 0), 0);
}

function bytesOf(positions: Positions): number {
  return Object.values(positions).reduce((total, bytes) => total + bytes, 0);
}

/**
 * The places to go on from behind a snapshot; null where it does not fit the log. It does not where a segment is shorter
 * than what was read of it, where one is gone, and where one was compacted before it was read to its end.
 */
function placesAfter(log: EventLog, segments: readonly Segment[], positions: Positions): Positions | null {
  const places: Record<string, number> = {};
  const left = new Map(Object.entries(positions));
  for (const segment of segments) {
    const { key, size } = segment;
    let place = left.get(key) ?? 0;
    left.delete(key);
    const members = place > 0 ? [] : Object.entries(log.membersOf(segment));
    if (members.some(([member]) => left.has(member))) {
      if (!members.every(([member, bytes]) => left.get(member) === bytes)) return null;
      for (const [member] of members) left.delete(member);
      place = size;
    }
    if (place > size) return null;
    places[key] = place;
  }
  return left.size === 0 ? places : null;
}

function readSnapshot<State>(log: EventLog, { name, version, decode }: Fold<State>): Snapshot<State> | null {
  try {
    const text = new TextDecoder().decode(log.files.map(`${log.folder}/${name}.json`));
    const end = text.indexOf("\n");
    const { v, sum, positions, lines, damaged } = JSON.parse(text.slice(0, end));
    const body = text.slice(end + 1);
    if (v !== version || sum !== Bun.hash.crc32(body)) return null;
    return { state: decode(JSON.parse(body)), positions, lines, damaged };
  } catch {
    return null;
  }
}

function writeSnapshot<State>(log: EventLog, fold: Fold<State>, snapshot: Snapshot<State>): void {
  const { name, version, encode } = fold;
  const { state, positions, lines, damaged } = snapshot;
  const body = JSON.stringify(encode(state));
  const head = JSON.stringify({ v: version, sum: Bun.hash.crc32(body), positions, lines, damaged });
  try {
    log.replaceFile(`${name}.json`, new TextEncoder().encode(`${head}\n${body}`));
  } catch {
    // The next reading takes longer.
  }
}
