// Edits against what others do at the same time: an entry is looked for when the write begins, links follow as they are
// then, and an edit whose target is gone writes nothing.

import { expect, it, vi } from "vitest";
import { editFeature } from "../../../../src/features/edit/edit.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { bodyWithPlaces, noIds, withoutIds } from "../../../support/note-ids.ts";
import { rendered } from "../../../support/rendered.ts";

const add = (topic: string, body: string) => ({ kind: "add" as const, topic, body, minutes: NOW_MINUTES });

/** Two processes on one directory. */
async function twoBases(...entries: [topic: string, body: string][]): Promise<[KnowledgeBase, KnowledgeBase]> {
  const files = new MemoryFileSystem();
  const open = () => openKnowledgeBase("/kb", { files, newNoteId: noIds });
  const bases: [KnowledgeBase, KnowledgeBase] = [open(), open()];
  await bases[0].change(() => entries.map(([topic, body]) => add(topic, body)));
  return bases;
}

const edit = (base: KnowledgeBase, values: Record<string, unknown>) =>
  rendered(editFeature.run({ base, project: null }, values));
const bodies = async (base: KnowledgeBase) => {
  const view = await base.view();
  return liveEntries(view).map(({ topic, body }) => `${topic}: ${bodyWithPlaces(view, body)}`);
};

/** Lets `other` act between an edit's first look and its write. */
function meanwhile(base: KnowledgeBase, other: () => Promise<unknown>): void {
  const change = base.change.bind(base);
  vi.spyOn(base, "change").mockImplementationOnce(async (plan, onProgress) => {
    await other();
    return change(plan, onProgress);
  });
}

it("edits the entry that has the text now, wherever it stands by then", async () => {
  const [ours, theirs] = await twoBases(["engine", "zero"], ["engine", "one"]);
  meanwhile(ours, () => edit(theirs, { action: "delete", topic: "engine", index: 0 }));
  const { text } = await edit(ours, { action: "append", topic: "engine", match_str: "one", text: "more" });
  expect(withoutIds(text)).toBe("appended to engine:0: one");
  expect(await bodies(theirs)).toEqual(["engine: one\nmore"]);
});

it.each([
  [
    "delete",
    { action: "delete", topic: "engine", match_str: "zero" },
    /^no entry holds match_str="zero": engine has 1 entry$/,
  ],
  ["append", { action: "append", topic: "engine", index: 1, text: "x" }, /^engine has no entry 1: it has entry 0 only/],
  ["revise", { action: "revise", topic: "engine", index: 1, text: "x" }, /^engine has no entry 1: it has entry 0 only/],
] as const)("writes nothing when what it is to %s is gone", async (_, values, message) => {
  const [ours, theirs] = await twoBases(["engine", "zero"], ["engine", "one"]);
  meanwhile(ours, () => edit(theirs, { action: "delete", topic: "engine", match_str: "zero" }));
  await expect(edit(ours, values)).rejects.toThrow(message);
  expect(await bodies(ours)).toEqual(["engine: one"]);
});

it.each([
  { action: "delete", topic: "engine" },
  { action: "tag", topic: "engine", tags: "x" },
  { action: "rename", topic: "engine", new_name: "core" },
  { action: "merge", topic: "engine", into: "cache" },
])("%j writes nothing when its topic is gone", async (values) => {
  const [ours, theirs] = await twoBases(["engine", "zero"], ["cache", "linking"]);
  meanwhile(ours, () => edit(theirs, { action: "delete", topic: "engine", all: true }));
  await expect(edit(ours, values)).rejects.toThrow('there is no topic "engine"');
  expect(await bodies(ours)).toEqual(["cache: linking"]);
});

it("renames onto no topic that came up meanwhile", async () => {
  const [ours, theirs] = await twoBases(["engine", "zero"]);
  meanwhile(ours, () => theirs.change(() => [add("core", "theirs")]));
  await expect(edit(ours, { action: "rename", topic: "engine", new_name: "core" })).rejects.toThrow(
    'there is a topic "core" already',
  );
  expect(await bodies(ours)).toEqual(["core: theirs", "engine: zero"]);
});

it("follows links that were stored meanwhile", async () => {
  const [ours, theirs] = await twoBases(["engine", "zero"], ["engine", "one"]);
  meanwhile(ours, () => theirs.change(() => [add("cache", "[links: engine:1]\nlinking")]));
  await edit(ours, { action: "delete", topic: "engine", index: 0 });
  expect(await bodies(ours)).toEqual(["cache: [links: engine:0]\nlinking", "engine: one"]);
});

it("takes turns with edits of the same entry: none is lost", async () => {
  const [ours, theirs] = await twoBases(["engine", "zero"]);
  const texts = Array.from({ length: 20 }, (_, number) => `line ${number}`);
  await Promise.all(texts.map((text, at) => edit(at % 2 ? ours : theirs, { action: "append", topic: "engine", text })));
  const [body] = await bodies(ours);
  expect(body!.split("\n").slice(1).sort()).toEqual([...texts].sort());
});

it("waits for no lock to refuse", async () => {
  const [ours] = await twoBases(["engine", "zero"]);
  const change = vi.spyOn(ours, "change");
  for (const values of [
    { action: "delete", topic: "nowhere" },
    { action: "merge", topic: "nowhere", into: "engine" },
    { action: "append", topic: "engine", text: " " },
    { action: "tag", topic: "engine" },
  ]) {
    await expect(edit(ours, values)).rejects.toThrow(/^[^\n]+$/);
  }
  expect(change).not.toHaveBeenCalled();
});

it.each([
  { action: "append", match_str: "four", text: "more" },
  { action: "revise", match_str: "four", text: "new" },
  { action: "tag", match_str: "four", tags: "x" },
  { action: "delete", match_str: "four" },
])("%j reads the one entry under the lock that was found before it", async (values) => {
  const [ours] = await twoBases(
    ...["one", "two", "three", "four", "five"].map((text): [string, string] => ["t", text]),
  );
  const change = ours.change.bind(ours);
  const read: string[] = [];
  vi.spyOn(ours, "change").mockImplementationOnce((plan, ...more) =>
    change(
      (view) => {
        const body = view.body.bind(view);
        vi.spyOn(view, "body").mockImplementation((id) => {
          read.push(body(id)!);
          return body(id);
        });
        return plan(view);
      },
      ...more,
    ),
  );
  await edit(ours, { topic: "t", ...values });
  expect(read).toEqual(["four"]);
});

it.each([
  ["is not there", { match_str: "nothing of it" }],
  ["has no such tag", { tag: "nowhere" }],
  ["is beyond the end", { index: 7 }],
])("waits for no lock when the entry %s", async (_, target) => {
  const [ours] = await twoBases(["engine", "zero"]);
  const change = vi.spyOn(ours, "change");
  await expect(edit(ours, { action: "append", topic: "engine", text: "x", ...target })).rejects.toThrow(/^[^\n]+$/);
  expect(change).not.toHaveBeenCalled();
});
