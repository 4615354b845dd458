// Import counts: what comes as often as it is stored adds nothing, what comes more often adds the rest; whether in one
// write or many.

import { expect, it, vi } from "vitest";
import { KnownEntries } from "../../../src/exchange/known-entries.ts";
import { exportJson, importJson } from "../../../src/exchange/transfer.ts";
import type { KnowledgeBase } from "../../../src/notes/store/knowledge-base.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";
import { rendered } from "../../support/rendered.ts";

const TIME = "2026-02-20T09:00:00.000Z";
const LATER = "2026-02-20T09:01:00.000Z";

function emptyBase(): KnowledgeBase {
  return openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
}

async function importing(base: KnowledgeBase, entries: unknown): Promise<{ added: number; skipped: number }> {
  const { data } = await rendered(importJson({ base }, JSON.stringify(entries)));
  const { added, skipped } = data as { added: number; skipped: number };
  return { added, skipped };
}

async function exported(base: KnowledgeBase): Promise<string> {
  return [...exportJson(await base.view(), () => expect.unreachable())].join("");
}

it.each<[string, unknown[], unknown[], { added: number; skipped: number }]>([
  [
    "equal entries of one minute",
    [{ topic: "a", time: TIME, body: "x" }],
    [
      { topic: "a", time: TIME, body: "x" },
      { topic: "a", time: TIME, body: "x" },
    ],
    { added: 1, skipped: 1 },
  ],
  [
    "another minute, another topic",
    [{ topic: "a", time: TIME, body: "x" }],
    [
      { topic: "a", time: LATER, body: "x" },
      { topic: "b", time: TIME, body: "x" },
    ],
    { added: 2, skipped: 0 },
  ],
  [
    "no time: any minute will do, each entry once",
    [
      { topic: "a", time: TIME, body: "x" },
      { topic: "a", time: LATER, body: "x" },
    ],
    [
      { topic: "a", text: "x" },
      { topic: "a", text: "x" },
      { topic: "a", text: "x" },
    ],
    { added: 1, skipped: 2 },
  ],
  [
    "with a time and without one",
    [{ topic: "a", time: TIME, body: "x" }],
    [
      { topic: "a", time: TIME, body: "x" },
      { topic: "a", text: "x" },
    ],
    { added: 1, skipped: 1 },
  ],
])("%s", async (_, before, entries, expected) => {
  const base = emptyBase();
  await importing(base, before);
  expect(await importing(base, entries)).toEqual(expected);
  const after = await exported(base);
  expect(await importing(base, entries)).toEqual({ added: 0, skipped: entries.length });
  expect(await exported(base)).toBe(after);
});

it("brings an export with equal entries back as it was, over several writes", async () => {
  const source = emptyBase();
  await source.change(() =>
    Array.from({ length: 5500 }, (_, at) => ({
      kind: "add",
      topic: "a",
      body: `note ${at % 5}`,
      minutes: NOW_MINUTES - (at % 3),
    })),
  );
  const json = await exported(source);
  const target = emptyBase();
  expect(await importing(target, JSON.parse(json))).toEqual({ added: 5500, skipped: 0 });
  expect(await exported(target)).toBe(json);
  expect(await importing(target, JSON.parse(json))).toEqual({ added: 0, skipped: 5500 });
});

it("keeps no texts of what is stored", async () => {
  const base = emptyBase();
  const body = "word ".repeat(10_000);
  await base.change(() => [{ kind: "add", topic: "a", body, minutes: NOW_MINUTES }]);
  const kept = vi.spyOn(Map.prototype, "set");
  const isKnown = new KnownEntries().take(await base.view(), "a", body, NOW_MINUTES);
  const keys = kept.mock.calls.map(([key]) => String(key));
  kept.mockRestore();
  expect(isKnown).toBe(true);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100);
});

it("names the entry that is too long, and imports nothing", async () => {
  const base = emptyBase();
  const entries = [
    { topic: "a", text: "x" },
    { topic: "Build Gotchas", text: "x".repeat(1_048_577) },
  ];
  await expect(importing(base, entries)).rejects.toThrow(
    'entry 1 of the import (topic "Build Gotchas") has a body of more than 1048576 bytes; nothing was imported',
  );
  expect((await base.view()).index.liveCount).toBe(0);
});

it("brings a body back that is longer than a text may be given", async () => {
  const source = emptyBase();
  const body = "x".repeat(3 * 1_048_576);
  await source.change(() => [{ kind: "add", topic: "a", body, minutes: NOW_MINUTES }]);
  const json = await exported(source);
  const target = emptyBase();
  expect(await importing(target, JSON.parse(json))).toEqual({ added: 1, skipped: 0 });
  expect(await exported(target)).toBe(json);
});

it.each([
  ["lock", { code: "EIO" }, "IO"],
  ["append", { code: "ENOSPC" }, "IO"],
] as const)("says what is stored when it fails midway: %s", async (kind, fault, code) => {
  const files = new MemoryFileSystem();
  const base = openKnowledgeBase("/kb", { files });
  const entries = Array.from({ length: 5100 }, (_, at) => ({ topic: "a", time: TIME, body: `note ${at}` }));
  const onProgress = ({ done, what }: { done: number; what: string }) => {
    if (what === "storing" && done === 5000) files.fault = (operation) => (operation.kind === kind ? fault : null);
  };
  const failed = importJson({ base, onProgress }, JSON.stringify(entries));
  await expect(failed).rejects.toMatchObject({ code });
  await expect(failed).rejects.toThrow(
    /; 5000 entries of the import are stored: import the same again to add the rest$/,
  );
  await expect(failed).rejects.not.toThrow("nothing was");
  files.fault = () => null;
  expect(await importing(base, entries)).toEqual({ added: 100, skipped: 5000 });
});

it("says what is stored when another process keeps the lock", async () => {
  const files = new MemoryFileSystem();
  const base = openKnowledgeBase("/kb", { files, lockWaitMs: 0 });
  const entries = Array.from({ length: 5100 }, (_, at) => ({ topic: "a", time: TIME, body: `note ${at}` }));
  const onProgress = ({ done, what }: { done: number; what: string }) => {
    if (what === "storing" && done === 5000) files.tryLock("/kb/.lock");
  };
  await expect(importJson({ base, onProgress }, JSON.stringify(entries))).rejects.toThrow(
    "another process has held the write lock /kb/.lock for 0 s; 5000 entries of the import are stored: import the same again to add the rest",
  );
});

it("imports no credential as the name of a topic, and what the original called a blank", async () => {
  const base = emptyBase();
  const name = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  await importing(base, [
    { topic: name, text: "x" },
    { topic: " ", time: TIME, body: "y" },
  ]);
  const topics = (await base.view()).topics().map((topic) => topic.name);
  expect(topics[0]).toBe(" ");
  expect(topics[1]).toMatch(/^redacted-/);
});
