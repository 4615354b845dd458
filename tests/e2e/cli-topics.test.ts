// `helix topics` with an action: the same answers as the tool's, what a second word means, exit codes, and JSON.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CommandOptions, type Outcome, runHelix } from "../support/command-line.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const run = (words: string, more: Partial<CommandOptions> = {}): Outcome =>
  runHelix(words.split(" "), { base, cwd, ...more });

/** Standard output of a command that has to end well and quietly. */
function output(words: string): string {
  const { status, stdout, stderr } = run(words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const NOTES = [
  { topic: "engine", time: "2026-02-20T10:00:00Z", body: "[tags: gotcha]\nthe cache is warmed up" },
  { topic: "cache", time: "2025-11-20T10:00:00Z", body: "entries expire after five minutes, not later" },
  { topic: "cache", time: "2025-11-21T10:00:00Z", body: "entries expire after five minutes, not later" },
];

function load(): void {
  writeFileSync(join(cwd, "notes.json"), JSON.stringify(NOTES));
  output("import notes.json");
}

describe("helix topics", () => {
  test("without an action is the list", () => {
    load();
    const list = "engine (1) 2026-02-20\ncache (2) 2025-11-21\n2 topics, 3 entries\n";
    expect(output("topics")).toBe(list);
    expect(output("topics list")).toBe(list);
    expect(output("topics LIST")).toBe(list);
    const byName = "cache (2) 2025-11-21\nengine (1) 2026-02-20\n2 topics, 3 entries\n";
    expect(output("topics --sort name")).toBe(byName);
    expect(output("topics --sort=count")).toBe(byName);
    expect(JSON.parse(output("topics --json")).topics[0]).toEqual({
      name: "engine",
      count: 1,
      newest: "2026-02-20T10:00:00.000Z",
      changed: "2026-02-20T10:00:00.000Z",
    });
  });

  test.each([
    ["topics recent", "  [engine:0] 2026-02-20 the cache is warmed up #gotcha\nengine (1 new)\n"],
    ["topics recent --days=1", "  [engine:0] 2026-02-20 the cache is warmed up #gotcha\nengine (1 new)\n"],
    ["topics entries engine", "  [0] 2026-02-20 the cache is warmed up #gotcha\n1 entry in engine\n"],
    ["topics entries --topic engine --index 0", "[0] 2026-02-20 15:30\n  [tags: gotcha]\n  the cache is warmed up\n"],
    [
      "topics entries engine --match_str warm",
      '  [0] 2026-02-20 the cache is warmed up #gotcha\n1 of 1 entry in engine holds "warm"\n',
    ],
    ["topics stats", "2 topics, 3 entries\noldest: 2025-11-20\nnewest: 2026-02-20\n"],
    ["topics stats --detail tags", "gotcha: 1\n1 tag\n"],
    ["topics graph", "engine -> cache (1)\n1 pair of 2 topics\n"],
    ["topics graph eng*", "engine -> cache (1)\n1 pair of 2 topics with eng*\n"],
    ["topics graph --focus=eng*", "engine -> cache (1)\n1 pair of 2 topics with eng*\n"],
    [
      "topics prune",
      "cache (2) 2025-11-21\n1 topic (2 entries) idle for 30 days or more; delete them with: helix topics prune --days 30 --apply\n",
    ],
  ])("%s", (words, expected) => {
    load();
    expect(output(words)).toBe(expected);
  });

  test("xref of the second word", () => {
    load();
    expect(output("topics xref cache").split("\n").slice(0, 2)).toEqual([
      "cache is referenced by: engine (1)",
      "cache references: no other topic",
    ]);
  });

  test("prune and compact act with --apply, and helix undo takes it back", () => {
    load();
    const before = output("export");
    expect(output("topics prune --apply --days 90")).toBe(
      "pruned 1 topic (2 entries): cache\n  take it back with: helix undo\n",
    );
    output("undo");
    expect(output("export")).toBe(before);
    expect(output("topics compact --apply")).toBe("merged 1 duplicate in 1 topic\n  take it back with: helix undo\n");
    output("undo");
    expect(output("export")).toBe(before);
    expect(output("topics compact --log --apply")).toMatch(/^compacted: 3 entries, \d+ → \d+ bytes\n {2}changes .*\n$/);
    expect(output("export")).toBe(before);
  });

  test("--json prints data", () => {
    load();
    const json = (words: string) => JSON.parse(output(`${words} --json`));
    expect(json("topics recent")).toMatchObject({ total: 1, topics: { engine: 1 }, entries: [{ topic: "engine" }] });
    expect(json("topics entries cache")).toMatchObject({
      topic: "cache",
      count: 2,
      entries: [{ index: 0 }, { index: 1 }],
    });
    expect(json("topics xref cache")).toMatchObject({ referencedBy: { engine: 1 }, references: {}, total: 1 });
    expect(json("topics graph")).toEqual({ edges: [{ from: "engine", to: "cache", count: 1 }] });
    expect(json("topics prune")).toEqual({
      topics: [{ name: "cache", count: 2, newest: "2025-11-21T10:00:00.000Z" }],
      applied: false,
    });
    expect(json("topics compact")).toMatchObject({
      entries: 3,
      merged: 0,
      duplicates: [{ similarity: 1, duplicate: { topic: "cache", index: 0 }, kept: { topic: "cache", index: 1 } }],
    });
    const bytes = readFileSync(join(base, "data.log")).length;
    // Of the marks that a write of several has around it, one is left.
    expect(json("topics compact --log")).toEqual({ entries: 3, bytesBefore: bytes, bytesAfter: bytes - 8 });
    expect(JSON.parse(run("topics compact --mode migrate --apply --json").stdout)).toEqual({ entries: [] });
  });

  test("nothing found ends with 1, wrong words with 2, and neither writes anything", () => {
    expect(run("topics recent")).toEqual({
      status: 1,
      stdout: "no entries in the last 7 days: nothing is stored yet\n",
      stderr: "",
    });
    for (const words of [
      "topics graph",
      "topics prune --apply",
      "topics compact --apply",
      "topics compact --mode=migrate",
    ])
      expect(run(words)).toMatchObject({ status: 1, stderr: "" });
    expect(run("topics entries nowhere")).toEqual({
      status: 1,
      stdout: "",
      stderr: '[error] there is no topic "nowhere": nothing is stored yet\n',
    });
    expect(run("topics engine")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^\[error\] ACTION "engine" is not accepted: give one of list, recent, .*\n$/),
    });
    expect(run("topics entries a b")).toMatchObject({
      status: 2,
      stderr: '[error] helix topics takes 2 words, "b" is one too many: see helix topics --help\n',
    });
    expect(run("topics list engine")).toMatchObject({
      status: 2,
      stderr: "[error] helix topics list takes no --topic; it takes --sort, --project\n",
    });
    expect(run("topics import notes.json")).toMatchObject({
      status: 2,
      stderr: "[error] notes are imported from a file, e.g. helix import notes.json\n",
    });
    expect(existsSync(join(base, "data.log"))).toBe(false);
  });
});
