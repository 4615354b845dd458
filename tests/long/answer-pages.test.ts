// Every tool and action on a large knowledge base: no answer is longer than its budget, whatever the budget is, and the
// pages, read to the end, list each result exactly once.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { CodeTrees } from "../../src/code/store/code-trees.ts";
import { SessionLog } from "../../src/events/session-log.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { loadTools } from "../../src/features/tools.ts";
import type { Change } from "../../src/notes/store/changes.ts";
import { diskTrees } from "../support/code-index.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { MemoryTree, treesOf } from "../support/memory-tree.ts";
import { rendered } from "../support/rendered.ts";
import { useFolders } from "../support/temporary-folder.ts";

const TOKEN_BYTES = 4;
/** The defaults, and two that are as small and as large as may be. */
const BUDGETS = [undefined, 200, 900, 20_000];
const DEFAULTS: Readonly<Record<string, number>> = { read: 5000, code: 1200 };
/** Actions that have a default of their own. */
const OF_ACTIONS: Readonly<Record<string, number>> = { context: 2500, explore: 2500 };
const PAGES_MAX = 2000;
/** Each page is asked for on its own: the work grows with the square of it. */
const NOTES = 360;
const ALIKE = "the very same words stand here once more in each of some notes of one topic";

const tools = new Map((await loadTools()).map((tool) => [tool.name, tool]));
const newFolder = useFolders("all");
let context: FeatureContext;

/** Notes of three projects in 30 topics: short, long, alike, linked, with sources here and elsewhere. */
function notes(): Change[] {
  return Array.from({ length: NOTES }, (_, at) => {
    const project = ["", "\n[project: a/api]", "\n[project: b/api]"][at % 3]!;
    const front = [
      `[tags: gotcha, tag-${at}]`,
      ...(at % 2 === 0 ? [`[source: src/${at % 25}.ts:1]`] : []),
      ...(at % 7 === 0 ? [`[links: topic-${(at + 1) % 30}:0 topic-${(at + 2) % 30}:0]`] : []),
    ].join("\n");
    const long = `long ${at}\n${"a line of needles and 漢字\n".repeat(120)}`;
    const short = at % 30 === 7 ? ALIKE : `needle ${at % 200} of ${at % 5}`;
    const text = at % 40 === 0 ? long : short;
    const minutes = NOW_MINUTES - (NOTES - at) * 10 - (at % 30 === 29 ? 80 * 1440 : 0);
    return { kind: "add", topic: `topic-${at % 30}`, body: `${front}\n${text}\nnumber${at}${project}`, minutes };
  });
}

/** Files with many functions, one of many lines, some tests, and a name that many files define. */
function codeFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let file = 0; file < 60; file++) {
    const functions = Array.from(
      { length: 6 },
      (_, at) => `/** Finds a needle. */\nexport function made${file}x${at}(needle) {\n  return "漢字 needle";\n}\n`,
    );
    files[`src/part${file}.ts`] = `${functions.join("\n")}\nexport function shared() {\n  return ${file};\n}\n`;
    files[`tests/part${file}.test.ts`] = `test("finds a needle ${file}", () => {});\n`;
  }
  files["src/long.txt"] = Array.from({ length: 3000 }, (_, at) => `row${at} of a long text`).join("\n");
  const outline = Array.from({ length: 500 }, (_, at) => `export function listed${at}() {\n  return ${at};\n}\n`);
  files["src/large.ts"] = outline.join("\n");
  const imports = Array.from({ length: 60 }, (_, at) => `import { shared as from${at} } from "./part${at}.ts";`);
  const calls = Array.from({ length: 60 }, (_, at) => `function uses${at}() {\n  from${at}();\n  listed();\n}`);
  const all = Array.from({ length: 60 }, (_, at) => `  uses${at}();\n  from${at}();\n  outer${at}.call();`);
  files["src/uses.ts"] = [...imports, ...calls, `function usesAll() {\n${all.join("\n")}\n}`].join("\n");
  return files;
}

/** The code in the caller's folder, which `trace` reads. */
let onDisk: CodeTrees;

