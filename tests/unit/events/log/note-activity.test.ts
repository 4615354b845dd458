// When notes were last shown or used, also after what says so was counted together.

import { expect, it } from "vitest";
import { compactEvents } from "../../../../src/events/log/event-compaction.ts";
import { foldEvents, KeptFold } from "../../../../src/events/log/event-fold.ts";
import { lastActive, noteActivity } from "../../../../src/events/log/note-activity.ts";
import { EventDisk, NOON_MS, shownNote } from "../../../support/event-disk.ts";

const DAY_MS = 86_400_000;

it("is the last showing or use, by any of a note's ids", () => {
  const disk = new EventDisk();
  disk.append([shownNote("a", "b")]);
  disk.append([{ type: "used", notes: ["b"], how: "read" }], { at: NOON_MS + 5 });
  disk.append([{ type: "withheld", hook: "prompt", held: [["a", "told"]] }], { at: NOON_MS + 9 });
  disk.append([{ type: "correction", notes: ["a"], how: "revise" }], { at: NOON_MS + 9 });
  const { state } = foldEvents(disk.log, noteActivity);
  expect([...state]).toEqual([
    ["a", NOON_MS],
    ["b", NOON_MS + 5],
  ]);
  expect([lastActive(state, ["a", "b"]), lastActive(state, ["c"])]).toEqual([NOON_MS + 5, 0]);
});

it("is never earlier after a compaction, and later by no more than the month", () => {
  const disk = new EventDisk();
  for (let day = 0; day < 60; day++) {
    disk.append([shownNote(`n${day % 7}`)], { at: NOON_MS - day * DAY_MS });
    if (day % 6 === 5) disk.log.rotate(1);
  }
  const before = new Map(foldEvents(disk.log, noteActivity).state);
  compactEvents(disk.log, disk.newId, 1);
  const after = foldEvents(disk.log, noteActivity).state;
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  for (const [id, at] of before) {
    expect(after.get(id)).toBeGreaterThanOrEqual(at);
    expect(after.get(id)! - at).toBeLessThan(31 * DAY_MS);
  }
});

it("is kept as a snapshot, and anything else in its place is none", () => {
  const disk = new EventDisk();
  disk.append([shownNote("a")]);
  new KeptFold(disk.log, noteActivity, 1).read();
  expect([...foldEvents(disk.log, noteActivity).state]).toEqual([["a", NOON_MS]]);
  expect(() => noteActivity.decode({})).toThrow("not a snapshot");
});
