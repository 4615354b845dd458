// A disk that refuses: every operation that a write, an edit, a merge or a compaction asks of it fails once, or fails
// from there on (full, read-only, broken). Whatever happens, readers answer as before the step or as after it, the one
// who asked gets an error of one line, and when the disk works again so does the store.

import { describe, expect, test } from "vitest";
import { HelixError } from "../../src/base/errors.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { type Fault, MemoryFileSystem, type Operation } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH, randomLog } from "../support/random-log.ts";
import { isThorough } from "../support/runs.ts";

type Step = (kb: KnowledgeBase) => Promise<unknown>;

const firstOf = (kb: KnowledgeBase, plan: (id: number) => Parameters<KnowledgeBase["change"]>[0]) =>
  kb.change((view) => plan(view.topicDocuments("build")[0]!)(view));

const STEPS: Record<string, Step> = {
  add: (kb) => kb.change(() => [addition("build", "a new note"), addition("engine", "and another")]),
  edit: (kb) => firstOf(kb, (id) => () => [{ kind: "replace", id, body: "the note as it is now" }]),
  delete: (kb) => firstOf(kb, (id) => () => [{ kind: "delete", id }]),
  merge: (kb) => kb.mergeNow(),
  rebuild: (kb) => kb.rebuildIndex(),
  compact: (kb) => kb.compact(),
};

const FAULTS: { name: string; fault: Fault; refuses: (operation: Operation) => boolean; sticky: boolean }[] = [
  { name: "an input/output error", fault: { code: "EIO" }, refuses: () => true, sticky: false },
  { name: "a write cut short", fault: { code: "ENOSPC", written: 11 }, refuses: () => true, sticky: false },
  {
    name: "a full disk",
    fault: { code: "ENOSPC", written: 5 },
    refuses: ({ kind }) => kind === "append" || kind === "create",
    sticky: true,
  },
  { name: "a disk that turned read-only", fault: { code: "EROFS" }, refuses: () => true, sticky: true },
];

const LOG = await randomLog({ seed: 9, changes: 14 });
const STARTS = ["sound", "torn", "missing", "damaged"] as const;

async function startingDisk(start: (typeof STARTS)[number]): Promise<MemoryFileSystem> {
  const files = new MemoryFileSystem();
  if (start === "missing") return files;
  const log = LOG.slice();
  if (start === "damaged") log[30]! ^= 0xff;
  files.write(LOG_PATH, start === "torn" ? log.subarray(0, log.length - 3) : log);
  return files;
}

async function seen(files: MemoryFileSystem): Promise<string> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const live = JSON.stringify(liveEntries(await kb.view()));
  kb.close();
  return live;
}

/** Runs `step`; the error that it threw, or null. */
async function attempt(step: Step, kb: KnowledgeBase): Promise<unknown> {
  try {
    await step(kb);
    return null;
  } catch (error) {
    return error ?? new Error("nothing was thrown");
  }
}

describe.each(STARTS)("on a %s log", (start) => {
  const steps = Object.entries(STEPS).filter(([name]) => start !== "missing" || name === "add" || name === "merge");
  test.each(steps)("%s", async (_, step) => {
    const sound = await startingDisk(start);
    const before = await seen(sound);
    await step(openKnowledgeBase(DIRECTORY, { files: sound }));
    const after = await seen(sound);
    const operationCount = sound.operations.length;
    for (const { name, fault, refuses, sticky } of FAULTS) {
      // On other logs than a sound one the quick tests let each second operation fail.
      for (let at = 0; at < operationCount; at += isThorough || start === "sound" ? 1 : 2) {
        const where = `${name} at operation ${at}, ${sound.operations[at]!.kind} of ${sound.operations[at]!.path}`;
        const files = await startingDisk(start);
        const kb = openKnowledgeBase(DIRECTORY, { files });
        files.fault = (operation) => {
          const count = files.operations.length - 1;
          return (sticky ? count >= at : count === at) && refuses(operation) ? fault : null;
        };
        const error = await attempt(step, kb);
        if (error !== null) {
          expect(error, where).toBeInstanceOf(HelixError);
          expect((error as Error).message, where).not.toContain("\n");
        }
        const during = JSON.stringify(liveEntries(await kb.view()));
        expect(error === null ? [after] : [before, after], where).toContain(during);
        files.fault = () => null;
        expect(await seen(files), where).toBe(during);
        if (during !== after || before === after) await step(kb);
        expect(JSON.stringify(liveEntries(await kb.view())), where).toBe(after);
        expect(await seen(files), where).toBe(after);
        expect(files.isLocked(`${DIRECTORY}/.lock`), where).toBe(false);
        kb.close();
      }
    }
  });
});

/** How often the log is appended to, or synced, by the step that is tried below. */
async function countOf(kind: "append" | "sync"): Promise<number> {
  const files = await startingDisk("sound");
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const before = files.operations.length;
  await STEPS.add!(kb);
  return files.operations.slice(before).filter((each) => each.kind === kind && each.path === LOG_PATH).length;
}

describe("an error that was reported", () => {
  test("means that nothing was stored, as long as bytes can be cut off", async () => {
    for (const code of ["ENOSPC", "EIO"]) {
      for (const kind of ["append", "sync"] as const) {
        const files = await startingDisk("sound");
        const before = await seen(files);
        const kb = openKnowledgeBase(DIRECTORY, { files });
        // The last of its kind: before it there are the mark of the act and syncs of what others wrote.
        let left = await countOf(kind);
        files.fault = (operation) => {
          if (operation.path !== LOG_PATH || operation.kind !== kind) return null;
          return --left === 0 ? { code, written: 7 } : null;
        };
        await expect(STEPS.add!(kb)).rejects.toThrow(/cannot write to .*data\.log; nothing was stored: E/);
        expect(await seen(files)).toBe(before);
      }
    }
  });

  test("of a merge in the background does not reach the writer", async () => {
    const files = await startingDisk("sound");
    const errors: unknown[] = [];
    const kb = openKnowledgeBase(DIRECTORY, { files, mergeWorthBytes: 1, onMergeError: (error) => errors.push(error) });
    files.fault = ({ path }) => (path.includes("index.bin") ? { code: "ENOSPC" } : null);
    await STEPS.add!(kb);
    await kb.settled();
    expect(errors).toHaveLength(1);
    files.fault = () => null;
    await STEPS.add!(kb);
    await kb.settled();
    expect(errors).toHaveLength(1);
  });
});
