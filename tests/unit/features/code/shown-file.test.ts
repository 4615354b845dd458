// The symbols of a file by their names, where the parser understands all of it, a part of it, or has not read it; and
// files that were shown before.

import { expect, test } from "vitest";
import { endsWith } from "../../../../src/code/references/file-names.ts";
import { parserOf } from "../../../../src/code/store/parse-files.ts";
import { ShownFile, ShownFiles } from "../../../../src/features/code/shown-file.ts";
import { MemoryTree, treesOf } from "../../../support/memory-tree.ts";

const WHOLE = "struct point { int x; };\nint area(struct point p);\nint area(struct point p) { return p.x; }\n";
const BROKEN = `${WHOLE}FOREACH(each, list { )\nstatic int\nlost(int a)\n{\n  return box.area + area(a);\n}\n#define AREA_OF(x) ((\n`;

test.each([
  ["all of it", "a.c", WHOLE],
  ["a part of it", "a.c", BROKEN],
  ["names with dots", "a.ts", "function two() {}\nlet x = a.two(((;\nclass {{ ]\nnamespace one.two {\n"],
])("%s", async (_, path, text) => {
  for (const isParsed of [true, false]) {
    const file = new ShownFile(path, text);
    const parser = await parserOf(file.language!);
    if (isParsed) file.take(parser.parseFile(text, file.language!));
    const names = new Set(["none", "area", "two", ...file.symbols.map(({ name }) => name)]);
    for (const name of names) {
      const asked = new ShownFile(path, text);
      if (isParsed) asked.take(parser.parseFile(text, file.language!));
      expect(asked.symbolsEnding(name)).toEqual(file.symbols.filter((symbol) => endsWith(symbol.name, name)));
    }
    expect(file.symbols.length).toBeGreaterThan(1);
  }
});

test("a name ends with another behind a dot only", () => {
  expect([endsWith("a.b", "b"), endsWith("b", "b"), endsWith("ab", "b"), endsWith("b", "a.b")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("a file that was shown before is looked at again", async () => {
  const tree = new MemoryTree({ "a.ts": "export function one() {}\n" });
  const view = await treesOf(tree).open(tree.root, false).source.view();
  expect(new ShownFiles(view).get("a.ts")?.lines[0]).toBe("export function one() {}");
  tree.put("a.ts", "export function two() {}\n");
  const files = new ShownFiles(view);
  expect([files.get("a.ts"), [...files.changed]]).toEqual([null, ["a.ts"]]);
});
