// An identifier of a query counted three times, as its whole and as both of its parts, and outvoted a rarer word.

import { expect, test } from "vitest";
import { searchFeature } from "../../src/features/search/search.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { rendered } from "../support/rendered.ts";

interface Found {
  readonly results: readonly {
    readonly topic: string;
    readonly explanation: { readonly terms: readonly { names: string[]; parts: string[]; score: number }[] };
  }[];
}

async function found(bodies: Readonly<Record<string, string>>, query: string): Promise<Found["results"]> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const notes = Object.entries(bodies).map(([topic, body]) => ({ topic, body }));
  for (let at = 0; at < 33; at++) notes.push({ topic: `other-${at}`, body: `a note about lunch ${at}` });
  await base.change(() => notes.map((note) => ({ kind: "add", ...note, minutes: NOW_MINUTES })));
  const answer = await rendered(searchFeature.run({ base, project: null }, { query, explain: true }));
  return (answer.data as Found).results;
}

test("a rare word outvotes an identifier that several notes have", async () => {
  const uses = Object.fromEntries(
    ["one", "two", "three", "four", "five", "six"].map((name) => [name, `${name} calls size_hint`]),
  );
  const results = await found({ ...uses, rare: "some quaternion here" }, "size_hint quaternion");
  expect(results.map(({ topic }) => topic)[0]).toBe("rare");
});

test("a note that has the identifier stands before one that has its parts apart", async () => {
  const results = await found({ apart: "a hint about its size", whole: "calls its size_hint" }, "size_hint");
  expect(results.map(({ topic }) => topic)).toEqual(["whole", "apart"]);
  const shares = results.map(({ explanation }) => explanation.terms.map(({ names, parts }) => [names[0], parts]));
  expect(shares[0]).toContainEqual(["sizehint", ["size", "hint"]]);
  expect(shares[1]!.flat()).not.toContain("sizehint");
});

test("a part that stands by itself as well counts besides", async () => {
  const results = await found(
    { once: "calls size_hint at the end", besides: "calls size_hint, a hint here" },
    "size_hint",
  );
  expect(results.map(({ topic }) => topic)).toEqual(["besides", "once"]);
});
