// code: what is found and how it is shown; what is read; what each parameter means; what is refused.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const LONG = Array.from({ length: 60 }, (_, at) => `  steps.push("step ${at + 1}");`).join("\n");
const FILES = {
  "src/cache.ts": `// Keeps what was read.
import { readFile } from "node:fs/promises";

/** A cache of files, bounded by entries. */
export class Cache {
  /** The text of a file that was read before. */
  get(key: string): string | null {
    return this.find(key);
  }

  private find(key: string): string | null {
    return key === "get" ? null : key;
  }
}

/** Evicts the oldest entries when the cache is full. */
export function evictOldest(cache: Cache, limit: number): void {
  while (cache.size > limit) {
    cache.drop();
  }
}
`,
  "src/retry.py": `class Retry:
    def get(self, key):
        return self.values[key]


def backoff(attempt):
    """Waits longer after each attempt."""
    return 2 ** attempt
`,
  "src/plan.ts": `export function planSteps(): string[] {\n  const steps = [];\n${LONG}\n  return steps;\n}\n`,
  "tests/cache.test.ts": `import { evictOldest } from "../src/cache.ts";

test("evicts the oldest entries of a full cache", () => {
  expect(evictOldest(full(), 1)).toBe(undefined);
});
`,
  "docs/cache.md": "# Cache\n\nHow the cache evicts.\n",
  ".env": "TOKEN=secret-cache-value\n",
  "ignored/copy.ts": "export function evictOldest() {}\n",
  ".gitignore": "ignored/\n",
};

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;
let root = "";

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

beforeAll(async () => {
  root = makeRepository(join(newFolder(), "shop"));
  put(FILES);
  helix = await serve({ cwd: root, home: newFolder() });
});

const code = (values: object) => helix.answer("code", { ...values });
const refused = (values: object) => helix.refusal("code", { ...values });
const READ_ON = 'read on: action="read" path=PATH lines="10-40"';

