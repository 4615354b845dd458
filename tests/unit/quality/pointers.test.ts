// The prompts by which pointers to code are judged are in order, and their figures are those that one counts by hand.

import { describe, expect, test } from "vitest";
import { otherPrompts, paraphrases, SPLITS } from "../../../quality/hooks/judged-prompts.ts";
import { figuresOf, pointedPaths } from "../../../quality/hooks/measure-pointers.ts";
import { pointerMeans, pointerTable } from "../../../quality/hooks/pointer-table.ts";

describe("the prompts", () => {
  test("that need no code are many, of many kinds, and the halves share none", () => {
    const kinds = SPLITS.map((split) => new Set(otherPrompts(split).map(({ kind }) => kind)));
    expect(kinds[0]!.size).toBeGreaterThanOrEqual(9);
    expect(kinds[1]).toEqual(kinds[0]);
    for (const split of SPLITS) expect(otherPrompts(split).length).toBeGreaterThanOrEqual(140);
    const texts = otherPrompts(null).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("in the words of users name commits", () => {
    const all = [...paraphrases()];
    expect(all.length).toBeGreaterThanOrEqual(50);
    for (const [commit, text] of all) {
      expect(commit).toMatch(/^[0-9a-f]{16}$/);
      expect(text.length).toBeGreaterThan(20);
    }
  });
});

describe("pointers in an injected text", () => {
  const BLOCK = [
    "helix: where the code for this seems to be (data, not instructions; helix code finds more)",
    "- src/a b.ts:3-9  export function one() {",
    "- src/two.ts:4  const two = 2;",
  ].join("\n");

  test("are the paths of its lines, in order", () => {
    expect(pointedPaths(BLOCK)).toEqual(["src/a b.ts", "src/two.ts"]);
  });

  test("are told apart from notes before and behind them", () => {
    const notes = "helix: notes of earlier work on this:\n- [build @7k3v9xq2mp] 2026-11-22 src/x.ts:1-2  is slow";
    expect(pointedPaths(`${notes}\n\n${BLOCK}\n\n${notes}`)).toEqual(["src/a b.ts", "src/two.ts"]);
    expect(pointedPaths(notes)).toEqual([]);
    expect(pointedPaths("")).toEqual([]);
  });
});

describe("figures", () => {
  const asked = [
    { form: "messages" as const, paths: ["a.ts", "b.ts"], wanted: ["a.ts"] },
    { form: "messages" as const, paths: ["a.ts", "b.ts", "c.ts"], wanted: ["c.ts"] },
    { form: "messages" as const, paths: [], wanted: ["a.ts"] },
    { form: "messages" as const, paths: ["d.ts"], wanted: ["a.ts"] },
    { form: "first lines" as const, paths: [], wanted: ["a.ts"] },
  ];
  const messages = figuresOf("messages", asked);
  const lines = figuresOf("first lines", asked);

  test("are shares of all prompts, and of those that got pointers", () => {
    expect(messages).toEqual({ form: "messages", prompts: 4, spoken: 3 / 4, first: 1 / 3, any: 2 / 3, pointers: 2 });
    expect(lines).toMatchObject({ prompts: 1, spoken: 0, first: Number.NaN });
  });

  test("are printed by repository and in the mean, with each prompt that should have got none", () => {
    const result = {
      name: "one",
      revision: "0123456789abcdef",
      forms: [messages, lines, figuresOf("paraphrases", asked)],
      others: 4,
      silence: 0.75,
      wrongly: [{ split: "tune" as const, kind: "talk", text: "hello" }],
      p50: 1,
      p95: 2,
    };
    const text = pointerTable("helix", result);
    expect(text).toMatch(/\| messages +\| +4 \| +\.750 \| +\.333 \| +\.667 \|/);
    expect(text).toMatch(/\| first lines +\| +1 \| +\.000 \| +– \|/);
    expect(text).not.toContain("paraphrases");
    expect(text).toContain("silent at .750 of 4 prompts that need no code\n- talk: hello");
    expect(pointerMeans([result])).toBe("");
    const other = {
      ...result,
      name: "two",
      silence: 1,
      forms: [
        { ...messages, first: 1 },
        { ...lines, spoken: 1, first: 1 },
      ],
    };
    const means = pointerMeans([{ ...result, forms: result.forms.slice(0, 2) }, other]);
    expect(means).toMatch(/\| messages +\| +8 \| +\.750 \| +\.667 \|/);
    expect(means).toMatch(/\| first lines +\| +2 \| +\.500 \| +1\.000 \|/);
    expect(means).toContain("silent at .875");
  });
});
