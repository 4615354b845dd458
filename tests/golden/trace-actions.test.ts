// The actions of trace: symbols of a file or tree, blast (who uses a file's symbols), analyze (an overview that is
// stored).

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { codeFixtures } from "../support/code-fixtures.ts";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FILES = {
  "package.json":
    '{"main": "dist/index.js", "dependencies": {"zod": "4.0.0"}, "devDependencies": {"vitest": "5.0.0"}}\n',
  "src/cache.ts": `export interface Store {
  readonly size: number;
}

export class Cache implements Store {
  readonly size = 0;

  get(key: string): string {
    return hash(key);
  }

  private grow(): void {}
}

export function hash(text: string): string {
  return text;
}

function local(): void {}

export const LIMIT = 10;
`,
  "src/main.ts": `import { Cache } from "./cache.ts";

export function main(): void {
  const cache = new Cache();
  console.log(cache.get("a"), cache.get("b"));
}
`,
  "src/other.ts": `export function hash(value: number): number {
  return value;
}

hash(1);
`,
  "src/tool.py": "def main():\n    Cache = 1\n    return Cache\n",
  "tests/cache.test.ts": `import { Cache, LIMIT } from "../src/cache.ts";

test("limit", () => expect(new Cache().size).toBe(LIMIT));
`,
};

const serve = useServers("each");
const newFolder = useFolders("each");

function put(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function project(origin?: string): string {
  return put(makeRepository(join(newFolder(), "shop"), origin), FILES);
}

describe("trace: symbols", () => {
  test("action=symbols: of a file, nested, each with lines, kind and signature", async () => {
    const helix = await serve({ cwd: project() });
    expect(await helix.answer("trace", { path: "src/cache.ts", action: "symbols" })).toBe(
      [
        "src/cache.ts: TypeScript, 21 lines, 9 symbols",
        "  1-3  interface  export interface Store",
        "    2  field  readonly size: number",
        "  5-13  class  export class Cache implements Store",
        "    6  field  readonly size = 0",
        "    8-10  method  get(key: string): string",
        "    12  method  private grow(): void",
        "  15-17  function  export function hash(text: string): string",
        "  19  function  function local(): void",
        "  21  constant  export const LIMIT = 10",
      ].join("\n"),
    );
  });

  test("action=symbols: of a tree, file by file", async () => {
    const helix = await serve({ cwd: project() });
    expect(await helix.answer("trace", { path: "src", action: "symbols", filter: "{main,other}.ts" })).toBe(
      [
        "src: 2 files, 2 symbols",
        "src/main.ts: TypeScript, 6 lines, 1 symbol",
        "  3-6  function  export function main(): void",
        "src/other.ts: TypeScript, 5 lines, 1 symbol",
        "  1-3  function  export function hash(value: number): number",
      ].join("\n"),
    );
  });

  test("limit: of symbols, what says most about a file is kept", async () => {
    const helix = await serve({ cwd: project() });
    expect(await helix.answer("trace", { path: "src/cache.ts", action: "symbols", limit: 4 })).toBe(
      [
        "src/cache.ts: TypeScript, 21 lines, 9 symbols",
        "  1-3  interface  export interface Store",
        "  5-13  class  export class Cache implements Store",
        "  15-17  function  export function hash(text: string): string",
        "  21  constant  export const LIMIT = 10",
        "5 more symbols: the limit of 4 is reached",
      ].join("\n"),
    );
  });

  test("action=symbols: of a file without any, and of a folder without code", async () => {
    const helix = await serve({
      cwd: put(makeRepository(join(newFolder(), "bare")), { "a.ts": "1 + 1;\n", "docs/b.md": "x" }),
    });
    expect(await helix.answer("trace", { path: "a.ts", action: "symbols" })).toBe(
      "a.ts: TypeScript, 1 line, 0 symbols",
    );
    expect(await helix.refusal("trace", { path: "docs", action: "symbols" })).toBe("there is no code in docs");
  });
});

describe("trace: symbols of each language", () => {
  const serveOnce = useServers("all");
  const newTree = useFolders("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serveOnce({
      cwd: put(newTree(), Object.fromEntries(codeFixtures().map((each) => [each.name, each.text]))),
    });
  });

  test.each(codeFixtures())("action=symbols: $name, every symbol with its line", async ({ name, symbols }) => {
    const answer = await helix.answer("trace", { path: name, action: "symbols" });
    const shown = [...answer.matchAll(/^ +(\d+)(?:-\d+)? {2}(\w+) {2}/gm)].map(([, line, kind]) => `${line} ${kind}`);
    const expected = symbols.map((symbol) => symbol.replace(/^(\d+) -?(\w+) .*$/, "$1 $2"));
    expect(shown.sort()).toEqual(expected.sort());
    expect(answer).not.toContain("syntax errors");
    expect(answer.includes("line by line")).toBe(name === "sql.sql");
  });
});

