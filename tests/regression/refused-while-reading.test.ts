// Errors of the disk while a write or a merge read something came out as the system threw them, without what was
// wanted; and when a write was on the disk and could only not be read back, the error did not say so, and whoever tried
// again stored it twice.

import { expect, test } from "vitest";
import { FaultyFiles } from "../prove/support/faulty-files.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY } from "../support/random-log.ts";

async function opened() {
  const files = new FaultyFiles(new MemoryFileSystem());
  const base = openKnowledgeBase(DIRECTORY, { files });
  await base.change(() => [addition("build", "one")]);
  return { files, base };
}

test("a write that cannot be read back says that it is stored", async () => {
  const { files, base } = await opened();
  let isWritten = false;
  files.refuses = ({ kind }) => {
    if (kind === "sync") isWritten = true;
    return isWritten && kind === "read" ? { code: "EIO" } : null;
  };
  await expect(base.change(() => [addition("build", "two")])).rejects.toThrow(
    /^it is stored, but cannot read .*data\.log: EIO/,
  );
  files.refuses = () => null;
  expect(liveEntries(await base.view()).map(({ body }) => body)).toEqual(["one", "two"]);
});

test("a merge that cannot read the log says what it was about", async () => {
  const { files, base } = await opened();
  files.refuses = ({ kind }) => (kind === "read" ? { code: "EIO" } : null);
  await expect(base.mergeNow()).rejects.toThrow(
    /^cannot .*: EIO: .*; the disk may be failing: copy the knowledge base to another one$/,
  );
});

test("what the system refuses comes with what to do", async () => {
  const { files, base } = await opened();
  const remedies = {
    ENOSPC: /make room on the disk/,
    EDQUOT: /your share of the disk/,
    EROFS: /make the disk writable/,
  };
  for (const [code, remedy] of Object.entries(remedies)) {
    files.refuses = ({ kind }) => (kind === "append" ? { code } : null);
    await expect(base.change(() => [addition("build", "more")])).rejects.toThrow(remedy);
  }
});
