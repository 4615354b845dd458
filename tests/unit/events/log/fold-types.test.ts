// A fold that names the types that it takes comes to the same as if it looked at all lines, damaged ones among them.

import fc from "fast-check";
import { expect, it } from "vitest";
import { foldEvents } from "../../../../src/events/log/event-fold.ts";
import type { NewEvent } from "../../../../src/events/log/event-types.ts";
import { judgements } from "../../../../src/events/log/judgements.ts";
import { EventDisk, shownNote } from "../../../support/event-disk.ts";
import { runs } from "../../../support/runs.ts";

const anyNote = fc.constantFrom("aaaaaaaaaa", "bbbbbbbbbb");
const anyEvent = fc.oneof(
  anyNote.map((note): NewEvent => shownNote(note, '"type":"feedback"')),
  fc.record({
    type: fc.constant("feedback" as const),
    note: anyNote,
    verdict: fc.constantFrom("helped" as const, "misled" as const),
    by: fc.constant("assistant"),
    task: fc.constantFrom("t1", "t2", '"type":"edge"'),
  }),
  fc.record({
    type: fc.constant("edge" as const),
    from: anyNote,
    to: anyNote,
    kind: fc.constant("solves" as const),
    weight: fc.integer({ min: 1, max: 3 }),
  }),
);

it("adds up the same, and counts the same lines", () => {
  const { types, ...looksAtAll } = judgements;
  expect(types).toBeDefined();
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEvent, fc.boolean()), { maxLength: 30 }), (events) => {
      const disk = new EventDisk();
      for (const [event, isTorn] of events) disk.append([event], {}, isTorn ? 60 : Number.POSITIVE_INFINITY);
      const [quick, all] = [foldEvents(disk.log, judgements), foldEvents(disk.log, { ...looksAtAll, name: "all" })];
      expect(judgements.encode(quick.state)).toEqual(judgements.encode(all.state));
      expect(quick.lines).toBe(all.lines);
    }),
    { numRuns: runs(100) },
  );
});
