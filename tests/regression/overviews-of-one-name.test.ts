// The topic of a stored overview held only the last part of the project's key: that of `b/api` replaced that of
// `a/api`.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { editFeature } from "../../src/features/edit/edit.ts";
import { traceFeature } from "../../src/features/trace/trace.ts";
import { type FoundProject, projectOf } from "../../src/notes/projects/project.ts";
import { claimedProject } from "../support/claimed-project.ts";
import { diskTrees } from "../support/code-index.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { bodyWithPlaces, noIds } from "../support/note-ids.ts";
import { rendered } from "../support/rendered.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

/** A repository with some code; its own folder is called api. */
function repository(origin?: string): string {
  const root = makeRepository(join(folder(), "api"), origin);
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "main.ts"), "export function main() {}\n");
  return root;
}

function world() {
  const base = openKnowledgeBase(folder(), { newNoteId: noIds });
  const code = diskTrees(folder());
  const contextOf = (root: string) => ({
    base,
    project: claimedProject(root),
    judgeProject: (found: FoundProject) => projectOf(found, true),
    directory: root,
    code,
  });
  return {
    base,
    analyze: async (root: string, path = ".") =>
      (await rendered(traceFeature.run(contextOf(root), { path, action: "analyze" }))).text.split("\n")[0],
    more: (root: string) => writeFileSync(join(root, "src", "more.ts"), "export function more() {}\n"),
    undo: (root: string) => editFeature.run(contextOf(root), { action: "undo" }),
    entries: async () => {
      const view = await base.view();
      return liveEntries(view).map(({ topic, body }) => [topic, bodyWithPlaces(view, body)] as const);
    },
    /** An overview as it was stored under the short name. */
    old: async (root: string, body = "Code overview of api (by helix trace)\nold") => {
      const keys = claimedProject(root)!.keys.join(", ");
      await base.change(() => [
        { kind: "add", topic: "code-api", body: `${body}\n[project: ${keys}]`, minutes: NOW_MINUTES - 9 },
      ]);
    },
  };
}

test("repositories of one name and two owners have a topic each", async () => {
  const [a, b] = [repository("https://example.org/a/api.git"), repository("https://example.org/b/api.git")];
  const { analyze, more, entries } = world();
  expect(await analyze(a)).toBe("overview stored in code-a-api");
  expect(await analyze(b)).toBe("overview stored in code-b-api");
  more(b);
  expect(await analyze(b)).toBe("overview replaced in code-b-api");
  expect(await analyze(a)).toBe("overview unchanged in code-a-api");
  expect((await entries()).map(([topic]) => topic)).toEqual(["code-a-api", "code-b-api"]);
});

test.each([
  ["keys that make one topic", "https://example.org/a-b/api.git", "https://example.org/a/b-api.git"],
  ["no remotes, and folders of one name", undefined, undefined],
])("%s: neither replaces the other's", async (_, one, two) => {
  const [a, b] = [repository(one), repository(two)];
  const { analyze, more, entries } = world();
  const first = await analyze(a);
  expect(await analyze(b)).toBe(first);
  more(b);
  expect(await analyze(b)).toMatch(/^overview replaced in /);
  expect(await analyze(a)).toMatch(/^overview unchanged in /);
  expect(await entries()).toHaveLength(2);
});

describe("an overview under the short name", () => {
  test("of the same project is replaced, and moves; links follow it, and undo brings it back", async () => {
    const a = repository("https://example.org/a/api.git");
    const { base, analyze, undo, old, entries } = world();
    await old(a);
    await base.change(() => [{ kind: "add", topic: "n", body: "[links: code-api:0]\nsee", minutes: NOW_MINUTES }]);
    expect(await analyze(a)).toBe("overview replaced in code-a-api");
    const [overview, link] = await entries();
    expect(overview![0]).toBe("code-a-api");
    expect(overview![1]).toContain("languages: TypeScript");
    expect(link).toEqual(["n", "[links: code-a-api:0]\nsee"]);
    await undo(a);
    expect((await entries()).map(([topic]) => topic)).toEqual(["code-api", "n"]);
  });

  test("of another project is left alone", async () => {
    const [a, b] = [repository("https://example.org/a/api.git"), repository("https://example.org/b/api.git")];
    const { analyze, old, entries } = world();
    await old(b);
    const before = (await entries())[0];
    expect(await analyze(a)).toBe("overview stored in code-a-api");
    expect(await entries()).toContainEqual(before);
  });

  test("from before there was a remote moves with it", async () => {
    const root = repository();
    const { analyze, entries } = world();
    expect(await analyze(root)).toBe("overview stored in code-api");
    expect(await analyze(root, "src")).toBe("overview stored in code-api");
    git(root, "remote", "add", "origin", "https://example.org/a/service.git");
    expect(await analyze(root)).toBe("overview replaced in code-a-service");
    expect((await entries()).map(([topic, body]) => `${topic}: ${body.match(/overview of \S+/)}`)).toEqual([
      "code-a-service: overview of service",
      "code-api: overview of api/src",
    ]);
  });
});
