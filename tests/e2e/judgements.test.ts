// Four processes judge one note sixty times each, and rename full segments and compact old ones meanwhile. Every
// judgement is counted, and once.

import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { foldEvents } from "../../src/events/log/event-fold.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import { judgedOf, judgements } from "../../src/events/log/judgements.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { temporaryDirectory } from "../support/knowledge.ts";

const PROCESSES = 4;
const UPDATES = 60;
const NOTE = "0000000001";

function writer(directory: string, session: string): Promise<void> {
  const script = `${repositoryRoot}/tests/support/judgement-writer.ts`;
  const child = spawn(process.execPath, [script, directory, session, NOTE, String(UPDATES)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${session}: ${code}`))));
  });
}

test("four processes of sixty judgements lose none and count none twice", { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory();
  const log = new EventLog(diskFileSystem, directory);
  const sessions = Array.from({ length: PROCESSES }, (_, at) => `s${at}`);
  let isOver = false;
  let counted = 0;
  const counting = (async () => {
    while (!isOver) {
      // Read with a snapshot each time; what was counted once stays counted.
      const { helped, misled } = judgedOf(foldEvents(log, judgements, 1).state, [NOTE]);
      expect(helped + misled).toBeGreaterThanOrEqual(counted);
      counted = helped + misled;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.all(sessions.map((session) => writer(directory, session)));
  isOver = true;
  await counting;
  expect(log.segments().some(({ first, last }) => first < last)).toBe(true);
  for (const worth of [1, Number.POSITIVE_INFINITY]) {
    const { state, damaged } = foldEvents(log, judgements, worth);
    const { helped, misled } = judgedOf(state, [NOTE]);
    expect([helped, misled, damaged]).toEqual([PROCESSES * 40, PROCESSES * 20, 0]);
    expect([...state.edges.values()].map(({ weight }) => weight)).toEqual(sessions.map(() => UPDATES));
  }
});
