// Which files the specifiers of JavaScript and TypeScript mean: relative ones, aliases, packages of a workspace.

import { describe, expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

describe("relative", () => {
  const { resolve } = resolverOf({ "src/widget/package.json": '{"main":"./start.js"}' }, [
    "src/main.ts",
    "src/old.js",
    "src/cache.ts",
    "src/both.js",
    "src/both.d.ts",
    "src/view.tsx",
    "src/worker.mts",
    "src/App.vue",
    "src/Panel.svelte",
    "src/data.json",
    "src/list/index.ts",
    "src/list.test.ts",
    "src/widget/start.js",
    "src/v1.2/util.ts",
    "src/v1.2/index.ts",
    "src/.hidden.config.ts",
    "src/only.d.ts",
    "lib/index.js",
    "node_modules/left-pad/index.js",
  ]);
  test.each([
    ["without an extension", "./cache", ["src/cache.ts"]],
    ["with the extension", "./cache.ts", ["src/cache.ts"]],
    ["with the extension of what is compiled", "./cache.js", ["src/cache.ts"]],
    ["of what JSX compiles to", "./view.js", ["src/view.tsx"]],
    ["of a module", "./worker.mjs", ["src/worker.mts"]],
    ["a declaration alone", "./only.js", ["src/only.d.ts"]],
    ["types before what they describe", "./both.js", ["src/both.d.ts", "src/both.js"]],
    ["the start of a folder", "./list", ["src/list/index.ts"]],
    ["a folder by its slash", "./list/", ["src/list/index.ts"]],
    ["the own folder's parent", "../lib", ["lib/index.js"]],
    ["a manifest's main", "./widget", ["src/widget/start.js"]],
    ["a part of Vue", "./App.vue", ["src/App.vue"]],
    ["a part of Svelte", "./Panel.svelte", ["src/Panel.svelte"]],
    ["data", "./data.json", ["src/data.json"]],
    ["a bundler's question", "./cache?worker", ["src/cache.ts"]],
    ["dots in names of folders", "./v1.2/util", ["src/v1.2/util.ts"]],
    ["a folder with a dot", "./v1.2", ["src/v1.2/index.ts"]],
    ["a name that begins with a dot", "./.hidden.config", ["src/.hidden.config.ts"]],
    ["a name with several dots", "./list.test", ["src/list.test.ts"]],
    ["none of the tree", "./gone", []],
    ["out of the tree", "../../src/cache", []],
    ["installed packages by path", "../node_modules/left-pad/index.js", []],
    ["installed packages", "left-pad", []],
    ["the runtime's", "node:fs", []],
    ["an address", "https://example.org/cache.ts", []],
    ["properties that every object has", "constructor", []],
  ])("%s: %s", (_, module, files) => {
    expect(resolve("typescript", "src/main.ts", module)).toEqual(files);
  });
  test("JavaScript means the code before its types", () => {
    expect(resolve("javascript", "src/old.js", "./both")).toEqual(["src/both.js", "src/both.d.ts"]);
  });
  test("parts of Vue and Svelte files import like TypeScript", () => {
    expect(resolve("typescript", "src/App.vue", "./cache")).toEqual(["src/cache.ts"]);
  });
});

describe("aliases of tsconfig", () => {
  test("paths and baseUrl, with comments in the file", () => {
    const { resolve } = resolverOf(
      {
        "tsconfig.json": `{ // the project
          "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["./*"], "@/special/*": ["../other/*"], "exact": ["core/one.ts"], }, } }`,
      },
      ["src/core/one.ts", "other/two.ts", "src/main.ts"],
    );
    expect(resolve("typescript", "src/main.ts", "@/core/one")).toEqual(["src/core/one.ts"]);
    expect(resolve("typescript", "src/main.ts", "@/special/two")).toEqual(["other/two.ts"]);
    expect(resolve("typescript", "src/main.ts", "exact")).toEqual(["src/core/one.ts"]);
    expect(resolve("typescript", "src/main.ts", "core/one")).toEqual(["src/core/one.ts"]);
    expect(resolve("typescript", "src/main.ts", "exactly")).toEqual([]);
  });
  test("extends, from a folder above and from a package of the workspace; paths are relative to their file", () => {
    const { resolve } = resolverOf(
      {
        "package.json": '{"workspaces":["packages/*"]}',
        "tsconfig.base.json": '{"compilerOptions":{"paths":{"~lib/*":["./lib/*"]}}}',
        "packages/config/package.json": '{"name":"@acme/config"}',
        "packages/config/strict.json": '{"compilerOptions":{"paths":{"#config":["./values.ts"]}}}',
        "packages/app/tsconfig.json": '{"extends":"../../tsconfig.base"}',
        "packages/web/tsconfig.json": '{"extends":["../../tsconfig.base.json","@acme/config/strict"]}',
      },
      ["lib/a.ts", "packages/config/values.ts", "packages/app/main.ts", "packages/web/main.ts"],
    );
    expect(resolve("typescript", "packages/app/main.ts", "~lib/a")).toEqual(["lib/a.ts"]);
    expect(resolve("typescript", "packages/web/main.ts", "#config")).toEqual(["packages/config/values.ts"]);
  });
  test("a configuration that only refers to others", () => {
    const { resolve } = resolverOf(
      {
        "tsconfig.json": '{"files":[],"references":[{"path":"./tsconfig.app.json"},{"path":"./node"}]}',
        "tsconfig.app.json": '{"compilerOptions":{"paths":{"@/*":["./app/*"]}}}',
      },
      ["app/a.ts", "app/main.ts"],
    );
    expect(resolve("typescript", "app/main.ts", "@/a")).toEqual(["app/a.ts"]);
  });
  test("without any, @/ means the package's sources", () => {
    const { resolve } = resolverOf({ "web/package.json": "{}" }, ["web/src/a.js", "web/src/main.js"]);
    expect(resolve("javascript", "web/src/main.js", "@/a")).toEqual(["web/src/a.js"]);
  });
  test("circles, paths that lead out, and broken files say nothing", () => {
    const { resolve } = resolverOf(
      {
        "a/tsconfig.json": '{"extends":["./b.json","./b.json"],"compilerOptions":{"paths":{"x/*":["../../../etc/*"]}}}',
        "a/b.json": '{"extends":["./tsconfig.json","./b.json"]}',
        "b/tsconfig.json": '{"compilerOptions":{"paths":{"x":7,"y":[{}],"__proto__":["./secret.ts"]},',
        "c/tsconfig.json": "[1, 2",
      },
      ["a/main.ts", "b/main.ts", "c/main.ts", "etc/passwd.ts", "c/near.ts"],
    );
    expect(resolve("typescript", "a/main.ts", "x/passwd")).toEqual([]);
    expect(resolve("typescript", "b/main.ts", "y")).toEqual([]);
    expect(resolve("typescript", "c/main.ts", "./near")).toEqual(["c/near.ts"]);
  });
});

describe("packages of the tree", () => {
  const files = {
    "package.json": '{"name":"shop","workspaces":{"packages":["packages/*","!packages/old","tools/**"]}}',
    "packages/cart/package.json": JSON.stringify({
      name: "@shop/cart",
      exports: {
        ".": { types: "./dist/types/index.d.ts", import: "./dist/index.js" },
        "./tax": { browser: { default: "./dist/browser/tax.js" }, default: "./dist/tax.js" },
        "./rules/*": "./dist/rules/*.js",
      },
      imports: { "#store": { node: "./dist/store.js" }, "#parts/*": "./src/parts/*.ts", "#outside": "left-pad" },
    }),
    "packages/site/package.json": '{"name":"site","main":"lib/main.js","dependencies":{"helper":"file:../../helper"}}',
    "packages/old/package.json": '{"name":"old"}',
    "tools/build/deep/package.json": '{"name":"deep","module":"./esm/start.js"}',
    "helper/package.json": '{"name":"helper"}',
    "elsewhere/package.json": '{"name":"elsewhere"}',
  };
  const { resolve } = resolverOf(files, [
    "packages/cart/src/index.ts",
    "packages/cart/src/tax.ts",
    "packages/cart/src/store.ts",
    "packages/cart/src/rules/vat.ts",
    "packages/cart/src/parts/row.ts",
    "packages/site/src/main.ts",
    "packages/site/src/pages/home.ts",
    "packages/old/index.js",
    "tools/build/deep/src/start.ts",
    "helper/index.js",
    "elsewhere/index.js",
  ]);
  test.each([
    ["exports of what is built mean the sources", "@shop/cart", ["packages/cart/src/index.ts"]],
    ["a path of exports, by conditions", "@shop/cart/tax", ["packages/cart/src/tax.ts"]],
    ["a pattern of exports", "@shop/cart/rules/vat", ["packages/cart/src/rules/vat.ts"]],
    ["a path that exports do not name", "@shop/cart/src/store", ["packages/cart/src/store.ts"]],
    ["globs of many folders", "deep", ["tools/build/deep/src/start.ts"]],
    ["the own name", "site", ["packages/site/src/main.ts"]],
    ["a path in the own package", "site/pages/home", ["packages/site/src/pages/home.ts"]],
    ["a local dependency", "helper", ["helper/index.js"]],
    ["a package that the workspace leaves out", "old", []],
    ["a package outside of the workspace", "elsewhere", []],
  ])("%s: %s", (_, module, found) => {
    expect(resolve("typescript", "packages/site/src/main.ts", module)).toEqual(found);
  });
  test("the own package's private names", () => {
    const own = (module: string) => resolve("typescript", "packages/cart/src/index.ts", module);
    expect(own("#store")).toEqual(["packages/cart/src/store.ts"]);
    expect(own("#parts/row")).toEqual(["packages/cart/src/parts/row.ts"]);
    expect(own("#outside")).toEqual([]);
    expect(own("#missing")).toEqual([]);
  });
  test("pnpm's list of packages", () => {
    const pnpm = resolverOf(
      {
        "pnpm-workspace.yaml": "packages:\n  - 'libs/*' # all\n",
        "package.json": "{}",
        "libs/a/package.json": '{"name":"a"}',
      },
      ["libs/a/index.ts", "main.ts"],
    );
    expect(pnpm.resolve("typescript", "main.ts", "a")).toEqual(["libs/a/index.ts"]);
  });
  test("hostile manifests end, and say nothing that leads out", () => {
    const nested = `${'{"node":'.repeat(5000)}"./a.js"${"}".repeat(5000)}`;
    const hostile = resolverOf(
      {
        "package.json": `{"name":"x","workspaces":["${"**/".repeat(300)}*"],"exports":{".":${nested},"./out":"../../etc/passwd","./*":"${"*/".repeat(400)}"}}`,
        "p/package.json": '{"name":"__proto__"}',
      },
      ["a.js", "etc/passwd"],
    );
    expect(hostile.resolve("javascript", "a.js", "x/out")).toEqual([]);
    expect(hostile.resolve("javascript", "a.js", `x/${"a".repeat(900)}`)).toEqual([]);
    expect(hostile.resolve("javascript", "a.js", "__proto__")).toEqual([]);
  });
});
