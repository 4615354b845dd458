// Full names that begin with modules, and the files that are in such modules.

import { describe, expect, test } from "vitest";
import { isInModules, modulePartsOf } from "../../../src/code/module-names.ts";

test.each([
  ["com.google.gson.Gson.toJson", "com google gson Gson toJson"],
  ["com.google.gson.Gson#toJson", "com google gson Gson toJson"],
  ["github.com/spf13/cobra.(*Command).Execute(...)", "cobra Command Execute"],
  ["main.(*T).run", "main T run"],
  [String.raw`\Twig\Environment::addExtension`, "Twig Environment addExtension"],
  ["crate::search::Worker", "search Worker"],
  ["load()", "load"],
  ["what is this", ""],
  ["a.".repeat(20), ""],
])("the parts of %s", (name, parts) => {
  expect(modulePartsOf(name).join(" ")).toBe(parts);
});

describe("a file is in modules", () => {
  test.each([
    ["src/click/utils.py", "", ["click", "utils"]],
    ["crates/my-search/src/lib.rs", "", ["my_search"]],
    ["command.go", "// Copyright\npackage cobra\n", ["cobra"]],
    ["src/Environment.php", "<?php\n\nnamespace Twig;\n", ["Twig"]],
    ["lib/a.ex", "defmodule Shop.Cart do\n", ["Shop", "Cart"]],
  ])("%s", (path, text, modules) => {
    expect(isInModules(path, text.split("\n"), modules)).toBe(true);
  });

  test.each([
    ["src/click/utils.py", "", ["utils", "click"]],
    ["src/click/utils.py", "", ["os", "path"]],
    ["command.go", "// package fmt\npackage cobra\n", ["fmt"]],
  ])("%s is not in others", (path, text, modules) => {
    expect(isInModules(path, text.split("\n"), modules)).toBe(false);
  });
});
