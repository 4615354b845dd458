// code action=callers: which places use a symbol, and why each is taken for one.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FILES = {
  "src/cache.ts": `export class Cache {
  evictOldest(limit: number): void {
    this.drop(limit);
  }
  drop(limit: number): void {}
  get(key: string): string { return key; }
}
export function openCache(): Cache {
  return new Cache();
}
export const first = openCache();
`,
  "src/index.ts": `export { openCache } from "./cache.ts";\n`,
  "src/app.ts": `import { Cache, openCache } from "./cache.ts";
import { openCache as open } from "./index.ts";
import * as caches from "./cache.ts";

export function start(cache: Cache, other: Map<string, string>) {
  // openCache in a comment is none
  const own = openCache();
  caches.openCache();
  open();
  cache.evictOldest(1);
  cache.get("a");
  other.get("openCache");
  unknown().get("b");
  unknown().evictOldest(2);
}
`,
  "src/other.ts": `function openCache() {}\nopenCache();\n`,
  "tests/cache.test.ts": `import { openCache } from "../src/cache.ts";\nopenCache();\n`,
  "app/tool.py": `from app.store import Store, load\n\n\ndef run(store: Store):\n    load()\n    store.save()\n`,
  "app/store.py": `class Store:\n    def save(self):\n        pass\n\n\ndef load():\n    return Store()\n`,
};

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;
let root = "";

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(async () => {
  root = makeRepository(join(newFolder(), "shop"));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  helix = await serve({ cwd: root, home: newFolder() });
});

const callers = (values: object) => helix.answer("code", { action: "callers", ...values });
const refused = (values: object) => helix.refusal("code", { action: "callers", ...values });

describe("code action=callers: who uses a symbol", () => {
  test("action=callers: by import, through a re-export and under another name, through a module; what is another one's is none", async () => {
    expect(await callers({ symbol: "openCache", path: "src/cache.ts" })).toBe(
      [
        "function openCache  src/cache.ts:8-10",
        "5 places in 3 files",
        "certain: 5 (1 in its own file, 4 by import or package)",
        "  src/app.ts:7  const own = openCache();  (in start)",
        "  src/app.ts:8  caches.openCache();  (in start)",
        "  src/app.ts:9  open();  (in start)",
        "  src/cache.ts:11  export const first = openCache();  (in first)",
        "  tests/cache.test.ts:2  openCache();",
      ].join("\n"),
    );
  });

  test("a symbol may be named as notes cite it", async () => {
    const plain = await callers({ symbol: "openCache", path: "src/cache.ts" });
    expect(await callers({ symbol: "src/cache.ts#openCache" })).toBe(plain);
    expect(await callers({ symbol: "src/cache.ts#Cache.get" })).toContain("method Cache.get  src/cache.ts:6");
    expect(await refused({ symbol: "src/cache.ts#none" })).toBe('there is no symbol "none" in "src/cache.ts"');
    expect(await refused({ symbol: "src/none.ts#openCache" })).toContain('no symbol "src/none.ts#openCache"');
  });

  test("a symbol may be named with the modules that it is in, as a stack trace does", async () => {
    const plain = await callers({ symbol: "load", path: "app/store.py" });
    expect(await callers({ symbol: "app.store.load" })).toBe(plain);
    expect(await callers({ symbol: "store.load()" })).toBe(plain);
    expect(await callers({ symbol: "app.store.Store.save" })).toContain("method Store.save  app/store.py:2");
    expect(await refused({ symbol: "os.path.load" })).toContain('there is no symbol "os.path.load"');
  });

  test("a member: by the type of its receiver, by a name of several words, by name only", async () => {
    expect(await callers({ symbol: "Cache.evictOldest" })).toBe(
      [
        "method Cache.evictOldest  src/cache.ts:2-4",
        "2 places in 1 file",
        "certain: 2 (1 by the receiver's type, 1 as the only one of the name)",
        "  src/app.ts:10  cache.evictOldest(1);  (in start)",
        "  src/app.ts:14  unknown().evictOldest(2);  (in start)",
      ].join("\n"),
    );
    const text = await callers({ symbol: "Cache.get" });
    expect(text).toContain('certain: 1 (1 by the receiver\'s type)\n  src/app.ts:11  cache.get("a");  (in start)\n');
    expect(text).toContain("by name only: 2, which may mean another one\n");
    expect(text).toContain('  src/app.ts:13  unknown().get("b");  (in start)');
    expect(await callers({ symbol: "drop" })).toContain("  src/cache.ts:3  this.drop(limit);  (in Cache.evictOldest)");
  });

  test("in other languages", async () => {
    expect(await callers({ symbol: "load" })).toContain("  app/tool.py:5  load()  (in run)");
    expect(await callers({ symbol: "Store.save" })).toContain(
      "certain: 1 (1 by the receiver's type)\n  app/tool.py:6  store.save()  (in run)",
    );
  });

  test("nothing uses it; there is none; a part that several names have", async () => {
    expect(await callers({ symbol: "start" })).toMatch(
      /^function start {2}src\/app\.ts:5-15\nno use of it was found: its name stands nowhere else in \d+ files$/,
    );
    expect(await refused({ symbol: "opnCache" })).toContain("did you mean openCache");
    expect(await refused({ symbol: "evict" })).toBe('there is no symbol "evict"; did you mean Cache.evictOldest?');
    expect(await refused({ symbol: "o" })).toMatch(/^there is no symbol "o"; did you mean \S+ or \S+ or \S+\?$/);
    expect(await refused({})).toMatch(/^symbol is missing: action="callers" needs it/);
  });

  test("a line is shown once, with how often; a file that the parser gives up is counted", async () => {
    write("src/twice.ts", 'import { openCache } from "./cache.ts";\nopenCache(), openCache(), openCache();\n');
    expect(await callers({ symbol: "openCache" })).toContain(
      "src/twice.ts:2  openCache(), openCache(), openCache();  ×3",
    );
    const deep = `import { openCache } from "./cache.ts";\nopenCache();\nconst a = ${"(".repeat(3000)}1;\n`;
    write("src/deep.ts", deep);
    expect(await callers({ symbol: "openCache" })).toContain(
      "not looked at, or not understood: 1 file that holds the name",
    );
    rmSync(join(root, "src/twice.ts"));
    rmSync(join(root, "src/deep.ts"));
  });

  test("a credential in a name is not shown in a hint", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    write("src/token.ts", `export function ${token}() {}\n`);
    expect(await refused({ symbol: "ghp_" })).toMatch(/did you mean \[redacted: [\w-]+\]/);
    rmSync(join(root, "src/token.ts"));
  });
});
