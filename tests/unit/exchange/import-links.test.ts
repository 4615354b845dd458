// Links in an import count the entries of the file: they lead to the same entries wherever these come to stand.

import { expect, it } from "vitest";
import { exportJson, importJson } from "../../../src/exchange/transfer.ts";
import type { KnowledgeBase } from "../../../src/notes/store/knowledge-base.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";

type Entry = [topic: string, minute: number, body: string];

const emptyBase = () => openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
const bodies = async (base: KnowledgeBase) =>
  liveEntries(await base.view()).map(({ topic, body }) => `${topic}: ${body}`);
const exported = async (base: KnowledgeBase) => [...exportJson(await base.view(), () => expect.unreachable())].join("");

async function filled(...entries: Entry[]): Promise<KnowledgeBase> {
  const base = emptyBase();
  await base.change(() =>
    entries.map(([topic, minute, body]) => ({ kind: "add", topic, body, minutes: NOW_MINUTES + minute })),
  );
  return base;
}

async function importing(base: KnowledgeBase, json: string) {
  return (await importJson({ base, project: null }, json)).data as { added: number; skipped: number };
}

it("leaves links as they are where the topic was empty, in whatever order the file has its entries", async () => {
  const source = await filled(["eng", 0, "zero"], ["eng", 1, "one"], ["ref", 0, "[links: eng:1 eng:7]\nsee"]);
  const json = await exported(source);
  const target = emptyBase();
  await importing(target, JSON.stringify(JSON.parse(json).reverse()));
  expect(await exported(target)).toBe(json);
});

it("leads links to the file's entries among those that are there, added and known ones", async () => {
  const source = await filled(
    ["eng", 0, "known"],
    ["eng", 5, "[links: eng:0]\nnew"],
    ["ref", 0, "[links: eng:0 eng:1 eng:9 cache:0]\nsee"],
  );
  const target = await filled(["eng", -1, "older"], ["eng", 0, "known"], ["eng", 9, "newer"], ["cache", 0, "here"]);
  await target.change(() => [{ kind: "add", topic: "own", body: "[links: eng:2]\nours", minutes: NOW_MINUTES }]);
  const json = await exported(source);
  expect(await importing(target, json)).toMatchObject({ added: 2, skipped: 1 });
  const after = [
    "cache: here",
    "eng: older",
    "eng: known",
    "eng: [links: eng:1]\nnew",
    "eng: newer",
    "own: [links: eng:3]\nours",
    "ref: [links: eng:1 eng:2 eng:9 cache:0]\nsee",
  ];
  expect(await bodies(target)).toEqual(after);
  expect(await importing(target, json)).toMatchObject({ added: 0, skipped: 3 });
  expect(await bodies(target)).toEqual(after);
});

it("knows an entry again whose links were rewritten since the export", async () => {
  const base = await filled(["eng", 0, "zero"], ["eng", 1, "one"], ["ref", 0, "[links: eng:1]\nsee"]);
  const json = await exported(base);
  await importing(base, JSON.stringify([{ topic: "eng", time: "2020-01-01", body: "older" }]));
  expect(await importing(base, json)).toMatchObject({ added: 0, skipped: 3 });
});

it("keeps links right over several writes", async () => {
  const count = 6000;
  const source = await filled(...Array.from({ length: count }, (_, at): Entry => ["eng", at, `note ${at}`]), [
    "ref",
    0,
    `[links: eng:0 eng:${count - 1}]\nsee`,
  ]);
  const json = await exported(source);
  const target = await filled(["eng", 10, "ours"]);
  await importing(target, json);
  expect((await bodies(target)).at(-1)).toBe(`ref: [links: eng:0 eng:${count}]\nsee`);
  const empty = emptyBase();
  await importing(empty, json);
  expect(await exported(empty)).toBe(json);
});
