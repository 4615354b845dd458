// The commands edit and undo: what words mean, where text comes from, how options are spelled, exit codes, JSON.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CommandOptions, runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const run = (words: readonly string[], more: Partial<CommandOptions> = {}) => runHelix(words, { base, cwd, ...more });
const done = (line: string) => ({ status: 0, stdout: `${line}\n`, stderr: "" });

describe("helix edit", () => {
  beforeEach(() => {
    for (const words of [
      ["engine", "FFI bridge design", "--tags=gotcha"],
      ["engine", "second note"],
    ]) {
      expect(run(["store", ...words]).status).toBe(0);
    }
  });

  test("append: words are the text", () => {
    expect(run(["edit", "append", "engine", "also", "for", "Swift", "6", "--index", "0"])).toEqual(
      done("appended to engine:0: FFI bridge design"),
    );
    expect(run(["read", "engine", "0"]).stdout).toBe(
      "[0] 2026-02-21 06:11\n  [tags: gotcha]\n  FFI bridge design\n  also for Swift 6\n",
    );
  });

  test.each([[[]], [["-"]]])("append, revise: text from standard input with words %j", (words) => {
    expect(run(["edit", "append", "engine", ...words], { input: "piped\nlines\n" })).toEqual(
      done("appended to engine:1: second note"),
    );
    expect(run(["edit", "REVISE", "engine", "--index=0", ...words], { input: "[tags: a]\nnew text\n" })).toEqual(
      done("revised engine:0: new text\n  from the text's first lines: tags"),
    );
    expect(run(["read", "engine"]).stdout).toBe(
      [
        "[0] 2026-02-21 06:11",
        "  [modified: 2026-02-21 06:11]",
        "  [tags: a]",
        "  new text",
        "",
        "[1] 2026-02-21 06:11",
        "  second note",
        "  piped",
        "  lines",
        "",
        "2 entries in engine",
        "",
      ].join("\n"),
    );
  });

  test.each(["--match_str", "--match-str"])("%s names an entry by its text", (option) => {
    expect(run(["edit", "delete", "engine", option, "ffi"])).toEqual(done("deleted engine:0: FFI bridge design"));
    expect(run(["edit", "append", "engine", `${option}=second`, "more"])).toEqual(
      done("appended to engine:0: second note"),
    );
  });

  test("delete --where says what it would delete, and does it with --apply", () => {
    const listed = "  [engine:0] 2026-02-21 FFI bridge design #gotcha";
    expect(run(["edit", "delete", "--where", "tag:gotcha it's"])).toMatchObject({ status: 1 });
    expect(run(["edit", "delete", "--where", "tag:gotcha"])).toEqual(
      done(
        [
          "would delete 1 entry in 1 topic: engine (1)",
          listed,
          "of no project",
          "nothing was deleted; do it with: helix edit delete --where 'tag:gotcha' --apply",
        ].join("\n"),
      ),
    );
    expect(run(["edit", "delete", "--where=tag:gotcha", "--apply"]).stdout).toContain(
      `deleted 1 entry in 1 topic: engine (1)\n${listed}\n`,
    );
    expect(run(["undo"]).stdout).toContain("1 entry brought back");
    const { applied, count, entries } = JSON.parse(
      run(["edit", "delete", "--where", "ffi before:today", "--apply", "--json"]).stdout,
    );
    expect({ applied, count, title: entries[0].title }).toEqual({
      applied: true,
      count: 1,
      title: "FFI bridge design",
    });
    expect(run(["read", "engine"]).stdout).toContain("1 entry in engine");
    // Words that were meant for the filter stand for no topic.
    expect(run(["edit", "delete", "--where", "tag:gotcha", "before:today"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("leave topic out, and put all of the filter into where"),
    });
  });

  test("tag: its options", () => {
    expect(run(["edit", "tag", "engine", "--tags", "perf, x", "--remove=gotcha", "--index=0"])).toEqual(
      done("tagged engine:0: FFI bridge design\n  [tags: perf, x]"),
    );
    expect(run(["edit", "append", "engine", "--tag", "perf", "more"])).toEqual(
      done("appended to engine:0: FFI bridge design"),
    );
  });

  test.each([
    ["rename", ["core"]],
    ["rename", ["--new_name", "core"]],
    ["rename", ["--new-name=core"]],
    ["merge", ["core"]],
    ["merge", ["--into", "core"]],
  ])("%s: the other topic is a word or an option: %j", (action, words) => {
    if (action === "merge") run(["store", "core", "first"]);
    expect(run(["edit", action, "engine", ...words])).toEqual(
      done(
        action === "rename" ? "renamed engine to core: 2 entries" : "merged engine into core: 2 entries, 3 there now",
      ),
    );
  });

  test("delete --all, then undo by either name", () => {
    expect(run(["edit", "delete", "engine", "--all"])).toEqual(
      done("deleted engine: 2 entries\n  [0] FFI bridge design\n  [1] second note"),
    );
    expect(run(["undo"]).stdout).toMatch(/^undone: 2 entries brought back\n/);
    expect(run(["edit", "delete", "engine"])).toEqual(done("deleted engine:1: second note"));
    expect(run(["edit", "undo"]).stdout).toMatch(/^undone: 1 entry brought back\n/);
    expect(run(["read", "engine"]).stdout).toContain("2 entries in engine");
  });

  test("undo and redo: of this project, by number, listed and tried", () => {
    const other = makeRepository(join(folder(), "app"));
    run(["store", "engine", "of no project"]);
    const theirs = runHelix(["store", "engine", "of a project"], { base, cwd: other });
    expect(theirs).toMatchObject({ status: 0 });
    const list = run(["undo", "--list"]).stdout.split("\n");
    expect(list[0]).toMatch(/^\d+ \d{4}-\d\d-\d\d \d\d:\d\d app-[0-9a-f]{8}: stored \[engine\] of a project$/);
    expect(list.at(-2)).toBe(
      "newest first; take one back, or make it again, with: helix undo CHANGE, helix redo CHANGE",
    );
    expect(run(["undo", "--dry-run"])).toEqual(
      done("would be undone: 1 entry removed again\n  [engine] of no project\n  what was changed after it stays"),
    );
    expect(run(["undo"]).stdout).toContain("  [engine] of no project\n");
    expect(run(["redo"]).stdout).toBe("redone: 1 entry brought back\n  [engine] of no project\n");
    const [number] = list[0]!.split(" ");
    expect(run(["undo", number!]).stdout).toMatch(/^undone: 1 entry removed again\n {2}\[engine\] of a project\n/);
    expect(JSON.parse(run(["redo", "--list", "--json"]).stdout)).toMatchObject({
      changes: [
        { change: Number(number), undone: true, count: 1, entries: [{ kind: "stored", topic: "engine" }] },
        {},
        {},
        {},
      ],
    });
  });

  test("--json: what was changed", () => {
    const json = (words: readonly string[]) => JSON.parse(run(["edit", ...words, "--json"]).stdout) as unknown;
    expect(json(["append", "engine", "more", "--match-str", "note"])).toEqual({
      action: "append",
      topic: "engine",
      index: 1,
      time: "2026-02-21T00:41:00.000Z",
      changed: true,
      entry: {
        tags: [],
        source: null,
        confidence: 1,
        links: [],
        modified: null,
        projects: [],
        text: "second note\nmore",
      },
      notes: [],
    });
    run(["store", "notes", "linking", "--links=engine:0 engine:1"]);
    expect(json(["delete", "engine", "--index=0"])).toEqual({
      action: "delete",
      topic: "engine",
      deleted: [{ index: 0, time: "2026-02-21T00:41:00.000Z", title: "FFI bridge design" }],
      linksRemoved: 1,
    });
    expect(json(["rename", "engine", "core"])).toEqual({
      action: "rename",
      topic: "engine",
      into: "core",
      entries: 1,
    });
  });

  const refusals: [string[], number, string][] = [
    [["edit"], 2, "ACTION is missing: give one of append, revise, delete, tag, rename, merge, undo, redo, history, "],
    [["edit", "engine"], 2, 'ACTION "engine" is not accepted: give one of append, '],
    [["edit", "append"], 2, "TOPIC is missing: helix edit append needs it, e.g. helix edit append engine"],
    [["edit", "append", "engine", "   "], 2, "TEXT is empty: give what is worth remembering, "],
    [
      ["edit", "append", "engine"],
      2,
      'TEXT is missing: helix edit append needs it, e.g. helix edit append TOPIC "also holds',
    ],
    [["edit", "delete", "engine", "0"], 2, 'helix edit takes 2 words, "0" is one too many: see helix edit --help'],
    [["edit", "rename", "a", "b", "c"], 2, 'helix edit takes 3 words, "c" is one too many'],
    [["edit", "rename", "engine", "b", "--new-name", "c"], 2, 'helix edit takes 2 words, "b" is one too many'],
    [["edit", "delete", "engine", "--match", "x"], 2, "helix edit has no option --match; did you mean --match-str?"],
    [["edit", "delete", "engine", "--match-str"], 2, "--match-str needs a value, e.g. --match-str=TEXT"],
    [["edit", "delete", "nowhere"], 1, 'there is no topic "nowhere"'],
    [["edit", "delete", "engine", "--match-str=third"], 1, 'no entry holds --match-str "third": engine has 2 entries'],
    [["undo", "now"], 2, 'CHANGE "now" is not accepted: '],
    [["undo", "8", "9"], 2, 'helix undo takes 1 word, "9" is one too many: see helix undo --help'],
    [["redo", "--list", "8"], 2, 'helix redo takes no words, "8" is one too many: see helix redo --help'],
  ];

  test.each(refusals)("%j exits with %i and one line", (words, status, beginning) => {
    const outcome = run(words);
    expect(outcome).toMatchObject({ status, stdout: "" });
    expect(outcome.stderr).toMatch(/^\[error\] [^\n]+\n$/);
    expect(outcome.stderr.slice("[error] ".length)).toContain(beginning);
    expect(run(["read", "engine"]).stdout).toContain("2 entries in engine");
  });
});

test("an edit of a knowledge base that is not there makes none", () => {
  expect(run(["edit", "delete", "engine"])).toMatchObject({
    status: 1,
    stderr: '[error] there is no topic "engine": nothing is stored yet\n',
  });
  expect(existsSync(base)).toBe(false);
});
