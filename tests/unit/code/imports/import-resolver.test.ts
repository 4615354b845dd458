// What holds for imports of every language: bounds, determinism, nothing from outside of the tree.

import { expect, test } from "vitest";
import { FILES_MAX, importResolver } from "../../../../src/code/imports/import-resolver.ts";
import type { Language } from "../../../../src/code/languages.ts";
import { importTree, resolverOf } from "../../../support/import-tree.ts";

const LANGUAGES: readonly Language[] = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "go",
  "java",
  "javascript",
  "kotlin",
  "php",
  "python",
  "ruby",
  "rust",
  "swift",
  "tsx",
  "typescript",
];

const HOSTILE = [
  "",
  ".",
  "..",
  "/",
  "//",
  "*",
  "::",
  "crate",
  "super",
  "self",
  "\\",
  "#",
  "@",
  "@/",
  "<>",
  '"',
  "./",
  "../".repeat(300),
  "a/".repeat(400),
  "a.".repeat(400),
  "a::".repeat(300),
  "super::".repeat(140),
  "a\\".repeat(400),
  "$(".repeat(400),
  "x".repeat(100_000),
  "a\0b",
  "a\nb",
  "__proto__",
  "constructor.prototype",
  "node_modules/x",
  "%2e%2e/x",
  "\ud800",
];

test.each(LANGUAGES)("%s: hostile imports mean nothing outside of the tree, and end", (language) => {
  const tree = importTree({ "package.json": "{}", "go.mod": "module a\n", "Cargo.toml": '[package]\nname = "a"\n' }, [
    "a/b.ts",
    "src/lib.rs",
    "main.py",
    "node_modules/x/index.js",
  ]);
  const { resolve } = importResolver(tree);
  for (const module of HOSTILE)
    for (const from of ["a/b.ts", "src/lib.rs", "gone/away.x", "main.py"])
      for (const path of resolve(language, from, module, module)) {
        expect(tree.has(path)).toBe(true);
        expect(path).not.toContain("node_modules");
      }
});

test("a package of very many files is bounded", () => {
  const files = Array.from({ length: FILES_MAX + 500 }, (_, at) => `big/f${at}.go`);
  const { resolve } = resolverOf({ "go.mod": "module a\n" }, files);
  expect(resolve("go", "main.go", "a/big")).toHaveLength(FILES_MAX);
});

test("answers do not depend on the order of the files", () => {
  const paths = ["x/util.h", "y/util.h", "z/deep/util.h", "main.c"];
  const forward = resolverOf({}, paths).resolve("c", "main.c", '"util.h"');
  expect(resolverOf({}, paths.toReversed()).resolve("c", "main.c", '"util.h"')).toEqual(forward);
  expect(forward).toEqual(["x/util.h", "y/util.h", "z/deep/util.h"]);
});

test("nothing is read before the first question, and the same question reads nothing again", () => {
  let reads = 0;
  const tree = importTree({ "tsconfig.json": '{"compilerOptions":{"baseUrl":"."}}' }, ["a.ts", "b.ts"]);
  const { resolve } = importResolver({
    ...tree,
    read(path) {
      reads++;
      return tree.read(path);
    },
  });
  expect(reads).toBe(0);
  expect(resolve("typescript", "a.ts", "b")).toEqual(["b.ts"]);
  const first = reads;
  expect(resolve("typescript", "a.ts", "b")).toEqual(["b.ts"]);
  expect(reads).toBe(first);
});

test("a manifest that cannot be read, or is very long, says nothing", () => {
  const long = `{"compilerOptions":{"baseUrl":"src"},"x":"${"y".repeat(3_000_000)}"}`;
  expect(resolverOf({ "tsconfig.json": long }, ["src/b.ts"]).resolve("typescript", "a.ts", "b")).toEqual([]);
  const unread = { ...importTree({}, ["tsconfig.json", "Cargo.toml", "src/b.ts"]), read: () => null };
  expect(importResolver(unread).resolve("typescript", "a.ts", "b")).toEqual([]);
  expect(importResolver(unread).resolve("rust", "src/b.rs", "c::d")).toEqual([]);
});
