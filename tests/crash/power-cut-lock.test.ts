// Another process that wants to write at the very moment at which this one does. The lock keeps it out, and what both
// have acknowledged is there; without the lock one takes the other's entry for torn bytes and cuts it off, and that is
// noticed.

import { expect, test } from "vitest";
import { LogWriter } from "../../src/engine/log/log-writer.ts";
import { encodeChanges } from "../../src/notes/store/changes.ts";
import { LogFollower } from "../../src/notes/store/log-follower.ts";
import type { FileIdentity, FileSystem } from "../../src/platform/file-system.ts";
import { changedFiles } from "../support/broken-disk.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

/** Writes as another process would, if it gets the lock at once: whether it was acknowledged. */
function writeAsAnother(files: FileSystem, body: string): boolean {
  const lock = files.tryLock(`${DIRECTORY}/.lock`);
  if (lock === null) return false;
  const follower = new LogFollower(files, DIRECTORY);
  follower.refresh();
  const log = LogWriter.open(files, LOG_PATH);
  log.append(encodeChanges([addition("notes", body)], follower.index).bytes, {
    end: follower.end,
    size: follower.end + follower.tornBytes,
    now: 0,
  });
  log.close();
  follower.close();
  lock.release();
  return true;
}

/** What was acknowledged, and what is there, when another process tries to write before each write of this one. */
async function writtenByTwo(disk: FileSystem): Promise<{ acknowledged: string[]; found: string[] }> {
  const acknowledged: string[] = [];
  let at = 0;
  // Asked for the last time before it appends.
  const asked = (path: string, before: FileIdentity): FileIdentity => {
    if (path !== LOG_PATH) return before;
    const body = `other ${at}`;
    if (before.size > 8 && at < 40 && writeAsAnother(disk, body)) acknowledged.push(body);
    at++;
    return before;
  };
  const files = changedFiles(
    disk,
    (inner) => ({
      identify: (path) => {
        const before = inner.identify(path);
        return before === null ? null : asked(path, before);
      },
    }),
    (handle, path) => ({ identity: () => asked(path, handle.identity()) }),
  );
  const kb = openKnowledgeBase(DIRECTORY, { files });
  for (let own = 0; own < 5; own++) {
    await kb.change(() => [addition("notes", `own ${own}`)]);
    acknowledged.push(`own ${own}`);
  }
  kb.close();
  const found = liveEntries(await openKnowledgeBase(DIRECTORY, { files: disk }).view()).map(({ body }) => body);
  return { acknowledged: acknowledged.sort(), found: found.sort() };
}

test("two that write at the same moment lose nothing", async () => {
  const { acknowledged, found } = await writtenByTwo(new MemoryFileSystem());
  expect(acknowledged.some((body) => body.startsWith("other"))).toBe(true);
  expect(found).toEqual(acknowledged);
});

test("who writes all the time without the lock is noticed: what is not stored then is refused", async () => {
  const files = new MemoryFileSystem();
  const unlocked = changedFiles(files, () => ({ tryLock: () => ({ release() {} }) }));
  await expect(writtenByTwo(unlocked)).rejects.toThrow(
    "another program writes to /kb/data.log without the lock /kb/.lock; nothing was stored, try again",
  );
  const found = liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view()).map(({ body }) => body);
  // All that the other one was told is stored.
  expect(found.filter((body) => body.startsWith("other")).length).toBeGreaterThan(4);
});
