// Notes of several projects stand in one topic. `delete` without a target took the last of them, whoever's it was, and
// `all` took all: now what names no note concerns the current project's and those of none, and the answer says what it
// left out.

import { describe, expect, test } from "vitest";
import { editFeature } from "../../src/features/edit/edit.ts";
import { readFeature } from "../../src/features/read/read.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import { SharedBase, type SharedNote } from "../support/shared-base.ts";

const DAY = 1440;
const YEAR = 365 * DAY;
const NOTES: readonly SharedNote[] = [
  { topic: "docs", text: "alpha of a", of: "a", age: 6 },
  { topic: "docs", text: "alpha of none", of: "", age: 5 },
  { topic: "docs", text: "beta of b", of: "b", age: 4 },
  { topic: "docs", text: "gamma of a", of: "a", age: 3 },
  { topic: "docs", text: "gamma of c", of: "c", age: 2 },
  { topic: "docs", text: "beta of b again", of: "b", age: 1 },
];
const ALL = NOTES.map(({ topic, text }) => `${topic}: ${text}`);
const LEFT = 'left out: 3 entries of 2 other projects (project="any" includes them)';

async function shared(...more: readonly SharedNote[]): Promise<SharedBase> {
  const kb = new SharedBase();
  await kb.store(...NOTES, ...more);
  return kb;
}

const without = (...texts: string[]) => ALL.filter((each) => !texts.some((text) => each.endsWith(text)));

describe("an edit without a target", () => {
  test("delete: the last of the project's", async () => {
    const kb = await shared();
    expect(await kb.say("a", editFeature, { action: "delete", topic: "docs" })).toBe(
      `deleted docs:3: gamma of a\n  ${LEFT}`,
    );
    expect(await kb.texts()).toEqual(without("gamma of a"));
  });

  test("delete all: the project's, and those of none", async () => {
    const kb = await shared();
    expect(await kb.say("a", editFeature, { action: "delete", topic: "docs", all: true })).toBe(
      `deleted docs: 3 entries\n  [0] alpha of a\n  [1] alpha of none\n  [3] gamma of a\n  ${LEFT}`,
    );
    expect(await kb.texts()).toEqual(without("of a", "of none"));
    await expect(kb.ask("a", editFeature, { action: "delete", topic: "docs", all: true })).rejects.toThrow(
      `docs has no entry of this project; ${LEFT}`,
    );
  });

  test("append, tag: the last of the project's; match_str: of several that fit the project's", async () => {
    const kb = await shared();
    expect(await kb.say("a", editFeature, { action: "append", topic: "docs", text: "more" })).toBe(
      `appended to docs:3: gamma of a\n  ${LEFT}`,
    );
    expect(await kb.say("b", editFeature, { action: "tag", topic: "docs", tags: "x" })).toContain("tagged docs:5: ");
    for (const values of [
      { action: "append", text: "more" },
      { action: "revise", text: "new" },
      { action: "tag", tags: "x" },
      { action: "delete" },
    ]) {
      const other = await shared();
      const { text } = await other.ask("a", editFeature, { topic: "docs", match_str: "gamma", ...values });
      expect(text).toContain("docs:3: ");
      expect(text).toContain(LEFT);
      await expect(other.ask("a", editFeature, { topic: "docs", match_str: "beta", ...values })).rejects.toThrow(
        `no entry holds match_str="beta": docs has ${values.action === "delete" ? 5 : 6} entries; ${LEFT}`,
      );
    }
  });

  test("append with a tag: the newest of the project's that has it", async () => {
    const kb = await shared();
    for (const index of [0, 5]) await kb.ask("a", editFeature, { action: "tag", topic: "docs", index, tags: "todo" });
    expect(await kb.say("a", editFeature, { action: "append", topic: "docs", tag: "todo", text: "more" })).toContain(
      "appended to docs:0: alpha of a",
    );
  });

  test("rename and merge: the others' stay under the old name, and links lead where they led", async () => {
    const kb = await shared(
      { topic: "links", text: "to all", of: "b", front: "[links: docs:0 docs:2 docs:3 docs:5]\n" },
      { topic: "old", text: "older", of: "b", age: 9 },
    );
    expect(await kb.say("a", editFeature, { action: "rename", topic: "docs", new_name: "guide" })).toBe(
      `renamed docs to guide: 3 entries\n  ${LEFT}`,
    );
    expect(await kb.texts()).toEqual([
      ...["beta of b", "gamma of c", "beta of b again"].map((text) => `docs: ${text}`),
      ...["alpha of a", "alpha of none", "gamma of a"].map((text) => `guide: ${text}`),
      "links: to all",
      "old: older",
    ]);
    const links = async () =>
      (await kb.say("", readFeature, { topic: "links", index: 0 })).match(/\[links: (.*?)\]/)![1];
    expect(await links()).toBe("guide:0 docs:0 guide:2 docs:2");
    expect(await kb.say("a", editFeature, { action: "merge", topic: "guide", into: "old" })).toContain(
      "merged guide into old: 3 entries, 4 there now",
    );
    expect(await links()).toBe("old:1 docs:0 old:3 docs:2");
    await kb.ask("a", editFeature, { action: "undo" });
    await kb.ask("a", editFeature, { action: "undo" });
    expect(await links()).toBe("docs:0 docs:2 docs:3 docs:5");
  });

  test('project="any" widens; a key means another project', async () => {
    const last = { action: "delete", topic: "docs" };
    const kb = await shared();
    expect(await kb.say("a", editFeature, { ...last, project: "any" })).toBe("deleted docs:5: beta of b again");
    expect(await kb.say("a", editFeature, { ...last, project: "C/api" })).toContain("deleted docs:4: gamma of c");
    expect(await kb.say("a", editFeature, { ...last, all: true, project: "any" })).toContain("deleted docs: 4 entries");
    expect(await kb.texts()).toEqual([]);
  });

  test('project="here" leaves those of no project alone', async () => {
    const kb = await shared();
    expect(await kb.say("a", editFeature, { action: "delete", topic: "docs", all: true, project: "here" })).toContain(
      'left out: 3 entries of 2 other projects and 1 of none (project="any" includes them)',
    );
    expect(await kb.texts()).toEqual(without("of a"));
  });
});

