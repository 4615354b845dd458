// The command line and what people get wrong: one line on standard error, nothing on standard output, exit code 2. And
// where the knowledge base is looked for.

import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { errorData } from "../../src/surfaces/cli/data/error.ts";
import { type CommandOptions, runHelix } from "../support/command-line.ts";
import { skipLoudly, withoutPrivileges } from "../support/confined.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const run = (words: readonly string[], more: Partial<CommandOptions> = {}) => runHelix(words, { base, cwd, ...more });

describe("bad input", () => {
  const cases: [string[], string][] = [
    [
      ["find", "x"],
      'there is no command "find"; there are: serve, setup, plugin, demo, hooks, hook, hooks-install, completions, store, search, brief, read, edit, topics, learn, plan, code, output, trace, undo, redo, checkpoint, resume, project, config, economy, filter, run, gain, stats, lift, export, import, index, compact, check, recover, forget, doctor, prove, _reload, inspect; e.g. helix search linker',
    ],
    [["breif"], 'there is no command "breif"; did you mean brief? helix --help lists all commands'],
    [["--json=false", "serch", "x"], 'there is no command "serch"; did you mean search? '],
    [["--kb", "somewhere", "stat"], 'there is no command "stat"; did you mean stats'],
    [["--kb", "stats"], "--kb needs a value"],
    [["stats", "--kb="], "--kb is empty: give a value, e.g. --kb=DIR, or leave it out"],
    [["--limt", "5", "search", "x"], "helix search has no option --limt; did you mean --limit?"],
    [["--project", "store", "topics", "list", "x", "y"], "helix topics takes 2 words"],
    [["completions"], "helix completions needs a SHELL: give one of bash, zsh, fish, e.g. helix completions bash"],
    [["completions", "csh"], 'shell "csh" is not accepted: give one of bash, zsh, fish, e.g. helix completions bash'],
    [["completions", "bash", "zsh"], 'helix completions takes 1 word, "zsh" is one too many'],
    [["store"], "helix store needs a TOPIC, e.g. helix store build-gotchas"],
    [["read"], "helix read needs a TOPIC, e.g. helix read build-gotchas"],
    [
      ["store", "notes", ""],
      'TEXT is empty: give a text, e.g. helix store TOPIC "gotcha: the linker wants arm64 only"',
    ],
    [["store", "...", "x"], 'TOPIC "..." has no letter or digit: give a name, e.g. helix store build-gotchas'],
    [
      ["store", "notes", "x", "--tag=a"],
      "helix store has no option --tag; did you mean --tags? (write text that begins with a dash after --)",
    ],
    [
      ["store", "notes", "-march=native"],
      "helix store has no option -march; it has: --tags, --source, --confidence, --links, --force, --terse, --kb, --json, --no-pager, --help (write text that begins with a dash after --)",
    ],
    [["stats", "-json"], "helix stats has no option -json; did you mean --json? "],
    [["stats", "-x"], "helix stats has no option -x; it has: --detail, "],
    [["store", "notes", "x", "--tags"], "--tags needs a value, e.g. --tags=A,B"],
    [["stats", "--no-json"], "helix stats has no option --no-json; did you mean --json? "],
    [["search", "x", "--limit", "--explain"], "--limit needs a value, e.g. --limit=N"],
    [
      ["search", "x", "--limit", "-5"],
      "--limit -5 is not accepted: give a whole number from 1 to 100000, e.g. --limit 10",
    ],
    [
      ["search", "x", "--limit=ten"],
      '--limit "ten" is not accepted: give a whole number from 1 to 100000, e.g. --limit 10',
    ],
    [
      ["search", "x", "--detail=long"],
      '--detail "long" is not accepted: give one of full, medium, brief, grouped, topics, count, e.g. --detail full',
    ],
    [
      ["search", "x", "--after=soon"],
      '--after "soon" is no date; use YYYY-MM-DD, today, yesterday or this-week, for example 2026-02-21',
    ],
    [["search", "x", "--project=here"], '--project "here" is not accepted: this directory is in no git work tree; '],
    [
      ["store", "notes", "x", "--confidence=high"],
      '--confidence "high" is not accepted: give a number from 0 to 1, e.g. --confidence 0.8',
    ],
    [["store", "notes", "x", "--force=maybe"], ""],
    [
      ["read", "notes", "first"],
      'INDEX "first" is not accepted: give a whole number from 0 to 100000000, e.g. helix read TOPIC 0',
    ],
    [["read", "notes", "0", "1"], 'helix read takes 2 words, "1" is one too many: see helix read --help'],
    [["topics", "list", "a", "b"], 'helix topics takes 2 words, "b" is one too many: see helix topics --help'],
    [["stats", "--detail=all"], "--detail=all is not accepted: give tags, index or events, e.g. --detail=tags"],
    [["import", "a", "b"], 'helix import takes 1 word, "b" is one too many: see helix import --help'],
    [["import", "missing.json"], "cannot read missing.json: ENOENT: no such file or directory"],
    [["import", "."], "cannot read .: EISDIR"],
    [["index", "a", "b"], "helix index takes one directory, e.g. helix index ~/.helix-kb"],
    [["check", "a", "b"], "helix check takes one directory, e.g. helix check ~/.helix-kb"],
    [["serve", "a", "b"], "helix serve takes one directory, e.g. helix serve ~/.helix-kb"],
    [["inspect", "--from=start"], "--from=start is not accepted: give a whole number, e.g. --from=100"],
    [["inspect", "--limit=0"], "--limit=0 is not accepted: give a whole number from 1, e.g. --limit=100"],
    [
      ["prove", "--seconds", "0"],
      "--seconds=0 is not accepted: give a whole number from 1 to 604800, e.g. --seconds=60",
    ],
    [["prove", "now"], 'helix prove takes no words, "now" is one too many'],
    [["edit", "delete", "notes", "--index="], "--index is empty: give a value, e.g. --index=N, or leave it out"],
    [["edit", "delete", "notes", "--match-str", ""], "--match-str is empty: give a value, e.g. --match-str=TEXT, or"],
    [["inspect", "--limit=-1"], "--limit=-1 is not accepted: give a whole number from 1, e.g. --limit=100"],
  ];

  test.each(cases)("%j", (words, beginning) => {
    const { status, stdout, stderr } = run(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^\[error\] [^\n]+\n$/);
    expect(stderr.slice("[error] ".length)).toContain(beginning);
    expect(existsSync(base)).toBe(false);
  });

  test.each(["{", "[1]", "", "not JSON"])("import of %j", (input) => {
    const { status, stdout, stderr } = run(["import"], { input });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^\[error\] (the import|entry 0) [^\n]+\n$/);
    expect(existsSync(base)).toBe(false);
  });

  test("bytes that are no UTF-8, on standard input", () => {
    const input = Buffer.concat([Buffer.from("half "), Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(" a note")]);
    expect(run(["store", "notes"], { input })).toMatchObject({ status: 0, stderr: "" });
    expect(run(["read", "notes", "0"]).stdout).toBe("[0] 2026-02-21 06:11\n  half \ufffd\ufffd a note\n");
  });
});

