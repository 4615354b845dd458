// What a session was shown, and acts that are on the disk when they are written.

import { expect, it } from "vitest";
import { JudgementLog } from "../../../src/events/judgement-log.ts";
import { compactEvents } from "../../../src/events/log/event-compaction.ts";
import { foldEvents } from "../../../src/events/log/event-fold.ts";
import { judgedOf, judgements } from "../../../src/events/log/judgements.ts";
import { EventDisk, NOON_MS, shownNote } from "../../support/event-disk.ts";

function opened(disk: EventDisk, session = "s1", lookedThrough?: number): JudgementLog {
  return new JudgementLog({
    log: disk.log,
    clock: () => NOON_MS,
    newId: disk.newId,
    acting: () => ({ session, agent: "", project: ["acme/api"] }),
    actor: async () => "assistant",
    ...(lookedThrough === undefined ? {} : { lookedThrough }),
  });
}

function helped(task: string, note = "a") {
  return { type: "feedback", note, verdict: "helped", by: "assistant", task } as const;
}

it("says what its session was shown and used, and nothing of other sessions", () => {
  const disk = new EventDisk();
  disk.append([shownNote("a", "b"), { type: "used", notes: ["b"], how: "read" }]);
  disk.append([shownNote("c")], { session: "s2" });
  const log = opened(disk);
  log.answered(["d"]);
  const { shown, used, boundBytes } = log.shownTo("s1");
  expect([[...shown].sort(), [...used.keys()], boundBytes]).toEqual([["a", "b", "d"], ["b"], null]);
  expect([...log.shownTo("s2").shown]).toEqual(["c"]);
});

it("looks through the newest segments first, and says when it did not look through all", () => {
  const disk = new EventDisk();
  disk.append([shownNote("old")]);
  disk.log.rotate(1);
  disk.append([shownNote("new")]);
  const { shown, boundBytes } = opened(disk, "s1", 50).shownTo("s1");
  expect(shown.has("old")).toBe(false);
  expect(boundBytes).toBe(50);
  expect([...opened(disk, "s1").shownTo("s1").shown].sort()).toEqual(["new", "old"]);
});

it("has an act on the disk when it is written", () => {
  const disk = new EventDisk();
  opened(disk).write([helped("t")]);
  const after = Object.assign(new EventDisk(disk.files.afterPowerCut("synced", () => 0)), { newId: disk.newId });
  expect(judgedOf(opened(after).read(), ["a"])).toMatchObject({ helped: 1, misled: 0 });
});

it("counts what others write, through full segments and compactions, as a fold of the whole log does", () => {
  const disk = new EventDisk();
  const first = opened(disk);
  const second = opened(disk, "s2");
  for (let task = 0; task < 40; task++) {
    (task % 2 === 0 ? first : second).write([helped(`t${task}`)]);
    if (task % 5 === 0) disk.log.rotate(1);
    if (task % 11 === 0) compactEvents(disk.log, disk.newId, 1);
    expect(judgedOf(first.read(), ["a"]).helped).toBe(task + 1);
  }
  expect(second.read()).toEqual(foldEvents(disk.log, judgements).state);
});
