// The power goes while a log is compacted under a writer. What was acknowledged after the live entries were copied
// stands in the new log only because the compaction carried it over: it has to be on the disk before the new log takes
// the place of the old one.

import { expect, test } from "vitest";
import { encodeEntry } from "../../src/engine/log/log-encoding.ts";
import { storedOfMinutes } from "../../src/engine/log/log-time.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

const KEPT: readonly ((unsynced: number) => number)[] = [() => 0, (unsynced) => unsynced >> 1, (unsynced) => unsynced];
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** What another process does when it stores a note: appended, and on the disk. */
function storeElsewhere(files: MemoryFileSystem): void {
  const file = files.open(LOG_PATH, "append");
  file.append(encodeEntry(bytesOf("notes"), bytesOf("stored meanwhile"), storedOfMinutes(NOW_MINUTES, "utc-2024")));
  file.sync();
  file.close();
}

test("a note that was acknowledged during a compaction is there, whenever the power goes", async () => {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => ["first", "second", "third"].map((body) => addition("notes", body)));
  await kb.change((view) => [{ kind: "delete", id: view.topicDocuments("notes")[1]! }]);
  const left: { disk: MemoryFileSystem; where: string }[] = [];
  let isBegun = false;
  let isStored = false;
  const cut = (where: string) => {
    for (const names of ["synced", "all"] as const) {
      for (const keep of KEPT) left.push({ disk: files.afterPowerCut(names, keep), where: `${where}, names ${names}` });
    }
  };
  files.fault = ({ kind, path }) => {
    if (isStored) cut(`before ${kind} of ${path}`);
    else if (!isBegun && kind === "create" && path.includes("index.bin.tmp")) {
      isBegun = true;
      storeElsewhere(files);
      isStored = true;
    }
    return null;
  };
  await kb.compact();
  files.fault = () => null;
  cut("after the compaction");
  expect(left.length).toBeGreaterThan(30);
  for (const { disk, where } of left) {
    const found = liveEntries(await openKnowledgeBase(DIRECTORY, { files: disk }).view()).map(({ body }) => body);
    expect(found, where).toEqual(["first", "third", "stored meanwhile"]);
  }
});
