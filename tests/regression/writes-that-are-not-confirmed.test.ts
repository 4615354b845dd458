// The disk refused to sync a write and to take it back: "nothing was stored" was said, and the note turned up later.
// And where the directory of a log could not be synced, it was said that the log cannot be read.

import { expect, test } from "vitest";
import { COMMANDS } from "../../src/base/wording.ts";
import { noticeLines } from "../../src/features/common/notices.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem, type OperationKind } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

async function begun(): Promise<{ files: MemoryFileSystem; kb: KnowledgeBase }> {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("notes", "there before")]);
  return { files, kb };
}

/** Has these operations on the log fail. */
function refuse(files: MemoryFileSystem, ...kinds: OperationKind[]): void {
  files.fault = ({ kind, path }) => (path === LOG_PATH && kinds.includes(kind) ? { code: "EIO" } : null);
}

const bodies = async (kb: KnowledgeBase) => liveEntries(await kb.view()).map(({ body }) => body);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => error.message,
  );

test("neither synced nor taken back: it is not known whether it is stored, and the next answer says what became of it", async () => {
  const { files, kb } = await begun();
  refuse(files, "sync", "truncate");
  const said = await failure(kb.change(() => [addition("notes", "who knows")]));
  expect(said).toMatch(
    /^it is not known whether this is stored: .*\/kb\/data\.log.*EIO.*; look for it before you store it again$/,
  );
  expect(said).not.toContain("\n");
  expect(await bodies(kb)).toEqual(["there before", "who knows"]);
  const lines = noticeLines(kb, COMMANDS);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^note: the write of 2026-02-21 \d\d:\d\d that the disk did not confirm is in the log now; .*helix compact --apply$/,
  );
  expect(noticeLines(kb, COMMANDS)).toEqual([]);

  // What it advises makes it sure.
  files.fault = () => null;
  await kb.compact();
  const left = files.afterPowerCut("synced", () => 0);
  expect(await bodies(openKnowledgeBase(DIRECTORY, { files: left }))).toEqual(["there before", "who knows"]);
});

test("when the disk has dropped it by then, that is said, too", async () => {
  const { files, kb } = await begun();
  const before = files.content(LOG_PATH)!;
  refuse(files, "sync", "truncate");
  await failure(kb.change(() => [addition("notes", "who knows")]));
  files.overwrite(LOG_PATH, before);
  expect(await bodies(kb)).toEqual(["there before"]);
  expect(noticeLines(kb, COMMANDS).join()).toMatch(/that the disk did not confirm is not in the log: store it again$/);
});

test("several notes at once, all of them written and not confirmed", async () => {
  const { files, kb } = await begun();
  let syncs = 0;
  files.fault = ({ kind, path }) => {
    if (path !== LOG_PATH) return null;
    if (kind === "sync") syncs++;
    return kind === "truncate" || (kind === "sync" && syncs > 1) ? { code: "EIO" } : null;
  };
  const said = await failure(kb.change(() => ["a", "b"].map((body) => addition("notes", body))));
  expect(said).toContain("it is not known whether this is stored");
  expect(await bodies(kb)).toEqual(["there before", "a", "b"]);
});

test("not synced and taken back, or written in part: nothing was stored, and nothing is there", async () => {
  const { files, kb } = await begun();
  refuse(files, "sync");
  expect(await failure(kb.change(() => [addition("notes", "gone")]))).toMatch(/nothing was stored.*EIO/);
  files.fault = ({ kind, path }) => {
    if (path !== LOG_PATH) return null;
    return kind === "append" ? { code: "ENOSPC", written: 9 } : kind === "truncate" ? { code: "EIO" } : null;
  };
  expect(await failure(kb.change(() => [addition("notes", "in part")]))).toMatch(/nothing was stored.*ENOSPC/);
  files.fault = () => null;
  expect(await bodies(kb)).toEqual(["there before"]);
  expect(noticeLines(kb, COMMANDS)).toEqual([]);
});

test("a directory that cannot be synced is no log that cannot be read", async () => {
  const { files } = await begun();
  files.fault = ({ kind }) => (kind === "syncDirectory" ? { code: "EIO" } : null);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const said = await failure(kb.change(() => [addition("notes", "new")]));
  expect(said).toMatch(/^cannot sync the directory of \/kb\/data\.log; nothing was stored: EIO/);
  files.fault = () => null;
  expect(await bodies(kb)).toEqual(["there before"]);
});
