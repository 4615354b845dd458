// trace without an action: where a symbol is defined and used; what path, symbol, limit and filter mean; what is
// refused.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FILES = {
  "src/cache.ts": `import { readFile } from "node:fs/promises";

/** get in a comment is no use. */
export class Cache {
  get(key: string): string | null {
    return this.find(key);
  }

  private find(key: string): string | null {
    return key === "get" ? null : key;
  }
}

export function openCache(path: string): Cache {
  return new Cache();
}
`,
  "src/main.ts": `import { openCache } from "./cache.ts";

const cache = openCache("store");

export function main(): void {
  console.log(cache.get("key"));
}
`,
  "src/store.py": `class Store:
    def get(self, key):
        return self.values[key]


def run(store):
    return store.get("a")
`,
  "tests/cache.test.ts": `import { openCache } from "../src/cache.ts";

test("opens", () => {
  expect(openCache("x").get("y")).toBe("y");
});
`,
  "ignored/copy.ts": "export function openCache() {}\n",
  ".gitignore": "ignored/\n",
  "README.md": "openCache opens a cache\n",
};

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;
let root = "";

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

beforeAll(async () => {
  root = makeRepository(join(newFolder(), "shop"));
  put(root, FILES);
  helix = await serve({ cwd: root });
});

describe("trace: symbol", () => {
  test("symbol: definitions with kind and signature, then uses with their code and what is around them", async () => {
    expect(await helix.answer("trace", { path: ".", symbol: "openCache" })).toBe(
      [
        "openCache: 1 definition, 4 uses in 2 files",
        "defined:",
        "  src/cache.ts:14  function  export function openCache(path: string): Cache",
        "used:",
        '  src/main.ts:1  import { openCache } from "./cache.ts";',
        '  src/main.ts:3  const cache = openCache("store");',
        '  tests/cache.test.ts:1 (test)  import { openCache } from "../src/cache.ts";',
        '  tests/cache.test.ts:4 (test)  expect(openCache("x").get("y")).toBe("y");',
      ].join("\n"),
    );
  });

  test("symbol: not in comments, in strings, in ignored files or in text", async () => {
    const answer = await helix.answer("trace", { path: ".", symbol: "get" });
    expect(answer).toBe(
      [
        "get: 2 definitions, 3 uses in 3 files",
        "defined:",
        "  src/cache.ts:5  method of Cache  get(key: string): string | null",
        "  src/store.py:2  method of Store  def get(self, key)",
        "used:",
        '  src/main.ts:6  in main  console.log(cache.get("key"));',
        '  src/store.py:7  in run  return store.get("a")',
        '  tests/cache.test.ts:4 (test)  expect(openCache("x").get("y")).toBe("y");',
        "uses are found by name: they may belong to any of the 2 definitions",
      ].join("\n"),
    );
  });

  test.each(["Store.get", "Store::get", "Store#get", "store.get", "Store.get()"])(
    "symbol: %s is the one of Store, and its uses come first",
    async (symbol) => {
      expect(await helix.answer("trace", { path: ".", symbol })).toBe(
        [
          `${symbol}: 1 definition, 3 uses in 3 files`,
          "defined:",
          "  src/store.py:2  method of Store  def get(self, key)",
          "used:",
          '  src/store.py:7  in run  return store.get("a")',
          '  src/main.ts:6  in main  console.log(cache.get("key"));',
          '  tests/cache.test.ts:4 (test)  expect(openCache("x").get("y")).toBe("y");',
          "uses are found by name: 1 other symbol is called get too, e.g. Cache.get (src/cache.ts:5)",
        ].join("\n"),
      );
    },
  );

  test("symbol: a function is not used by a local variable, a parameter or a key of its name; a field is by a key", async () => {
    const folder = newFolder();
    put(folder, {
      "a.ts": "export function size() {}\nexport interface Box {\n  width: number;\n}\n",
      "b.ts": "const box = { size: 1, width: 2 };\nfunction f(size: number) {\n  return size;\n}\n",
    });
    const traced = await serve({ cwd: folder });
    expect(await traced.answer("trace", { path: ".", symbol: "size" })).toMatch(/^size: 1 definition, 0 uses\n/);
    expect(await traced.answer("trace", { path: ".", symbol: "width" })).toContain(
      "used:\n  b.ts:1  const box = { size: 1, width: 2 };",
    );
  });

  test("symbol: one that is used and defined elsewhere", async () => {
    expect(await helix.answer("trace", { path: ".", symbol: "readFile" })).toBe(
      [
        "readFile: no definition here, 1 use in 1 file",
        "used:",
        '  src/cache.ts:1  import { readFile } from "node:fs/promises";',
      ].join("\n"),
    );
  });

  test("symbol: one that is nowhere, with those that are near", async () => {
    expect(await helix.refusal("trace", { path: ".", symbol: "openCach" })).toBe(
      'nothing in the project is called "openCach"; nearest: openCache',
    );
    expect(await helix.refusal("trace", { path: "src", symbol: "Store.find" })).toBe(
      'nothing in src is called "Store.find"; nearest: Cache.find',
    );
    expect(await helix.refusal("trace", { path: "src/cache.ts", symbol: "openCach" })).toBe(
      'nothing in the project around src/cache.ts is called "openCach"; nearest: openCache',
    );
  });

  test("symbol: without it and without an action a file shows its symbols, a folder an overview", async () => {
    expect(await helix.answer("trace", { path: "src/store.py" })).toBe(
      [
        "src/store.py: Python, 7 lines, 3 symbols",
        "  1-3  class  class Store",
        "    2-3  method  def get(self, key)",
        "  6-7  function  def run(store)",
      ].join("\n"),
    );
    expect(await helix.answer("trace", { path: "." })).toBe(
      [
        ".: 4 files of code",
        "languages: TypeScript (3 files, 28 lines), Python (1 file, 7 lines)",
        "other files: 2 (.gitignore 1, .md 1)",
        "entry points: src/main.ts",
        "modules:",
        "  src (3 files, 30 lines): openCache, Cache, main, Store, run",
        "most used symbols:",
        "  openCache (function, src/cache.ts:14): 2 files",
        "tests: 1 file in tests (1); e.g. tests/cache.test.ts",
        'more: symbol="NAME": where it is defined and used; action="symbols": all symbols',
      ].join("\n"),
    );
  });

  test("a folder without code says what else is in it, and an empty one that there is nothing", async () => {
    put(root, { "notes/plan.md": "# plan\n", "notes/old.md": "# old\n" });
    mkdirSync(join(root, "empty"));
    expect(await helix.answer("trace", { path: "notes" })).toBe(
      "notes: no file of a language that trace reads\nother files: 2 (.md 2)",
    );
    expect(await helix.refusal("trace", { path: "empty" })).toBe(
      "there is no code in empty: no file of a known language",
    );
    rmSync(join(root, "notes"), { recursive: true });
  });
});

