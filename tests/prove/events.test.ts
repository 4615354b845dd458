// The event log under sixteen processes that append ten thousand events each. Some are killed, and beside them others
// rename full segments, compact old ones and add everything up. What was appended is counted once, whoever was killed.

import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { foldEvents } from "../../src/events/log/event-fold.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import { noteCounters } from "../../src/events/log/note-counters.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { countedEventIds } from "../support/memory-events.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { randomOf, sayFigures, timeLimit } from "./support/proof.ts";

const folder = useFolders("each");

const PROCESSES = 16;
const APPENDS = 10_000;
/** So many of the processes are killed. */
const KILLED = 6;
const SEGMENT_BYTES = 512 * 1024;
const SNAPSHOT_BYTES = 64 * 1024;

/** A process that appends, how many events it said that it has appended, and whether it was killed. */
interface Appender {
  readonly name: string;
  said: number;
  isKilled: boolean;
  readonly ended: Promise<void>;
}

function appender(directory: string, at: number, killAt: number): Appender {
  const name = `${String.fromCharCode(97 + at)}x`;
  const script = `${repositoryRoot}/tests/support/event-appender.ts`;
  const child = spawn(process.execPath, [script, directory, name, String(APPENDS)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const self: Appender = {
    name,
    said: 0,
    isKilled: false,
    ended: new Promise((resolve, reject) => {
      child.on("close", (code) => (self.isKilled || code === 0 ? resolve() : reject(new Error(`${name}: ${code}`))));
    }),
  };
  let rest = "";
  child.stdout.on("data", (piece: Buffer) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    self.said = Number(lines.at(-1) ?? self.said);
    if (self.said < killAt) return;
    self.isKilled = true;
    child.kill("SIGKILL");
  });
  return self;
}

test("all that was appended is counted, and once", { timeout: timeLimit }, async () => {
  const directory = folder();
  const random = randomOf("events");
  const killAt = (at: number) => (at < KILLED ? 500 + random(APPENDS - 1000) : Number.POSITIVE_INFINITY);
  const appenders = Array.from({ length: PROCESSES }, (_, at) => appender(directory, at, killAt(at)));
  const log = new EventLog(diskFileSystem, directory);
  const newId = countedEventIds();
  let isOver = false;
  let [rotated, compacted] = [0, 0];
  const counts = () => foldEvents(log, noteCounters, SNAPSHOT_BYTES).state.notes;
  const tidying = (async () => {
    const before = new Map<string, number>();
    while (!isOver) {
      if (log.rotate(SEGMENT_BYTES)) rotated++;
      if (compactEvents(log, newId, 2) !== null) compacted++;
      if (random(10) > 0) {
        await Bun.sleep(1);
        continue;
      }
      for (const [name, { shown }] of counts()) {
        expect(shown).toBeGreaterThanOrEqual(before.get(name) ?? 0);
        before.set(name, shown);
      }
      await Bun.sleep(1);
    }
  })();
  await Promise.all(appenders.map(({ ended }) => ended));
  isOver = true;
  await tidying;
  const found = counts();
  log.rotate(1);
  expect(compactEvents(log, newId, 0)).not.toBeNull();
  const fresh = foldEvents(log, { ...noteCounters, name: "none" }).state.notes;
  for (const { name, said, isKilled } of appenders) {
    const shown = found.get(name)!.shown;
    expect(fresh.get(name)!.shown).toBe(shown);
    if (isKilled) expect([shown >= said, shown <= APPENDS]).toEqual([true, true]);
    else expect(shown).toBe(APPENDS);
  }
  const killed = appenders.filter(({ isKilled }) => isKilled).length;
  expect(killed).toBeGreaterThan(0);
  expect(rotated).toBeGreaterThan(0);
  const total = [...found.values()].reduce((sum, { shown }) => sum + shown, 0);
  sayFigures("events", { processes: PROCESSES, appended: total, killed, rotated, compacted, lost: 0, doubled: 0 });
});
