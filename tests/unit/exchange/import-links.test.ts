// Links by index in an import count the entries of the file: they lead to the same entries wherever these come to
// stand. Links by id need nothing.

import { expect, it } from "vitest";
import { exportJson, importJson } from "../../../src/exchange/transfer.ts";
import type { KnowledgeBase } from "../../../src/notes/store/knowledge-base.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";
import { bodyWithPlaces, noIds } from "../../support/note-ids.ts";

type Entry = [topic: string, minute: number, body: string];

const emptyBase = () => openKnowledgeBase("/kb", { files: new MemoryFileSystem(), newNoteId: noIds });
const bodies = async (base: KnowledgeBase) => {
  const view = await base.view();
  return liveEntries(view).map(({ topic, body }) => `${topic}: ${bodyWithPlaces(view, body)}`);
};
const exported = async (base: KnowledgeBase) => [...exportJson(await base.view(), () => expect.unreachable())].join("");

async function filled(base: KnowledgeBase, ...entries: Entry[]): Promise<KnowledgeBase> {
  await base.change(() =>
    entries.map(([topic, minute, body]) => ({ kind: "add", topic, body, minutes: NOW_MINUTES + minute })),
  );
  return base;
}

/** The export of an older helix that holds these entries: links by index, no ids. */
async function oldExport(...entries: Entry[]): Promise<string> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const json = await exported(await filled(base, ...entries));
  return JSON.stringify(JSON.parse(json).map(({ id: _, ...entry }: { id: string }) => entry));
}

async function importing(base: KnowledgeBase, json: string) {
  return (await importJson({ base }, json)).data() as { added: number; skipped: number };
}

it("leads links to the file's entries, in whatever order it has them", async () => {
  const json = await oldExport(["eng", 0, "zero"], ["eng", 1, "one"], ["ref", 0, "[links: eng:1 eng:7]\nsee"]);
  for (const order of [JSON.parse(json), JSON.parse(json).reverse()]) {
    const target = emptyBase();
    await importing(target, JSON.stringify(order));
    expect(await bodies(target)).toEqual(["eng: zero", "eng: one", "ref: [links: eng:1 eng:7]\nsee"]);
  }
});

it("leads links to the file's entries among those that are there, added and known ones", async () => {
  const json = await oldExport(
    ["eng", 0, "known"],
    ["eng", 5, "[links: eng:0]\nnew"],
    ["ref", 0, "[links: eng:0 eng:1 eng:9 cache:0]\nsee"],
  );
  const target = await filled(
    emptyBase(),
    ["eng", -1, "older"],
    ["eng", 0, "known"],
    ["eng", 9, "newer"],
    ["cache", 0, "here"],
  );
  await filled(target, ["own", 0, "[links: eng:2]\nours"]);
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
  const entries: Entry[] = [
    ["eng", 0, "zero"],
    ["eng", 1, "one"],
    ["ref", 0, "[links: eng:1]\nsee"],
  ];
  const json = await oldExport(...entries);
  const base = await filled(emptyBase(), ...entries);
  await importing(base, JSON.stringify([{ topic: "eng", time: "2020-01-01", body: "older" }]));
  expect(await importing(base, json)).toMatchObject({ added: 0, skipped: 3 });
});

it("keeps links right over several writes, and of equal entries", async () => {
  const count = 250;
  const json = await oldExport(
    ...Array.from({ length: count }, (_, at): Entry => ["eng", at, `note ${at}`]),
    ["twins", 0, "the same"],
    ["twins", 0, "the same"],
    ["ref", 0, `[links: eng:0 eng:${count - 1} twins:0 twins:1]\nsee`],
  );
  const target = await filled(emptyBase(), ["eng", 10, "ours"]);
  await importing(target, json);
  const places = `[links: eng:0 eng:${count} twins:0 twins:1]`;
  expect(await bodies(target)).toContain(`ref: ${places}\nsee`);
  const again = emptyBase();
  await importing(again, await exported(target));
  expect(await bodies(again)).toContain(`ref: ${places}\nsee`);
});

it("an entry whose id another note has got gets another one, and links follow it", async () => {
  const target = await filled(emptyBase(), ["own", 0, "ours\n[id: 7k3v9xq2mp]"]);
  const json = JSON.stringify([
    { id: "7k3v9xq2mp", topic: "eng", time: "2026-01-01T00:00:00Z", body: "theirs" },
    { topic: "ref", time: "2026-01-01T00:00:00Z", body: "[links: eng:0]\nsee" },
  ]);
  await importing(target, json);
  expect(await bodies(target)).toEqual(["eng: theirs", "own: ours", "ref: [links: eng:0]\nsee"]);
});
