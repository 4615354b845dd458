// Which entries may be on a file, by the index alone: those that cite its name in its folder, or its name without any.

import { describe, expect, it } from "vitest";
import { documentsCiting } from "../../../../src/notes/index/source-terms.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const SOURCES = [
  "src/cache.rs:42",
  "cache.rs",
  "./cache.rs:7",
  "other/cache.rs",
  "/srv/engine/src/cache.rs:1-9",
  "src/cache.rs/",
  "src/my cache.rs:3:7",
  "../cache.rs",
  "packages/app/src/cache.rs",
];

/** The sources found, the newest first. */
async function citing(path: string, { merged = 0, limit = 100 } = {}): Promise<string[]> {
  const base = openKnowledgeBase("/base", { files: new MemoryFileSystem() });
  const add = (sources: readonly string[]) =>
    base.change(() =>
      sources.map((source) => ({ kind: "add", topic: "t", minutes: NOW_MINUTES, body: `[source: ${source}]\nnote` })),
    );
  await add(SOURCES.slice(0, merged));
  await base.mergeNow();
  await add(SOURCES.slice(merged));
  const view = await base.view();
  return documentsCiting(view.index, path, limit).map((id) => view.document(id).source!);
}

describe("documentsCiting", () => {
  it.each([0, 4, 9])("finds by folder and name, newest first, with %i entries in the index file", async (merged) => {
    expect(await citing("src/cache.rs", { merged })).toEqual([
      "packages/app/src/cache.rs",
      "../cache.rs",
      "/srv/engine/src/cache.rs:1-9",
      "./cache.rs:7",
      "cache.rs",
      "src/cache.rs:42",
    ]);
    expect(await citing("/anywhere/other/cache.rs", { merged })).toEqual([
      "../cache.rs",
      "other/cache.rs",
      "./cache.rs:7",
      "cache.rs",
    ]);
    expect(await citing("src/my cache.rs", { merged })).toEqual(["src/my cache.rs:3:7"]);
  });

  it("finds by the name alone whatever folder it is in", async () => {
    expect(await citing("cache.rs")).toHaveLength(7);
    expect(await citing("cache")).toEqual([]);
    expect(await citing("")).toEqual([]);
    expect(await citing("src/")).toEqual([]);
  });

  it("gives the newest where there are more", async () => {
    expect(await citing("src/cache.rs", { merged: 8, limit: 2 })).toEqual(["packages/app/src/cache.rs", "../cache.rs"]);
  });

  it("leaves out what was deleted and what is not wanted", async () => {
    const base = openKnowledgeBase("/base", { files: new MemoryFileSystem() });
    await base.change(() =>
      SOURCES.map((source) => ({ kind: "add", topic: "t", minutes: NOW_MINUTES, body: `[source: ${source}]\nnote` })),
    );
    await base.change(() => [{ kind: "delete", id: 0 }]);
    const { index } = await base.view();
    expect(documentsCiting(index, "src/cache.rs", 100, (id) => id < 3)).toEqual([2, 1]);
  });

  it("keeps these terms out of what a search can ask for", async () => {
    expect(await citing("\u0003cache.rs")).toEqual([]);
  });
});