describe("trace: path", () => {
  test("path: a folder is all that is looked through", async () => {
    expect(await helix.answer("trace", { path: "src", symbol: "openCache" })).toBe(
      [
        "openCache: 1 definition, 2 uses in 1 file",
        "defined:",
        "  src/cache.ts:14  function  export function openCache(path: string): Cache",
        "used:",
        '  src/main.ts:1  import { openCache } from "./cache.ts";',
        '  src/main.ts:3  const cache = openCache("store");',
      ].join("\n"),
    );
  });

  test("path: a file's definitions come first, uses are looked for in its whole project", async () => {
    const lines = (await helix.answer("trace", { path: "src/store.py", symbol: "get" })).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "get: 2 definitions, 3 uses in 3 files",
      "defined:",
      "  src/store.py:2  method of Store  def get(self, key)",
      "  src/cache.ts:5  method of Cache  get(key: string): string | null",
    ]);
  });

  test("path: absolute, within the project and out of it", async () => {
    expect(await helix.answer("trace", { path: join(root, "src/store.py") })).toMatch(/^src\/store\.py: Python/);
    const other = makeRepository(join(newFolder(), "other"));
    put(other, { "lib/a.go": "package lib\n\nfunc Open() {}\n" });
    for (const path of [
      other,
      join(other, "lib/a.go"),
      join(other, "none.go"),
      "/dev/null",
      "../other",
      "src/../../x",
    ]) {
      expect(await helix.refusal("trace", { path, symbol: "Open" })).toBe(
        `path="${path}" leads out of the project ${root}: give a path within it, e.g. path="src"`,
      );
    }
  });

  test("path: relative to the project's root, else to where helix was started", async () => {
    const inside = await serve({ cwd: join(root, "src") });
    expect(await inside.answer("trace", { path: "src/store.py" })).toMatch(/^src\/store\.py: Python/);
    expect(await inside.answer("trace", { path: "store.py" })).toMatch(/^src\/store\.py: Python/);
    const folder = newFolder();
    put(folder, { "deep/a.rb": "def alone\nend\n", "b.rb": "alone\n" });
    const outside = await serve({ cwd: folder });
    expect(await outside.answer("trace", { path: ".", symbol: "alone" })).toBe(
      [
        "alone: 1 definition, 1 use in 1 file",
        "defined:",
        "  deep/a.rb:1  function  def alone",
        "used:",
        "  b.rb:1  alone",
      ].join("\n"),
    );
  });

  test("path: one that is not there, with those that are near", async () => {
    expect(await helix.refusal("trace", { path: "src/cahce.ts" })).toBe(
      'there is no file or folder "src/cahce.ts"; nearest: src/cache.ts',
    );
    expect(await helix.refusal("trace", { path: "cache.ts" })).toBe(
      'there is no file or folder "cache.ts"; nearest: src/cache.ts',
    );
    expect(await helix.refusal("trace", { path: "scr/deep/cache.py" })).toMatch(
      /^there is no file or folder "scr\/deep\/cache\.py"; nearest: src$/,
    );
  });

  test("path: missing, empty, no text, hostile", async () => {
    expect(await helix.refusal("trace", {})).toBe('path is missing: give a text, e.g. path="src"');
    expect(await helix.refusal("trace", { path: " " })).toBe('path is empty: give a text, e.g. path="src"');
    expect(await helix.refusal("trace", { path: "a\u0000b" })).toMatch(/^there is no file or folder "a\ufffdb"/);
    expect(await helix.refusal("trace", { path: "x/".repeat(50_000) })).toMatch(/^there is no file or folder "x\/x/);
  });

  test("path: a file of no known language", async () => {
    expect(await helix.refusal("trace", { path: "README.md" })).toBe(
      '"README.md" is of no language that trace reads; it reads Bash, C, C++, C#, Dart, Elixir, Go, Java, JavaScript, Kotlin, Lua, PHP, Python, Ruby, Rust, Scala, SQL, Svelte, Swift, TypeScript, Vue, Zig',
    );
  });
});

