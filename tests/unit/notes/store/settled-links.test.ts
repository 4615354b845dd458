// Links within a write: by the index and not by reading, only where they would lead elsewhere, and never beyond what one
// write may hold. Whatever brings the notes that move others up, links lead to what they meant.

import { describe, expect, it, vi } from "vitest";
import { importJson } from "../../../../src/exchange/transfer.ts";
import { batchFeature } from "../../../../src/features/batch/batch.ts";
import { storeFeature } from "../../../../src/features/store/store.ts";
import { checkRewrittenBytes } from "../../../../src/notes/store/edit-size.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { settleLinks } from "../../../../src/notes/store/settled-links.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { bodyWithPlaces, noIds, withoutIds } from "../../../support/note-ids.ts";
import { rendered } from "../../../support/rendered.ts";

const OLD = "2020-01-01T00:00:00.000Z";
const add = (topic: string, body: string, minutes = NOW_MINUTES) => ({ kind: "add" as const, topic, body, minutes });
type Entry = [topic: string, body: string];

/** A base as an older helix left it: with links by index. */
async function older(entries: readonly Entry[], clockMinutes = 0): Promise<KnowledgeBase> {
  const files = new MemoryFileSystem();
  const clock = () => (NOW_MINUTES + clockMinutes) * 60_000;
  await openKnowledgeBase("/kb", { files, clock }).change(() => entries.map(([topic, body]) => add(topic, body)));
  return openKnowledgeBase("/kb", { files, clock, newNoteId: noIds });
}

const viewOf = async (...entries: Entry[]) => (await older(entries)).view();
const stored = async (base: KnowledgeBase) =>
  liveEntries(await base.view()).map(({ topic, body }) => `${topic}: ${body}`);
const places = async (base: KnowledgeBase) => {
  const view = await base.view();
  return liveEntries(view).map(({ topic, body }) => `${topic}: ${bodyWithPlaces(view, body)}`);
};

describe("older links by index into a topic of which notes move", () => {
  it("are found without reading other notes", async () => {
    const view = await viewOf(
      ["engine", "zero"],
      ["cache", "[links: engine:0]\nlinking"],
      ["cache", "mentions engine:0 in its text"],
      ["cache", "[links: engine-core:0 engines:1 cache:0]\nlinks elsewhere"],
    );
    const [zero] = view.topicDocuments("engine");
    const body = view.body(zero!)!;
    const read = vi.spyOn(view, "body");
    const { changes, linksRemoved } = settleLinks(view, [{ kind: "move", id: zero!, topic: "core", body }]);
    expect(linksRemoved).toBe(0);
    expect(changes.slice(1)).toEqual([
      { kind: "replace", id: expect.any(Number), body: `[links: ${view.shownId(zero!)}]\nlinking` },
    ]);
    expect(read.mock.calls.map(([id]) => view.document(id).snippet[0])).toEqual(["linking"]);
  });

  it("become links by id, and nothing else of the note changes", async () => {
    const body =
      "[modified: 2026-01-01 10:00]\n[tags: a, b]\n[source: x.rs:1]\n[confidence: 0.5]\n[links: cache:9 engine:000 engine:5]\n\n[tags: text]\nlast\n[project: o/r, r-1]";
    const base = await older([
      ["engine", "zero"],
      ["cache", body],
    ]);
    const view = await base.view();
    const [zero] = view.topicDocuments("engine");
    const { changes } = settleLinks(view, [{ kind: "move", id: zero!, topic: "core", body: "zero" }]);
    const [, linking] = changes;
    expect(parseEntryText((linking as { body: string }).body)).toEqual({
      ...parseEntryText(body),
      links: ["cache:9", view.shownId(zero!), "engine:5"],
    });
  });

  it("are written once where two lead to the same note", async () => {
    const base = await older([
      ["engine", "zero"],
      ["cache", "[links: engine:0 Engine:0 ENGINE:0]\nlinking"],
    ]);
    await base.change((view) => [
      { kind: "move", id: view.topicDocuments("engine")[0]!, topic: "My Topic", body: "zero" },
    ]);
    expect(await places(base)).toEqual(["My Topic: zero", "cache: [links: My Topic:0]\nlinking"]);
  });

  it("tell topics apart whose names are sanitised to the same", async () => {
    const base = await older([
      ["a/b", "theirs"],
      ["a-b", "ours"],
      ["cache", "[links: a/b:0 a-b:0 A.B:0]\nlinking"],
    ]);
    await base.change((view) => [{ kind: "move", id: view.topicDocuments("a-b")[0]!, topic: "core", body: "ours" }]);
    expect((await places(base))[1]).toBe("cache: [links: a/b:0 core:0]\nlinking");
  });

  it("stay where they are while no note gets another index", async () => {
    const base = await older([
      ["engine", "zero"],
      ["cache", "[links: Engine:0 engine:5]\nlinking"],
    ]);
    await base.change(() => [add("engine", "of the same minute"), add("other", "older", NOW_MINUTES - 9)]);
    expect((await stored(base))[0]).toBe("cache: [links: Engine:0 engine:5]\nlinking");
  });

  it("in notes whose record is damaged, or that are deleted too, are passed over", async () => {
    const view = await viewOf(
      ["engine", "zero"],
      ["cache", "[links: engine:0 cache:9]\none"],
      ["cache", "[links: engine:0 cache:9]\ntwo"],
      ["cache", "[links: engine:0 cache:9]\nthree"],
    );
    const [one, two, three] = view.topicDocuments("cache");
    const [zero] = view.topicDocuments("engine");
    const body = view.body.bind(view);
    vi.spyOn(view, "body").mockImplementation((id) => (id === one ? null : body(id)));
    const deletions = [zero!, two!].map((id) => ({ kind: "delete" as const, id }));
    const settled = settleLinks(view, deletions);
    expect(settled.changes).toEqual([...deletions, { kind: "replace", id: three, body: "[links: cache:9]\nthree" }]);
    expect(settled.linksRemoved).toBe(1);
  });
});

