// What a write may ask for: limits are errors before anything is written, and one bad change of many writes none.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../../src/notes/store/changes.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../../../support/random-log.ts";

const MEBIBYTE = 1024 * 1024;

async function started() {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("a", "first")]);
  return { files, kb };
}

describe("limits", () => {
  test.each([
    ["a topic of 255 bytes", addition("t".repeat(255), "b")],
    ["a topic of 255 bytes in several scripts", addition(`${"検".repeat(84)}abc`, "b")],
    ["a body of 1 MiB", addition("t", "b".repeat(MEBIBYTE))],
    ["an empty body", addition("t", "")],
    ["a time long ago", addition("t", "b", NOW_MINUTES - 2_000_000_000)],
    ["a time far ahead", addition("t", "b", NOW_MINUTES + 2_000_000_000)],
  ])("take %s", async (_, change) => {
    const { files, kb } = await started();
    const { added, view } = await kb.change(() => [change]);
    const { topic, body, minutes } = change as Change & { kind: "add" };
    expect([view.document(added[0]!).topic, view.body(added[0]!)]).toEqual([topic, body]);
    expect(Math.abs(view.minutesOf(added[0]!) - minutes)).toBeLessThanOrEqual(60);
    await kb.mergeNow();
    await kb.compact();
    const again = liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view());
    expect(again.filter((entry) => entry.topic === topic && entry.body === body)).toHaveLength(1);
  });

  test.each([
    ["a topic of 256 bytes", addition("t".repeat(256), "b"), "LIMIT", /^topic is 256 bytes long, 1 to 255 .* e\.g\. /],
    [
      "a topic of 256 bytes in 86 characters",
      addition(`a${"検".repeat(85)}`, "b"),
      "LIMIT",
      /^topic is 256 bytes long/,
    ],
    ["an empty topic", addition("", "b"), "LIMIT", /^topic is 0 bytes long/],
    [
      "a body of 16 MiB",
      addition("t", "b".repeat(16 * MEBIBYTE)),
      "LIMIT",
      /^text is 16777216 bytes long .*at most 16777215/,
    ],
    ["a body with NUL", addition("t", "a\0b"), "INVALID_ARGUMENT", /NUL/],
    ["a topic with NUL", addition("t\0", "b"), "INVALID_ARGUMENT", /NUL/],
    ["half a minute", addition("t", "b", 0.5), "INVALID_ARGUMENT", /^time 0.5 is not a whole number/],
    ["no time", addition("t", "b", Number.NaN), "INVALID_ARGUMENT", /^time NaN/],
    ["a time that no record holds", addition("t", "b", 2 ** 32), "INVALID_ARGUMENT", /^time 4294967296/],
  ])("refuse %s, and the changes that came with it", async (_, change, code, message) => {
    const { files, kb } = await started();
    const before = files.content(LOG_PATH);
    const refused = kb.change((view) => [
      addition("a", "before"),
      { kind: "delete", id: view.topicDocuments("a")[0]! },
      change,
      addition("a", "after"),
    ]);
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(files.content(LOG_PATH)).toEqual(before);
    expect(liveEntries(await kb.view()).map(({ body }) => body)).toEqual(["first"]);
  });
});

describe("a change", () => {
  test("that asks for nothing writes nothing", async () => {
    const { files, kb } = await started();
    const before = files.operations.length;
    const { added } = await kb.change(() => []);
    expect(added).toEqual([]);
    expect(files.operations.slice(before).map(({ kind }) => kind)).not.toContain("append");
  });

  test("whose plan throws writes nothing, and lets the lock go", async () => {
    const { kb } = await started();
    const plan = () => {
      throw new Error("no such entry");
    };
    await expect(kb.change(plan)).rejects.toThrow("no such entry");
    await kb.change(() => [addition("a", "second")]);
    expect(liveEntries(await kb.view())).toHaveLength(2);
  });

  test("of many records is its mark and one write, each synced", async () => {
    const { files, kb } = await started();
    const before = files.operations.length;
    await kb.change((view) => [
      ...Array.from({ length: 500 }, (_, round) => addition("a", `note ${round}`)),
      { kind: "replace", id: view.topicDocuments("a")[0]!, body: "first, corrected" },
    ]);
    const kinds = files.operations.slice(before).map(({ kind }) => kind);
    expect(kinds).toEqual(["lock", "lock", "append", "sync", "append", "sync"]);
    const bodies = liveEntries(await kb.view()).map(({ body }) => body);
    expect([bodies.length, bodies[0], bodies[500]]).toEqual([501, "first, corrected", "note 499"]);
  });

  test("copies the time of an edited entry as it is stored, whatever base the log goes on in", async () => {
    const { kb } = await started();
    await kb.change(() => [addition("a", "far ahead", Date.UTC(2090, 0, 1) / 60_000)]);
    const stored = async () => {
      const view = await kb.view();
      return view.topicDocuments("a").map((id) => view.document(id).stored);
    };
    const before = await stored();
    await kb.change((view) => view.topicDocuments("a").map((id) => ({ kind: "replace" as const, id, body: "edited" })));
    expect(await stored()).toEqual(before);
    await kb.compact();
    expect(await stored()).toEqual(before);
  });
});
