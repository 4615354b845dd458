// Entries that come to stand before others of their topic move those up: links follow, whatever brings the entries.

import { expect, it, vi } from "vitest";
import { importJson } from "../../../../src/exchange/transfer.ts";
import { batchFeature } from "../../../../src/features/batch/batch.ts";
import { storeFeature } from "../../../../src/features/store/store.ts";
import { followAdditions, positionsAfter } from "../../../../src/notes/links/follow-additions.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { withoutIds } from "../../../support/note-ids.ts";

const OLD = "2020-01-01T00:00:00.000Z";
const add = (topic: string, body: string, minutes = NOW_MINUTES) => ({ kind: "add" as const, topic, body, minutes });

/** A base with an entry of `eng` at noon and one that links to it; its clock is that many minutes off. */
async function linkedBase(clockMinutes = 0) {
  const files = new MemoryFileSystem();
  const base = openKnowledgeBase("/kb", { files, clock: () => (NOW_MINUTES + clockMinutes) * 60_000 });
  await base.change(() => [add("eng", "first"), add("ref", "[links: eng:0]\nsee")]);
  return base;
}

type Base = Awaited<ReturnType<typeof linkedBase>>;
const bodies = async (base: Base) => liveEntries(await base.view()).map(({ topic, body }) => `${topic}: ${body}`);

it("import: links follow the entries that older ones are put before, and undo takes both back", async () => {
  const base = await linkedBase();
  const before = await bodies(base);
  const { text } = await importJson(
    { base, project: null },
    JSON.stringify([{ topic: "eng", time: OLD, body: "an older one" }]),
  );
  expect(text).toBe("imported 1 entry into 1 topic\n  links rewritten in 1 entry");
  expect(await bodies(base)).toEqual(["eng: an older one", "eng: first", "ref: [links: eng:1]\nsee"]);
  await base.undo();
  expect(await bodies(base)).toEqual(before);
});

it("store: links follow when the clock went back, those of the new entry too", async () => {
  const base = await linkedBase(-5);
  const { text } = await storeFeature.run({ base, project: null }, { topic: "eng", text: "before it", links: "eng:0" });
  expect(withoutIds(text)).toBe("stored in eng\n  links rewritten in 1 entry");
  expect(await bodies(base)).toEqual(["eng: [links: eng:1]\nbefore it", "eng: first", "ref: [links: eng:1]\nsee"]);
});

it("batch: links follow when the clock went back", async () => {
  const base = await linkedBase(-5);
  const entries = [
    { topic: "eng", text: "a" },
    { topic: "eng", text: "b" },
  ];
  const { text } = await batchFeature.run({ base, project: null }, { entries });
  expect(text).toBe("2 entries stored across 1 topic\n  links rewritten in 1 entry");
  expect(await bodies(base)).toEqual(["eng: a", "eng: b", "eng: first", "ref: [links: eng:2]\nsee"]);
});

it("looks at no entries of a topic that nothing links to, and rewrites nothing where the new ones stand last", async () => {
  const base = await linkedBase();
  const view = await base.view();
  const topicDocuments = vi.spyOn(view, "topicDocuments");
  followAdditions(view, [add("ref", "older", NOW_MINUTES - 1)], false);
  const body = vi.spyOn(view, "body");
  const additions = [add("eng", "of the same minute")];
  expect(followAdditions(view, additions, true)).toEqual({ bodies: new Map(), removed: 0, own: additions });
  expect(topicDocuments).not.toHaveBeenCalled();
  expect(body).not.toHaveBeenCalled();
});

it("knows where entries will stand: by time, then those that are there, then as they come", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => [add("t", "a", NOW_MINUTES - 2), add("t", "b")]);
  const times = [NOW_MINUTES, NOW_MINUTES - 3, NOW_MINUTES - 2, NOW_MINUTES + 1, NOW_MINUTES - 2];
  const expected = positionsAfter(await base.view(), "t", times);
  const { view, added } = await base.change(() => times.map((minutes, at) => add("t", `new ${at}`, minutes)));
  const documents = view.topicDocuments("t");
  expect(expected.added).toEqual(added.map((id) => documents.indexOf(id)));
  expect(expected.existing.map((at) => view.body(documents[at]!))).toEqual(["a", "b"]);
});
