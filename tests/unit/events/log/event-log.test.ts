// The event log: segments that are appended to, renamed when they are full, and compacted when they are old.

import { describe, expect, it } from "vitest";
import { compactEvents } from "../../../../src/events/log/event-compaction.ts";
import { foldEvents, WORTH_BYTES } from "../../../../src/events/log/event-fold.ts";
import { encodeEvents } from "../../../../src/events/log/event-line.ts";
import { EventLog } from "../../../../src/events/log/event-log.ts";
import { exportEvents, importEvents } from "../../../../src/events/log/event-transfer.ts";
import { countsOf, noteCounters } from "../../../../src/events/log/note-counters.ts";
import { changedFiles } from "../../../support/broken-disk.ts";
import { ACTIVE_PATH, EVENTS_DIRECTORY, EventDisk, HEAD, NOON_MS, shownNote } from "../../../support/event-disk.ts";

const FOLDER = "/base/events";

function filled(count: number): EventDisk {
  const disk = new EventDisk();
  disk.appendAll(Array.from({ length: count }, (_, at) => [[shownNote(`note${at % 3}`)], { at: NOON_MS + at }]));
  return disk;
}

/** How often each note was shown. */
function shownIn(disk: EventDisk, isKept = false): Record<string, number> {
  const { notes } = foldEvents(disk.log, noteCounters, isKept ? WORTH_BYTES : undefined).state;
  return Object.fromEntries(Array.from(notes, ([id, { shown }]) => [id, shown] as const).sort());
}

describe("the log", () => {
  it("is empty where there is none", () => {
    const disk = new EventDisk();
    expect(disk.read()).toEqual({ events: [], damaged: 0 });
    expect(disk.log.rotate(0)).toBe(false);
    expect(compactEvents(disk.log, disk.newId)).toBeNull();
  });

  it("costs one event for a flipped byte, wherever it is", () => {
    const content = filled(5).files.content(ACTIVE_PATH)!;
    for (let at = 0; at < content.length; at++) {
      const disk = new EventDisk();
      const changed = content.slice();
      changed[at]! ^= 0x11;
      disk.files.write(ACTIVE_PATH, changed);
      const { events } = disk.read();
      expect(events.length).toBeGreaterThanOrEqual(4);
      const ids = events.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => /^000000000[1-5]$/.test(id))).toBe(true);
    }
  });

  it("knows how much of a last line is there that has no end", () => {
    const disk = filled(1);
    expect(new EventDisk().log.unfinishedBytes()).toBe(0);
    expect(disk.log.unfinishedBytes()).toBe(0);
    disk.append([shownNote("torn0")], {}, 20);
    expect(disk.log.unfinishedBytes()).toBe(19);
    disk.append([shownNote("behind")]);
    expect(disk.log.unfinishedBytes()).toBe(0);
  });

  it("says of an event that could not be synced that it counts, and what is not certain", () => {
    const disk = filled(1);
    const fail = () => {
      throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
    };
    const breaking: readonly Parameters<typeof changedFiles>[1][] = [() => ({}), () => ({ syncDirectory: fail })];
    for (const [at, change] of breaking.entries()) {
      const files = changedFiles(disk.files, change, () => (at === 0 ? { sync: fail } : {}));
      const log = new EventLog(files, EVENTS_DIRECTORY);
      const lines = encodeEvents(HEAD, [shownNote("kept")], disk.newId);
      expect(() => log.append(lines, true)).toThrow(
        /events\S* is written, but it is not certain that it outlasts a loss of power: EIO/,
      );
      expect(disk.read().events).toHaveLength(2 + at);
    }
  });

  it("does not rename over a segment that another process made meanwhile", () => {
    const disk = filled(3);
    const { files } = disk;
    const list = files.list.bind(files);
    let lists = 0;
    files.list = (path) => {
      const names = list(path);
      // Another process, with a lock of its own since the file was deleted, renames it right behind the second look.
      if (++lists === 2) {
        files.rename(ACTIVE_PATH, `${FOLDER}/00000001.jsonl`);
        disk.append([shownNote("behind")]);
      }
      return names;
    };
    expect(disk.log.rotate(0)).toBe(false);
    files.list = list;
    expect(disk.read().events).toHaveLength(4);
  });

  it("loses nothing to a writer that was killed within its line", () => {
    const whole = filled(1).files.content(ACTIVE_PATH)!.length;
    for (let kept = 0; kept < whole; kept++) {
      const disk = filled(1);
      disk.append([shownNote("torn0")], {}, kept);
      const before = disk.read();
      // The last byte is the line break: without it the line is not known to be finished.
      expect(before).toMatchObject({ events: [{}], damaged: 0 });
      disk.append([shownNote("behind")]);
      const { events } = disk.read();
      const notes = events.map((event) => (event.type === "shown" ? event.notes[0] : ""));
      expect(notes).toEqual(kept >= whole - 1 ? ["note0", "torn0", "behind"] : ["note0", "behind"]);
    }
  });

  it("reads a file that is no log, however long, in bounded pieces", () => {
    const disk = new EventDisk();
    disk.files.write(ACTIVE_PATH, new Uint8Array(5 * 1024 * 1024).fill(0x61));
    disk.append([shownNote("behind")]);
    const { events, damaged } = disk.read();
    expect(events).toHaveLength(1);
    expect(damaged).toBeGreaterThan(0);
  });

  it("gives a full segment its number, and begins another", () => {
    const disk = filled(3);
    expect(disk.log.rotate()).toBe(false);
    expect(disk.log.rotate(100)).toBe(true);
    disk.append([shownNote("note9")]);
    expect(disk.log.rotate(100)).toBe(true);
    expect(disk.log.segments().map(({ name }) => name)).toEqual(["00000001.jsonl", "00000002.jsonl"]);
    expect(disk.read().events.map(({ id }) => id)).toEqual(["0000000001", "0000000002", "0000000003", "0000000004"]);
  });

  it("is left alone while another process tidies it up", () => {
    const disk = filled(3);
    const held = disk.files.tryLock(`${FOLDER}/.lock`)!;
    expect(disk.log.rotate(0)).toBe(false);
    held.release();
    expect(disk.log.rotate(0)).toBe(true);
  });
});

