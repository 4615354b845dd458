// What a write compares is computed before its lock is taken: under it, others wait. A text of a megabyte takes a tenth
// of a second.

import { expect, it, vi } from "vitest";
import * as tokenizer from "../../src/engine/text/tokenizer.ts";
import { batchFeature } from "../../src/features/batch/batch.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";
import { openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";

vi.mock("../../src/engine/text/tokenizer.ts", async (original) => {
  const real = await original<typeof tokenizer>();
  return { ...real, contentTokens: vi.fn(real.contentTokens) };
});

it("takes no more tokens under the lock than it has to", async () => {
  let isLocked = false;
  const files: FileSystem = {
    ...diskFileSystem,
    tryLock(path) {
      const lock = diskFileSystem.tryLock(path);
      if (lock === null) return null;
      isLocked = true;
      return {
        release() {
          isLocked = false;
          lock.release();
        },
      };
    },
  };
  const base = openKnowledgeBase(temporaryDirectory(), { files });
  const { contentTokens } = tokenizer;
  const before: string[] = [];
  const under: string[] = [];
  const real = vi.mocked(contentTokens).getMockImplementation()!;
  vi.mocked(contentTokens).mockImplementation((text) => {
    (isLocked ? under : before).push(text);
    return real(text);
  });
  const context = { base, project: null };
  const note = (at: number) => `one two three four five six number${at} seven${at} eight${at} nine${at}`;
  await storeFeature.run(context, { topic: "notes", text: note(0) });
  await batchFeature.run(context, { entries: [1, 2].map((at) => ({ topic: "notes", text: note(at) })) });
  expect(before).toEqual([note(0), note(1), note(2)]);
  expect(under).toEqual([]);

  // A stored text is read under the lock, but only until it is clear that it says too much to be the same.
  const more = Array.from({ length: 1000 }, (_, at) => `line${at}x of${at}x it${at}x`);
  await storeFeature.run(context, { topic: "long", text: [note(3), ...more].join("\n") });
  expect(under).toEqual([]);
  await storeFeature.run(context, { topic: "long", text: note(3) });
  expect(under.length).toBeGreaterThan(0);
  expect(under.length).toBeLessThan(10);
  base.close();
});
