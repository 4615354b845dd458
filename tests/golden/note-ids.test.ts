// Every answer names the notes that it is about by their ids, and what takes a topic and an index takes an id.

import { describe, expect, test } from "vitest";
import { batchFeature } from "../../src/features/batch/batch.ts";
import { briefFeature } from "../../src/features/brief/brief.ts";
import type { Feature } from "../../src/features/common/feature.ts";
import { editFeature } from "../../src/features/edit/edit.ts";
import { readFeature } from "../../src/features/read/read.ts";
import { searchFeature } from "../../src/features/search/search.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import { formatNoteId } from "../../src/notes/text/note-id.ts";
import { checkToolData } from "../support/json-answers.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { rendered } from "../support/rendered.ts";

/** A knowledge base whose notes have the ids 0000000000, 0000000001, ... */
function numbered() {
  let made = 0;
  const newNoteId = () => formatNoteId({ high: 0, low: made++ });
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem(), newNoteId });
  const ask = async (feature: Feature, values: Record<string, unknown>) => {
    const result = await rendered(feature.run({ base, project: null }, values));
    checkToolData(feature.name, values, result.data);
    return result;
  };
  const say = async (feature: Feature, values: Record<string, unknown>) => (await ask(feature, values)).text;
  return { base, ask, say };
}

async function withNotes() {
  const kb = numbered();
  await kb.say(storeFeature, { topic: "engine", text: "the valve sticks in the cold", tags: "gotcha" });
  await kb.say(storeFeature, { topic: "engine", text: "oil thickens below zero", tags: "gotcha" });
  return kb;
}

describe("answers", () => {
  test("to what stores", async () => {
    const { ask, say } = numbered();
    const stored = await ask(storeFeature, { topic: "engine", text: "the valve sticks in the cold" });
    expect(stored).toMatchObject({ text: "stored in engine @0000000000", data: { id: "0000000000" } });
    const again = await ask(storeFeature, { topic: "other", text: "the valve sticks in the cold" });
    expect(again.text).toContain("already there, nothing stored: engine:0 @0000000000: the valve sticks in the cold");
    const batch = await ask(batchFeature, { entries: [{ topic: "engine", text: "a fan" }], verbose: true });
    expect(batch.text).toContain("0: stored in engine @0000000001");
    expect(batch.data).toMatchObject({ ids: ["0000000001"] });
    expect(await say(storeFeature, { topic: "engine", text: "when it is cold the valve sticks in the cold" })).toMatch(
      /^stored in engine @0000000002/,
    );
  });

  test.each<[string, Feature, Record<string, unknown>, string]>([
    ["search", searchFeature, { query: "valve" }, "  [engine @0000000000] "],
    ["search in brief", searchFeature, { query: "valve", detail: "brief" }, "  [engine @0000000000] the valve"],
    ["search in full", searchFeature, { query: "valve", detail: "full" }, "--- engine @0000000000 ---"],
    ["read", readFeature, { topic: "engine", index: 1 }, "[1 @0000000001] "],
    ["brief", briefFeature, { query: "engine", detail: "full" }, "[engine:1 @0000000001] "],
    ["topics entries", topicsFeature, { action: "entries", topic: "engine" }, "  [0 @0000000000] "],
    ["topics recent", topicsFeature, { action: "recent" }, "  [engine:1 @0000000001] "],
  ])("of %s", async (_, feature, values, expected) => {
    const { say } = await withNotes();
    expect(await say(feature, values)).toContain(expected);
  });

  test("of an export, which an import keeps", async () => {
    const { ask, say } = await withNotes();
    const json = await say(topicsFeature, { action: "export" });
    expect(JSON.parse(json)).toMatchObject([{ id: "0000000000" }, { id: "0000000001" }]);
    const other = numbered();
    await other.say(storeFeature, { topic: "x", text: "takes the first number" });
    await other.say(topicsFeature, { action: "import", json });
    expect(await other.say(readFeature, { topic: "@0000000001" })).toContain("oil thickens below zero");
    // Another note has the first id already: the note that comes gets one of its own.
    expect(await other.say(readFeature, { topic: "0000000000" })).toContain("takes the first number");
    expect((await ask(searchFeature, { query: "oil" })).data).toMatchObject({ results: [{ id: "0000000001" }] });
  });
});

