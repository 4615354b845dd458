// What `helix setup` shows of a project with much code: what is known before any of it is parsed.

import { expect, test } from "vitest";
import { shortLines } from "../../../../src/surfaces/cli/project-lines.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });

function linesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const ports = { base, project: null, directory: TREE_ROOT, code: treesOf(new MemoryTree(files)) };
  return shortLines(ports, TREE_ROOT, "helix");
}

test("files, languages, tests, the entry, and what to ask", async () => {
  const lines = await linesOf({
    "package.json": '{ "name": "shop", "bin": "src/main.ts" }\n',
    "src/main.ts": 'import { taxOf } from "./tax.ts";\nconsole.log(taxOf(1));\n',
    "src/tax.ts": "export function taxOf(cents: number): number {\n  return cents;\n}\n",
    "tests/tax.test.ts": 'import { taxOf } from "../src/tax.ts";\ntest("tax", () => taxOf(1));\n',
  });
  expect(lines).toEqual([
    `${TREE_ROOT}: 3 files of code (TypeScript 100 %), 1 of them a test: src/tax.ts, src/main.ts`,
    "entered at src/main.ts (bin)",
    expect.stringMatching(/^it can be searched: helix code search "what I want to change"; .* helix code map$/),
  ]);
});

test("a tree without code has nothing to search", async () => {
  expect(await linesOf({ "notes.txt": "milk\n" })).toEqual([]);
});