beforeAll(async () => {
  const directory = newFolder();
  onDisk = diskTrees(newFolder());
  mkdirSync(join(directory, "src"));
  for (let file = 0; file < 20; file++) writeFileSync(join(directory, "src", `${file}.ts`), "export const one = 1;\n");
  for (let at = 0; at < 60; at++) {
    const uses = Array.from({ length: 20 }, (_, line) => `openCache(${line});`).join("\n");
    writeFileSync(join(directory, "src", `use${at}.ts`), `export function made${at}() {}\n${uses}\n`);
  }
  writeFileSync(join(directory, "src", "cache.ts"), "export function openCache() {}\n");
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(notes);
  for (let at = 0; at < 40; at++)
    await base.change(() => [{ kind: "add", topic: "late", body: `late ${at}`, minutes: NOW_MINUTES }]);
  const session = new SessionLog(NOW_MINUTES * 60_000);
  for (let at = 0; at < 300; at++) session.note(NOW_MINUTES * 60_000, `did ${at} of something that takes a line`);
  context = { base, code: treesOf(new MemoryTree(codeFiles())), project: null, directory, session };
});

/** Calls that list something: what each result of theirs begins with, `null` where nothing is told apart. */
const LISTS: readonly [tool: string, values: Record<string, unknown>, result: RegExp | null][] = [
  ["search", { query: "needle", diverse: false }, /^ {2}\[topic-\d+ (@\w{10})\]/gm],
  ["search", { query: "needle", diverse: false, limit: 77 }, /^ {2}\[topic-\d+ (@\w{10})\]/gm],
  ["search", { query: "", detail: "brief", diverse: false }, /^ {2}\[[\w-]+ (@\w{10})\]/gm],
  ["search", { query: "needle", detail: "grouped" }, /^ {2}(@\w{10}) /gm],
  ["search", { query: "", detail: "topics" }, /^([\w-]+): \d+$/gm],
  ["search", { query: "needle", detail: "full", diverse: false }, /^--- topic-\d+ (@\w{10}) ---$/gm],
  ["search", { query: "needle", explain: true, detail: "medium", diverse: false }, /^ {2}\[topic-\d+ (@\w{10})\]/gm],
  ["search", { query: "needle", detail: "count" }, null],
  ["read", { topic: "topic-0" }, /^\[\d+ (@\w{10})\] \d{4}/gm],
  ["read", { topic: "topic-0", index: 0 }, /^\[\d+ (@\w{10})\] \d{4}/gm],
  ["brief", {}, null],
  ["brief", { query: "topic-*" }, null],
  ["brief", { query: "topic-*", detail: "scan" }, null],
  ["brief", { query: "topic-*", detail: "full" }, null],
  ["topics", {}, /^([\w-]+) \(\d+\) \d{4}/gm],
  ["topics", { action: "recent" }, /^ {2}\[[\w-]+:\d+ (@\w{10})\]/gm],
  ["topics", { action: "entries", topic: "topic-1" }, /^ {2}\[\d+ (@\w{10})\]/gm],
  ["topics", { action: "entries", topic: "topic-1", match_str: "needle" }, /^ {2}\[\d+ (@\w{10})\]/gm],
  ["topics", { action: "stats" }, null],
  ["topics", { action: "stats", detail: "tags" }, /^([\w-]+): \d+$/gm],
  ["topics", { action: "stats", detail: "index" }, null],
  ["topics", { action: "xref", topic: "topic-1" }, /^ {2}\[[\w-]+:\d+ (@\w{10})\]/gm],
  ["topics", { action: "graph" }, /^([\w-]+ -> [\w-]+) \(\d+\)$/gm],
  ["topics", { action: "stale" }, /^ {2}[\w-]+:\d+ (@\w{10}) /gm],
  ["topics", { action: "stale", topic: "topic-0", refresh: true }, /^[\w-]+:\d+ (@\w{10}) /gm],
  ["topics", { action: "prune", days: 1 }, /^([\w-]+) \(\d+\) \d{4}/gm],
  ["topics", { action: "compact" }, /^ {2}\[[\w-]+:\d+ (@\w{10})/gm],
  ["topics", { action: "session" }, /^ .*did (\d+) of/gm],
  ["topics", { action: "export" }, /"id":"(\w{10})"/g],
  ["edit", { action: "history" }, /^(\d+)\D/gm],
  ["search", { query: "needle", diverse: false, code: true }, /^ {2}\[topic-\d+ (@\w{10})\]/gm],
  ["code", { query: "needle" }, /^ {2}\d+-\d+ {2}export function (made\w+)\(/gm],
  ["code", { query: "needle", explain: true }, /^ {2}\d+-\d+ {2}export function (made\w+)\(/gm],
  ["code", { query: "needle", detail: "bodies" }, /^ {2}\d+-\d+ {2}export function (made\w+)\(/gm],
  ["code", { query: "needle", detail: "files" }, /^(src\/\w+\.ts)$/gm],
  ["code", { query: "needle test:only", detail: "files" }, /^(tests\/[\w.]+\.ts)$/gm],
  ["code", { action: "context", query: "needle" }, null],
  ["code", { action: "explore", symbol: "shared" }, null],
  ["code", { action: "explore", symbol: "usesAll" }, null],
  ["code", { action: "read", path: "src/large.ts" }, /function (listed\d+)\(/g],
  ["code", { action: "read", path: "src/long.txt" }, /^(row\d+) /gm],
  ["code", { action: "read", path: "src/long.txt", lines: "11-2900" }, /^(row\d+) /gm],
  ["code", { action: "read", symbol: "shared" }, /(src\/part\d+\.ts)/g],
  ["code", { action: "read", symbol: "made7x3" }, null],
  ["code", { action: "status" }, null],
  ["code", { action: "outline" }, null],
  ["code", { action: "symbols", symbol: "e" }, null],
  ["code", { action: "callers", symbol: "shared" }, null],
  ["code", { action: "callees", symbol: "usesAll" }, null],
  ["code", { action: "impact", symbol: "shared" }, null],
  ["code", { action: "impact", symbol: "shared", rename: true }, null],
  ["code", { action: "map" }, null],
  ["code", { action: "map", format: "json" }, null],
  ["code", { action: "map", format: "dot" }, null],
  ["code", { action: "index" }, null],
  ["trace", { path: ".", symbol: "openCache", limit: 1000 }, /^ {2}(src\/\w+\.ts:\d+) /gm],
  ["trace", { path: "src/cache.ts", action: "blast", limit: 1000 }, /^ {2}(src\/\w+\.ts:\d+) /gm],
  ["trace", { path: ".", action: "symbols", limit: 1000 }, /function (\w+)/g],
];

describe.each(LISTS)("%s %j", (name, values, result) => {
  const run = (more: object) => {
    const own = name === "trace" ? { ...context, code: onDisk } : context;
    return rendered(tools.get(name)!.run(own, { ...values, ...more }));
  };

  test("no page is longer than its budget, and the pages have each result once", async () => {
    const found: string[][] = [];
    for (const budget of BUDGETS) {
      const most = (budget ?? OF_ACTIONS[String(values.action)] ?? DEFAULTS[name] ?? 1500) * TOKEN_BYTES;
      const results: string[] = [];
      for (let page = 1, isMore = true; isMore && page < PAGES_MAX; page++) {
        const { text, remark } = await run({ budget, page });
        expect(
          Buffer.byteLength(text) + Buffer.byteLength(remark),
          `budget ${budget}, page ${page}`,
        ).toBeLessThanOrEqual(most);
        if (result !== null) results.push(...[...text.matchAll(result)].map((match) => match[1]!));
        isMore = `${text}\n${remark}`.includes(`page=${page + 1}`);
        if (isMore && budget !== undefined) expect(`${text}\n${remark}`).toContain(`page=${page + 1} budget=${budget}`);
      }
      // A note that no page can hold as JSON is left out of an export, and counted.
      if (values.action !== "export" || budget === undefined || budget > 900) found.push(results.sort());
    }
    if (result === null) return;
    const whole = found.at(-1)!;
    expect(whole.length).toBeGreaterThan(0);
    expect(new Set(whole).size).toBe(whole.length);
    for (const each of found) expect(each).toEqual(whole);
  });

  test("a page behind the last is one line that says so", async () => {
    await expect(run({ page: 10_000 })).rejects.toThrow(/^there is no page 10000: /);
  });
});

test("what changes something gives no further page", async () => {
  for (const [tool, values] of [
    ["edit", { action: "append", topic: "late", text: "more" }],
    ["topics", { action: "compact", apply: true }],
    ["code", { action: "forget" }],
  ] as const) {
    await expect(tools.get(tool)!.run(context, { ...values, page: 2 })).rejects.toThrow(/^page reads on in a list/);
  }
});
