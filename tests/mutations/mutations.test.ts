// Each promise can be broken on purpose, and a test notices. All of that is `npm run mutations`; here every mutation is
// held against the sources as they are, since one that cannot be applied proves nothing.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { isPartOfTitle, titlesIn } from "../support/test-titles.ts";

interface Mutation {
  readonly promise: string;
  readonly name: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  readonly test: string;
  readonly fails: string;
}

interface Table {
  readMutations(root: string): Mutation[];
  markdownTable(mutations: Mutation[]): string;
  mutated(text: string, mutation: Mutation): { text: string } | { problem: string };
}

const { markdownTable, readMutations, mutated } = (await import(
  join(repositoryRoot, "scripts", "mutations-table.mjs")
)) as Table;
const mutations = readMutations(repositoryRoot);
const folder = useFolders("each");
const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");

describe("the mutations", () => {
  test("break each promise, and each has a name of its own", () => {
    const promises = [...new Set(mutations.map(({ promise }) => promise))];
    expect(promises.map((promise) => Number.parseInt(promise, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const names = mutations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  test.each(mutations)("$name: can be applied, and names a test that there is", (mutation) => {
    const changed = mutated(read(mutation.file), mutation);
    expect(changed).not.toHaveProperty("problem");
    expect(mutation.replace).not.toBe(mutation.search);
    expect(mutation.file).toMatch(/^src\//);
    expect(existsSync(join(repositoryRoot, mutation.test)), mutation.test).toBe(true);
    expect(mutation.fails.length).toBeGreaterThan(10);
    // It is one of npm test.
    expect(mutation.test).not.toMatch(/^tests\/(?:build|clients|fuzz|long|prove)\//);
  });

  // Only a run proves it: what this does not see is said in test-titles.ts.
  test("name tests whose titles stand in their files", () => {
    const titles = titlesIn([...new Set(mutations.map((mutation) => mutation.test))], join(folder(), "list.json"));
    const isThere = (path: string, part: string) => isPartOfTitle(part, titles.get(path)!, read(path));
    const gone = mutations.filter((mutation) => !isThere(mutation.test, mutation.fails));
    expect(gone.map(({ name, fails }) => ({ name, fails }))).toEqual([]);
    // Two names that tests had once. The first one could be that of a test of `the hook %s`.
    const hooks = "tests/e2e/hook-lean.test.ts";
    expect(isThere(hooks, "the hook path holds every hook, and no package, no command and no server")).toBe(false);
    expect(isThere("tests/regression/tail-without-a-server.test.ts", "the first hook of a session folds")).toBe(false);
    expect(isThere(hooks, "the hook session loads its own code")).toBe(true);
  });

  test("stand in docs/RELIABILITY.md: npm run mutations -- --table prints what has to stand there", () => {
    expect(read("docs/RELIABILITY.md")).toContain(markdownTable(mutations));
  });

  test("are counted in docs/RELIABILITY.md", () => {
    expect(read("docs/RELIABILITY.md")).toContain(`; there are ${mutations.length} now;`);
  });

  test("that cannot be applied say so", () => {
    const mutation = { ...mutations[0]!, file: "a.ts", search: "b", replace: "$&" };
    expect(mutated("a", mutation)).toEqual({
      problem: "cannot be applied: the text that it replaces stands 0 times in a.ts",
    });
    expect(mutated("b b", mutation)).toEqual({
      problem: "cannot be applied: the text that it replaces stands 2 times in a.ts",
    });
    // What replaces it is taken as it is.
    expect(mutated("abc", mutation)).toEqual({ text: "a$&c" });
  });
});
