// How links are followed: by the index and not by reading, only where they lead elsewhere, and never beyond what one
// write may hold.

import { expect, it, vi } from "vitest";
import { followLinks } from "../../../../src/notes/links/follow-links.ts";
import { checkRewrittenBytes } from "../../../../src/notes/store/edit-size.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

async function viewOf(...entries: [topic: string, body: string][]) {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => entries.map(([topic, body]) => ({ kind: "add", topic, body, minutes: NOW_MINUTES })));
  return base.view();
}

const toCore = new Map([["engine", (index: number) => ({ topic: "core", index })]]);

it("reads the entries that link to the topic, and no others", async () => {
  const view = await viewOf(
    ["engine", "zero"],
    ["cache", "[links: engine:0]\nlinking"],
    ["cache", "mentions engine:0 in its text"],
    ["cache", "[links: engine-core:0 engines:1 cache:0]\nlinks elsewhere"],
  );
  const read = vi.spyOn(view, "body");
  const { bodies, removed } = followLinks(view, toCore);
  expect(removed).toBe(0);
  expect([...bodies.values()]).toEqual(["[links: core:0]\nlinking"]);
  expect(read.mock.calls.map(([id]) => view.document(id).snippet[0])).toEqual(["linking"]);
});

it("changes nothing of an entry but its links", async () => {
  const body =
    "[modified: 2026-01-01 10:00]\n[tags: a, b]\n[source: x.rs:1]\n[confidence: 0.5]\n[links: cache:0 engine:007 engine:0]\n\n[tags: text]\nlast\n[project: o/r, r-1]";
  const view = await viewOf(["engine", "zero"], ["cache", body]);
  const [followed] = followLinks(view, toCore).bodies.values();
  expect(parseEntryText(followed!)).toEqual({ ...parseEntryText(body), links: ["cache:0", "core:007", "core:0"] });
});

it("writes a link once where two come to lead to the same entry", async () => {
  const view = await viewOf(["engine", "zero"], ["cache", "[links: engine:0 Engine:0 ENGINE:0]\nlinking"]);
  expect([...followLinks(view, toCore).bodies.values()]).toEqual(["[links: core:0]\nlinking"]);
});

it("leaves links alone that lead where they led, or to no entry", async () => {
  const view = await viewOf(["engine", "zero"], ["cache", "[links: Engine:0 engine:5]\nlinking"]);
  const same = new Map([["engine", (index: number) => (index === 0 ? { topic: "engine", index } : undefined)]]);
  expect(followLinks(view, same).bodies.size).toBe(0);
});

it("tells topics apart whose names are sanitised to the same", async () => {
  const view = await viewOf(["a/b", "theirs"], ["a-b", "ours"], ["cache", "[links: a/b:0 a-b:0 A.B:0]\nlinking"]);
  const redirects = new Map([["a-b", (index: number) => ({ topic: "core", index })]]);
  expect([...followLinks(view, redirects).bodies.values()]).toEqual(["[links: a/b:0 core:0]\nlinking"]);
});

it("removes links that no longer lead anywhere, and whose new name no link can hold", async () => {
  const view = await viewOf(["engine", "zero"], ["cache", "[links: engine:0 cache:0]\nlinking"]);
  for (const address of [null, { topic: "My Topic", index: 0 }, { topic: "a,b", index: 0 }]) {
    const { bodies, removed } = followLinks(view, new Map([["engine", () => address]]));
    expect({ bodies: [...bodies.values()], removed }).toEqual({ bodies: ["[links: cache:0]\nlinking"], removed: 1 });
  }
});

it("passes over entries whose record was damaged, and those that are deleted anyway", async () => {
  const view = await viewOf(
    ["engine", "zero"],
    ["cache", "[links: engine:0]\none"],
    ["cache", "[links: engine:0]\ntwo"],
    ["cache", "[links: engine:0]\nthree"],
  );
  const [one, two] = view.topicDocuments("cache");
  const body = view.body.bind(view);
  vi.spyOn(view, "body").mockImplementation((id) => (id === one ? null : body(id)));
  expect([...followLinks(view, toCore, new Set([two!])).bodies.values()]).toEqual(["[links: core:0]\nthree"]);
});

it("does not take more into memory than one write may hold", async () => {
  const view = await viewOf(["engine", "zero"], ["engine", "one"]);
  const documents = view.topicDocuments("engine");
  const document = view.document.bind(view);
  vi.spyOn(view, "document").mockImplementation((id) => ({ ...document(id), size: 32 * 1024 * 1024 }));
  expect(() => checkRewrittenBytes(view, documents)).not.toThrow();
  expect(() => checkRewrittenBytes(view, [...documents, documents[0]!])).toThrow(
    "this rewrites 96 MB of entries, at most 64 MB are accepted at once: ",
  );
});
