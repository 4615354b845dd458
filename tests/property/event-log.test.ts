// Histories of an event log: appends, writers that are killed within a line, folds with and without a snapshot, full
// segments, compactions, power cuts. Whatever happened, all whole events are counted, and each once.

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { foldEvents } from "../../src/events/log/event-fold.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import { noteCounters } from "../../src/events/log/note-counters.ts";
import { EventDisk, NOON_MS } from "../support/event-disk.ts";
import type { MemoryFileSystem } from "../support/memory-file-system.ts";
import { runs } from "../support/runs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const RUNS = runs(150);

const ids = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 3 });
const events = fc.array(
  fc.oneof(
    ids.map((notes): NewEvent => ({ type: "shown", hook: "prompt", notes })),
    ids.map((notes): NewEvent => ({ type: "used", notes, how: "read" })),
    ids.map((notes): NewEvent => ({ type: "correction", notes, how: "revise" })),
    ids.map((notes): NewEvent => ({ type: "withheld", hook: "prompt", held: notes.map((id) => [id, "weak"]) })),
    fc.boolean().map((ok): NewEvent => ({ type: "run", run: "cargo test", ok })),
    fc.constant<NewEvent>({ type: "edit", file: "src/a.ts" }),
  ),
  { minLength: 1, maxLength: 4 },
);
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ events, after: fc.constantFrom(0, 1, 40 * DAY_MS), project: fc.constantFrom("x", "y") }),
    },
    { weight: 1, arbitrary: fc.record({ torn: fc.nat(60) }) },
    { weight: 2, arbitrary: fc.record({ fold: fc.boolean() }) },
    { weight: 2, arbitrary: fc.constant({ rotate: true as const }) },
    { weight: 1, arbitrary: fc.record({ compact: fc.nat(2), cutAt: fc.option(fc.nat(12), { nil: undefined }) }) },
  ),
  { minLength: 5, maxLength: 30, size: "max" },
);

const one = (type: "used" | "correction") => ({
  events: [type === "used" ? { type, notes: ["a"], how: "read" } : { type, notes: ["a"], how: "revise" }] as NewEvent[],
  after: 0 as const,
  project: "x" as const,
});

/** Counts are kept, and two compactions later the segments that they were of stand in one. */
const COMPACTED_SINCE = [
  one("used"),
  { fold: true },
  { rotate: true as const },
  one("correction"),
  { torn: 0 },
  { compact: 0, cutAt: undefined },
  { rotate: true as const },
  one("correction"),
  { compact: 0, cutAt: undefined },
];

/** What notes were counted for, as a naive count of all events that were appended whole. */
class NaiveCounts {
  readonly #counts = new Map<string, number>();

  take(event: NewEvent): void {
    const names =
      event.type === "withheld" ? event.held!.map(([id]) => id) : "notes" in event ? event.notes : ["itself"];
    for (const name of names) this.#add(`${event.type} ${name}`);
  }

  #add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  sorted(): [string, number][] {
    return [...this.#counts].filter(([key]) => !/^(run|edit)/.test(key)).sort();
  }
}

function counted({ log }: EventDisk, isKept: boolean): [string, number][] {
  const { notes } = foldEvents(log, noteCounters, isKept ? 1 : undefined).state;
  const found: [string, number][] = [];
  for (const [id, { shown, withheld, used, corrected }] of notes) {
    found.push(
      [`shown ${id}`, shown],
      [`withheld ${id}`, withheld],
      [`used ${id}`, used],
      [`correction ${id}`, corrected],
    );
  }
  return found.filter(([, count]) => count > 0).sort();
}

/** The disk after the power was cut at the given operation of `work`; the disk itself where that was over before. */
function cutWithin(disk: EventDisk, cutAt: number | undefined, work: () => void): EventDisk {
  if (cutAt === undefined) {
    work();
    return disk;
  }
  let left = cutAt;
  disk.files.fault = () => (left-- === 0 ? { code: "EIO" } : null);
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ code: "EIO" });
  }
  disk.files.fault = () => null;
  const after: MemoryFileSystem = disk.files.afterPowerCut(cutAt % 2 === 0 ? "synced" : "all", (unsynced) => unsynced);
  return Object.assign(new EventDisk(after), { newId: disk.newId });
}

it("counts every whole event once", () => {
  fc.assert(
    fc.property(steps, (all) => {
      let disk = new EventDisk();
      const naive = new NaiveCounts();
      let at = NOON_MS;
      for (const step of all) {
        if ("events" in step) {
          at += step.after;
          disk.append(step.events, { at, project: [step.project] });
          for (const event of step.events) naive.take(event);
        } else if ("torn" in step) disk.append([{ type: "edit", file: "src/torn.ts" }], { at }, step.torn);
        else if ("rotate" in step) disk.log.rotate(1);
        else if ("compact" in step) {
          disk = cutWithin(disk, step.cutAt, () => compactEvents(disk.log, disk.newId, step.compact));
        } else expect(counted(disk, step.fold)).toEqual(naive.sorted());
      }
      expect(counted(disk, true)).toEqual(naive.sorted());
      expect(counted(disk, false)).toEqual(naive.sorted());
    }),
    { numRuns: RUNS, examples: [[COMPACTED_SINCE]] },
  );
});
