// A second reader of `data.log`, written from the description of the format and sharing no code with the product: what
// a sound log holds, and what must be left of it when records are lost. Slow and simple; it does not check anything.

import type { LiveEntry } from "./knowledge.ts";

const HEADER_BYTES = 8;
const MINUTES_2024 = 28_401_120;
const MINUTE_MS = 60_000;

/** A record of a sound log in `[from, to)`. */
export type NaiveRecord = { readonly from: number; readonly to: number } & (
  | { readonly kind: "entry"; readonly entry: LiveEntry; readonly checksummed: boolean }
  | { readonly kind: "tombstone"; readonly change: number; readonly target: number; readonly checksummed: boolean }
);

/** The records of a sound log, in order. A record that is cut off at the end is left out. */
export function naiveRecords(log: Uint8Array): NaiveRecord[] {
  const bytes = Buffer.from(log.buffer, log.byteOffset, log.byteLength);
  const records: NaiveRecord[] = [];
  for (let from = HEADER_BYTES; from < bytes.length; ) {
    if (bytes[from] === 2) {
      const to = from + 8;
      if (to > bytes.length) break;
      const checksummed = bytes.readUInt16LE(from + 1) !== 0;
      records.push({
        kind: "tombstone",
        from,
        to,
        change: bytes[from + 3]!,
        target: bytes.readUInt32LE(from + 4),
        checksummed,
      });
      from = to;
      continue;
    }
    if (bytes.length - from < 12) break;
    const bodyAt = from + 12 + bytes[from + 1]!;
    const to = bodyAt + bytes.readUInt32LE(from + 2);
    if (to > bytes.length) break;
    const topic = bytes.toString("utf8", from + 12, bodyAt);
    const entry = { topic, minutes: minutesOf(bytes.readInt32LE(from + 6)), body: bytes.toString("utf8", bodyAt, to) };
    records.push({ kind: "entry", from, to, entry, checksummed: bytes.readUInt16LE(from + 10) !== 0 });
    from = to;
  }
  return records;
}

function minutesOf(stored: number): number {
  if (stored < MINUTES_2024) return stored + MINUTES_2024;
  const wall = new Date(stored * MINUTE_MS);
  const local = new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
  );
  return local.getTime() / MINUTE_MS;
}

interface Live extends LiveEntry {
  readonly place: number;
}

/**
 * The live entries, topic by topic by name, in order within each: by time, then by the place of the entry that each
 * descends from. `lost`: indexes of records that are not there.
 */
export function naiveLive(records: readonly NaiveRecord[], lost: ReadonlySet<number> = new Set()): LiveEntry[] {
  const live = new Map<number, Live>();
  /** Offsets of lost edits: the entry that each would have replaced stands in for it. */
  const recoveredVersions = new Map<number, number>();
  records.forEach((record, index) => {
    if (lost.has(index)) return;
    const before = records[index - 1];
    if (record.kind === "entry") {
      live.set(record.from, { ...record.entry, place: record.from });
      return;
    }
    // Marks of acts.
    if (record.change > 3) return;
    const before3 =
      record.change === 3 && !lost.has(index - 1) && before !== undefined ? live.get(before.from) : undefined;
    if (record.change === 3) {
      if (before3 && before) live.set(before.from, { ...before3, place: record.target });
      return;
    }
    if (record.change !== 0 && lost.has(index - 1)) {
      recoveredVersions.set(before!.from, record.target);
      return;
    }
    const target = live.has(record.target) ? record.target : (recoveredVersions.get(record.target) ?? -1);
    const deleted = live.get(target);
    live.delete(target);
    if (deleted === undefined || before?.kind !== "entry" || lost.has(index - 1)) return;
    const { topic, minutes } = before.entry;
    const replaces = record.checksummed ? record.change !== 0 : topic === deleted.topic && minutes === deleted.minutes;
    const newer = live.get(before.from);
    if (replaces && newer) live.set(before.from, { ...newer, place: deleted.place });
  });
  return inOrder([...live.values()]);
}

function inOrder(entries: Live[]): LiveEntry[] {
  entries.sort((a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : a.minutes - b.minutes || a.place - b.place));
  return entries.map(({ topic, minutes, body }) => ({ topic, minutes, body }));
}

/**
 * What is live in a log of which only the first `length` bytes are left: an edit, and an act of several changes, counts
 * whole or not at all.
 */
export function naiveLiveOfPrefix(records: readonly NaiveRecord[], length: number): LiveEntry[] {
  const cutAct = records.findIndex(
    (record) => record.kind === "tombstone" && record.change === 7 && record.to <= length && record.target + 1 > length,
  );
  const whole = records.filter(({ to }, index) => to <= length && (cutAct < 0 || index < cutAct));
  const cut = records[whole.length];
  if (cut?.kind === "tombstone" && cut.change !== 0 && cut.change < 4) whole.pop();
  return naiveLive(whole);
}
