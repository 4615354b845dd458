// The last entry of the original program's log stays out of the index until the record behind it is there. However long
// it is, that must not make every read merge again; and a tail of nothing but tombstones is merged like any other.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { NOW_MINUTES } from "../support/knowledge.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

/** A knowledge base that counts its merges. */
function countingFolds(
  directory: string,
  mergeWorthBytes?: number,
  refusal?: Error,
): { kb: KnowledgeBase; merges: () => number } {
  const inner = inProcessMerger(diskFileSystem, directory);
  let count = 0;
  const kb = new KnowledgeBase({
    directory,
    files: diskFileSystem,
    clock: () => NOW_MINUTES * 60_000,
    merger: {
      ...inner,
      merge: (rebuild, onProgress) => {
        count++;
        if (refusal !== undefined) return Promise.reject(refusal);
        return inner.merge(rebuild, onProgress);
      },
    },
    ...(mergeWorthBytes === undefined ? {} : { mergeWorthBytes }),
  });
  return { kb, merges: () => count };
}

test("an entry of 140 kB that stays in the tail", async () => {
  const directory = folder();
  cpSync(join(repositoryRoot, "tests", "fixtures", "original", "large-body"), directory, { recursive: true });
  const { kb, merges } = countingFolds(directory);
  for (let read = 0; read < 5; read++) {
    await kb.view();
    await kb.settled();
  }
  expect(merges()).toBe(1);
  kb.close();
});

test("a tail of tombstones", async () => {
  const { kb, merges } = countingFolds(folder(), 400);
  const notes = Array.from({ length: 60 }, (_, number) => ({
    kind: "add" as const,
    topic: "engine",
    body: `note ${number}`,
    minutes: NOW_MINUTES,
  }));
  await kb.change(() => notes);
  await kb.settled();
  const before = merges();
  await kb.change((view) => view.topicDocuments("engine").map((id) => ({ kind: "delete" as const, id })));
  await kb.settled();
  expect(merges()).toBe(before + 1);
  const view = await kb.view();
  expect(view.statistics()).toMatchObject({ entries: 0, deleted: 0 });
  kb.close();
});

test("a tail that no index can be written for", async () => {
  const { kb, merges } = countingFolds(folder(), 400, new Error("no room"));
  const store = (body: string) =>
    kb.change(() => [{ kind: "add" as const, topic: "engine", body, minutes: NOW_MINUTES }]);
  await store("x ".repeat(300));
  for (let read = 0; read < 5; read++) {
    await kb.view();
    await kb.settled();
  }
  expect(merges()).toBe(1);
  // Another try when there is as much again.
  await store("y ".repeat(300));
  await kb.settled();
  expect(merges()).toBe(2);
  kb.close();
});
