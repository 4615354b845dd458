// Files as the parser reads them, for one answer: what counts for the bounds is a file, however often it is asked for.

import { expect, test } from "vitest";
import { ParsedFiles } from "../../../../src/features/code/parsed-files.ts";
import { ShownFiles } from "../../../../src/features/code/shown-file.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

test("a file may be asked for as often as types are followed through it", async () => {
  const tree = new MemoryTree({ "a.ts": "export function a() {\n  return b();\n}\n", "b.md": "no code\n" });
  const view = await treesOf(tree).open(TREE_ROOT, false).source.view();
  const parsed = new ParsedFiles(view, new ShownFiles(view), async () => undefined);
  for (let at = 0; at < 20_001; at++) await parsed.parse("a.ts");
  expect((await parsed.parse("a.ts"))?.parsed.references.map(({ name }) => name)).toEqual(["b"]);
  expect([await parsed.parse("b.md"), await parsed.parse("none.ts"), parsed.left]).toEqual([null, null, 0]);
});
