// A piece of text that several entries held meant the first of them: `delete` took one of three. Several is a refusal
// now, which lists them, for every edit that takes `match_str`.

import { expect, test } from "vitest";
import { editFeature } from "../../src/features/edit/edit.ts";
import { SharedBase } from "../support/shared-base.ts";

const EDITS = [
  { action: "append", text: "more" },
  { action: "append", tag: "todo", text: "more" },
  { action: "revise", text: "new" },
  { action: "delete" },
  { action: "tag", tags: "x" },
];

async function withNotes(...texts: string[]): Promise<SharedBase> {
  const kb = new SharedBase();
  await kb.store(...texts.map((text, at) => ({ topic: "t", text, of: "", front: "[tags: todo]\n", age: 100 - at })));
  return kb;
}

test.each(EDITS)("%j is refused, and names what fits", async (values) => {
  const kb = await withNotes("the cache is warm", "a queue", 'says "cache" twice', "the cache is cold");
  const before = await kb.texts();
  await expect(kb.ask("", editFeature, { topic: "t", match_str: "cache", ...values })).rejects.toThrow(
    /^match_str="cache" fits 3 entries of t, and nothing was changed: t:0 "the cache is warm", t:2 "says 'cache' twice", t:3 "the cache is cold"; give more of the text of one, or its index, e\.g\. index="0"$/,
  );
  expect(await kb.texts()).toEqual(before);
});

test.each(EDITS)("%j: of many ten are named, and the rest is counted", async (values) => {
  const kb = await withNotes(...Array.from({ length: 14 }, (_, at) => `cache ${at} ${"long ".repeat(50)}`));
  const refused = kb.ask("", editFeature, { topic: "t", match_str: "cache", ...values });
  await expect(refused).rejects.toThrow(/fits 14 entries of t, .* t:9 "cache 9 [^"]*" and 4 more; give more/);
  await expect(refused).rejects.toThrow(/^.{1,1200}$/);
});

test.each(EDITS)("%j takes the one whose whole text it is, and the one in the case that is given", async (values) => {
  const kb = await withNotes("cache", "the cache", "Cache entry");
  for (const [piece, address] of [
    ["cache", "t:0"],
    ["Cache", "t:2"],
  ]) {
    const other = await withNotes("cache", "the cache", "Cache entry");
    expect(await other.say("", editFeature, { topic: "t", match_str: piece, ...values })).toContain(` ${address}: `);
  }
  await kb.store({ topic: "t", text: "cache", of: "", front: "[tags: todo]\n" });
  await expect(kb.ask("", editFeature, { topic: "t", match_str: "cache", ...values })).rejects.toThrow(
    'fits 3 entries of t, and nothing was changed: t:0 "cache", t:1 "the cache", t:3 "cache"',
  );
});

test("an index beside it says which is meant", async () => {
  const kb = await withNotes("the cache is warm", "the cache is cold");
  await kb.ask("", editFeature, { action: "delete", topic: "t", index: 1, match_str: "cache" });
  expect(await kb.texts()).toEqual(["t: the cache is warm"]);
});

test("one that comes between the first look and the write counts", async () => {
  const kb = await withNotes("the cache is warm");
  const change = kb.base.change.bind(kb.base);
  let isFirst = true;
  kb.base.change = async (...given) => {
    if (isFirst) {
      isFirst = false;
      await kb.store({ topic: "t", text: "the cache is cold", of: "" });
    }
    return change(...given);
  };
  await expect(kb.ask("", editFeature, { action: "delete", topic: "t", match_str: "cache" })).rejects.toThrow(
    "fits 2 entries of t",
  );
  expect(await kb.texts()).toHaveLength(2);
});
