// Compaction in a server: it goes on answering meanwhile, and whoever does not wait any more has it stopped before
// anything is replaced. A compaction cannot end while the test has the write lock, however slow the test is.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { manyEntries, writeOriginalLog } from "../support/original-log.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");
const ENTRIES = 10_000;
const COMPACT = { name: "topics", arguments: { action: "compact", log: true, apply: true } };

/** A server on a log of 10,000 entries whose index is built, and a deleted one. */
async function largeServed(): Promise<Served> {
  const directory = folder();
  writeOriginalLog(directory, manyEntries(ENTRIES));
  const helix = await serve({ directory });
  await helix.store("extra", "a note that goes");
  await helix.answer("edit", { action: "delete", topic: "extra" });
  return helix;
}

/** Takes the write lock of a server that is not writing; returns what gives it back. */
function takeLock({ directory }: Served): () => void {
  const lock = diskFileSystem.tryLock(join(directory, ".lock"))!;
  let isHeld = true;
  const release = () => {
    if (isHeld) lock.release();
    isHeld = false;
  };
  onTestFinished(release);
  return release;
}

test("answers others while the log is rewritten", async () => {
  const helix = await largeServed();
  const release = takeLock(helix);
  const answered: string[] = [];
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const compaction = helix.client
    .callTool(COMPACT, undefined, { onprogress: () => begun() })
    .then(() => answered.push("compaction"));
  await beginning;
  for (let ping = 0; ping < 3; ping++) {
    await helix.client.ping();
    answered.push("ping");
  }
  release();
  await compaction;
  expect(answered).toEqual(["ping", "ping", "ping", "compaction"]);
  expect(await helix.answer("topics", { action: "stats" })).toContain(`, ${ENTRIES} entries\n`);
});

test("a compaction that is cancelled replaces nothing", async () => {
  const helix = await largeServed();
  const sizes = /: (\d+) → (\d+) bytes/.exec(await helix.answer("topics", { action: "compact", log: true }))!;
  const release = takeLock(helix);
  const cancelling = new AbortController();
  const onprogress = () => cancelling.abort();
  await expect(helix.client.callTool(COMPACT, undefined, { onprogress, signal: cancelling.signal })).rejects.toThrow();
  // Answered behind the cancellation.
  await helix.client.ping();
  release();
  // Had it gone on, there would be nothing left to save.
  expect(await helix.answer(COMPACT.name, COMPACT.arguments)).toBe(
    `compacted: ${ENTRIES} entries, ${sizes[1]} → ${sizes[2]} bytes\n  changes before it cannot be undone any more`,
  );
  expect(readdirSync(helix.directory).filter((name) => name.includes(".tmp-"))).toEqual([]);
  expect(await helix.answer("topics", { action: "stats" })).toContain(`, ${ENTRIES} entries\n`);
});