describe("a compaction", () => {
  function compacted(): EventDisk {
    const disk = new EventDisk();
    for (let segment = 0; segment < 3; segment++) {
      disk.append([shownNote("a", "b"), { type: "run", run: "cargo test", ok: segment === 0 }], {
        at: Date.UTC(2026, segment, 3),
      });
      disk.append([{ type: "withheld", hook: "prompt", why: "held", held: [["b", "told"]] }]);
      disk.log.rotate(0);
    }
    disk.append([shownNote("a")]);
    return disk;
  }

  it("keeps what the events add up to", () => {
    const disk = compacted();
    const before = foldEvents(disk.log, noteCounters).state;
    expect(compactEvents(disk.log, disk.newId, 1)).toEqual({ segments: 2, damaged: 0 });
    expect(disk.log.segments().map(({ key }) => key)).toEqual(["1-2", "3", "4"]);
    expect(foldEvents(disk.log, noteCounters).state).toEqual(before);
    expect(compactEvents(disk.log, disk.newId, 0)).toEqual({ segments: 2, damaged: 0 });
    expect(disk.log.segments().map(({ key }) => key)).toEqual(["1-3", "4"]);
    expect(foldEvents(disk.log, noteCounters).state).toEqual(before);
    expect(disk.files.paths()).toEqual([`${FOLDER}/.lock`, `${FOLDER}/00000001-00000003.jsonl`, ACTIVE_PATH]);
  });

  it("makes many events of one kind small", () => {
    const disk = filled(600);
    const before = disk.log.segments()[0]!.size;
    disk.log.rotate(0);
    disk.append([shownNote("x")]);
    disk.log.rotate(0);
    compactEvents(disk.log, disk.newId, 0);
    expect(disk.log.segments()[0]!.size).toBeLessThan(before / 50);
    expect(shownIn(disk)).toEqual({ note0: 200, note1: 200, note2: 200, x: 1 });
  });

  it("keeps lines of a later helix, and a copy of damaged ones", () => {
    const disk = compacted();
    const text = '{"v":9,"id":"0000000099","at":1,"type":"dreamt"';
    const later = `${text},"sum":"${Bun.hash.crc32(text).toString(16).padStart(8, "0")}"}`;
    const first = disk.files.content(`${FOLDER}/00000001.jsonl`)!;
    disk.files.write(`${FOLDER}/00000001.jsonl`, Buffer.concat([first, Buffer.from(`${later}\nbroken\n`)]));
    expect(compactEvents(disk.log, disk.newId, 0)).toEqual({ segments: 3, damaged: 1 });
    expect(Buffer.from(disk.files.content(`${FOLDER}/damaged-3.txt`)!).toString()).toBe("broken\n");
    const kept = Buffer.from(disk.files.content(`${FOLDER}/00000001-00000003.jsonl`)!).toString();
    expect(kept.split("\n")).toContain(later);
  });
});