describe("trace: blast", () => {
  test("action=blast: who uses each symbol of a file, most used first, tests marked, ambiguity and the unused said", async () => {
    const helix = await serve({ cwd: project() });
    expect(await helix.answer("trace", { path: "src/cache.ts", action: "blast" })).toBe(
      [
        "src/cache.ts: 5 symbols for others, used by 2 files (1 test)",
        "Cache (class, line 5): 4 uses in 2 files",
        '  src/main.ts:1  2x  import { Cache } from "./cache.ts";',
        '  tests/cache.test.ts:1 (test)  2x  import { Cache, LIMIT } from "../src/cache.ts";',
        "Cache.get (method, line 8): 2 uses in 1 file",
        '  src/main.ts:5  2x  console.log(cache.get("a"), cache.get("b"));',
        "LIMIT (constant, line 21): 2 uses in 1 file",
        '  tests/cache.test.ts:1 (test)  2x  import { Cache, LIMIT } from "../src/cache.ts";',
        "used by no other file (2): Store, hash",
      ].join("\n"),
    );
  });

  test("action=blast: a name that is defined elsewhere too says where", async () => {
    const folder = project();
    put(folder, { "src/user.ts": 'import { hash } from "./cache.ts";\n\nexport const x = hash("a");\n' });
    const helix = await serve({ cwd: folder });
    const answer = await helix.answer("trace", { path: "src/cache.ts", action: "blast", symbol: "hash" });
    expect(answer).toBe(
      [
        "src/cache.ts: 1 symbol for others, used by 1 file",
        "hash (function, line 15): 2 uses in 1 file",
        '  src/user.ts:1  2x  import { hash } from "./cache.ts";',
        "  also defined in src/other.ts:1: some of the uses may be of these",
      ].join("\n"),
    );
    expect(await helix.refusal("trace", { path: "src/cache.ts", action: "blast", symbol: "hsh" })).toBe(
      'src/cache.ts has no symbol "hsh" for others; nearest: hash',
    );
  });

  test("limit: of blast, places are counted when they are too many", async () => {
    const helix = await serve({ cwd: project() });
    const answer = await helix.answer("trace", { path: "src/cache.ts", action: "blast", limit: "1" });
    expect(answer).toBe(
      [
        "src/cache.ts: 5 symbols for others, used by 2 files (1 test)",
        "Cache (class, line 5): 4 uses in 2 files",
        '  src/main.ts:1  2x  import { Cache } from "./cache.ts";',
        "used by no other file (2): Store, hash",
        "3 more places: the limit of 1 is reached",
      ].join("\n"),
    );
  });

  test("action=blast: of a folder, and of what is no code", async () => {
    const helix = await serve({ cwd: project() });
    expect(await helix.refusal("trace", { path: "src", action: "blast" })).toBe(
      'action="blast" needs a file, src is a folder: e.g. path="src/engine.ts" action="blast"',
    );
    expect(await helix.refusal("trace", { path: "package.json", action: "blast" })).toMatch(
      /^"package\.json" is of no language that trace reads; it reads Bash, /,
    );
  });
});

const OVERVIEW = [
  "Code overview of shop (by helix trace)",
  "languages: TypeScript (4 files, 35 lines), Python (1 file, 3 lines)",
  "other files: 1 (.json 1)",
  "entry points: main dist/index.js (package.json); src/main.ts",
  "modules:",
  "  src (4 files, 35 lines): Cache, LIMIT, Store, hash, main",
  "most used symbols:",
  "  Cache (class, src/cache.ts:5): 2 files",
  "  LIMIT (constant, src/cache.ts:21): 1 file",
  "dependencies (package.json): zod",
  "for development (package.json): vitest",
  "tests: 1 file in tests (1); e.g. tests/cache.test.ts",
];

