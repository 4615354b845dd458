// What stands in `events/` and is no file of the log: whatever it is called, the log is read and written as without it,
// and it is named. And what is called like a file of the log, without being one that hides others, hides none.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compactEvents } from "../../../../src/events/log/event-compaction.ts";
import { encodeEvents } from "../../../../src/events/log/event-line.ts";
import { EventLog } from "../../../../src/events/log/event-log.ts";
import { oddWords } from "../../../../src/events/log/segment-names.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { HEAD, shownNote } from "../../../support/event-disk.ts";
import { countedEventIds } from "../../../support/memory-events.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

interface World {
  readonly log: EventLog;
  readonly inside: (name: string) => string;
  append(count?: number): void;
  /** The ids of all events that are read. */
  ids(): string[];
}

/** A log of three full segments of two events each, and an active one with one. */
function world(): World {
  const directory = folder();
  const log = new EventLog(diskFileSystem, directory);
  const newId = countedEventIds();
  const made: World = {
    log,
    inside: (name) => join(directory, "events", name),
    append(count = 1) {
      for (; count > 0; count--) log.append(encodeEvents(HEAD, [shownNote("a")], newId));
    },
    ids() {
      const ids: string[] = [];
      log.read({ event: ({ id }) => ids.push(id) });
      return ids;
    },
  };
  for (let segment = 0; segment < 3; segment++) {
    made.append(2);
    log.rotate(1);
  }
  made.append();
  return made;
}

/** What makes something odd under each name. */
const ODD: Record<string, (path: string) => void> = {
  "00000009.jsonl": (path) => mkdirSync(path),
  "00000010.jsonl": (path) => symlinkSync("/etc/passwd", path),
  "00000011.jsonl": (path) => symlinkSync("nowhere", path),
  "00000012.jsonl": (path) => spawnSync("mkfifo", [path]),
  "00000001-00000003.jsonl": (path) => mkdirSync(path),
  "00000003-00000001.jsonl": (path) => writeFileSync(path, ""),
  "00000000.jsonl": (path) => writeFileSync(path, "x\n"),
  "4.jsonl": (path) => writeFileSync(path, "x\n"),
  "000000004.jsonl": (path) => writeFileSync(path, "x\n"),
  "9999999999999.jsonl": (path) => writeFileSync(path, ""),
  "00000001.JSONL": (path) => writeFileSync(path, "x\n"),
  "00000001.jsonl~": (path) => writeFileSync(path, "x\n"),
  "00000001 (copy).jsonl": (path) => writeFileSync(path, "x\n"),
  "00000001.jsonl.bak": (path) => writeFileSync(path, "x\n"),
  "a folder": (path) => mkdirSync(path),
  "judgements.json": (path) => mkdirSync(path),
  "Ünïcode\nname": (path) => writeFileSync(path, ""),
};

test("odd names disturb no reading, no writing, no rotation and no compaction, and are named", () => {
  const { log, inside, ids, append } = world();
  const before = ids();
  for (const [name, make] of Object.entries(ODD)) make(inside(name));
  expect(ids()).toEqual(before);
  expect(log.oddNames()).toEqual(Object.keys(ODD).sort());
  append(2);
  expect(log.rotate(1)).toBe(true);
  append();
  expect(ids()).toHaveLength(before.length + 3);
  expect(log.segments().map(({ key }) => key)).toEqual(["1", "2", "3", "13", "14"]);
  // The name that it would get is taken by a folder.
  expect(compactEvents(log, countedEventIds(), 1)).toBe(null);
  rmdirSync(inside("00000001-00000003.jsonl"));
  expect(compactEvents(log, countedEventIds(), 1)).toMatchObject({ segments: 3 });
  expect(log.segments().map(({ key }) => key)).toEqual(["1-3", "13", "14"]);
  expect(oddWords(log.oddNames())).toMatch(/^ignored in events\/ \(.*"00000000.jsonl".*, 6 more$/);
});

test("each file of the log's own is named by nobody", () => {
  const { log } = world();
  log.replaceFile("note-counters.json", new Uint8Array(3));
  log.replaceFile("damaged-3.txt", new Uint8Array(3));
  compactEvents(log, countedEventIds(), 1);
  expect(log.oddNames()).toEqual([]);
});

test("behind the highest name of eight digits the next has nine, and its events count", () => {
  const { log, inside, ids, append } = world();
  const before = ids();
  writeFileSync(inside("99999999.jsonl"), "");
  append(2);
  log.rotate(1);
  append();
  expect(log.segments().at(-2)?.name).toBe("100000000.jsonl");
  expect(ids()).toHaveLength(before.length + 3);
});

test("where no number is left the active segment grows", () => {
  const { log, inside, ids, append } = world();
  const before = ids();
  writeFileSync(inside("999999999999.jsonl"), "");
  append(2);
  expect(log.rotate(1)).toBe(false);
  append();
  expect(ids()).toHaveLength(before.length + 3);
});

test("a name that stands for all others hides none of them, and none is removed for it", () => {
  const { log, inside, ids } = world();
  const before = ids();
  writeFileSync(inside("00000001-99999999.jsonl"), "");
  expect(ids()).toEqual(before);
  log.removeCovered();
  expect(ids()).toEqual(before);
});

test("what a compacted segment was made of is passed over where a crash has left it", () => {
  const { log, inside, ids } = world();
  const names = [1, 2].map((number) => `0000000${number}.jsonl`);
  for (const name of names) copyFileSync(inside(name), inside(`${name}.kept`));
  compactEvents(log, countedEventIds(), 1);
  const before = ids();
  for (const name of names) renameSync(inside(`${name}.kept`), inside(name));
  expect(ids()).toEqual(before);
  expect(log.segments().map(({ key }) => key)).toEqual(["1-2", "3", "4"]);
});

test.skipIf(process.getuid?.() === 0)("a segment that may not be read is named, and the others are read", () => {
  const { log, inside, ids } = world();
  const before = ids();
  chmodSync(inside("00000002.jsonl"), 0);
  expect(ids()).toEqual([...before.slice(0, 2), ...before.slice(4)]);
  expect(log.oddNames()).toEqual(["00000002.jsonl"]);
  chmodSync(inside("00000002.jsonl"), 0o600);
  expect(ids()).toEqual(before);
});

test("an active segment that is a folder hides no older event", () => {
  const { log, inside, ids } = world();
  const before = ids();
  renameSync(inside("active.jsonl"), inside("kept"));
  mkdirSync(inside("active.jsonl"));
  expect(ids()).toEqual(before.slice(0, 6));
  expect(log.oddNames()).toEqual(["active.jsonl", "kept"]);
  expect(log.unfinishedBytes()).toBe(0);
  expect(log.end()).toBe(null);
});
