// Compacts old segments into one: of what hooks observed it keeps counts, by month and project, and what each session did
// (worked-sessions.ts). All other events stay as
// they are, and so do lines of a later helix: also shortened outputs and what was fetched of them, which would lose their
// keys. The newest segments are kept whole.
// Invariants:
// - Counts that are folded are the same before and after (note-counters.ts).
// - A compaction that is broken off leaves the log as it was. Its result counts in place of its members from one rename
//   on.

import { encodeEvent } from "./event-line.ts";
import type { EventLog } from "./event-log.ts";
import type { CountedType, LoggedEvent } from "./event-types.ts";
import { ACTIVE_NAME } from "./event-writer.ts";
import { countedNames } from "./note-counters.ts";
import { type Segment, segmentName } from "./segment-names.ts";
import { workedEvents, workedSessions } from "./worked-sessions.ts";

/** How many full segments are kept whole: with their size, 64 MB. */
export const WHOLE_SEGMENTS = 16;
/** How many names one line counts. */
const NAMES_PER_LINE = 200;

/** What a compaction did. */
export interface CompactedEvents {
  readonly segments: number;
  /** Damaged lines that were left out. They stay in a copy beside the segments. */
  readonly damaged: number;
}

/** Compacts all full segments but the newest `kept`. Null where there is nothing to compact, or another does it. */
export function compactEvents(log: EventLog, newId: () => string, kept = WHOLE_SEGMENTS): CompactedEvents | null {
  let result: CompactedEvents | null = null;
  log.underLock(() => {
    const full = log.segments().filter(({ name }) => name !== ACTIVE_NAME);
    const old = full.slice(0, Math.max(0, full.length - kept));
    if (old.length < 2 || !log.mayReplace(segmentName(old.at(-1)!.last, old[0]!.first))) return false;
    result = compactInto(log, old, newId);
    return true;
  });
  return result;
}

function compactInto(log: EventLog, old: readonly Segment[], newId: () => string): CompactedEvents {
  const lines: string[] = [];
  const damagedLines: string[] = [];
  const totals = new Totals();
  const sessions = workedSessions.empty();
  for (const segment of old) {
    log.readSegment(segment, {
      event(event, line) {
        if (event.type === "compacted") return;
        workedSessions.take(sessions, event);
        if (event.type === "worked") return;
        if (!totals.take(event)) lines.push(line);
      },
      later: (line) => lines.push(line),
      damaged: (line) => damagedLines.push(line),
    });
  }
  const members = Object.fromEntries(old.map(({ key, size }) => [key, size]));
  const head = { at: totals.last, session: "", agent: "", project: [] };
  const first = encodeEvent({ ...head, id: newId(), type: "compacted", members });
  const counted = [...totals.events(newId), ...workedEvents(sessions, newId)];
  const all = [first, ...counted.map(encodeEvent), ...lines];
  const last = old.at(-1)!.last;
  if (damagedLines.length > 0) {
    log.replaceFile(`damaged-${last}.txt`, new TextEncoder().encode(`${damagedLines.join("\n")}\n`), true);
  }
  const name = segmentName(last, old[0]!.first);
  log.replaceFile(name, new TextEncoder().encode(`${all.join("\n")}\n`), true);
  log.removeCovered();
  return { segments: old.length, damaged: damagedLines.length };
}

/** The counts of one month, project and type. */
interface Total {
  readonly of: CountedType;
  readonly month: string;
  readonly project: readonly string[];
  readonly counts: Map<string, number>;
  first: number;
  last: number;
}

class Totals {
  /** When the last event happened. */
  last = 0;
  readonly #totals = new Map<string, Total>();

  /** Counts an event. False where it has to stay as it is. */
  take(event: LoggedEvent): boolean {
    this.last = Math.max(this.last, event.at);
    const counted = countedNames(event);
    if (counted === null) return false;
    const { of, month, first, last } =
      event.type === "total" ? event : { of: event.type as CountedType, month: monthOf(event.at), ...only(event.at) };
    const key = JSON.stringify([of, month, event.project]);
    let total = this.#totals.get(key);
    if (total === undefined) {
      total = { of, month, project: event.project, counts: new Map(), first, last };
      this.#totals.set(key, total);
    }
    total.first = Math.min(total.first, first);
    total.last = Math.max(total.last, last);
    for (const [name, count] of counted) total.counts.set(name, (total.counts.get(name) ?? 0) + count);
    return true;
  }

  events(newId: () => string): LoggedEvent[] {
    return [...this.#totals.values()].flatMap(({ counts, project, ...total }) => {
      const names = [...counts];
      const parts = Math.ceil(names.length / NAMES_PER_LINE);
      return Array.from({ length: parts }, (_, part): LoggedEvent => {
        const own = Object.fromEntries(names.slice(part * NAMES_PER_LINE, (part + 1) * NAMES_PER_LINE));
        const head = { id: newId(), at: total.last, session: "", agent: "", project };
        return { ...head, type: "total", ...total, counts: own };
      });
    });
  }
}

function monthOf(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, "2026-11".length);
}

function only(at: number): { first: number; last: number } {
  return { first: at, last: at };
}
