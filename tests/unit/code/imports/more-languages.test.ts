// Which files imports of Scala, Lua, Dart, Elixir and Zig mean, and those of parts of Vue and Svelte.

import { describe, expect, test } from "vitest";
import type { Language } from "../../../../src/code/languages.ts";
import { resolverOf } from "../../../support/import-tree.ts";

type Row = [what: string, module: string, files: string[], name?: string];

function cases(language: Language, from: string, resolve: ReturnType<typeof resolverOf>["resolve"], rows: Row[]): void {
  test.each(rows)("%s: %s", (_, module, files, name) => {
    expect(resolve(language, from, module, name)).toEqual(files);
  });
}

describe("Scala", () => {
  const { resolve } = resolverOf({
    "core/src/Store.scala": "package com.acme.store\n\ntrait Store\nobject Limits { val max = 1 }\n",
    "core/src/package.scala": "package com.acme.store\n\ndef openStore(path: String) = 1\n",
    "core/src/Reader.java": "package com.acme.store;\npublic class Reader {}\n",
    "app/Main.scala": "package com.acme.app\n",
  });
  cases("scala", "app/Main.scala", resolve, [
    ["a class", "com.acme.store", ["core/src/Store.scala"], "Store"],
    ["an object in a file of another name", "com.acme.store", ["core/src/Store.scala"], "Limits"],
    ["a member of an object", "com.acme.store.Limits", ["core/src/Store.scala"], "max"],
    ["a function at the top", "com.acme.store", ["core/src/package.scala"], "openStore"],
    ["a class of Java", "com.acme.store", ["core/src/Reader.java"], "Reader"],
    ["a package", "com.acme.store", ["core/src/Reader.java", "core/src/Store.scala", "core/src/package.scala"], "*"],
    ["the language's own", "scala.collection.mutable", [], "Map"],
  ]);
});

describe("Lua", () => {
  const { resolve } = resolverOf({}, [
    "lua/acme/store.lua",
    "lua/acme/keys/init.lua",
    "src/tools/json.lua",
    "deep/in/rocks/odd/lpeg.lua",
    "a/twice.lua",
    "b/twice.lua",
  ]);
  cases("lua", "lua/acme/init.lua", resolve, [
    ["a module", "acme.store", ["lua/acme/store.lua"]],
    ["a folder", "acme.keys", ["lua/acme/keys/init.lua"]],
    ["beside it", "store", ["lua/acme/store.lua"]],
    ["below the root's src", "tools.json", ["src/tools/json.lua"]],
    ["the only one of that end", "odd.lpeg", ["deep/in/rocks/odd/lpeg.lua"]],
    ["one of two", "twice", []],
    ["out of the tree", "../../../../etc/passwd", []],
    ["a rock from outside", "socket.http", []],
  ]);
});

describe("Dart", () => {
  const { resolve } = resolverOf(
    { "packages/store/pubspec.yaml": "name: acme_store\nversion: 1.0.0\n", "pubspec.yaml": 'name: "acme"\n' },
    ["lib/main.dart", "lib/src/cache.dart", "packages/store/lib/store.dart", "packages/store/lib/src/reader.dart"],
  );
  cases("dart", "lib/main.dart", resolve, [
    ["a path", "src/cache.dart", ["lib/src/cache.dart"]],
    ["a path above", "../packages/store/lib/store.dart", ["packages/store/lib/store.dart"]],
    ["the own package", "package:acme/src/cache.dart", ["lib/src/cache.dart"]],
    ["another package of the tree", "package:acme_store/src/reader.dart", ["packages/store/lib/src/reader.dart"]],
    ["a package from outside", "package:http/http.dart", []],
    ["the language's own", "dart:io", []],
    ["out of the tree", "../../../etc/passwd.dart", []],
  ]);
});

describe("Elixir", () => {
  const { resolve } = resolverOf({
    "lib/acme/store.ex": "defmodule Acme.Store do\n  defmodule Entry do\n  end\nend\n",
    "lib/acme/sized.ex": "defprotocol Acme.Sized do\nend\n",
    "lib/acme.ex": "defmodule Acme do\nend\n",
    "test/store_test.exs": "defmodule Acme.StoreTest do\nend\n",
  });
  cases("elixir", "lib/acme/cache.ex", resolve, [
    ["a module", "Acme.Store", ["lib/acme/store.ex"]],
    ["a module apart from its name", "Acme", ["lib/acme/store.ex"], "Store"],
    ["a function of it", "Acme.Store", ["lib/acme/store.ex"], "open"],
    ["a module in another", "Acme.Store.Entry", ["lib/acme/store.ex"]],
    ["a protocol", "Acme.Sized", ["lib/acme/sized.ex"]],
    ["a name that only begins like a module", "Acme.Missing", []],
    ["the language's own", "Enum", []],
  ]);
});

describe("Zig", () => {
  const { resolve } = resolverOf({}, [
    "src/store.zig",
    "src/deep/reader.zig",
    "tools/shapes.zig",
    "a/two.zig",
    "b/two.zig",
  ]);
  cases("zig", "src/deep/main.zig", resolve, [
    ["a path", "reader.zig", ["src/deep/reader.zig"]],
    ["a path above", "../store.zig", ["src/store.zig"]],
    ["a module of the build", "shapes", ["tools/shapes.zig"]],
    ["one of two", "two", []],
    ["the language's own", "std", []],
    ["out of the tree", "../../../etc/passwd.zig", []],
  ]);
});

describe("Vue and Svelte", () => {
  const { resolve } = resolverOf({}, ["src/lib/entries.ts", "src/lib/Row.svelte", "src/Row.vue", "src/main.ts"]);
  cases("vue", "src/App.vue", resolve, [
    ["a part", "./Row.vue", ["src/Row.vue"]],
    ["a module", "./lib/entries", ["src/lib/entries.ts"]],
    ["the usual alias", "@/lib/entries", ["src/lib/entries.ts"]],
    ["a package", "vue", []],
  ]);
  cases("svelte", "src/routes/Page.svelte", resolve, [
    ["the library of the project", "$lib/Row.svelte", ["src/lib/Row.svelte"]],
    ["a module of it", "$lib/entries", ["src/lib/entries.ts"]],
    ["of the framework", "$app/stores", []],
  ]);
});
