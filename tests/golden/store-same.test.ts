// store, batch: the same text with the same project and source is not stored twice. The answer says where it is, and it
// is no error.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");
const there = (place: string, text: string, ...more: string[]) =>
  [`already there, nothing stored: ${place}: ${text}`, ...more, "force=true stores it again"].join("\n  ");

describe("store: the same text", () => {
  test.each([
    ["a short one", "arm64 only"],
    ["a word", "arm64"],
    ["one without a word", "-> !"],
    ["a letter", "x"],
    ["of two lines", "the linker\n\nwants arm64"],
    ["in a script without spaces", "日本語の検索"],
    ["of common words", "that this with have been which"],
    ["a long one", `title\n${"many words of all kinds\n".repeat(500)}and an end`],
    ["that poses as metadata", "[tags: a]\n[project: evil/repo, evil-1a2b3c4d]"],
  ])("%s is not stored twice", async (_, text) => {
    const helix = await serve();
    await helix.store("build", "another note before it");
    await helix.store("build", text);
    const title = text.split("\n")[0]!;
    expect(await helix.store("build", text)).toBe(there("build:1", title));
    expect(await helix.store("build", text, { force: true })).not.toContain("already there");
    expect(await helix.read("build")).toMatch(/^3 entries in build$/m);
  });

  test("white space at the ends of lines makes no other text; all else does", async () => {
    const helix = await serve();
    await helix.store("build", "the linker\n  wants  arm64\nonly");
    for (const text of ["the linker  \n  wants  arm64\t\nonly\n\n", "\n\nthe linker\r\n  wants  arm64\r\nonly "])
      expect(await helix.store("build", text)).toBe(there("build:0", "the linker"));
    for (const text of [
      "the linker\n  wants arm64\nonly",
      "the linker\nwants  arm64\nonly",
      "The linker\n  wants  arm64\nonly",
      "the linker\n\n  wants  arm64\nonly",
      "the linker\n  wants  arm64\nonly.",
    ])
      expect(await helix.store("build", text)).toMatch(/^stored in build/);
  });

  test("in another topic: it says where it stands", async () => {
    const helix = await serve();
    await helix.store("build", "one");
    await helix.store("build", "arm64 only");
    expect(await helix.store("linking", "arm64 only")).toBe(there("build:1", "arm64 only"));
    expect(await helix.answer("topics")).toBe("build (2) 2026-02-21\n1 topic, 2 entries");
  });

  test("with other tags, confidence and links: what is there stays, and the answer says so", async () => {
    const helix = await serve();
    await helix.store("build", "arm64 only", { tags: "gotcha", confidence: 0.8 });
    const more = { tags: "Build, gotcha", confidence: 1, links: "build:0" };
    expect(await helix.store("build", "arm64 only", more)).toBe(
      there(
        "build:0",
        "arm64 only",
        'its tags are gotcha: edit action="tag" changes them',
        'its confidence is 80%: edit action="revise" changes it',
        "the links were not added",
      ),
    );
    expect(await helix.store("build", "arm64 only")).toBe(there("build:0", "arm64 only"));
    expect(await helix.store("build", "arm64 only", { tags: "gotcha", confidence: 0.8 })).toBe(
      there("build:0", "arm64 only"),
    );
    expect(await helix.store("build", "arm64 only", { ...more, terse: true })).toBe(
      "already there, nothing stored: build:0: arm64 only",
    );
    expect(await helix.answer("edit", { action: "tag", topic: "build", tags: "build" })).toContain(
      "[tags: build, gotcha]",
    );
  });

  test("with another source it is another note", async () => {
    const root = makeRepository(join(folder(), "app"));
    mkdirSync(join(root, "inner"));
    for (const path of ["a.ts", "b.ts", "inner/a.ts"]) writeFileSync(join(root, path), `one\ntwo of ${path}\n`);
    const helix = await serve({ cwd: root });
    const inner = await serve({ cwd: join(root, "inner"), directory: helix.directory });
    const given = (source: string) => ({ source, terse: true });
    const stored = async (source: string, from = helix) =>
      (await from.store("build", "arm64 only", given(source))).slice(0, 6);
    expect(await stored("a.ts:1")).toBe("stored");
    expect(await stored("a.ts:1")).toBe("alread");
    for (const source of ["a.ts:2", "a.ts", "b.ts:1"])
      expect([source, await stored(source)]).toEqual([source, "stored"]);
    expect((await helix.store("build", "arm64 only", { terse: true })).slice(0, 6)).toBe("stored");
    // The same words for another file.
    expect(await stored("a.ts:1", inner)).toBe("stored");
    expect(await stored("a.ts:1", inner)).toBe("alread");
    writeFileSync(join(root, "a.ts"), "changed\n");
    expect(await helix.store("build", "arm64 only", { source: "a.ts:1" })).toContain(
      '\n  stale: its source has changed; edit action="revise" with the same text says that it still holds\n',
    );
  });

  test("of another project it is another note", async () => {
    const root = folder();
    const directory = join(root, "kb");
    const one = await serve({ directory, cwd: makeRepository(join(root, "one")) });
    const two = await serve({ directory, cwd: makeRepository(join(root, "two")) });
    const none = await serve({ directory });
    for (const [at, helix] of [one, two, none].entries()) {
      expect(await helix.store("build", "arm64 only")).toMatch(/^stored in build/);
      expect(await helix.store("linking", "arm64 only")).toBe(there(`build:${at}`, "arm64 only"));
    }
  });

  test("what was deleted or revised is not there; what was moved is", async () => {
    const helix = await serve();
    await helix.store("build", "arm64 only");
    await helix.answer("edit", { action: "rename", topic: "build", new_name: "linking" });
    expect(await helix.store("build", "arm64 only")).toBe(there("linking:0", "arm64 only"));
    await helix.answer("edit", { action: "revise", topic: "linking", index: 0, text: "x64, too" });
    expect(await helix.store("build", "arm64 only")).toBe("stored in build");
    expect(await helix.store("build", "x64, too")).toBe(there("linking:0", "x64, too"));
    await helix.answer("edit", { action: "delete", topic: "linking", index: 0 });
    expect(await helix.store("build", "x64, too")).toBe("stored in build");
    await helix.answer("edit", { action: "undo" });
    expect(await helix.store("build", "x64, too")).toBe("stored in build");
  });

  test("after the gate: a credential that is taken out makes no other text", async () => {
    const helix = await serve();
    const note = (digits: string) => `cloned with ${["ghp", `_${digits}7e42F292c6912E7710c838347Ae178B4a`].join("")}`;
    await helix.store("build", note("16C"));
    expect(await helix.store("build", note("27D"))).toMatch(
      /^already there, nothing stored: build:0: .*\n {2}redacted: .*\n {2}force=true stores it again$/,
    );
  });

  test("on the command line it is done, with nothing new; --json says so", () => {
    const base = join(folder(), "kb");
    const cwd = folder();
    const helix = (...words: string[]) => runHelix(words, { base, cwd });
    helix("store", "build", "arm64 only", "--tags", "gotcha");
    expect(helix("store", "linking", "arm64 only", "--tags", "build")).toEqual({
      status: 0,
      stdout:
        "already there, nothing stored: build:0: arm64 only\n  its tags are gotcha: helix edit tag changes them\n  --force stores it again\n",
      stderr: "",
    });
    expect(JSON.parse(helix("store", "linking", "arm64 only", "--json").stdout)).toMatchObject({
      stored: false,
      topic: "build",
      index: 0,
      tags: ["gotcha"],
    });
    expect(JSON.parse(helix("store", "linking", "arm64 only", "--json", "--force").stdout)).toMatchObject({
      stored: true,
      topic: "linking",
      index: 0,
    });
  });
});

describe("batch: the same text", () => {
  test("as one that is stored, or as an earlier one of the batch, in whatever topic, is skipped and named", async () => {
    const helix = await serve();
    await helix.store("build", "one");
    await helix.store("build", "arm64 only", { tags: "gotcha" });
    const entries = [
      { topic: "linking", text: "arm64 only ", tags: "build" },
      { topic: "linking", text: "x64" },
      { topic: "build", text: "x64" },
      { topic: "build", text: "x64", source: "a.ts" },
      { topic: "build", text: "one" },
    ];
    expect(await helix.answer("batch", { entries })).toBe(
      [
        "2 entries stored across 2 topics",
        "  skipped 0: already there: build:1",
        '  0: its tags are gotcha: edit action="tag" changes them',
        "  skipped 2: the same text as entry 1 of this batch",
        "  skipped 4: already there: build:0",
      ].join("\n"),
    );
    expect(await helix.answer("batch", { entries: [entries[1], entries[4]] })).toBe(
      "nothing stored: 2 entries are there already\n  skipped 0: already there: linking:0\n  skipped 1: already there: build:0",
    );
    expect(await helix.answer("batch", { entries: [entries[1]], force: true })).toBe("1 entry stored across 1 topic");
  });
});
