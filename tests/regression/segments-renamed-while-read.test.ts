// While the event log was read, another process could rename the active segment or compact old ones. Then the new active
// segment was taken for the old one, or a compacted one was read from its beginning beside what a snapshot had of its
// members: events were missed or counted twice. A writer that found its segment renamed appended its lines a second time.

import { expect, test } from "vitest";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { KeptFold } from "../../src/events/log/event-fold.ts";
import { judgements } from "../../src/events/log/judgements.ts";
import { ACTIVE_PATH, EventDisk } from "../support/event-disk.ts";

const EDGE = { type: "edge", from: "a", to: "b", kind: "causes", weight: 1 } as const;

/** Does something once, right before or behind the `at`-th call of a method of the disk. */
function between(disk: EventDisk, method: "list" | "identify" | "open", at: number, work: () => void): void {
  const files = disk.files as unknown as Record<string, (...values: unknown[]) => unknown>;
  const real = files[method]!.bind(disk.files);
  let count = 0;
  files[method] = (...values) => {
    const isIt = ++count === at;
    if (isIt) files[method] = real;
    if (isIt) work();
    return real(...values);
  };
}

const METHODS = ["list", "identify", "open"] as const;
const MOMENTS = METHODS.flatMap((method) => [1, 2, 3, 4, 5, 6, 7].map((at) => ({ method, at })));

/** Four segments, of which a fold has read all, and then one event more. */
function world(): { disk: EventDisk; fold: KeptFold<ReturnType<typeof judgements.empty>>; weight: () => number } {
  const disk = new EventDisk();
  const fold = new KeptFold(disk.log, judgements, 1);
  const weight = () => [...fold.read().state.edges.values()].reduce((sum, each) => sum + each.weight, 0);
  for (let at = 0; at < 4; at++) {
    disk.append([EDGE]);
    disk.log.rotate(1);
  }
  expect(weight()).toBe(4);
  disk.append([EDGE]);
  return { disk, fold, weight };
}

test.each(MOMENTS)("the active one is renamed at $method number $at", ({ method, at }) => {
  const { disk, weight } = world();
  between(disk, method, at, () => {
    disk.log.rotate(1);
    disk.append([EDGE, EDGE]);
  });
  // What came meanwhile may be in it or not, what was there is.
  expect([5, 7]).toContain(weight());
  disk.log.rotate(1);
  disk.append([EDGE]);
  expect([6, 8]).toContain(weight());
});

test.each(MOMENTS)("old ones are compacted at $method number $at", ({ method, at }) => {
  const { disk, weight } = world();
  between(disk, method, at, () => void compactEvents(disk.log, disk.newId, 1));
  expect(weight()).toBe(5);
  expect(weight()).toBe(5);
});

test.each(METHODS.flatMap((method) => [1, 2, 3].map((at) => ({ method, at }))))(
  "an act is written once, whenever its segment is renamed: at $method number $at",
  ({ method, at }) => {
    const { disk, weight } = world();
    between(disk, method, at, () => disk.files.identify(ACTIVE_PATH) && disk.log.rotate(1));
    disk.log.appendSynced(lineOf(disk));
    expect(weight()).toBe(6);
  },
);

/** A line of the log, as a writer makes it. */
function lineOf(disk: EventDisk): string {
  const other = Object.assign(new EventDisk(), { newId: disk.newId });
  other.append([EDGE]);
  let line = "";
  other.log.read({
    event(_, text) {
      line = text;
    },
  });
  return `\n${line}\n`;
}