describe("trace: limit", () => {
  test("limit: definitions first, then uses; the rest is counted", async () => {
    expect(await helix.answer("trace", { path: ".", symbol: "openCache", limit: "2" })).toBe(
      [
        "openCache: 1 definition, 4 uses in 2 files",
        "defined:",
        "  src/cache.ts:14  function  export function openCache(path: string): Cache",
        "used:",
        '  src/main.ts:1  import { openCache } from "./cache.ts";',
        "3 more definitions and uses: the limit of 2 is reached",
      ].join("\n"),
    );
    expect(await helix.answer("trace", { path: ".", symbol: "openCache", limit: "4" })).toMatch(
      /\n1 more definition or use: the limit of 4 is reached$/,
    );
  });

  test("limit: 50 when nobody says otherwise", async () => {
    const folder = newFolder();
    put(folder, { "many.js": "tick();\n".repeat(70) });
    const answer = await (await serve({ cwd: folder })).answer("trace", { path: ".", symbol: "tick" });
    expect(answer.match(/many\.js:\d+/g)).toHaveLength(50);
    expect(answer).toContain("20 more definitions and uses: the limit of 50 is reached");
  });

  test("budget: an answer is never longer, and says how to go on", async () => {
    const folder = newFolder();
    put(folder, { "many.js": `tick(${'"x"+'.repeat(40)}1);\n`.repeat(4000) });
    const answer = await (await serve({ cwd: folder })).answer("trace", { path: ".", symbol: "tick", limit: 10_000 });
    expect(Buffer.byteLength(answer)).toBeLessThan(6000);
    expect(answer).toMatch(/\n\.\.\. \d+ more definitions and uses: page=2$/);
  });

  test("page: the pages list each use once", async () => {
    const folder = newFolder();
    put(folder, { "many.js": "tick(1);\n".repeat(300) });
    const traced = await serve({ cwd: folder });
    const places: string[] = [];
    for (let page = 1, isMore = true; isMore; page++) {
      const answer = await traced.answer("trace", { path: ".", symbol: "tick", limit: 1000, page });
      places.push(...[...answer.matchAll(/^ {2}many\.js:(\d+) /gm)].map((match) => match[1]!));
      isMore = answer.endsWith(`page=${page + 1}`);
    }
    expect(places).toEqual(Array.from({ length: 300 }, (_, at) => String(at + 1)));
  });

  test.each([0, -1, "many", 10_001, 2.5])("limit: %j is refused", async (limit) => {
    expect(await helix.refusal("trace", { path: ".", symbol: "get", limit })).toBe(
      `limit=${JSON.stringify(limit)} is not accepted: give a whole number from 1 to 10000, e.g. limit="20"`,
    );
  });
});