describe("code action=search: what is found", () => {
  test("action=search: functions by rank below the names of their files, one body, tests as a second list", async () => {
    expect(await code({ query: "evict the oldest entries" })).toBe(
      [
        "src/cache.ts",
        "  16-21  export function evictOldest(cache: Cache, limit: number): void",
        "```typescript",
        "/** Evicts the oldest entries when the cache is full. */",
        "export function evictOldest(cache: Cache, limit: number): void {",
        "  while (cache.size > limit) {",
        "    cache.drop();",
        "  }",
        "}",
        "```",
        "docs/cache.md",
        "  1-3  How the cache evicts.  (in Cache)  <- line 3",
        "src/cache.ts",
        "  4-5  export class Cache",
        "  6-9  get(key: string): string | null  (in Cache)",
        "  1-3  // Keeps what was read.",
        "  11-13  private find(key: string): string | null  (in Cache)",
        "tests:",
        "  tests/cache.test.ts",
        READ_ON,
      ].join("\n"),
    );
  });

  test("query: natural sentences, with any punctuation", async () => {
    const plain = await code({ query: "how long does backoff wait" });
    expect(plain).toContain("  6-8  def backoff(attempt)");
    expect(await code({ query: "how long does 'backoff' wait? /, -" })).toContain("  6-8  def backoff(attempt)");
  });

  test("query: lines of a stack trace lead to what stands there", async () => {
    const trace = "TypeError: null\n    at x (/srv/other/src/cache.ts:18:5)\n    at y (src/retry.py:7)";
    const [first, second] = (await code({ query: trace, detail: "functions" })).split("\n");
    expect([first, second]).toEqual([
      "src/cache.ts",
      "  16-21  export function evictOldest(cache: Cache, limit: number): void  <- line 18",
    ]);
  });

  test("query: a word that nothing holds is taken in its other forms", async () => {
    const text = await code({ query: "eviction caching", explain: true });
    expect(text).toContain("src/cache.ts\n");
    expect(text).toMatch(/; words: (?:\w+ )*cache\b/);
    expect(text).not.toContain("no code holds");
  });

  test("query: filters by path, language, kind and tests", async () => {
    const files = async (query: string) =>
      (await code({ query, detail: "files" })).split("\n").filter((line) => /^\w+\/\S+$/.test(line));
    expect(await files("cache path:docs")).toEqual(["docs/cache.md"]);
    expect(await files("get lang:python")).toEqual(["src/retry.py"]);
    expect(await files("cache kind:class")).toEqual(["src/cache.ts"]);
    expect(await files("cache test:only")).toEqual(["tests/cache.test.ts"]);
    expect(await code({ query: "cache test:watch", detail: "files" })).toContain("src/cache.ts");
    expect(await refused({ query: "lang:klingon x" })).toMatch(
      /^lang:"klingon" is no language that helix reads: .* e\.g\. lang:go$/,
    );
    expect(await refused({ query: "kind:thing x" })).toMatch(/^kind:"thing" is no kind: .* e\.g\. kind:function$/);
    expect(await code({ query: "path:nowhere lang:go backoff" })).toBe(
      'no code matches "path:nowhere lang:go backoff"; without path: and lang: 1 file does',
    );
    expect(await refused({ query: "lang:go" })).toMatch(/^query="lang:go" has no words to look for: give some/);
  });

  test("query: what nothing holds is said", async () => {
    expect(await code({ query: "qwertyuiop" })).toBe('no code matches "qwertyuiop"\nno code holds: qwertyuiop');
    const text = await code({ query: "what would the qwertyuiop of a cache be" });
    expect(text).toContain("\nno code holds: qwertyuiop\n");
    expect(await refused({})).toMatch(/^query is missing: action="search" needs it/);
  });

  test("query: nothing that git ignores, and no credentials", async () => {
    expect(await code({ query: "evictOldest copy secret-cache-value TOKEN", budget: 4000 })).not.toMatch(
      /ignored\/|\.env|TOKEN=/,
    );
  });

  test("detail=files: one line a file", async () => {
    expect(await code({ query: "evict oldest cache", detail: "files" })).toBe(
      ["src/cache.ts", "docs/cache.md", "tests:", "  tests/cache.test.ts", READ_ON].join("\n"),
    );
  });

  test("detail=bodies: as much code as fits", async () => {
    const text = await code({ query: "get a key of the cache", detail: "bodies" });
    expect(text.split("```typescript").length).toBeGreaterThan(3);
    expect(await refused({ query: "x", detail: "all" })).toMatch(/give one of functions, files, bodies/);
  });

  test("explain: the parts of each score, and the words", async () => {
    expect(await code({ query: "evict oldest", explain: true })).toMatch(
      /^src\/cache\.ts\n {4}score 1\.00 = 1\.00 x \(text 1\.00 \+ commits 0\.00\); words: evict oldest\n/,
    );
  });

  test("budget: signatures before bodies, and no line twice on the next page", async () => {
    const first = await code({ query: "cache get evict steps", budget: 200 });
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(800);
    expect(first).toMatch(/\n\.\.\. \d+ more match(?:es)?: page=2 budget=200\n/);
    const second = await code({ query: "cache get evict steps", budget: 200, page: 2 });
    const rows = (text: string) => text.match(/^ {2}\d+-\d+ .*$/gm) ?? [];
    expect(rows(second).length).toBeGreaterThan(0);
    expect(rows(second).some((row) => new Set<string>(rows(first)).has(row))).toBe(false);
  });

  test("page: one too many", async () => {
    expect(await refused({ query: "backoff", page: 90 })).toMatch(/^there is no page 90: the answer has \d+ pages?$/);
  });

  test("what was edited, created or deleted since counts at once", async () => {
    put({ "src/fresh.ts": "\nexport function brandNewThing() {}\n" });
    expect(await code({ query: "brandNewThing" })).toContain("export function brandNewThing()");
    put({ "src/fresh.ts": "\n\n\nexport function renamedThing() {}\n" });
    expect(await code({ query: "renamedThing" })).toContain("src/fresh.ts");
    expect(await code({ query: "brandNewThing" })).not.toContain("brandNewThing()");
    rmSync(join(root, "src/fresh.ts"));
    expect(await code({ query: "renamedThing" })).toMatch(/^no code matches/);
  });
});