describe("an address", () => {
  test("may be any note's", async () => {
    const kb = await shared();
    expect(await kb.say("a", editFeature, { action: "delete", topic: "docs", index: 4 })).toBe(
      "deleted docs:4: gamma of c",
    );
    expect(await kb.say("a", editFeature, { action: "revise", topic: "docs", index: 2, text: "new" })).toBe(
      "revised docs:2: new",
    );
  });

  test("has to be of the project that is named with it", async () => {
    const kb = await shared();
    await expect(
      kb.ask("a", editFeature, { action: "delete", topic: "docs", index: 4, project: "b/api" }),
    ).rejects.toThrow('docs:4 is not of project="b/api": it is of "c/api"');
    expect(await kb.texts()).toEqual(ALL);
  });
});

describe("outside of any project", () => {
  const EDITS = [
    { action: "delete" },
    { action: "delete", all: true },
    { action: "delete", match_str: "gamma of c" },
    { action: "append", text: "x" },
    { action: "tag", tags: "x" },
    { action: "revise", match_str: "gamma of c", text: "x" },
    { action: "rename", new_name: "guide" },
    { action: "merge", into: "other" },
  ];

  test.each(EDITS)("%j of a topic of several projects is refused in a line that names them", async (values) => {
    const kb = await shared({ topic: "other", text: "x", of: "" });
    await expect(kb.ask("", editFeature, { topic: "docs", ...values })).rejects.toThrow(
      /^docs holds notes of 3 projects \("a\/api", "b\/api", "c\/api"\), and this directory is in none: give one of them, e\.g\. project="a\/api", or all with project="any"$/,
    );
    expect(await kb.texts()).toEqual([...ALL, "other: x"]);
  });

  test.each(EDITS)(
    "%j goes through where all notes are of one project or none, or it is said whose",
    async (values) => {
      const single = new SharedBase();
      await single.store(...NOTES.filter(({ of }) => of === "c" || of === ""), { topic: "other", text: "x", of: "b" });
      await single.ask("", editFeature, { topic: "docs", ...values });
      const several = await shared({ topic: "other", text: "x", of: "" });
      await several.ask("", editFeature, { topic: "docs", ...values, project: "c/api" });
      for (const text of without("gamma of c")) expect(await several.texts()).toContain(text);
    },
  );

  test("upkeep that would change notes of several projects is refused", async () => {
    const kb = new SharedBase();
    for (const of of ["a", "b"]) {
      await kb.store(
        { topic: `old-${of}`, text: "the same words", of, age: 2 * YEAR },
        { topic: `old-${of}`, text: "the same words", of, age: YEAR },
        { topic: "new", text: `of ${of}`, of, age: -YEAR },
      );
    }
    const before = await kb.texts();
    for (const values of [{ action: "prune" }, { action: "compact" }, { action: "compact", mode: "migrate" }]) {
      expect((await kb.ask("", topicsFeature, values)).found).toBe(true);
      await expect(kb.ask("", topicsFeature, { ...values, apply: true })).rejects.toThrow(
        /notes of 2 projects \("a\/api", "b\/api"\)/,
      );
    }
    expect(await kb.texts()).toEqual(before);
    expect(await kb.say("", topicsFeature, { action: "prune", apply: true, project: "any" })).toContain(
      "pruned 2 topics (4 entries)",
    );
  });
});