describe("links by id", () => {
  it("to a deleted note are removed, unless another takes over its id", async () => {
    const base = await older([
      ["engine", "zero"],
      ["engine", "one"],
    ]);
    await base.change(() => [add("cache", "[links: engine:0 engine:1]\nlinking")]);
    const view = await base.view();
    const [zero, one] = view.topicDocuments("engine");
    const merged = `one\n[id: ${view.noteId(one!)} ${view.noteId(zero!)}]`;
    await base.change(() => [
      { kind: "replace", id: one!, body: merged },
      { kind: "delete", id: zero! },
    ]);
    expect((await places(base))[0]).toBe("cache: [links: engine:0 engine:0]\nlinking");
    const { linksRemoved } = await base.change((now) => [{ kind: "delete", id: now.topicDocuments("engine")[0]! }]);
    expect(linksRemoved).toBe(2);
    expect(await places(base)).toEqual(["cache: linking"]);
    await base.undo();
    expect((await places(base))[0]).toBe("cache: [links: engine:0 engine:0]\nlinking");
  });
});

describe("notes that come to stand before others", () => {
  const linked = (clockMinutes = 0) =>
    older(
      [
        ["eng", "first"],
        ["ref", "[links: eng:0]\nsee"],
      ],
      clockMinutes,
    );

  it("import: links follow, and undo takes both back", async () => {
    const base = await linked();
    const before = await places(base);
    const json = JSON.stringify([{ topic: "eng", time: OLD, body: "an older one" }]);
    expect((await rendered(importJson({ base }, json))).text).toBe("imported 1 entry into 1 topic");
    expect(await places(base)).toEqual(["eng: an older one", "eng: first", "ref: [links: eng:1]\nsee"]);
    await base.undo();
    expect(await places(base)).toEqual(before);
  });

  it("store: links follow when the clock went back, those of the new note too", async () => {
    const base = await linked(-5);
    const values = { topic: "eng", text: "before it", links: "eng:0" };
    const { text } = await rendered(storeFeature.run({ base, project: null }, values));
    expect(withoutIds(text)).toBe("stored in eng");
    expect(await places(base)).toEqual(["eng: [links: eng:1]\nbefore it", "eng: first", "ref: [links: eng:1]\nsee"]);
  });

  it("batch: links follow when the clock went back", async () => {
    const base = await linked(-5);
    const entries = [
      { topic: "eng", text: "a" },
      { topic: "eng", text: "b" },
    ];
    const { text } = await rendered(batchFeature.run({ base, project: null }, { entries }));
    expect(text).toBe("2 entries stored across 1 topic");
    expect(await places(base)).toEqual(["eng: a", "eng: b", "eng: first", "ref: [links: eng:2]\nsee"]);
  });

  it("at the end of their topic cost no look at it", async () => {
    const view = await (await linked()).view();
    const topicDocuments = vi.spyOn(view, "topicDocuments");
    const body = vi.spyOn(view, "body");
    const additions = [add("eng", "of the same minute")];
    expect(settleLinks(view, additions)).toEqual({ changes: additions, linksRemoved: 0 });
    expect(topicDocuments).not.toHaveBeenCalled();
    expect(body).not.toHaveBeenCalled();
  });
});

it("does not take more into memory than one write may hold", async () => {
  const view = await viewOf(["engine", "zero"], ["engine", "one"]);
  const documents = view.topicDocuments("engine");
  const document = view.document.bind(view);
  vi.spyOn(view, "document").mockImplementation((id) =>
    Object.defineProperty(document(id), "size", { value: 32 * 1024 * 1024 }),
  );
  expect(() => checkRewrittenBytes(view, documents)).not.toThrow();
  expect(() => checkRewrittenBytes(view, [...documents, documents[0]!])).toThrow(
    "this rewrites 96 MB of entries, at most 64 MB are accepted at once: ",
  );
});
