// The commands for people that work with notes: store, search, read, topics, stats, export, import; and version and
// help. What goes to standard output is compared to the letter; exit codes are 0 found or done, 1 nothing found, 2
// error.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CommandOptions, type Outcome, runHelix } from "../support/command-line.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const run = (words: readonly string[], more: Partial<CommandOptions> = {}): Outcome =>
  runHelix(words, { base, cwd, ...more });

/** Standard output of a command that has to end well and quietly. */
function output(words: readonly string[], more: Partial<CommandOptions> = {}): string {
  const { status, stdout, stderr } = run(words, more);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

describe("store", () => {
  test("words, options, and what was understood", () => {
    expect(output(["store", "Build Gotchas", "the", "linker", "wants", "arm64 only"])).toBe(
      "stored in build-gotchas\n",
    );
    expect(
      output([
        "store",
        "engine",
        "a term map",
        "--tags",
        "Gotchas,build",
        "--source=src/a.ts:1",
        "--confidence",
        "0.9",
      ]),
    ).toBe("stored in engine [tags: build, gotcha] (~90%)\n");
    expect(output(["store", "--terse", "engine", "--links=engine:0", "another note"])).toBe("stored in engine\n");
    expect(output(["read", "engine"])).toBe(
      [
        "[0] 2026-02-21 06:11",
        "  [tags: build, gotcha]",
        "  [source: src/a.ts:1]",
        "  [confidence: 0.9]",
        "  a term map",
        "",
        "[1] 2026-02-21 06:11",
        "  [links: engine:0]",
        "  another note",
        "",
        "2 entries in engine\n",
      ].join("\n"),
    );
  });

  test.each([
    ["without words", ["store", "notes"]],
    ["with a dash", ["store", "notes", "-"]],
  ])("text from standard input, %s", (_, words) => {
    expect(output(words, { input: "gotcha: first line\n\nGrüße 🧭\n" })).toBe("stored in notes [tags: gotcha]\n");
    expect(output(["read", "notes", "0"])).toBe(
      "[0] 2026-02-21 06:11\n  [tags: gotcha]\n  gotcha: first line\n\n  Grüße 🧭\n",
    );
  });

  test.each([
    ["after two dashes", ["store", "notes", "--", "-march=native", "--is", "wrong"], "-march=native --is wrong"],
    ["a negative number", ["store", "notes", "-5 degrees", "outside"], "-5 degrees outside"],
    ["an option in one word with others", ["store", "notes", "--force is no way"], "--force is no way"],
    ["an option after two dashes", ["store", "--", "notes", "--help"], "--help"],
    ["list items", ["store", "notes", "- first\n- second"], "- first\n  - second"],
    ["dashes alone", ["store", "notes", "---", "a"], "--- a"],
  ])("text that begins with a dash: %s", (_, words, text) => {
    expect(output(words)).toBe("stored in notes\n");
    expect(output(["read", "notes", "0"])).toBe(`[0] 2026-02-21 06:11\n  ${text}\n`);
  });

  test("--json: what was stored where", () => {
    const words = ["store", "engine", "gotcha: a note", "--json", "--confidence=0.5", "--source=a.ts", "--links=b:1"];
    expect(JSON.parse(output(words))).toEqual({
      stored: true,
      topic: "engine",
      index: 0,
      tags: ["gotcha"],
      source: "a.ts",
      confidence: 0.5,
      notes: ["link warning: b:1: there is no topic b"],
    });
  });

  test("credentials are replaced here too", () => {
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2)}`.slice(0, 40);
    expect(output(["store", "ci", `uses ${token}`])).toBe("stored in ci\n  redacted: github-token\n");
    expect(readFileSync(join(base, "data.log"), "latin1")).not.toContain(token);
  });
});

describe("search", () => {
  beforeEach(() => {
    const time = "2026-02-20T09:00:00Z";
    const entries = [
      {
        topic: "engine",
        time,
        body: "[tags: gotcha]\n[source: src/a.ts:7]\nCachedEntry keeps a term map\nsecond line",
      },
      { topic: "network", time: "2026-01-01T00:00:00Z", body: "the pool keeps connections" },
    ];
    output(["import"], { input: JSON.stringify(entries) });
  });

  test("words; a list; exit code 0", () => {
    expect(output(["search", "cached", "entry"])).toBe(
      "  [engine] 2026-02-20 CachedEntry keeps a term map #gotcha\n    second line\n1 match(es)\n",
    );
    expect(output(["search", "keeps", "--detail=brief", "--limit", "1"])).toBe(
      "  [engine] CachedEntry keeps a term map\n2 match(es); 1 beyond the limit\n",
    );
    expect(output(["search", "--", "keeps", "--detail"])).toContain("2 match(es)");
    expect(output(["search"])).toContain("2 match(es)");
  });

  test.each([
    [["keeps", "--after=today", "--detail=count"], "0 match(es)\n"],
    [["keeps", "--before", "2026-01-31", "--detail", "count"], "1 match(es)\n"],
    [["keeps", "--days=7", "--detail=topics"], "engine: 1\n"],
    [["keeps", "--hours=1000", "--days=1", "--tag=gotcha", "--mode=or", "--detail=count"], "1 match(es)\n"],
    [
      ["keeps", "--topic=network", "--project=any", "--detail=grouped"],
      "--- network (1 entry) ---\n  the pool keeps connections\n",
    ],
    [
      ["source:a.ts", "--detail=full"],
      "--- engine ---\n[tags: gotcha]\n[source: src/a.ts:7]\n  CachedEntry keeps a term map\n  second line\n\n1 matching section(s)\n",
    ],
  ])("options: %j", (words, expected) => {
    const { stdout, stderr } = run(["search", ...words]);
    expect({ stdout, stderr }).toEqual({ stdout: expected, stderr: "" });
  });

  test("nothing found: exit code 1, said on standard output", () => {
    expect(run(["search", "nothing"])).toEqual({ status: 1, stdout: "0 match(es)\n", stderr: "" });
    expect(run(["search", "nothing", "--detail=count"])).toMatchObject({ status: 1, stdout: "0 match(es)\n" });
    const asked = run(["search", "nothing", "--json"]);
    expect({ ...asked, stdout: JSON.parse(asked.stdout) }).toEqual({
      status: 1,
      stdout: { total: 0, whole: null, takenAs: {}, fellBack: false, heldBack: 0, collapsed: 0, results: [] },
      stderr: "",
    });
  });

  test("--json: results with place, time, score and what is known of them", () => {
    const { results, ...rest } = JSON.parse(output(["search", "cached", "entry", "--json"]));
    expect(rest).toEqual({ total: 1, whole: null, takenAs: {}, fellBack: false, heldBack: 0, collapsed: 0 });
    expect(results).toEqual([
      {
        nearlySame: [],
        topic: "engine",
        index: 0,
        time: "2026-02-20T09:00:00.000Z",
        score: expect.any(Number),
        tags: ["gotcha"],
        source: "src/a.ts:7",
        sourceState: null,
        confidence: 1,
        projects: [],
        lines: ["CachedEntry keeps a term map", "second line"],
      },
    ]);
    for (const detail of ["full", "brief", "grouped", "topics", "count"]) {
      expect(JSON.parse(output(["search", "keeps", `--detail=${detail}`, "--json"])).total).toBe(2);
    }
  });
});

describe("read, topics and stats", () => {
  beforeEach(() => {
    output(["store", "engine", "first", "--tags=gotcha"]);
    output(["store", "engine", "second"]);
    output(["store", "a-topic", "third"]);
  });

  test("read: a topic, an entry, --json", () => {
    expect(output(["read", "Engine"])).toContain("2 entries in engine\n");
    expect(output(["read", "engine", "1"])).toBe("[1] 2026-02-21 06:11\n  second\n");
    expect(JSON.parse(output(["read", "engine", "--json"]))).toEqual({
      topic: "engine",
      count: 2,
      leftOut: 0,
      entries: [
        expect.objectContaining({
          index: 0,
          time: "2026-02-21T00:41:00.000Z",
          tags: ["gotcha"],
          body: "[tags: gotcha]\nfirst",
        }),
        expect.objectContaining({ index: 1, body: "second" }),
      ],
    });
    expect(JSON.parse(output(["read", "engine", "0", "--json"])).entries).toHaveLength(1);
  });

  test("read: what is not there is nothing found", () => {
    expect(run(["read", "engin"])).toEqual({
      status: 1,
      stdout: "",
      stderr: '[error] there is no topic "engin"; nearest: engine\n',
    });
    expect(run(["read", "engine", "7"])).toMatchObject({ status: 1, stdout: "" });
  });

  test("topics", () => {
    expect(output(["topics"])).toBe("a-topic (1) 2026-02-21\nengine (2) 2026-02-21\n2 topics, 3 entries\n");
    const time = "2026-02-21T00:41:00.000Z";
    expect(JSON.parse(output(["topics", "--json"]))).toEqual({
      entries: 3,
      topics: [
        { name: "a-topic", count: 1, newest: time, changed: time },
        { name: "engine", count: 2, newest: time, changed: time },
      ],
    });
  });

  test("stats", () => {
    expect(output(["stats"])).toBe("2 topics, 3 entries\noldest: 2026-02-21\nnewest: 2026-02-21\n");
    expect(output(["stats", "--detail=tags"])).toBe("gotcha: 1\n1 tag\n");
    expect(output(["stats", "--detail", "index"])).toContain("terms: ");
    expect(JSON.parse(output(["stats", "--json"]))).toMatchObject({ entries: 3, topics: 2 });
    expect(JSON.parse(output(["stats", "--detail=tags", "--json"]))).toEqual({ gotcha: 1 });
    expect(JSON.parse(output(["stats", "--detail=index", "--json"]))).toMatchObject({ tailEntries: 3 });
  });

  test("an empty knowledge base is nothing found, and is not created by looking", () => {
    base = join(cwd, "empty");
    for (const words of [["topics"], ["stats"], ["stats", "--detail=tags"], ["search", "x"], ["search"]]) {
      expect(run(words)).toMatchObject({ status: 1, stderr: "" });
      expect(() => JSON.parse(run([...words, "--json"]).stdout)).not.toThrow();
    }
    expect(existsSync(base)).toBe(false);
  });
});

describe("export and import", () => {
  test("everything goes out as JSON and comes back the same", () => {
    output(["store", "engine", "first\nof two lines", "--tags=gotcha"]);
    output(["store", "a-topic", "Grüße 🧭"]);
    const json = output(["export"]);
    expect(JSON.parse(json)).toEqual([
      { topic: "a-topic", time: "2026-02-21T00:41:00.000Z", body: "Grüße 🧭" },
      { topic: "engine", time: "2026-02-21T00:41:00.000Z", body: "[tags: gotcha]\nfirst\nof two lines" },
    ]);
    expect(output(["export", "--json"])).toBe(json);
    const file = join(cwd, "notes.json");
    writeFileSync(file, json);
    const other = { base: join(cwd, "other") };
    expect(output(["import", "notes.json"], other)).toBe("imported 2 entries into 2 topics\n");
    expect(output(["export"], other)).toBe(json);
    expect(output(["import", file], other)).toBe("imported 0 entries into 0 topics\n  skipped 2: already there\n");
    expect(JSON.parse(output(["import", "--json", "-"], { ...other, input: json }))).toEqual({
      added: 0,
      skipped: 2,
      topics: 0,
      redacted: 0,
    });
  });

  test("of an empty knowledge base an empty list, which imports to nothing", () => {
    expect(output(["export"])).toBe("[]\n");
    expect(output(["import"], { input: "[]" })).toBe("imported 0 entries into 0 topics\n");
  });
});

describe("version and help", () => {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
  const commands = "serve store search read topics stats export import index compact check inspect".split(" ");

  test.each(["--version", "-v", "version"])("%s", (word) => {
    expect(output([word])).toMatch(new RegExp(`^helix ${version.replaceAll(".", "\\.")} \\([\\w+]+\\)\n$`));
  });

  test.each(["--help", "-h", "help"])("%s names every command", (word) => {
    const help = output([word]);
    for (const command of commands) expect(help).toMatch(new RegExp(`^  ${command} +\\S`, "m"));
    for (const line of help.split("\n")) expect(line.length).toBeLessThan(130);
  });

  test("no command: the same, on standard error, as an error", () => {
    expect(run([])).toEqual({ status: 2, stdout: "", stderr: output(["--help"]) });
  });

  test.each(commands)("%s --help shows its options, and does nothing", (command) => {
    const help = output([command, "--help"]);
    expect(help).toContain(`helix ${command}`);
    for (const option of ["--kb", "--json", "--help"]) expect(help).toContain(option);
    expect(output([command, "-h"])).toBe(help);
    expect(output(["help", command])).toBe(help);
    expect(existsSync(base)).toBe(false);
  });

  test("the options of store and search are those of the tools", () => {
    const options = (command: string) => [...output([command, "--help"]).matchAll(/--(\w+)/g)].map((match) => match[1]);
    expect(options("store")).toEqual(expect.arrayContaining("tags source confidence links force terse".split(" ")));
    expect(options("search")).toEqual(
      expect.arrayContaining("detail limit after before days hours tag topic mode project".split(" ")),
    );
  });
});