describe("options in front of the command", () => {
  test.each([
    [["--kb", "KB", "search", "walrus"], "walrus"],
    [["--kb=KB", "--limit", "1", "search", "walrus"], "walrus"],
    [["--project", "any", "--kb", "KB", "topics"], "notes (1)"],
    [["--json", "read", "--kb", "KB", "notes"], '"topic":"notes"'],
    [["--no-pager", "--detail", "tags", "--kb", "KB", "stats"], "gotcha"],
    [["--detail=topics", "search", "--kb", "KB", "walrus"], "notes"],
    // A value that is also the name of a command.
    [["--kb", "KB", "--tag", "search", "search", "walrus"], "0 match(es)"],
  ])("%j", (words, shown) => {
    run(["store", "notes", "gotcha: a walrus"]);
    const { stdout } = run(
      words.map((word) => word.replace("KB", base)),
      { base: join(cwd, "other") },
    );
    expect(stdout).toContain(shown);
  });

  test("behind -- nothing is an option or a command", () => {
    expect(run(["store", "notes", "--", "--json", "--help"]).stdout).toBe("stored in notes\n");
    expect(run(["read", "notes", "0"]).stdout).toContain("  --json --help\n");
  });
});

describe("with --json", () => {
  test.each([
    [["search", "x", "--limit=ten", "--json"], 2, "INVALID_ARGUMENT", '--limit "ten" is not accepted: '],
    [["--json", "read", "nowhere"], 1, "NOT_FOUND", 'there is no topic "nowhere"'],
    [["--json", "serch"], 2, "INVALID_ARGUMENT", "did you mean search?"],
    [["search", "--jsno", "--json"], 2, "INVALID_ARGUMENT", "did you mean --json?"],
    [["import", "missing.json", "--json"], 2, "IO", "cannot read missing.json"],
  ])("the error of %j is JSON on standard error, and standard output is empty", (words, status, code, beginning) => {
    const outcome = run(words);
    expect(outcome).toMatchObject({ status, stdout: "" });
    expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
    const { error } = errorData.parse(JSON.parse(outcome.stderr));
    expect(error).toEqual({ code, message: expect.stringContaining(beginning) });
  });

  test("what only looks like --json asks for none", () => {
    expect(run(["stats", "--detail=--json", "x"]).stderr).toMatch(/^\[error\] /);
    expect(run(["stats", "x", "--", "--json"]).stderr).toMatch(/^\[error\] /);
  });
});