describe("counters", () => {
  it("go on from a snapshot, and read anew where it does not fit", () => {
    const disk = filled(3000);
    expect(shownIn(disk, true)).toEqual({ note0: 1000, note1: 1000, note2: 1000 });
    expect(disk.files.content(`${FOLDER}/note-counters.json`)).not.toBeNull();
    disk.append([shownNote("note0")]);
    const before = disk.files.bytesRead;
    expect(shownIn(disk)).toEqual({ note0: 1001, note1: 1000, note2: 1000 });
    expect(disk.files.bytesRead - before).toBeLessThan(1000);
    // An older state of the log is put back.
    disk.files.write(ACTIVE_PATH, filled(2).files.content(ACTIVE_PATH)!);
    expect(shownIn(disk)).toEqual({ note0: 1, note1: 1 });
  });

  it("do without a snapshot that is damaged", () => {
    const disk = filled(3000);
    shownIn(disk, true);
    const path = `${FOLDER}/note-counters.json`;
    const snapshot = disk.files.content(path)!;
    for (const at of [0, 20, snapshot.length >> 1, snapshot.length - 3]) {
      const changed = snapshot.slice();
      changed[at]! ^= 1;
      disk.files.write(path, changed);
      expect(shownIn(disk)).toEqual({ note0: 1000, note1: 1000, note2: 1000 });
    }
  });

  it("of a merged note are those of all its ids", () => {
    const disk = new EventDisk();
    disk.append([shownNote("a", "b"), { type: "used", notes: ["b"], how: "edit" }]);
    disk.append([{ type: "correction", notes: ["a"], how: "revise" }, shownNote("a")], { at: NOON_MS + 5 });
    const { state } = foldEvents(disk.log, noteCounters);
    expect(countsOf(state, ["a", "b", "gone"])).toEqual({
      shown: 3,
      withheld: 0,
      used: 1,
      corrected: 1,
      doubted: 0,
      last: NOON_MS + 5,
    });
  });
});

describe("an export", () => {
  it("is imported once, whatever is there already", () => {
    const [from, into] = [filled(4), new EventDisk()];
    const lines: string[] = [];
    exportEvents(
      from.log,
      (line) => lines.push(line),
      () => expect.unreachable(),
    );
    const text = `${lines.join("\n")}\n`;
    expect(importEvents(into.log, text)).toEqual({ imported: 4, known: 0, counted: 0, damaged: 0 });
    expect(importEvents(into.log, `${text}broken\n`)).toEqual({ imported: 0, known: 4, counted: 0, damaged: 1 });
    expect(shownIn(into)).toEqual(shownIn(from));
  });

  it("of before a compaction is not counted twice", () => {
    const disk = filled(4);
    const text = Buffer.from(disk.files.content(ACTIVE_PATH)!).toString();
    disk.log.rotate(0);
    disk.append([shownNote("later")], { at: NOON_MS + 100 });
    disk.log.rotate(0);
    compactEvents(disk.log, disk.newId, 0);
    expect(importEvents(disk.log, text)).toEqual({ imported: 0, known: 0, counted: 4, damaged: 0 });
  });

  it("that is none is refused, and changes nothing", () => {
    const disk = filled(1);
    const before = disk.files.content(ACTIVE_PATH);
    expect(() => importEvents(disk.log, "[]\n{}")).toThrow(/^no line is an event: .*helix import --events/);
    expect(disk.files.content(ACTIVE_PATH)).toEqual(before);
  });
});