describe("trace: analyze", () => {
  test("action=analyze: stores an overview of the project under code-<owner>-<repository>, and shows it", async () => {
    const helix = await serve({ cwd: project("https://example.org/acme/shop.git") });
    expect(await helix.answer("trace", { path: ".", action: "analyze" })).toBe(
      ["overview stored in code-acme-shop", "", ...OVERVIEW].join("\n"),
    );
    const stored = await helix.read("code-acme-shop");
    expect(stored).toBe(
      [
        "[0] 2026-02-21 06:11",
        "  [tags: architecture, module-map]",
        ...OVERVIEW.map((line) => `  ${line}`),
        "",
        "1 entry in code-acme-shop",
      ].join("\n"),
    );
    expect(await helix.search("tag:module-map Cache", { detail: "count" })).toBe("1 match(es)");
  });

  test("action=analyze: again replaces its overview, and leaves other notes and its own additions alone", async () => {
    const folder = project("https://example.org/acme/shop.git");
    const helix = await serve({ cwd: folder });
    await helix.answer("trace", { path: ".", action: "analyze" });
    await helix.store("code-acme-shop", "a note of mine");
    await helix.answer("edit", { action: "tag", topic: "code-acme-shop", index: 0, tags: "mine" });
    expect(await helix.answer("trace", { path: ".", action: "analyze" })).toMatch(
      /^overview unchanged in code-acme-shop\n/,
    );
    put(folder, { "src/more.go": "package more\n\nfunc More() {}\n" });
    expect(await helix.answer("trace", { path: ".", action: "analyze" })).toMatch(
      /^overview replaced in code-acme-shop\n/,
    );
    const stored = await helix.read("code-acme-shop");
    expect(stored).toMatch(/2 entries in code-acme-shop$/);
    expect(stored).toContain("[modified: 2026-02-21 06:11]");
    expect(stored).toMatch(/\[tags: [^\]]*mine/);
    expect(stored).toContain("Go (1 file, 3 lines)");
    expect(stored).toContain("a note of mine");
  });

  test("action=analyze: of a part of the project has an entry of its own", async () => {
    const helix = await serve({ cwd: project("https://example.org/acme/shop.git") });
    await helix.answer("trace", { path: ".", action: "analyze" });
    expect(await helix.answer("trace", { path: "tests", action: "analyze" })).toMatch(
      /^overview stored in code-acme-shop\n\nCode overview of shop\/tests \(by helix trace\)\n/,
    );
    expect(await helix.read("code-acme-shop")).toMatch(/2 entries in code-acme-shop$/);
  });

  test("action=analyze: a folder without a project gives its own name; filter and limit hold", async () => {
    const folder = put(join(newFolder(), "loose"), { ...FILES, "lib/a.rb": "def a\nend\n" });
    const helix = await serve({ cwd: folder });
    const answer = await helix.answer("trace", { path: ".", action: "analyze", filter: "**/*.ts", limit: 1 });
    expect(answer).toMatch(/^overview stored in code-loose\n/);
    expect(answer).not.toMatch(/Ruby|Python/);
    expect(answer.match(/^ {2}\w+ \(class/gm)).toHaveLength(1);
  });

  test("a folder with one line of code: it is one", async () => {
    const other = await serve({ cwd: put(newFolder(), { "one/a.py": "run()\n" }) });
    const text = await other.answer("trace", { path: "." });
    expect(text).toContain("languages: Python (1 file, 1 line)");
    expect(text).toContain("\n  one (1 file, 1 line)");
  });

  test("action=analyze: what is stored is said to the session, what is not is not", async () => {
    const helix = await serve({ cwd: project("https://example.org/acme/shop.git") });
    await helix.answer("trace", { path: ".", action: "analyze" });
    await helix.answer("trace", { path: ".", action: "analyze" });
    const session = await helix.answer("topics", { action: "session" });
    expect(session.match(/stored in code-acme-shop: Code overview of shop/g)).toHaveLength(1);
  });

  test("action=analyze: of a file, and of a folder without code", async () => {
    const folder = project();
    const helix = await serve({ cwd: folder });
    expect(await helix.refusal("trace", { path: "src/main.ts", action: "analyze" })).toBe(
      'action="analyze" needs a folder, src/main.ts is a file: e.g. path="." action="analyze"',
    );
    rmSync(join(folder, "src"), { recursive: true });
    rmSync(join(folder, "tests"), { recursive: true });
    expect(await helix.refusal("trace", { path: ".", action: "analyze" })).toBe(
      "there is no code in the project: no file of a known language",
    );
    expect(await helix.answer("topics", { action: "list" })).not.toContain("code-");
  });
});

describe("trace: path", () => {
  test("path: what git ignores is looked through when it is named, a folder as a tree of its own", async () => {
    const helix = await serve({
      cwd: put(project(), { ".gitignore": "made/\n", "made/copy.ts": "export class Cache {}\n" }),
    });
    const copy = "  made/copy.ts:1  class  export class Cache";
    expect(await helix.answer("trace", { path: "made", symbol: "Cache" })).toBe(
      ["Cache: 1 definition, 0 uses", "defined:", copy].join("\n"),
    );
    expect(await helix.answer("trace", { path: "made/copy.ts" })).toBe(
      ["made/copy.ts: TypeScript, 1 line, 1 symbol", "  1  class  export class Cache"].join("\n"),
    );
    const lines = (await helix.answer("trace", { path: "made/copy.ts", symbol: "Cache" })).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "Cache: 2 definitions, 4 uses in 2 files",
      "defined:",
      copy,
      "  src/cache.ts:5  class  export class Cache implements Store",
    ]);
    expect(await helix.answer("trace", { path: "made", action: "symbols" })).toContain("made: 1 file, 1 symbol");
    expect(await helix.answer("trace", { path: "made" })).toMatch(/^made: 1 file of code\n/);
    expect(await helix.answer("trace", { path: ".", action: "symbols" })).not.toContain("made/");
  });
});
