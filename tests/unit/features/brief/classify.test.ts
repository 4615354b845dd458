// Categories: every tag of the table, the three passes, and names as people write them.

import { describe, expect, it } from "vitest";
import {
  categoryKey,
  categoryName,
  parseFocus,
  shownCategory,
  UNTAGGED,
} from "../../../../src/features/brief/categories.ts";
import { classify } from "../../../../src/features/brief/classify.ts";

const nameOf = (tags: string[], text: string) => categoryName(shownCategory(classify(tags, text), null));

describe("classify", () => {
  it.each([
    ["design", "DECISIONS"],
    ["security", "INVARIANTS"],
    ["module", "ARCHITECTURE"],
    ["fix", "HOW-TO"],
    ["flow", "DATA FLOW"],
    ["benchmarks", "PERFORMANCE"],
    ["build", "UNTAGGED"],
  ])("takes what a prefix stands for as a tag too: %s", (tag, name) => {
    expect(nameOf([tag], "")).toBe(name);
  });

  it.each([
    ["gotcha: x", "GOTCHAS"],
    ["**Gotchas:** x", "GOTCHAS"],
    ["- todo: x", "GAPS"],
    ["plain\n\nData flow: x", "DATA FLOW"],
    ["pattern: x", "UNTAGGED"],
    ["a gotchas", "GOTCHAS"],
    ["we must never, it fails", "INVARIANTS"],
    ["must fail silently", "GOTCHAS"],
    ["how about to", "UNTAGGED"],
    ["how to", "HOW-TO"],
    ["data is flow", "UNTAGGED"],
    ["", "UNTAGGED"],
    ["\n \n", "UNTAGGED"],
  ])("reads %j", (text, name) => {
    expect(nameOf([], text)).toBe(name);
  });

  it("reads long lines and many lines in part only", () => {
    expect(nameOf([], `${"x ".repeat(300)} gotcha`)).toBe("UNTAGGED");
    expect(nameOf([], `${"\n".repeat(100_000)}gotcha`)).toBe("GOTCHAS");
  });
});

describe("focus", () => {
  it("takes each category by the name that data has for it", () => {
    for (let category = 0; category <= UNTAGGED; category++)
      expect(parseFocus(categoryKey(category))).toBe(1 << category);
  });

  it("is none for nothing", () => {
    expect(parseFocus(undefined)).toBeNull();
    expect(parseFocus(" ")).toBeNull();
  });

  it.each([",", " , "])("refuses %j, which names none", (focus) => {
    expect(() => parseFocus(focus)).toThrow('focus names no category, e.g. focus="gotchas,invariants"');
  });

  it("shows an entry in the first of its categories that is wanted", () => {
    const mask = classify(["architecture", "gap"], "");
    expect(categoryName(shownCategory(mask, null))).toBe("ARCHITECTURE");
    expect(categoryName(shownCategory(mask, parseFocus("gaps,gotchas")))).toBe("GAPS");
  });
});
