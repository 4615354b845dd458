// The survey of all sources: what its limits leave out is counted, what belongs elsewhere is not read.

import { expect, it } from "vitest";
import { SURVEY_LIMITS, surveySources } from "../../../../src/features/topics/citing-entries.ts";
import { NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";

/** Ten entries of two topics that cite five files which are not there, and one of another project. */
async function setUp() {
  const root = temporaryDirectory();
  const base = openKnowledgeBase(`${root}/kb`);
  const added = Array.from({ length: 10 }, (_, at) => ({
    kind: "add" as const,
    topic: at < 5 ? "one" : "two",
    body: `[source: ${at % 5}.ts:1]\nnote ${at}\n[project: a/b]`,
    minutes: NOW_MINUTES + at,
  }));
  const foreign = { ...added[0]!, topic: "two", body: "[source: 0.ts:1]\nforeign\n[project: x/y]" };
  await base.change(() => [...added, { ...foreign, minutes: NOW_MINUTES + 99 }]);
  return { base, project: { root, keys: ["a/b"] }, directory: root };
}

it("goes through all topics, or one, in order", async () => {
  const context = await setUp();
  const survey = await surveySources(context, null);
  expect(survey.leftOut).toBe(0);
  expect(survey.checked.map(({ topic, index }) => `${topic}:${index}`)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `one:${index}`).concat([0, 1, 2, 3, 4, 5].map((index) => `two:${index}`)),
  );
  expect(survey.checked.at(-1)!.state).toEqual({ kind: "unchecked", why: "of other projects" });
  expect((await surveySources(context, "one")).checked).toHaveLength(5);
});

it.each([
  ["entries", { entries: 4 }, 4],
  // The one of the other project needs no file.
  ["files", { files: 2 }, 5],
  ["time", { milliseconds: -1 }, 0],
])("counts what is left out for want of %s", async (_, limits, checked) => {
  const survey = await surveySources(await setUp(), null, { ...SURVEY_LIMITS, ...limits });
  expect([survey.checked.length, survey.leftOut]).toEqual([checked, 11 - checked]);
});

it("ends when nobody waits any more", async () => {
  const context = await setUp();
  await expect(surveySources({ ...context, signal: AbortSignal.abort() }, null)).rejects.toThrow("cancelled");
});
