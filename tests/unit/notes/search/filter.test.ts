// Which entries a search may return. Filters are built once for the mapped base and once for the delta: both must
// agree.

import { describe, expect, it } from "vitest";
import { buildFilter, citesFile, type FilterRequest } from "../../../../src/notes/search/filter.ts";
import { parseQuery } from "../../../../src/notes/search/note-query.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const NONE: FilterRequest = { tags: [], topics: [], sources: [], from: null, to: null, project: null };

describe("citesFile", () => {
  it.each([
    ["src/kernels.rs:42", "kernels.rs"],
    ["src/kernels.rs:42", "src/kernels.rs"],
    ["src/kernels.rs:42", "src/kernels.rs:42"],
    ["src/kernels.rs:42", "kernels.rs:42"],
    ["kernels.rs", "kernels.rs"],
    ["src/kernels.rs:10-20", "kernels.rs"],
    ["src/kernels.rs:10:5", "src/kernels.rs"],
    ["a/日本.ts", "日本.ts"],
    ["src/kernels.rs#Matrix.dot", "kernels.rs"],
    ["src/kernels.rs#Matrix.dot", "src/kernels.rs#dot"],
    ["src/kernels.rs#Matrix.dot", "kernels.rs#Matrix::dot"],
  ])("%s names %s", (source, wanted) => {
    expect(citesFile(source, wanted)).toBe(true);
  });

  it.each([
    ["src/kernels.rs:42", "els.rs"],
    ["src/kernels.rs:42", "src"],
    ["src/kernels.rs:42", "kernels.rs:4"],
    ["src/kernels.rs", "kernels.rs:42"],
    ["src/kernels.rs", "other/src/kernels.rs"],
    ["src/Kernels.rs", "kernels.rs"],
    ["src/", ""],
    ["src/kernels.rs:42", ":42"],
    [":42", ":42"],
    ["src/kernels.rs#Matrix.dot", "kernels.rs#ot"],
    ["src/kernels.rs#Matrix.dot", "kernels.rs:42"],
    ["src/kernels.rs", "kernels.rs#dot"],
    ["src/kernels.rs", "kernels.rs#()"],
    ["src/kernels.rs#dot", "other.rs#dot"],
  ])("%s does not name %s", (source, wanted) => {
    expect(citesFile(source, wanted)).toBe(false);
  });
});

it("tests no document for a request that lets everything pass", async () => {
  for (const [, { index }] of await views()) {
    const filtersOf = (more: Partial<FilterRequest>) =>
      index.segments.map((numbered) => buildFilter(numbered, { ...NONE, ...more }, null));
    expect(filtersOf({})).toEqual(index.segments.map(() => undefined));
    // No note is archived.
    expect(filtersOf({ archived: "without" })).toEqual(index.segments.map(() => undefined));
    expect(filtersOf({ archived: "only" })).toEqual(index.segments.map(() => null));
    for (const some of [{ tags: ["a"] }, { topics: ["a"] }, { sources: ["a"] }, { from: 0 }, { to: 0 }]) {
      expect(filtersOf(some)).not.toContain(undefined);
    }
    expect(filtersOf({ project: () => true })).not.toContain(undefined);
  }
});

const NOTES: [topic: string, minutesAgo: number, body: string][] = [
  ["build", 0, "[tags: gotcha, linker]\n[source: src/link.ts:42]\na note\n[project: me/app, app-1]"],
  ["build", 10, "[tags: gotcha]\n[source: lib/link.ts]\na note"],
  ["cache", 20, "[tags: linker]\na note\n[project: me/library]"],
  ["cache", 30, "a note"],
  ["日本", 40, "[tags: gotcha, linker]\n[source: src/link.tsx]\na note\n[project: me/app]"],
];

/** The notes as views: none merged, all merged, some merged. */
async function views(): Promise<[string, KnowledgeView][]> {
  const found: [string, KnowledgeView][] = [];
  for (const merged of [0, NOTES.length, 2]) {
    const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    const changes = NOTES.map(([topic, ago, body]) => ({
      kind: "add" as const,
      topic,
      body,
      minutes: NOW_MINUTES - ago,
    }));
    await base.change(() => changes.slice(0, merged));
    if (merged > 0) await base.mergeNow();
    await base.change(() => changes.slice(merged));
    found.push([`${merged} merged`, await base.view()]);
  }
  return found;
}

describe("a search returns the entries", () => {
  it.each<[string, Partial<FilterRequest>, number[]]>([
    ["with all of the tags", { tags: ["gotcha", "linker"] }, [0, 4]],
    ["with a tag", { tags: ["gotcha"] }, [0, 1, 4]],
    ["of an unknown tag: none", { tags: ["gotch"] }, []],
    ["in one of the topics", { topics: ["cache", "日本"] }, [2, 3, 4]],
    ["of an unknown topic: none", { topics: ["cach"] }, []],
    ["of an unknown topic beside a known one", { topics: ["none", "cache"] }, [2, 3]],
    ["that cite a file", { sources: ["link.ts"] }, [0, 1]],
    ["that cite a path", { sources: ["src/link.ts"] }, [0]],
    ["that cite a line", { sources: ["link.ts:42"] }, [0]],
    ["that cite each of two", { sources: ["link.ts", "src/link.ts"] }, [0]],
    ["of a nameless source: none", { sources: [""] }, []],
    ["of a line without a file: none", { sources: [":42"] }, []],
    ["from a time on", { from: NOW_MINUTES - 20 }, [0, 1, 2]],
    ["before a time", { to: NOW_MINUTES - 20 }, [3, 4]],
    ["between two times", { from: NOW_MINUTES - 30, to: NOW_MINUTES - 10 }, [2, 3]],
    ["of a project", { project: (keys) => keys.includes("me/app") }, [0, 4]],
    ["of a project by its other key", { project: (keys) => keys.includes("app-1") }, [0]],
    ["of no project", { project: (keys) => keys.length === 0 }, [1, 3]],
    ["that pass every filter", { tags: ["linker"], topics: ["build", "cache"], from: NOW_MINUTES - 20 }, [0, 2]],
  ])("%s", async (_, filter, expected) => {
    for (const [name, view] of await views()) {
      for (const text of ["note", ""]) {
        const request = { filter: { ...NONE, ...filter }, mode: "and", diverse: false, ownProject: null } as const;
        const results = view.search({ ...request, query: parseQuery(text), nowMinutes: NOW_MINUTES });
        const found = Array.from(results.ordered(), ({ id }) => (NOW_MINUTES - view.minutesOf(id)) / 10);
        expect([name, text, found.sort()]).toEqual([name, text, expected]);
      }
    }
  });
});