describe("notes that come between the first look and the write", () => {
  /** Stores notes when an edit has had its first look. */
  function meanwhile(kb: SharedBase, ...notes: readonly SharedNote[]): void {
    const change = kb.base.change.bind(kb.base);
    kb.base.change = async (...given) => {
      kb.base.change = change;
      await kb.store(...notes);
      return change(...given);
    };
  }

  test("are left alone when they are another project's", async () => {
    for (const values of [{ action: "delete" }, { action: "delete", all: true }, { action: "rename", new_name: "x" }]) {
      const kb = new SharedBase();
      await kb.store({ topic: "docs", text: "of a", of: "a", age: 1 });
      meanwhile(kb, { topic: "docs", text: "of b", of: "b" });
      expect(await kb.say("a", editFeature, { topic: "docs", ...values })).toContain("left out: 1 entry of 1 other");
      expect(await kb.texts()).toContain("docs: of b");
    }
  });

  test("make a change from outside of any project one of several", async () => {
    const kb = new SharedBase();
    await kb.store({ topic: "docs", text: "of a", of: "a", age: 1 });
    meanwhile(kb, { topic: "docs", text: "of b", of: "b" });
    await expect(kb.ask("", editFeature, { action: "delete", topic: "docs" })).rejects.toThrow("notes of 2 projects");
    expect(await kb.texts()).toHaveLength(2);
  });
});

describe("upkeep in a project", () => {
  test("prune: idle is what of the project's notes is", async () => {
    const kb = new SharedBase();
    await kb.store(
      { topic: "docs", text: "old of a", of: "a", age: YEAR },
      { topic: "docs", text: "old of b", of: "b", age: YEAR },
      { topic: "docs", text: "new of b", of: "b" },
      { topic: "theirs", text: "old of b", of: "b", age: YEAR },
    );
    const left = 'left out: 3 entries of 1 other project (project="any" includes them)';
    expect(await kb.say("a", topicsFeature, { action: "prune" })).toMatch(
      /^docs \(1\) [^\n]*\n1 topic \(1 entry\) idle/,
    );
    expect(await kb.say("a", topicsFeature, { action: "prune", apply: true })).toBe(
      `pruned 1 topic (1 entry): docs\n  ${left}\n  take it back with: edit action=undo`,
    );
    expect(await kb.texts()).toEqual(["docs: old of b", "docs: new of b", "theirs: old of b"]);
  });

  test("compact: duplicates of the project, and no times of others", async () => {
    const kb = new SharedBase();
    for (const of of ["a", "b"]) {
      await kb.store(
        { topic: "docs", text: `words of ${of}`, of, age: 20 },
        { topic: "docs", text: `words of ${of}`, of, age: 10 },
        { topic: "docs", text: `future of ${of}`, of, age: -YEAR },
      );
    }
    const left = 'left out: 3 entries of 1 other project (project="any" includes them)';
    const answer = await kb.say("a", topicsFeature, { action: "compact", apply: true });
    expect(answer).toContain("merged 1 duplicate in 1 topic");
    expect(answer).toContain(left);
    expect((await kb.texts()).sort()).toEqual(
      ["future of a", "future of b", "words of a", "words of b", "words of b"].map((text) => `docs: ${text}`),
    );
    expect(await kb.say("a", topicsFeature, { action: "compact", mode: "migrate", apply: true })).toContain(
      "mended the time of 1 entry",
    );
    expect(await kb.say("b", topicsFeature, { action: "compact", mode: "migrate" })).toContain("future of b");
  });

  test("compact log: all notes of all projects stay", async () => {
    const kb = await shared();
    await kb.ask("a", topicsFeature, { action: "compact", log: true, apply: true });
    expect(await kb.texts()).toEqual(ALL);
    await expect(kb.ask("a", topicsFeature, { action: "compact", log: true, project: "b/api" })).rejects.toThrow(
      "leave project out",
    );
  });
});