describe("code action=read: what is read", () => {
  test("action=read: a small file whole", async () => {
    expect(await code({ action: "read", path: "docs/cache.md" })).toBe(
      "docs/cache.md  (3 lines)\n```\n# Cache\n\nHow the cache evicts.\n```",
    );
  });

  test("path: a large file as its symbols", async () => {
    expect(await code({ action: "read", path: "src/plan.ts", budget: 200 })).toBe(
      [
        "src/plan.ts  (TypeScript, 64 lines)",
        "  1-64  export function planSteps(): string[]",
        'too long to be shown whole: symbol, or lines="1-40"',
      ].join("\n"),
    );
  });

  test("path: unknown, elsewhere, a folder, or never read", async () => {
    expect(await refused({ action: "read", path: "src/cach.ts" })).toBe(
      'there is no file "src/cach.ts" that is read; nearest: src/cache.ts, docs/cache.md, tests/cache.test.ts',
    );
    expect(await refused({ action: "read", path: "../x" })).toContain(`leads out of ${root}`);
    expect(await refused({ action: "read", path: "src" })).toContain('"src" is a folder with 3 files');
    expect(await refused({ action: "read", path: ".env" })).toBe(
      '".env" is never read, because it may hold credentials',
    );
    expect(await refused({ action: "read", path: "ignored/copy.ts" })).toContain("that is read");
    expect(await refused({ action: "read" })).toMatch(/^path is missing: give a file or a symbol/);
  });

  test("symbol: by its full name, by its own, by a part, and the places where there are several", async () => {
    expect((await code({ action: "read", symbol: "Retry.get" })).split("\n")).toEqual([
      "src/retry.py  (Python, 8 lines)  Retry.get  lines 2-3",
      "```python",
      "    def get(self, key):",
      "        return self.values[key]",
      "```",
    ]);
    expect(await code({ action: "read", symbol: "get" })).toBe(
      [
        '"get": 2 definitions',
        "  src/cache.ts:7-9  method  get(key: string): string | null  (in Cache)",
        "  src/retry.py:2-3  method  def get(self, key)  (in Retry)",
        "read one: path and lines, or symbol with its full name and path",
      ].join("\n"),
    );
    expect(await code({ action: "read", symbol: "get", path: "src/retry.py" })).toContain("Retry.get  lines 2-3");
    expect(await code({ action: "read", symbol: "evictOld" })).toContain("evictOldest  lines 16-21");
    expect(await refused({ action: "read", symbol: "bakoff" })).toBe(
      'there is no symbol "bakoff"; did you mean backoff?',
    );
  });

  test("lines: a range, one line, an open end; a bad one says how many there are", async () => {
    expect(await code({ action: "read", path: "src/retry.py", lines: "6-7" })).toBe(
      'src/retry.py  (Python, 8 lines)  lines 6-7\n```python\ndef backoff(attempt):\n    """Waits longer after each attempt."""\n```',
    );
    expect(await code({ action: "read", path: "src/retry.py", lines: "8" })).toContain("  line 8\n");
    expect(await code({ action: "read", path: "src/retry.py", lines: "7-" })).toContain("lines 7-8\n");
    expect(await code({ action: "read", path: "src/retry.py:7" })).toContain("  line 7\n");
    expect(await refused({ action: "read", path: "src/retry.py", lines: "9" })).toBe(
      'lines="9" lies behind the end: src/retry.py has 8 lines, give e.g. lines="1-8"',
    );
    for (const lines of ["x", "0-3", "5-2"]) {
      expect(await refused({ action: "read", path: "src/retry.py", lines })).toContain("src/retry.py has 8 lines");
    }
    expect(await refused({ action: "read", symbol: "get", lines: "1" })).toMatch(/^lines and symbol name different/);
  });
});