describe("where the knowledge base is", () => {
  const stored = { status: 0, stdout: "stored in notes\n", stderr: "" };

  test("--kb goes before HELIX_KB, HELIX_KB before the home", () => {
    const [given, named] = [join(cwd, "given"), join(cwd, "named")];
    expect(run(["store", "notes", "one", "--kb", given], { base: named })).toEqual(stored);
    expect(existsSync(named)).toBe(false);
    expect(run(["store", "notes", "two"], { base: named })).toEqual(stored);
    expect(runHelix(["store", "notes", "three"], { cwd })).toEqual(stored);
    expect(readdirSync(cwd).sort()).toEqual([".helix-kb", "given", "named"]);
    for (const [directory, text] of [
      [given, "one"],
      [named, "two"],
      [join(cwd, ".helix-kb"), "three"],
    ] as const) {
      expect(run(["read", "notes", "0", `--kb=${directory}`]).stdout).toContain(`  ${text}\n`);
    }
  });

  test("a relative path is one of the working directory, ~ is the home", () => {
    expect(run(["store", "notes", "x", "--kb=below/here"])).toEqual(stored);
    expect(existsSync(join(cwd, "below", "here", "data.log"))).toBe(true);
    expect(run(["store", "notes", "x", "--kb=~/there"])).toEqual(stored);
    expect(existsSync(join(cwd, "there", "data.log"))).toBe(true);
    // For hooks, too, this is below the home, and not /there.
    expect(run(["read", "notes", "0", "--kb=~//there"]).stdout).toContain("  x\n");
  });

  test("serve: its word, --kb, HELIX_KB or the home", () => {
    const call = { name: "store", arguments: { topic: "notes", text: "x" } };
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`;
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"stored in notes"}]}}';
    const [word, given] = [join(cwd, "word"), join(cwd, "given")];
    for (const [words, directory] of [
      [["serve", word], word],
      [["serve", "--kb", given], given],
      [["serve"], base],
    ] as const) {
      const { status, stdout, stderr } = run(words, { input });
      expect({ status, stderr, answer: JSON.parse(stdout) }).toEqual({
        status: 0,
        stderr: "",
        answer: JSON.parse(answer),
      });
      expect(existsSync(join(directory, "data.log"))).toBe(true);
    }
    expect(runHelix(["serve"], { cwd, input })).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(cwd, ".helix-kb", "data.log"))).toBe(true);
  });

  test("commands that take a directory as a word", () => {
    run(["store", "notes", "x"]);
    for (const command of ["index", "check", "inspect", "compact"]) {
      expect(runHelix([command, base], { cwd }), command).toMatchObject({ status: 0, stderr: "" });
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("without a home", ({ skip }) => {
    const environment = { HOME: "" };
    expect(run(["store", "notes", "x"], { environment })).toEqual(stored);
    // A user that the system does not know has none either.
    const wrapper = withoutPrivileges()?.map((word) => word.replace(/65534/, "54321"));
    if (wrapper === undefined || wrapper.length === 0) {
      skipLoudly("no command can be started here as a user without a home");
      skip();
    }
    const binary = join(folder(), "helix");
    placeBinary(binary);
    chmodSync(join(binary, ".."), 0o755);
    expect(runHelix(["topics"], { cwd, environment, wrapper: wrapper!, binary })).toEqual({
      status: 2,
      stdout: "",
      stderr: "[error] there is no home directory: name the knowledge base, e.g. HELIX_KB=/var/lib/helix\n",
    });
  });

  test("HELIX_KB that is a file", () => {
    const file = join(cwd, "file");
    writeFileSync(file, "mine");
    for (const words of [
      ["store", "notes", "x"],
      ["search", "x"],
      ["topics"],
      ["index"],
      ["check"],
      ["inspect"],
      ["export"],
    ]) {
      expect(run(words, { base: file }), words.join(" ")).toEqual({
        status: 2,
        stdout: "",
        stderr: `[error] cannot use ${file} as the knowledge base directory: a file stands in its place; name another, e.g. HELIX_KB=~/.helix-kb\n`,
      });
    }
  });

  test("a log that is not helix's", () => {
    mkdirSync(base);
    writeFileSync(join(base, "data.log"), "notes of somebody\n");
    for (const words of [
      ["store", "notes", "x"],
      ["search", "x"],
      ["check"],
      ["inspect"],
      ["compact", "--apply"],
      ["index"],
    ]) {
      const { status, stdout, stderr } = run(words);
      expect({ status, stdout }, words.join(" ")).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^\[error\] .*data\.log is not a helix log [^\n]*\n$/);
    }
    expect(readdirSync(base).filter((name) => name !== ".lock")).toEqual(["data.log"]);
  });

  test("a clock that is none", () => {
    expect(run(["topics"], { environment: { HELIX_NOW: "soon" } })).toEqual({
      status: 2,
      stdout: "",
      stderr: '[error] HELIX_NOW="soon" is no time: give ISO 8601, e.g. HELIX_NOW=2026-02-21T06:11:00Z\n',
    });
  });
});
