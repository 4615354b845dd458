// code action=callees and action=impact: what a symbol uses, what its change reaches, what its rename must change, and
// what the changes reach that are not committed.

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { git, makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FILES = {
  "src/cache.ts": `import { readFileSync } from "node:fs";
import { limitOf } from "./limits.ts";

export class Cache {
  evictOldest(limit: number): void {
    this.drop(limitOf(limit));
    this.evictOldest(limit - 1);
  }
  drop(limit: number): void {}
}
// openCache in a comment is none
export function openCache(path: string): Cache {
  readFileSync(path);
  console.log(path, readFileSync);
  return new Cache();
}
`,
  "src/limits.ts": `import { LARGEST } from "./values.ts";
export function limitOf(limit: number): number {
  return Math.min(limit, LARGEST);
}
`,
  "src/values.ts": `export const LARGEST = 10;\n`,
  "src/index.ts": `export { openCache } from "./cache.ts";\n`,
  "src/app.ts": `import { openCache as open } from "./index.ts";
import { openCache } from "./cache.ts";

export function start(other: { get(): string }) {
  open("a");
  const cache = openCache("openCache");
  cache.evictOldest(1);
  unknown().drop(2);
}
export function main() {
  start(loop());
}
export function loop() {
  if (0) main();
  return { get: () => "" };
}
`,
  "scripts/run.ts": `import { openCache } from "../src/cache.ts";\nopenCache("x");\n`,
  "src/other.ts": `function openCache() {}\nopenCache();\n`,
  "src/store.ts": `export class Store {\n  drop(): void {}\n}\n`,
  "tests/app.test.ts": `import { start } from "../src/app.ts";\nfunction startsTwice() {\n  start({ get: () => "" });\n}\n`,
  "tests/cache.test.ts": `import { openCache } from "../src/cache.ts";\nopenCache("y");\n`,
  "tests/drop.test.ts": `import { made } from "./made.ts";\nmade().drop(1);\n`,
  "README.md": "# Shop\n\nopenCache opens it.\n",
  "shop.json": '{ "entry": "openCache" }\n',
};

const serve = useServers("all");
const newFolder = useFolders("all");
let root: string;
let helix: Served;

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

beforeAll(async () => {
  root = makeRepository(join(newFolder(), "shop"));
  put(FILES);
  git(root, "add", ".");
  git(root, "commit", "-q", "-m", "shop");
  helix = await serve({ cwd: root, home: newFolder() });
});

const callees = (values: object) => helix.answer("code", { action: "callees", ...values });
const impact = (values: object) => helix.answer("code", { action: "impact", ...values });
const refused = (values: object) => helix.refusal("code", { action: "impact", ...values });

describe("code action=callees: what a symbol uses", () => {
  test("action=callees: what is of the tree with its signature, what is not by its module; a use of itself", async () => {
    expect(await callees({ symbol: "openCache", path: "src/cache.ts" })).toBe(
      [
        "function openCache  src/cache.ts:12-16",
        "uses 1 symbol of the tree in 2 places (1 in its own file)",
        "  src/cache.ts:4-10  export class Cache  (used in lines 12, 15)",
        "outside the tree: 3 places",
        "  node:fs: readFileSync ×2",
        "  built in or unknown: console.log",
      ].join("\n"),
    );
    expect(await callees({ symbol: "Cache.evictOldest" })).toBe(
      [
        "method Cache.evictOldest  src/cache.ts:5-8",
        "uses 3 symbols of the tree in 3 places (1 by import or package, 2 by the receiver's type)",
        "  src/cache.ts:9  drop(limit: number): void  (in Cache; used in line 6)",
        "  src/limits.ts:2-4  export function limitOf(limit: number): number  (used in line 6)",
        "  src/cache.ts:5-8  evictOldest(limit: number): void  (in Cache; used in line 7)",
      ].join("\n"),
    );
  });

  test("under another name, through a re-export; a member of which nothing says whose it is", async () => {
    const text = await callees({ symbol: "start" });
    expect(text).toContain(
      "  src/cache.ts:12-16  export function openCache(path: string): Cache  (used in lines 5, 6)",
    );
    expect(text).toContain("  src/cache.ts:5-8  evictOldest(limit: number): void  (in Cache; used in line 7)");
    expect(text).toContain(
      "by name only: 1 name, which may mean another one\n  drop  line 8: may be Cache.drop src/cache.ts:9, Store.drop src/store.ts:2",
    );
  });

  test("of a class: what its members use, but none of its own", async () => {
    const text = await callees({ symbol: "Cache" });
    expect(text).toContain("uses 1 symbol of the tree in 1 place");
    expect(text).toContain("limitOf");
  });

  test("nothing; there is no such symbol", async () => {
    expect(await callees({ symbol: "LARGEST" })).toBe("constant LARGEST  src/values.ts:1\nit uses nothing of the tree");
    expect(await helix.refusal("code", { action: "callees", symbol: "opnCache" })).toContain("did you mean openCache");
  });
});

describe("code action=impact: what a change reaches", () => {
  test("action=impact: who uses it by distance, tests apart, cycles once, then what it uses itself", async () => {
    expect(await impact({ symbol: "openCache", path: "src/cache.ts" })).toBe(
      [
        "function openCache  src/cache.ts:12-16",
        "what a change reaches: 2 symbols directly, 1 at distance 2; 2 files of tests",
        "used directly by: 2 symbols in 2 files",
        "  src/app.ts:4-9  function start  (lines 5, 6)",
        "  scripts/run.ts  top of the file  (line 2)",
        "tests to run: 2 files",
        "  tests/cache.test.ts  (directly)",
        "  tests/app.test.ts  (distance 2)",
        "at distance 2: 1 symbol in 1 file",
        "  src/app.ts:10-12  function main  (uses start in line 11)",
        "it uses: 1 symbol in 1 file",
        "  src/cache.ts:4-10  class Cache  (lines 12, 15)",
        "what these use, at distance 2: 1 symbol in 1 file",
        "  src/limits.ts: limitOf 2",
      ].join("\n"),
    );
  });

  test("depth: further, and what leads back is shown above", async () => {
    const text = await impact({ symbol: "openCache", path: "src/cache.ts", depth: 4 });
    expect(text).toContain("what a change reaches: 2 symbols directly, 1 at distance 2, 1 at distance 3; 2 files");
    expect(text).toContain(
      "at distance 3: 1 symbol in 1 file\n  src/app.ts:13-16  function loop  (uses main in line 14)",
    );
    expect(text).toContain("\n  shown above: main uses loop\n");
    expect(text).toContain("at distance 3: 1 symbol in 1 file\n  src/values.ts: LARGEST 1");
    expect(await impact({ symbol: "openCache", path: "src/cache.ts", depth: 1 })).not.toContain("distance 2");
    expect(await refused({ symbol: "openCache", depth: 5 })).toContain("a whole number from 1 to 4");
  });

  test("direction: one of both", async () => {
    const users = await impact({ symbol: "limitOf", direction: "callers" });
    expect(users).toContain(
      "used directly by: 1 symbol in 1 file\n  src/cache.ts:5-8  method Cache.evictOldest  (line 6)",
    );
    expect(users).not.toContain("it uses");
    expect(await impact({ symbol: "limitOf", direction: "callees" })).toBe(
      "function limitOf  src/limits.ts:2-4\nit uses: 1 symbol in 1 file\n  src/values.ts:1  constant LARGEST  (line 3)",
    );
  });

  test("by name only: counted, not followed, and the tests among them are named", async () => {
    const text = await impact({ symbol: "Cache.drop" });
    expect(text).toContain("by name only, not followed: 2 places in 2 files\n  of tests: tests/drop.test.ts\n");
    expect(text).not.toContain("(line 8)");
    expect(text).toContain('places by name: action="callers"');
  });

  test("rename: what must change, then where the word stands otherwise", async () => {
    expect(await impact({ symbol: "openCache", path: "src/cache.ts", rename: true })).toBe(
      [
        "function openCache  src/cache.ts:12-16",
        "must change: 9 lines in 5 files",
        '  src/app.ts:1  import { openCache as open } from "./index.ts";  (import)',
        '  src/app.ts:2  import { openCache } from "./cache.ts";  (import)',
        '  src/app.ts:6  const cache = openCache("openCache");',
        "  src/cache.ts:12  export function openCache(path: string): Cache {  (definition)",
        '  src/index.ts:1  export { openCache } from "./cache.ts";  (import)',
        '  scripts/run.ts:1  import { openCache } from "../src/cache.ts";  (import)',
        '  scripts/run.ts:2  openCache("x");',
        '  tests/cache.test.ts:1  import { openCache } from "../src/cache.ts";  (import)',
        '  tests/cache.test.ts:2  openCache("y");',
        "the word in comments and strings: 2 lines in 2 files",
        '  src/app.ts:6  const cache = openCache("openCache");',
        "  src/cache.ts:11  // openCache in a comment is none",
        "the word in documents: 1 line in 1 file",
        "  README.md:3  openCache opens it.",
        "the word in configuration and other files: 1 line in 1 file",
        '  shop.json:1  { "entry": "openCache" }',
        "in code where it means something else: 2 lines",
      ].join("\n"),
    );
    // A member of the same name elsewhere may be an override.
    expect(await impact({ symbol: "Cache.drop", rename: true })).toContain(
      "may have to change, by name only: 3 lines in 3 files\n  src/app.ts:8  unknown().drop(2);\n  src/store.ts:2  drop(): void {}\n",
    );
  });

  test("rename: of functions of one name the one in the path; what cannot be told apart is by name only", async () => {
    put({
      "two/a.ts": "export function parse() {}\nexport const viaA = () => parse();\n",
      "two/b.ts": "export function parse() {}\nexport const viaB = () => parse();\n",
      "two/use-a.ts": 'import { parse } from "./a.ts";\nparse();\n',
      "two/use-b.ts": 'import { parse } from "./b.ts";\nparse();\n',
      "two/page.js": "parse();\n",
    });
    const a = [
      "  two/a.ts:1  export function parse() {}  (definition)",
      "  two/a.ts:2  export const viaA = () => parse();",
      '  two/use-a.ts:1  import { parse } from "./a.ts";  (import)',
      "  two/use-a.ts:2  parse();",
    ];
    const b = a.map((line) => line.replaceAll("a.ts", "b.ts").replaceAll("viaA", "viaB"));
    expect(await impact({ symbol: "parse", path: "two/a.ts", rename: true })).toBe(
      [
        "function parse  two/a.ts:1",
        "must change: 4 lines in 2 files",
        ...a,
        "may have to change, by name only: 1 line in 1 file",
        "  two/page.js:1  parse();",
        "in code where it means something else: 4 lines",
      ].join("\n"),
    );
    const ofB = await impact({ symbol: "parse", path: "two/b.ts", rename: true });
    for (const line of b) expect(ofB).toContain(line);
    for (const line of a) expect(ofB).not.toContain(line);
    const both = await impact({ symbol: "parse", rename: true });
    for (const line of [...a, ...b]) expect(both).toContain(line);
    expect(both).toContain("definitions in 2 files are renamed together; one of them alone: give its path");
    rmSync(join(root, "two"), { recursive: true });
  });

  test("nothing uses it; what is missing or does not go together", async () => {
    expect(await impact({ symbol: "loop", direction: "callers" })).toContain("function main  (line 11)");
    expect(await refused({})).toBe(
      'symbol is missing: give a name, e.g. symbol="Cache.get", or diff=true for what is not committed',
    );
    expect(await refused({ diff: true, symbol: "loop" })).toBe(
      "diff is about all that is not committed: leave out symbol",
    );
    expect(await refused({ symbol: "opnCache" })).toContain("did you mean openCache");
  });
});

describe("code action=impact: of what is not committed", () => {
  test("diff: nothing is; then what is gone and still used first, what changed, whom it reaches, the tests to run", async () => {
    expect(await impact({ diff: true })).toBe("nothing is uncommitted: all files are as HEAD has them");
    put({
      "src/cache.ts": FILES["src/cache.ts"].replace("openCache(path", "openStore(path"),
      "src/app.ts": FILES["src/app.ts"].replace("return { get", "// changed\n  return { get"),
      "src/fresh.ts": "export function fresh() {}\n",
      "tests/fresh.test.ts":
        'import { fresh } from "../src/fresh.ts";\nexport function testsFresh() {\n  fresh();\n}\n',
      "README.md": "# Shop\n",
    });
    rmSync(join(root, "src/limits.ts"));
    renameSync(join(root, "src/store.ts"), join(root, "src/shelf.ts"));
    git(root, "add", "src/limits.ts", "src/store.ts", "src/shelf.ts");
    expect(await impact({ diff: true })).toBe(
      [
        "not committed: 6 files of code and 1 other; symbols: 1 changed, 2 new, 1 gone, 1 renamed (1 file changed only outside of symbols)",
        "gone and still used: 2 symbols in 6 places, which break",
        "  function openCache  was src/cache.ts:12, now openStore",
        '    src/app.ts:5  open("a");',
        '    src/app.ts:6  const cache = openCache("openCache");',
        '    src/index.ts:1  export { openCache } from "./cache.ts";',
        "    ... 2 more lines",
        "  function limitOf  was src/limits.ts:2",
        "    src/cache.ts:6  this.drop(limitOf(limit));",
        "changed: 1 symbol",
        "  src/app.ts:13-17  function loop",
        "what a change reaches: 5 symbols directly; 3 files of tests",
        "impacted directly: 5 symbols in 4 files",
        "  src/app.ts:4-9  function start  (uses openCache in lines 5, 6)",
        "  src/app.ts:10-12  function main  (uses loop in line 11)",
        "  src/cache.ts:5-8  method Cache.evictOldest  (uses limitOf in line 6)",
        "  src/index.ts  top of the file  (uses openCache in line 1)",
        "  scripts/run.ts  top of the file  (uses openCache in line 2)",
        "tests to run: 3 files",
        "  tests/fresh.test.ts  (changed: testsFresh)",
        "  tests/cache.test.ts  (directly)",
        "  tests/app.test.ts  (distance 2)",
      ].join("\n"),
    );
  });
});
