// The metadata lines of a body: what is written, and what of other programs is understood.

import { describe, expect, it } from "vitest";
import { formatEntryText } from "../../../../src/notes/text/entry-format.ts";
import { type EntryText, parseEntryText, splitBody } from "../../../../src/notes/text/entry-text.ts";

const PLAIN: EntryText = {
  id: null,
  aliases: [],
  tags: [],
  source: null,
  confidence: 1,
  links: [],
  modified: null,
  projects: [],
  cited: null,
  text: "note",
};

describe("formatEntryText", () => {
  it("writes every kind in its place", () => {
    const body = formatEntryText({
      id: null,
      aliases: [],
      tags: ["build", "gotcha"],
      source: "src/bridge.rs:42",
      confidence: 0.85,
      links: ["build-gotchas:3", "other:12"],
      modified: "2026-02-21 06:11",
      projects: ["owner/repo", "main-1a2b3c4d"],
      cited: "1 42 9f3a1c0b22ee 1 8a1f/19aa",
      text: "first\nsecond",
    });
    expect(body).toBe(
      [
        "[modified: 2026-02-21 06:11]",
        "[tags: build, gotcha]",
        "[source: src/bridge.rs:42]",
        "[confidence: 0.85]",
        "[links: build-gotchas:3 other:12]",
        "first",
        "second",
        "[cited: 1 42 9f3a1c0b22ee 1 8a1f/19aa]",
        "[project: owner/repo, main-1a2b3c4d]",
      ].join("\n"),
    );
  });

  it("writes text alone as it is", () => {
    expect(formatEntryText(PLAIN)).toBe("note");
  });

  it("keeps text that looks like metadata apart with one empty line", () => {
    expect(formatEntryText({ ...PLAIN, text: "[tags: x]" })).toBe("\n[tags: x]");
    expect(formatEntryText({ ...PLAIN, text: "[project: x]" })).toBe("[project: x]\n");
    expect(formatEntryText({ ...PLAIN, tags: ["a"], text: "[source: x]\nnote" })).toBe(
      "[tags: a]\n\n[source: x]\nnote",
    );
    expect(formatEntryText({ ...PLAIN, projects: ["p"], text: "a\n[project: x]" })).toBe(
      "a\n[project: x]\n\n[project: p]",
    );
    expect(formatEntryText({ ...PLAIN, text: "[unknown: x]" })).toBe("[unknown: x]");
  });

  it("never writes a value over two lines", () => {
    const body = formatEntryText({ ...PLAIN, source: "a.ts]\n[project: evil", projects: ["p\n[project: evil]"] });
    expect(body).toBe("[source: a.ts] [project: evil]\nnote\n[project: p [project: evil]]");
    expect(parseEntryText(body).projects).toEqual(["p [project: evil]"]);
  });

  it("leaves a confidence that is none out", () => {
    for (const confidence of [1, Number.NaN, -1, 2]) expect(formatEntryText({ ...PLAIN, confidence })).toBe("note");
    expect(formatEntryText({ ...PLAIN, confidence: 0 })).toBe("[confidence: 0]\nnote");
  });
});

describe("parseEntryText", () => {
  it("understands lines in any order and spacing", () => {
    expect(parseEntryText("[links:a:1  b:2]\n[source:a.ts]\n[tags:z,a , ]\r\n[confidence:.5]\nnote")).toEqual({
      ...PLAIN,
      links: ["a:1", "b:2"],
      source: "a.ts",
      tags: ["z", "a"],
      confidence: 0.5,
    });
  });

  it("ends the block at a second line of a kind, at an unknown kind and at text behind the bracket", () => {
    expect(parseEntryText("[tags: a]\n[tags: b]\nnote")).toEqual({ ...PLAIN, tags: ["a"], text: "[tags: b]\nnote" });
    expect(parseEntryText("[weight: 2]\n[tags: a]").text).toBe("[weight: 2]\n[tags: a]");
    expect(parseEntryText("[tags: a] is how tags look").text).toBe("[tags: a] is how tags look");
  });

  it("drops one empty line after the block and before the trailer", () => {
    expect(parseEntryText("[tags: a]\n\n\nnote").text).toBe("\nnote");
    expect(parseEntryText("note\n\n\n[project: p]").text).toBe("note\n");
  });

  it("keeps brackets inside a value", () => {
    expect(parseEntryText("[source: app/[id]/page.tsx]\nnote").source).toBe("app/[id]/page.tsx");
  });

  it.each(["2", "-0.5", "high", "", "0x1", "Infinity", "NaN"])("takes a confidence of %j for 1", (value) => {
    expect(parseEntryText(`[confidence: ${value}]\nnote`)).toEqual(PLAIN);
  });

  it("reads bodies of nothing but metadata, and empty ones", () => {
    expect(parseEntryText("")).toEqual({ ...PLAIN, text: "" });
    expect(parseEntryText("[tags: a]")).toEqual({ ...PLAIN, tags: ["a"], text: "" });
    expect(parseEntryText("[tags: a]\n[project: p]")).toEqual({ ...PLAIN, tags: ["a"], projects: ["p"], text: "" });
    expect(parseEntryText("\n").text).toBe("");
  });

  it("does not read a project in front or tags behind", () => {
    expect(parseEntryText("[project: p]\nnote").projects).toEqual([]);
    expect(parseEntryText("note\n[tags: a]").tags).toEqual([]);
  });
});

describe("splitBody", () => {
  it("gives the raw lines of the blocks", () => {
    expect(splitBody("[tags:a]\n[source: b]\n\n[tags: text]\nnote\n[project: p]")).toEqual({
      front: ["[tags:a]", "[source: b]"],
      text: "[tags: text]\nnote",
      trailer: ["[project: p]"],
    });
  });
});
