// What undo takes back as one, how far it reaches, and when it refuses. Random sequences are
// tests/property/undo.test.ts's matter.

import { expect, test } from "vitest";
import type { Change } from "../../../../src/notes/store/changes.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import type { TransactionExtent } from "../../../../src/notes/store/log-appender.ts";
import { fixtureCopy } from "../../../support/fixtures.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { addition } from "../../../support/random-log.ts";

const open = (files = new MemoryFileSystem()) => openKnowledgeBase("/kb", { files });
const bodies = async (kb: KnowledgeBase) => liveEntries(await kb.view()).map(({ topic, body }) => `${topic}: ${body}`);

test("a write of many entries is taken back as one", async () => {
  const kb = open();
  await kb.change(() => [addition("a", "first")]);
  await kb.change(() => [addition("a", "second"), addition("b", "third")]);
  const { taken } = await kb.undo();
  expect(taken.map(({ kind, topic, body }) => [kind, topic, body])).toEqual([
    ["stored", "b", "third"],
    ["stored", "a", "second"],
  ]);
  expect(await bodies(kb)).toEqual(["a: first"]);
});

test("writes that join are one act, until another write comes between", async () => {
  const kb = open();
  const { transaction } = await kb.change(() => [addition("a", "1")]);
  await kb.change(() => [addition("a", "2"), addition("a", "3")], undefined, transaction);
  await kb.undo();
  expect(await bodies(kb)).toEqual([]);
  const { transaction: second } = await kb.change(() => [addition("a", "4")]);
  await kb.change(() => [addition("b", "between")]);
  await kb.change(() => [addition("a", "5")], undefined, second);
  await kb.undo();
  expect(await bodies(kb)).toEqual(["a: 4", "b: between"]);
});

test("an act in parts that touch the same entries is taken back to what was before it", async () => {
  const kb = open();
  await kb.change(() => ["1", "2", "3", "4"].map((body) => addition("a", body)));
  const before = await bodies(kb);
  const at =
    (index: number) => async (kind: "replace" | "delete" | "move", body: string, act: TransactionExtent | null) =>
      (
        await kb.change(
          (view) => [{ kind, id: view.topicDocuments("a")[index]!, body, topic: "b" } as Change],
          undefined,
          act,
        )
      ).transaction;
  // The second entry is edited twice, the first edited and deleted, the last edited and moved; one comes and goes.
  let act = await at(1)("replace", "2 edited", null);
  act = await at(1)("replace", "2 edited twice", act);
  act = await at(0)("replace", "1 edited", act);
  act = await at(3)("replace", "4 edited", act);
  act = await at(3)("move", "4 moved", act);
  act = (await kb.change(() => [addition("a", "5")], undefined, act)).transaction;
  act = await at(3)("delete", "", act);
  await at(0)("delete", "", act);
  expect(await bodies(kb)).toEqual(["a: 2 edited twice", "a: 3", "b: 4 moved"]);
  const { taken } = await kb.undo();
  expect(taken.map(({ kind, topic, body }) => `${kind} ${topic} ${body}`).sort()).toEqual([
    "changed a 2",
    "deleted a 1",
    "moved a 4",
  ]);
  expect(await bodies(kb)).toEqual(before);
  await kb.undo();
  expect(await bodies(kb)).toEqual([]);
});

test("a deleted entry comes back with its time, in its old place", async () => {
  const kb = open();
  await kb.change(() => ["1", "2", "3"].map((body) => addition("a", body)));
  await kb.change((view) => [{ kind: "replace", id: view.topicDocuments("a")[0]!, body: "1 edited" }]);
  await kb.mergeNow();
  await kb.change((view) => [{ kind: "delete", id: view.topicDocuments("a")[0]! }]);
  await kb.mergeNow();
  await kb.undo();
  expect(await bodies(kb)).toEqual(["a: 1 edited", "a: 2", "a: 3"]);
  await kb.mergeNow();
  await kb.undo();
  expect(await bodies(kb)).toEqual(["a: 1", "a: 2", "a: 3"]);
});

test("reaches back over more of the log than is read at first", async () => {
  const kb = open();
  const long = "word ".repeat(40_000);
  await kb.change(() => [addition("a", "early")]);
  await kb.change(() => Array.from({ length: 4 }, () => addition("a", long)));
  await kb.mergeNow();
  await kb.undo();
  expect(await bodies(kb)).toEqual(["a: early"]);
  await kb.undo();
  expect(await bodies(kb)).toEqual([]);
});

test("of nothing is refused, and so is what was before a compaction", async () => {
  const files = new MemoryFileSystem();
  const kb = open(files);
  await expect(kb.undo()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(files.paths()).toEqual([]);
  await kb.change(() => [addition("a", "1")]);
  await kb.compact();
  await expect(kb.undo()).rejects.toThrow(/no change to take back.*compacted/);
  await kb.change(() => [addition("a", "2")]);
  await kb.undo();
  await expect(kb.undo()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await bodies(kb)).toEqual(["a: 1"]);
});

test("what the original program wrote is not taken back, what was done to it is", async () => {
  const kb = openKnowledgeBase(fixtureCopy("original/edited"));
  const before = await bodies(kb);
  await expect(kb.undo()).rejects.toMatchObject({ code: "NOT_FOUND" });
  const topic = (await kb.view()).topics()[0]!.name;
  await kb.change((view) => view.topicDocuments(topic).map((id) => ({ kind: "delete", id })));
  await kb.undo();
  expect(await bodies(kb)).toEqual(before);
});

test("a change of nothing leaves no trace", async () => {
  const files = new MemoryFileSystem();
  const kb = open(files);
  await kb.change(() => [{ kind: "add", topic: "a", body: "1", minutes: NOW_MINUTES }]);
  const log = files.content("/kb/data.log");
  await kb.change(() => []);
  expect(files.content("/kb/data.log")).toEqual(log);
});
