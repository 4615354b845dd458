// The power goes before every single operation that helix asks of the disk, and takes with it what was not synced:
// bytes, names, or either. Whatever was acknowledged is there, a write that was under way has happened or not, and torn
// bytes that were in the log are somewhere.

import { describe, expect, test } from "vitest";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH, randomLog } from "../support/random-log.ts";

type Step = (kb: KnowledgeBase) => Promise<unknown>;
type Seen = readonly string[];

const add =
  (...bodies: string[]): Step =>
  (kb) =>
    kb.change(() => bodies.map((body) => addition("notes", body)));

const STEPS: readonly Step[] = [
  add("one"),
  add("two", "three", "four"),
  (kb) => kb.change((view) => [{ kind: "replace", id: view.topicDocuments("notes")[1]!, body: "two, corrected" }]),
  (kb) => kb.mergeNow(),
  (kb) => kb.change((view) => [{ kind: "move", id: view.topicDocuments("notes")[0]!, topic: "moved", body: "one" }]),
  (kb) => kb.change((view) => [{ kind: "delete", id: view.topicDocuments("notes")[1]! }]),
  (kb) => kb.compact(),
  add("five"),
  (kb) => kb.rebuildIndex(),
  (kb) => kb.compact(),
  add("six"),
];

/** What of the unsynced bytes at the end of a file is left. */
const KEPT: Record<string, (unsynced: number) => number> = {
  none: () => 0,
  all: (unsynced) => unsynced,
  half: (unsynced) => unsynced >> 1,
  "all but one": (unsynced) => Math.max(0, unsynced - 1),
};

async function seen(files: MemoryFileSystem): Promise<Seen> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const live = liveEntries(await kb.view()).map((entry) => JSON.stringify(entry));
  kb.close();
  return live;
}

/**
 * Whether `found` is the state before a step or after it; of several entries added at once the first ones may be there.
 */
function isBetween(before: Seen, found: Seen, after: Seen): boolean {
  const same = (one: Seen, other: Seen) => one.length === other.length && one.every((each, at) => each === other[at]);
  const onlyAdds = before.every((each) => after.includes(each));
  const added = after.filter((each) => !before.includes(each));
  const first = found.filter((each) => !before.includes(each));
  const isPart =
    same(first, added.slice(0, first.length)) &&
    same(
      found,
      after.filter((each) => found.includes(each)),
    );
  return (
    same(found, before) || same(found, after) || (onlyAdds && before.every((each) => found.includes(each)) && isPart)
  );
}

/** The disks that are left when the power goes before each operation of `step`, and after the last. */
async function disksLeft(files: MemoryFileSystem, kb: KnowledgeBase, step: Step) {
  const left: { disk: MemoryFileSystem; where: string }[] = [];
  const cut = (where: string) => {
    for (const names of ["synced", "all"] as const) {
      for (const [bytes, keep] of Object.entries(KEPT)) {
        left.push({ disk: files.afterPowerCut(names, keep), where: `${where}, names ${names}, bytes ${bytes}` });
      }
    }
  };
  files.fault = ({ kind, path }) => {
    cut(`before ${kind} of ${path}`);
    return null;
  };
  await step(kb);
  files.fault = () => null;
  return { left, settled: files.afterPowerCut("synced", () => 0) };
}

describe("a power cut", () => {
  test.each([0, 3])("loses nothing that was acknowledged; the log begins with %i torn bytes", async (tornBytes) => {
    const files = new MemoryFileSystem();
    const start = await randomLog({ seed: 12, changes: 6 });
    const torn = start.subarray(start.length - tornBytes - 9, start.length - tornBytes);
    if (tornBytes > 0) files.write(LOG_PATH, start.subarray(0, start.length - tornBytes));
    const kb = openKnowledgeBase(DIRECTORY, { files });
    let cuts = 0;
    for (const [at, step] of STEPS.entries()) {
      const before = await seen(files);
      const { left, settled } = await disksLeft(files, kb, step);
      const after = await seen(files);
      for (const { disk, where } of left) {
        const names = disk.paths().join(" ");
        const found = await seen(disk);
        expect(isBetween(before, found, after), `step ${at}, ${where}: ${names}`).toBe(true);
        if (tornBytes > 0 && at < 6) {
          const everything = disk.paths().map((path) => Buffer.from(disk.content(path)!));
          expect(
            everything.some((content) => content.includes(torn)),
            `step ${at}, ${where}: ${names}`,
          ).toBe(true);
        }
        cuts++;
      }
      expect(await seen(settled), `after step ${at} was acknowledged`).toEqual(after);
    }
    expect(cuts).toBeGreaterThan(STEPS.length * 8 * 3);
  });
});
