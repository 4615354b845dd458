// What a session was shown, and acts that are on the disk when they are written.

import { expect, it } from "vitest";
import { JudgementLog } from "../../../src/events/judgement-log.ts";
import { compactEvents } from "../../../src/events/log/event-compaction.ts";
import { foldEvents } from "../../../src/events/log/event-fold.ts";
import { encodeEvents } from "../../../src/events/log/event-line.ts";
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
  log.answered("search", ["d"]);
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

it("knows in another process, and after a restart, what answers of tools showed to the session", () => {
  const disk = new EventDisk();
  const first = opened(disk);
  first.answered("search", ["a", "b"]);
  first.answered("read", ["b", "c"]);
  expect([...opened(disk).shownTo("s1").shown].sort()).toEqual(["a", "b", "c"]);
  expect([...opened(disk).shownTo("s2").shown]).toEqual([]);
  // Each note once, and none where nothing was new.
  expect(disk.read().events.map((event) => (event.type === "answered" ? [event.by, event.notes] : event.type))).toEqual(
    [
      ["search", ["a", "b"]],
      ["read", ["c"]],
    ],
  );
});

it("takes what one session of a server was shown for no other one's, but what came before it had a name", () => {
  const disk = new EventDisk();
  let session = "";
  const log = new JudgementLog({
    log: disk.log,
    clock: () => NOON_MS,
    newId: disk.newId,
    acting: () => ({ session, agent: "", project: [] }),
    actor: async () => "assistant",
  });
  log.answered("read", ["a"]);
  expect(disk.read().events).toEqual([]);
  session = "s1";
  expect([...log.shownTo("s1").shown]).toEqual(["a"]);
  log.answered("read", ["b"]);
  expect([...log.shownTo("s1").shown].sort()).toEqual(["a", "b"]);
  session = "s2";
  expect([...log.shownTo("s2").shown]).toEqual([]);
  log.answered("read", ["c"]);
  expect([...log.shownTo("s2").shown]).toEqual(["c"]);
});

it("for ranking, reads next to nothing where nothing was judged, and at once what another process judges", () => {
  const disk = new EventDisk();
  disk.append([shownNote("a")]);
  const log = opened(disk);
  const other = opened(disk, "s2");
  const helpful = () => log.forRanking()?.notes.get("a")?.helped ?? 0;
  let reads = 0;
  const { readSegment, read } = disk.log;
  disk.log.read = (...given) => {
    reads++;
    return read.apply(disk.log, given);
  };
  disk.log.readSegment = (...given) => {
    reads++;
    return readSegment.apply(disk.log, given);
  };
  expect(helpful()).toBe(0);
  reads = 0;
  for (let at = 0; at < 20; at++) {
    disk.append([shownNote("a"), { type: "run", run: "cargo test", ok: true }]);
    expect(helpful()).toBe(0);
  }
  expect(reads).toBe(0);
  for (let at = 1; at < 6; at++) {
    disk.append([shownNote("b")]);
    other.write([helped(`t${at}`)]);
    disk.append([shownNote("b")]);
    expect(helpful()).toBe(at);
    if (at % 2 === 0) disk.log.rotate(1);
    if (at === 4) compactEvents(disk.log, disk.newId, 0);
  }
});

it("for ranking, finds a judgement whose line was unfinished when the log was looked at", () => {
  for (const cut of [1, 20, 40, 60, 90]) {
    const disk = new EventDisk();
    disk.append([shownNote("a")]);
    const log = opened(disk);
    const line = encodeEvents({ at: NOON_MS, session: "s2", agent: "", project: [] }, [helped("t")], disk.newId);
    expect(log.forRanking()?.notes.size).toBe(0);
    disk.log.append(line.slice(0, cut));
    const late = opened(disk);
    for (const each of [log, late]) expect(each.forRanking()?.notes.size).toBe(0);
    disk.log.append(line.slice(cut));
    for (const each of [log, late]) expect(each.forRanking()?.notes.get("a")?.helped).toBe(1);
  }
});

it("for ranking, sees the first event of a knowledge base", () => {
  const disk = new EventDisk();
  const log = opened(disk);
  expect(log.forRanking()?.notes.size).toBe(0);
  opened(disk).write([helped("t")]);
  expect(log.forRanking()?.notes.get("a")?.helped).toBe(1);
});
