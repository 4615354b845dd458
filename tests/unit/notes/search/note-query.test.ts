// What a query text asks for.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery, QUERY_CHARACTERS_MAX } from "../../../../src/notes/search/note-query.ts";
import { runs } from "../../../support/runs.ts";

const words = (text: string) => parseQuery(text).groups.map(({ word }) => word);

describe("filters", () => {
  it("are taken out of the words", () => {
    expect(parseQuery("linker tag:gotcha topic:build source:src/a.ts arm64")).toMatchObject({
      tags: ["gotcha"],
      topics: ["build"],
      sources: ["src/a.ts"],
      hasWords: true,
    });
    expect(words("linker tag:gotcha topic:build source:src/a.ts arm64")).toEqual(["linker", "arm64"]);
  });

  it("may stand next to each other, in quotes, in any case", () => {
    expect(parseQuery('tag:a tag:b TAG:c Topic:"two words" source:"a b.ts:42"')).toMatchObject({
      tags: ["a", "b", "c"],
      topics: ["two words"],
      sources: ["a b.ts:42"],
      groups: [],
      hasWords: false,
    });
  });

  it("are words when nothing follows, or when they stand inside a word", () => {
    expect(words("tag: gotcha")).toEqual(["tag", "gotcha"]);
    expect(words("metatag:gotcha")).toEqual(["metatag", "gotcha"]);
    expect(words("https://a.org/topic:x")).toEqual(["https", "org", "topic"]);
  });

  it("do not swallow the words around them", () => {
    expect(words("linker tag:x failure")).toEqual(["linker", "failure"]);
    expect(words("linker\ttag:x\nfailure")).toEqual(["linker", "failure"]);
  });
});

describe("words", () => {
  it("leave out stop words unless there is nothing else", () => {
    expect(words("this linker with that failure")).toEqual(["linker", "failure"]);
    expect(words("this with THAT")).toEqual(["this", "with", "THAT"]);
    expect(words("tag:x there")).toEqual(["there"]);
  });

  it("keep stop words that are a part of an identifier", () => {
    expect(words("withThis linker")).toEqual(["withThis", "linker"]);
  });

  it("count once, however they are spelled", () => {
    expect(words("CachedEntry cached_entry cached-entry")).toEqual(["CachedEntry"]);
    expect(words("Linker linker LINKER")).toEqual(["Linker"]);
  });

  it("are known to be there even if none can be searched for", () => {
    expect(parseQuery("&& =>")).toMatchObject({ groups: [], hasWords: true });
    expect(parseQuery("?!")).toMatchObject({ groups: [], hasWords: true });
    expect(parseQuery(" \n ")).toMatchObject({ groups: [], hasWords: false });
    expect(parseQuery("")).toMatchObject({ groups: [], hasWords: false });
  });
});

it("asks for single letters where there is nothing else, and always for capitals", () => {
  const asked = (text: string) => parseQuery(text).groups.map(({ word }) => word);
  expect(asked("x")).toEqual(["x"]);
  expect(asked("what is a")).toEqual(["what", "is", "a"]);
  expect(asked("what is r")).toEqual(["r"]);
  expect(asked("plots in r")).toEqual(["plots"]);
  expect(parseQuery("plots in r 5").stopTerms.map(({ word }) => word)).toEqual(["in", "r", "5"]);
  expect(asked("I use R for a plot")).toEqual(["use", "R", "plot"]);
  expect(parseQuery("I use R for a plot").stopTerms.map(({ word }) => word)).toEqual(["for"]);
});

it("refuses a query that is too long, and says how long it may be", () => {
  expect(() => parseQuery("a".repeat(QUERY_CHARACTERS_MAX + 1))).toThrow(
    /^query has 10001 characters, at most 10000 are accepted: .*e\.g\./,
  );
  expect(parseQuery("ab ".repeat(QUERY_CHARACTERS_MAX / 3)).groups).toHaveLength(1);
});

it("takes any text of a permitted length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const { groups, tags, topics, sources } = parseQuery(text);
      for (const value of [...tags, ...topics, ...sources]) expect(text).toContain(value);
      for (const { parts, whole } of groups) expect(parts.length > 0 || whole !== null).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});
