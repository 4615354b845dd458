// A write that resolves hands out document numbers and the view that they belong to. When another write of the same
// process runs before the first one's caller goes on, and finds the log compacted, the numbers must not be paired with
// the newer view.

import { copyFileSync, renameSync } from "node:fs";
import { expect, it } from "vitest";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";
import { NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";

const add = (body: string) => ({ kind: "add" as const, topic: "build", body, minutes: NOW_MINUTES });

it("gives the number of an added entry in the view that comes with it", async () => {
  const directory = temporaryDirectory();
  let beforeLock = () => {};
  const files: FileSystem = {
    ...diskFileSystem,
    tryLock(path) {
      if (!path.endsWith("/.lock")) return diskFileSystem.tryLock(path);
      beforeLock();
      return diskFileSystem.tryLock(path);
    },
  };
  const base = openKnowledgeBase(directory, { files });
  await base.change(() => ["one", "two", "three"].map(add));
  await base.change((view) =>
    view
      .topicDocuments("build")
      .slice(0, 2)
      .map((id) => ({ kind: "delete" as const, id })),
  );
  // An index without the deleted entries: whoever opens the log anew numbers the others from 0.
  const other = openKnowledgeBase(directory);
  await other.mergeNow();
  other.close();

  let locks = 0;
  beforeLock = () => {
    locks++;
    if (locks !== 2) return;
    copyFileSync(base.logPath, `${base.logPath}.copy`);
    renameSync(`${base.logPath}.copy`, base.logPath);
  };
  const [first, second] = await Promise.all([base.change(() => [add("four")]), base.change(() => [add("five")])]);
  expect(locks).toBe(2);
  expect(first.added.map((id) => first.view.body(id))).toEqual(["four"]);
  expect(second.added.map((id) => second.view.body(id))).toEqual(["five"]);
  base.close();
});
