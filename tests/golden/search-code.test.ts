// search code=true, and brief where code is indexed: one line that points to the code. All else stays as it is.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const FILES = {
  "src/cache.ts": `export function evictOldest(limit: number): void {
  while (size() > limit) dropEntry();
}

export class Cache {
  get(key: string) {
    return this.values.get(key);
  }
}
`,
  "src/retry.ts":
    "/** Waits longer after each attempt. */\nexport function backoff(attempt: number) {\n  return 2 ** attempt;\n}\n",
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`src/part${at}.ts`, `export function part${at}(widget: string) {}\n`]),
  ),
};
const MORE = "(code query=WORDS shows more)";

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;
let [root, home, directory] = ["", "", ""];

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

beforeAll(async () => {
  root = makeRepository(join(newFolder(), "shop"));
  [home, directory] = [newFolder(), newFolder()];
  put(FILES);
  helix = await serve({ cwd: root, home, directory });
  await helix.answer("store", { topic: "cache", text: "the oldest entries are evicted first" });
});

const search = (values: object) => helix.answer("search", { code: true, ...values });
const codeLine = async (values: object) =>
  (await search(values)).split("\n").filter((line) => line.startsWith("code: "));

describe("search", () => {
  test("code: one line behind the results, with the places that stand out", async () => {
    const plain = await helix.answer("search", { query: "evict oldest entries" });
    expect(plain).not.toContain("code:");
    const line = `code: src/cache.ts:1-3 evictOldest ${MORE}`;
    expect(await search({ query: "evict the oldest", detail: "brief" })).toMatch(/\n1 match.*\n.*evictOldest/);
    for (const detail of ["full", "medium", "brief", "grouped", "topics", "count"])
      expect(await codeLine({ query: "evict oldest", detail }), detail).toEqual([line]);
  });

  test.each([
    ["the name of a symbol", "Cache", `src/cache.ts:5 Cache ${MORE}`],
    ["a stack trace", "TypeError: x\n    at get (/srv/shop/src/cache.ts:7:12)", `src/cache.ts:7 Cache.get ${MORE}`],
    ["a word of many places", "widget", `no place stands out ${MORE}`],
    ["words that little code holds", "backoff of kubernetes rollout quota", `no place stands out ${MORE}`],
    ["fields of notes only", "topic:cache", "the query has no words to look for"],
    ["a filter that cannot be", "kind:none x", /^code: kind:"none" is no kind: give one of .*, e\.g\. kind:function$/],
  ])("code=true: %s", async (_, query, expected) => {
    const [line, ...others] = await codeLine({ query });
    expect(others).toEqual([]);
    if (typeof expected === "string") expect(line).toBe(`code: ${expected}`);
    else expect(line).toMatch(expected);
  });

  test("code=true: what changed since is looked at first", async () => {
    put({ "src/retry.ts": `\n\n${FILES["src/retry.ts"]}` });
    expect(await codeLine({ query: "backoff attempt" })).toEqual([`code: src/retry.ts:3-6 backoff ${MORE}`]);
    put({ "src/retry.ts": FILES["src/retry.ts"] });
    expect(await codeLine({ query: "backoff attempt" })).toEqual([`code: src/retry.ts:1-4 backoff ${MORE}`]);
  });

  test("code=true: a large tree is not indexed because of it, and that is said", async () => {
    const large = makeRepository(join(newFolder(), "large"));
    for (let at = 0; at < 250; at++) writeFileSync(join(large, `f${at}.ts`), `export const f${at} = 1;\n`);
    const other = await serve({ cwd: large, home, directory });
    const text = await other.answer("search", { query: "oldest", code: true });
    expect(text).toMatch(/\ncode: 250 files are not indexed yet: code action="index" does it$/);
    await other.answer("code", { action: "index" });
    expect(await other.answer("search", { query: "f17", code: true })).toContain("code: f17.ts:1 (");
  });

  test("code=true: outside of a repository it says why there is nothing", async () => {
    const outside = await serve({ home });
    expect(await outside.answer("search", { query: "oldest", code: true })).toMatch(
      /\ncode: .* lies in no git repository: start in one, or ask for the folder, e\.g\. code action="index" path="\."$/,
    );
  });

  test("code=true: on the command line, and as data", () => {
    const run = (...words: string[]) =>
      runHelix(["search", "evict", "oldest", ...words], { base: directory, cwd: root, environment: { HOME: home } });
    expect(run("--code").stdout).toContain("code: src/cache.ts:1-3 evictOldest (helix code WORDS shows more)\n");
    expect(JSON.parse(run("--code", "--json").stdout).code).toEqual({
      places: [
        {
          path: "src/cache.ts",
          from: 1,
          to: 3,
          symbol: "evictOldest",
          signature: "export function evictOldest(limit: number): void",
        },
      ],
      why: null,
      pending: 0,
    });
    expect(JSON.parse(run("--json").stdout)).not.toHaveProperty("code");
  });
});

describe("brief", () => {
  test("says how much code is indexed where an index is kept, and nothing else is other", async () => {
    const folder = makeRepository(join(newFolder(), "till"));
    writeFileSync(join(folder, "a.ts"), "export const a = 1;\n");
    const own = newFolder();
    const run = (...words: string[]) => runHelix(words, { base: own, cwd: folder, environment: { HOME: home } }).stdout;
    run("store", "cache", "the oldest entries are evicted first");
    const [overview, topic] = [run("brief"), run("brief", "cache")];
    expect(overview + topic).not.toContain("code:");
    run("code", "index");
    expect(run("brief")).toBe(`${overview}code: 1 file is indexed: helix code WORDS\n`);
    expect(run("brief", "cache")).toBe(`${topic}code: 1 file is indexed: helix code cache\n`);
    expect(run("brief", "cac*")).toMatch(/\ncode: 1 file is indexed: helix code WORDS\n$/);
    expect(run("brief", "cache", "--detail", "full")).not.toContain("code:");
    expect(JSON.parse(run("brief", "cache", "--json")).code).toEqual({ files: 1, exact: true });
    writeFileSync(join(folder, "b.ts"), "export const b = 1;\n");
    run("code", "status");
    expect(run("brief")).toMatch(/\ncode: (?:about )?2 files are indexed: helix code WORDS\n$/);
    run("code", "forget");
    expect(run("brief")).toBe(overview);
  });
});
