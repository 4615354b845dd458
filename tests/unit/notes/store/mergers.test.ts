// The worker of a server: merges that follow each other have the same one, and it ends when there are no more.

import { afterEach, expect, test, vi } from "vitest";
import { workerMerger } from "../../../../src/notes/store/mergers.ts";
import { openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";

const RealWorker = Worker;
const started: Worker[] = [];
const ended: Worker[] = [];

class CountedWorker extends RealWorker {
  constructor(url: URL) {
    super(url);
    started.push(this);
  }

  override terminate(): void {
    ended.push(this);
    super.terminate();
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  started.length = 0;
  ended.length = 0;
});

async function withNotes(): Promise<string> {
  const directory = temporaryDirectory();
  const base = openKnowledgeBase(directory);
  await base.change(() => [{ kind: "add", topic: "engine", body: "the valve sticks", minutes: 29_000_000 }]);
  base.close();
  return directory;
}

test("merges in a row have one worker, which ends a while after the last", async () => {
  const directory = await withNotes();
  vi.stubGlobal("Worker", CountedWorker);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const folder = workerMerger(directory);
  await folder.merge(false);
  await vi.advanceTimersByTimeAsync(1500);
  await folder.merge(true);
  expect(started.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(ended.length).toBe(0);
  await vi.advanceTimersByTimeAsync(600);
  expect(ended).toEqual(started);
  await folder.merge(false);
  expect(started.length).toBe(2);
  folder.close();
  expect(ended).toEqual(started);
});

test("a merge that fails says why, and its worker does the next one", async () => {
  const directory = await withNotes();
  vi.stubGlobal("Worker", CountedWorker);
  const folder = workerMerger(`${directory}/data.log`);
  await expect(folder.merge(false)).rejects.toThrow("a file stands in its place");
  await expect(folder.merge(false)).rejects.toThrow();
  expect(started.length).toBe(1);
  folder.close();
});

test("two things at one time have a worker each", async () => {
  const directory = await withNotes();
  vi.stubGlobal("Worker", CountedWorker);
  const folder = workerMerger(directory);
  await Promise.all([folder.merge(false), folder.merge(false)]);
  expect(started.length).toBe(2);
  folder.close();
});
