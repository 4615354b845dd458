// Which notes age, and how much less they count for it.

import { describe, expect, it } from "vitest";
import { CATEGORY_COUNT, categoryName, maskOfTag } from "../../../../src/features/brief/categories.ts";
import { ageFactor, isLastingTag, LASTING_TAGS } from "../../../../src/notes/search/ageing.ts";
import { parseQuery } from "../../../../src/notes/search/note-query.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const DAY = 1440;

describe("ageFactor", () => {
  it.each([
    [0, 1],
    [9, 0.9],
    [99, 0.81],
    [999, 0.729],
  ])("of a note of %d days is %d: ten times as old, a tenth less", (days, expected) => {
    expect(ageFactor(NOW_MINUTES - days * DAY, NOW_MINUTES)).toBeCloseTo(expected, 12);
  });

  it("tells apart what is of this morning and of last year, and takes what is of the future as new", () => {
    const ages = [-5000, 0, 10, 300, DAY, 400 * DAY, 20_000 * DAY].map((age) =>
      ageFactor(NOW_MINUTES - age, NOW_MINUTES),
    );
    expect(ages[0]).toBe(1);
    expect(ages.slice(1)).toEqual(ages.slice(1).toSorted((a, b) => b - a));
    expect(new Set(ages).size).toBe(ages.length - 1);
    expect(ages.at(-1)).toBeGreaterThan(0.5);
  });
});

describe("isLastingTag", () => {
  it("is so of how things are, what must hold, what to beware of and what was decided, however it was typed", () => {
    for (const tag of ["invariant", "architecture", "decision", "data-flow", "gotcha", "Invariants", "DECISION"]) {
      expect(isLastingTag(tag), tag).toBe(true);
    }
    for (const tag of ["status", "bug", "todo", "perf", "how-to", "migration", "", "invari", "s"]) {
      expect(isLastingTag(tag), tag).toBe(false);
    }
  });

  it("knows no tag that a briefing shows elsewhere", () => {
    const names = new Set<string>();
    for (const tag of LASTING_TAGS) {
      for (let category = 0; category < CATEGORY_COUNT; category++) {
        if ((maskOfTag(tag) & (1 << category)) !== 0) names.add(categoryName(category));
      }
    }
    expect([...names].sort()).toEqual(["ARCHITECTURE", "DATA FLOW", "DECISIONS", "GOTCHAS", "INVARIANTS"]);
  });
});

describe("a search", () => {
  /** First lines found for `linker order`, of notes that are `days` old; the first `merged` are in the base. */
  async function found(notes: readonly (readonly [days: number, body: string])[], merged: number, recency?: boolean) {
    const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    const additions = notes.map(([days, body], at) => ({
      kind: "add" as const,
      topic: `topic-${at}`,
      body,
      minutes: NOW_MINUTES - days * DAY,
    }));
    await base.change(() => additions.slice(0, merged));
    if (merged > 0) await base.mergeNow();
    await base.change(() => additions.slice(merged));
    const view = await base.view();
    const results = view.search({
      query: parseQuery("linker order"),
      filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
      mode: "ranked",
      diverse: true,
      nowMinutes: NOW_MINUTES,
      ownProject: null,
      recency,
    });
    return [...results.ordered()].map(({ id }) => view.document(id).snippet[0]);
  }

  it.each([0, 1, 3])("keeps an old invariant before chatter of yesterday, %d merged", async (merged) => {
    const notes = [
      [365, "[tags: invariant]\nlinker order is fixed"],
      [365, "linker order was fixed"],
      [1, "linker order is looked"],
    ] as const;
    expect(await found(notes, merged)).toEqual([
      "linker order is fixed",
      "linker order is looked",
      "linker order was fixed",
    ]);
  });

  it.each([0, 2, 4])("lists first what is newest of notes that say the same anew, %d merged", async (merged) => {
    const notes = [
      [40, "linker order: old first"],
      [3, "[tags: status]\nlinker order: new first, said in some more words"],
      [400, "linker order: none"],
      [90, "[tags: status]\nlinker order: random"],
    ] as const;
    expect((await found(notes, merged))[0]).toBe("linker order: new first, said in some more words");
    expect((await found(notes, merged, false))[0]).not.toBe("linker order: new first, said in some more words");
  });

  it("does not put what is merely new before what fits better", async () => {
    const notes = [
      [365, "linker order"],
      [0, "linker of a board with a good many words that nobody asked for\nand the order of them at the end"],
    ] as const;
    expect((await found(notes, 1))[0]).toBe("linker order");
  });
});