describe("links", () => {
  test("by id or by index are written by id, and shown with where they lead", async () => {
    const { base, say } = await withNotes();
    expect(
      await say(storeFeature, { topic: "notes", text: "on both", links: "0000000000 engine:1 engine:0 engine:7" }),
    ).toBe("stored in notes @0000000002\n  link warning: engine:7: engine has entries 0 to 1");
    const view = await base.view();
    expect(view.body(view.findNote("0000000002")!)).toContain("[links: @0000000000 @0000000001 engine:7]\n");
    await say(editFeature, { action: "rename", topic: "engine", new_name: "motor" });
    const shown = "[links: motor:0 @0000000000 motor:1 @0000000001 engine:7]";
    expect(await say(readFeature, { topic: "notes" })).toContain(shown);
    expect(await say(searchFeature, { query: "both", detail: "full" })).toContain(shown);
    expect(await say(briefFeature, { query: "both", detail: "full" })).toContain(
      "on both (links: motor:0 @0000000000 motor:1 @0000000001 engine:7)",
    );
    expect(await say(editFeature, { action: "delete", topic: "@0000000000" })).toBe(
      "deleted motor:0 @0000000000: the valve sticks in the cold\n  1 link removed: what they led to is deleted",
    );
    expect(await say(readFeature, { topic: "notes" })).toContain("[links: motor:0 @0000000001 engine:7]");
  });

  test("to ids that no note has are said", async () => {
    const { say } = await withNotes();
    expect(await say(storeFeature, { topic: "notes", text: "to nothing", links: "@7k3v9xq2mp" })).toBe(
      "stored in notes @0000000002\n  link warning: @7k3v9xq2mp: no note has this id",
    );
  });

  test("that the stored note has already are no difference to those that are given", async () => {
    const { say } = await withNotes();
    await say(storeFeature, { topic: "notes", text: "on both", links: "engine:0" });
    const again = (links: string) => say(storeFeature, { topic: "notes", text: "on both", links });
    expect(await again("@0000000000")).not.toContain("links");
    expect(await again("engine:1")).toContain("\n  the links were not added\n");
  });
});

describe("an id is taken", () => {
  test("by nothing else than the index that it has", async () => {
    const { ask } = await withNotes();
    await expect(ask(readFeature, { topic: "@0000000001", index: 0 })).rejects.toThrow(
      "index=0 is not accepted with the id of an entry, which is engine:1: give one of them",
    );
    await expect(ask(readFeature, { topic: "@7k3v9xq2mp" })).rejects.toThrow(
      'no note has the id "@7k3v9xq2mp": it was deleted, or is of another knowledge base; ',
    );
  });

  test.each(["0000000001", "@0000000001", "@OOOOOOOOOl"])("by read and edit, as %s", async (id) => {
    const { say } = await withNotes();
    expect(await say(readFeature, { topic: id })).toMatch(/^\[1 @0000000001\] .*\n {2}\[tags: gotcha\]\n {2}oil/);
    expect(await say(editFeature, { action: "append", topic: id, text: "more" })).toBe(
      "appended to engine:1 @0000000001: oil thickens below zero",
    );
    expect(await say(editFeature, { action: "tag", topic: id, tags: "winter" })).toContain("engine:1 @0000000001");
    expect(await say(editFeature, { action: "delete", topic: id })).toContain(
      "deleted engine:1 @0000000001: oil thickens below zero",
    );
    await expect(say(readFeature, { topic: id })).rejects.toThrow(/^(?:there is no topic|no note has the id) "/);
  });

  test("wherever the note stands by then", async () => {
    const { say } = await withNotes();
    await say(editFeature, { action: "delete", topic: "engine", index: 0 });
    await say(editFeature, { action: "rename", topic: "engine", new_name: "motor" });
    expect(await say(readFeature, { topic: "@0000000001" })).toMatch(/^\[0 @0000000001\] /);
    expect(await say(editFeature, { action: "undo" })).toContain("motor");
    expect(await say(readFeature, { topic: "@0000000001" })).toContain("oil");
  });

  test("but not where a topic has that name, nor with another index", async () => {
    const { say } = await withNotes();
    await say(storeFeature, { topic: "0000000001", text: "a topic of digits" });
    expect(await say(readFeature, { topic: "0000000001" })).toContain("a topic of digits");
    expect(await say(readFeature, { topic: "@0000000001" })).toContain("oil");
    const refused = say(editFeature, { action: "append", topic: "@0000000001", index: 0, text: "x" });
    await expect(refused).rejects.toThrow(
      "index=0 is not accepted with the id of an entry, which is engine:1: give one of them",
    );
  });

  test("of a note that was merged into another", async () => {
    const { say } = numbered();
    const text = "the valve of the engine sticks in the cold of winter mornings";
    await say(storeFeature, { topic: "engine", text, force: true });
    await say(storeFeature, { topic: "engine", text: `${text} again`, force: true });
    expect(await say(topicsFeature, { action: "dedupe", apply: true })).toContain("1 duplicate");
    for (const id of ["@0000000000", "@0000000001"]) expect(await say(readFeature, { topic: id })).toContain("valve");
    expect(await say(readFeature, { topic: "engine" })).toContain("1 entry in engine");
  });
});