describe("trace: filter", () => {
  test("filter: only files that match", async () => {
    const answer = await helix.answer("trace", { path: ".", symbol: "get", filter: "**/*.py" });
    expect(answer).toBe(
      [
        "get: 1 definition, 1 use in 1 file",
        "defined:",
        "  src/store.py:2  method of Store  def get(self, key)",
        "used:",
        '  src/store.py:7  in run  return store.get("a")',
      ].join("\n"),
    );
  });

  test("filter: is for paths relative to path, and takes braces and !", async () => {
    const files = async (path: string, filter: string) =>
      [...(await helix.answer("trace", { path, action: "symbols", filter })).matchAll(/^(\S+\.\w+): /gm)].map(
        (match) => match[1],
      );
    expect(await files("src", "*.{py,go}")).toEqual(["src/store.py"]);
    expect(await files(".", "src/*.ts")).toEqual(["src/cache.ts", "src/main.ts"]);
    expect(await files(".", "!**/*.ts")).toEqual(["src/store.py"]);
  });

  test("filter: that nothing matches", async () => {
    expect(await helix.refusal("trace", { path: ".", symbol: "get", filter: "*.zig" })).toBe(
      'there is no code to look through in the project (filter="*.zig")',
    );
    expect(await helix.refusal("trace", { path: ".", symbol: "get", filter: "x".repeat(501) })).toBe(
      'filter is 501 characters long, at most 500 are accepted: give a short glob, e.g. filter="**/*.ts"',
    );
  });

  test("filter: what can be no glob", async () => {
    expect(await helix.refusal("trace", { path: ".", symbol: "get", filter: "[" })).toBe(
      'filter="[" is no glob, its "[" is never closed: give one, e.g. filter="**/*.ts"',
    );
  });
});

describe("trace: what it does not accept", () => {
  test.each<[string, string]>([
    ["two words", 'symbol="two words" is not accepted: give one name, e.g. symbol="CachedEntry" or symbol="Cache.get"'],
    ["...", 'symbol="..." is not accepted: give one name, e.g. symbol="CachedEntry" or symbol="Cache.get"'],
  ])("symbol %s", async (symbol, message) => {
    expect(await helix.refusal("trace", { path: ".", symbol })).toBe(message);
  });

  test("an unknown action or parameter", async () => {
    expect(await helix.refusal("trace", { path: ".", action: "find" })).toBe(
      'action="find" is not accepted: give one of symbols, blast, analyze, e.g. action="symbols"',
    );
    expect(await helix.refusal("trace", { path: ".", name: "x" })).toBe(
      'trace has no parameter "name"; accepted: path, symbol, action, limit, filter, budget, page',
    );
    expect(await helix.refusal("trace", { path: ".", symbol: "x", action: "symbols" })).toBe(
      'action="symbols" takes no symbol: leave one of the two out, e.g. path="src" symbol="CachedEntry"',
    );
  });
});