describe("code action=outline and action=symbols: what is defined", () => {
  const OWN = 'a file\'s own: action="outline" path=PATH';

  test("action=outline: the files of the tree with the symbols at their top, code before tests", async () => {
    expect(await code({ action: "outline" })).toBe(
      [
        `${root}: 4 files with symbols, 3 other files`,
        "src/cache.ts  (TypeScript, 21 lines)",
        "  5-14 class Cache, 17-21 function evictOldest",
        "src/plan.ts  (TypeScript, 64 lines)",
        "  1-64 function planSteps",
        "src/retry.py  (Python, 8 lines)",
        "  1-3 class Retry, 6-8 function backoff",
        "docs/cache.md  (3 lines)",
        "  1-3 heading Cache",
        OWN,
      ].join("\n"),
    );
    expect(await code({ action: "outline", path: "." })).toBe(await code({ action: "outline" }));
  });

  test("path: of a folder, and of a file, however small it is", async () => {
    expect((await code({ action: "outline", path: "src/" })).split("\n")[0]).toBe("src/: 3 files with symbols");
    expect(await code({ action: "outline", path: "src/retry.py" })).toBe(
      [
        "src/retry.py  (Python, 8 lines)",
        "  1-3  class Retry",
        "    2-3  def get(self, key)",
        "  6-8  def backoff(attempt)",
      ].join("\n"),
    );
    expect(await refused({ action: "outline", path: "nowhere" })).toMatch(/^there is no file "nowhere" that is read/);
    expect(await refused({ action: "outline", path: ".env" })).toMatch(/is never read/);
  });

  test("action=symbols: all definitions of a name, one too; near names where there is none", async () => {
    expect(await code({ action: "symbols", symbol: "backoff" })).toBe(
      [
        '"backoff": 1 definition',
        "  src/retry.py:6-8  function  def backoff(attempt)",
        "read one: path and lines, or symbol with its full name and path",
      ].join("\n"),
    );
    expect(await code({ action: "symbols", symbol: "get" })).toContain('"get": 2 definitions');
    expect(await code({ action: "symbols", symbol: "EVICTOLDEST" })).toContain("src/cache.ts:17-21  function");
    expect(await code({ action: "symbols", symbol: "get", path: "src/cache.ts" })).toContain("(in Cache)");
    put({ "src/pool.ts": "export class Pool {\n  drain(): void {}\n}\n", "tests/pool.test.ts": "const drain = 1;\n" });
    expect(await code({ action: "symbols", symbol: "drain" })).toContain('"drain": 2 definitions');
    expect(await code({ action: "read", symbol: "drain" })).toContain("(in Pool)");
    rmSync(join(root, "src/pool.ts"));
    rmSync(join(root, "tests/pool.test.ts"));
    expect(await refused({ action: "symbols", symbol: "bakoff" })).toContain("did you mean backoff?");
    expect(await refused({ action: "symbols" })).toMatch(/^symbol is missing: action="symbols" needs it/);
  });

  test("action=symbols: also what a scan of lines does not see; that a file was only scanned is said", async () => {
    put({
      "extra/holder.ts": "export interface Holder {\n  heldByNobody: string;\n}\n",
      "extra/deep.ts": `export function tooDeep() {\n  return ${"(".repeat(3000)}1;\n}\n`,
    });
    expect(await code({ action: "symbols", symbol: "heldByNobody" })).toContain(
      "  extra/holder.ts:2  field  heldByNobody: string  (in Holder)",
    );
    const scanned = "found by a scan of its lines, which is less exact: the parser has not read it, or not all of it";
    expect(await code({ action: "symbols", symbol: "tooDeep" })).toContain(scanned);
    expect(await code({ action: "outline", path: "extra/deep.ts" })).toContain(scanned);
    expect(await code({ action: "outline", path: "extra/holder.ts" })).not.toContain("scan");
    put({
      "extra/half.ts": "export class Whole {}\n\nexport function ( {{ ;\nexport function inBrokenPart() {\n  ??? ===\n",
    });
    expect(await code({ action: "symbols", symbol: "inBrokenPart" })).toContain("extra/half.ts:4");
    rmSync(join(root, "extra"), { recursive: true });
  });
});

describe("code action=index: the index", () => {
  test("action=status: what there is and what is not read", async () => {
    expect(await code({ action: "status" })).toMatch(
      new RegExp(
        `^${root}\nfiles: 6 read, \\d+ chunks, \\d+ lines\nlanguages: TypeScript 3, other text 2, Python 1\nparsed, for who calls what: (?:\\d of )?4 files of code.*\ncommits: \\d+\nlisted, not read: 1 may hold credentials\nsaved: `,
      ),
    );
    expect(await refused({ action: "status", lines: "1" })).toBe('code action="status" takes no lines; it takes path');
    expect(await refused({ action: "status", path: "/" })).toContain("leads out of");
  });

  test("action=index: builds it; force: anew; if_stale: only what changed", async () => {
    for (const more of [{}, { force: true }, { if_stale: true }]) {
      expect(await code({ action: "index", ...more })).toMatch(/\nindexed in \d+\.\d s\nfiles: 6 read/);
    }
    expect(await refused({ action: "index", force: true, if_stale: true })).toBe(
      "force=true and if_stale=true contradict each other: leave one out",
    );
  });

  test("force: is of index only", async () => {
    expect(await refused({ query: "x", force: true })).toMatch(/takes no force; it takes query, detail, explain$/);
  });

  test("if_stale: is of index only", async () => {
    expect(await refused({ query: "x", if_stale: true })).toMatch(
      /takes no if_stale; it takes query, detail, explain$/,
    );
  });

  test("action=forget: removes what is kept, and says when there is nothing", async () => {
    await code({ action: "index" });
    expect(await code({ action: "forget" })).toContain(`forgot the index of ${root}`);
    expect(await code({ action: "forget" })).toBe(`nothing is kept of ${root} beside notes and plans`);
    expect(await code({ query: "backoff" })).toContain("def backoff(attempt)");
  });
});

test("outside of a repository it says what to do", async () => {
  const elsewhere = await serve({ home: newFolder() });
  expect(await elsewhere.refusal("code", { query: "x" })).toMatch(
    /lies in no git repository: start in one, or ask for the folder, e\.g\. code action="index" path="\."$/,
  );
  // To ask how an index is makes none of a folder that may be anybody's home.
  expect(await elsewhere.refusal("code", { action: "status", path: "." })).toContain("lies in no git repository");
  expect(await elsewhere.answer("code", { action: "index", path: "." })).toContain("files: 0 read");
});
