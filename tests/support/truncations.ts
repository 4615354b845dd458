// A log cut off at every byte near its end: what every reader must answer, and what the next writer must do. Run by
// tests/long/truncate.test.ts in the test's own process, and as a program in other time zones: `bun truncations.ts
// SEED...`.

import { writeSync } from "node:fs";
import { checkStore } from "../../src/notes/store/check.ts";
import { type LiveEntry, liveEntries, NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import { naiveLiveOfPrefix, naiveRecords } from "./naive-log.ts";
import { addition, DIRECTORY, LOG_PATH, randomLog } from "./random-log.ts";

function key(entries: readonly LiveEntry[]): string {
  return entries.map(({ topic, minutes, body }) => JSON.stringify([topic, minutes, body])).join("\n");
}

/** What is wrong with the answers for `log` cut to `length` bytes; null when nothing is. */
async function problemAt(log: Uint8Array, length: number, expected: LiveEntry[]): Promise<string | null> {
  const cut = log.slice(0, length);
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, cut);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const view = await kb.view();
  if (key(liveEntries(view)) !== key(expected)) return "wrong entries";
  const { logBytes, tornBytes, damageBytes } = view.statistics();
  if (logBytes !== length || damageBytes !== 0) return "a tear is taken for damage";
  if (checkStore(files, DIRECTORY)!.tornBytes !== tornBytes) return "the check counts other bytes as torn";
  await kb.change(() => [addition("zz", "stored after the tear")]);
  const torn = files.paths().filter((path) => path.includes(".torn-"));
  // The first bytes of a header are completed in their place.
  const kept = length < 8 ? files.content(LOG_PATH)!.subarray(0, length) : (files.content(torn[0] ?? "") ?? []);
  if (torn.length > 1 || !Buffer.from(kept).equals(cut.subarray(length - tornBytes))) return "torn bytes are not kept";
  if (
    !Buffer.from(files.content(LOG_PATH)!)
      .subarray(0, length - tornBytes)
      .equals(cut.subarray(0, length - tornBytes))
  ) {
    return "more than the torn bytes was changed";
  }
  const added = { topic: "zz", minutes: NOW_MINUTES, body: "stored after the tear" };
  const again = await openKnowledgeBase(DIRECTORY, { files }).view();
  if (key(liveEntries(again)) !== key([...expected, added])) return "wrong entries after the next write";
  return again.statistics().tornBytes === 0 ? null : "still torn after the next write";
}

/** Cuts `log` at every byte from `from` on; one line for each cut that is answered wrongly. */
export async function truncationProblems(log: Uint8Array, from: number): Promise<string[]> {
  const records = naiveRecords(log);
  const problems: string[] = [];
  for (let length = from; length <= log.length; length++) {
    const problem = await problemAt(log, length, naiveLiveOfPrefix(records, length));
    if (problem !== null) problems.push(`cut at ${length} of ${log.length} bytes: ${problem}`);
  }
  return problems;
}

/** Where the last `count` records of a log begin. */
export function startOfLast(count: number, log: Uint8Array): number {
  return naiveRecords(log).at(-count)!.from;
}

if (import.meta.main) {
  const problems: string[] = [];
  for (const seed of process.argv.slice(2).map(Number)) {
    for (const base of ["utc-2024", "local-1970"] as const) {
      const log = await randomLog({ seed, changes: 30, base });
      problems.push(...(await truncationProblems(log, startOfLast(8, log))));
    }
  }
  writeSync(1, JSON.stringify(problems));
}
