// Standard output and standard error that take nothing: a full disk, a reader that is gone. What was stored is stored,
// and that is what is said of it; a command that only reads has failed. A server ends in order.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { skipLoudly } from "../support/confined.ts";
import { makeRepository } from "../support/git-repository.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { DERIVED_IDS, withoutIds } from "../support/note-ids.ts";
import { INITIALIZE, INITIALIZED, toolCall, useRawServers } from "../support/raw-server.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const startRaw = useRawServers();
/** A disk that is always full. */
const FULL = "/dev/full";
const hasFull = existsSync(FULL);
if (!hasFull) skipLoudly(`there is no ${FULL} here`);

const NOT_WRITTEN = "the answer could not be written: ENOSPC: no space left on device, write";

let [base, cwd] = ["", ""];

beforeEach(() => {
  base = join(folder(), "kb");
  cwd = folder();
});

/** Runs helix in a shell, where $HELIX is the binary and `words` go in front of the redirections. */
function shell(words: string, redirections: string, input = "") {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: cwd,
    TZ: ZONE,
    HELIX_NOW: NOW,
    ...DERIVED_IDS,
    HELIX_KB: base,
    HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
    HELIX: helixBinary(),
  };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", `"$HELIX" ${words} ${redirections}`], {
    cwd,
    env,
    input,
    encoding: "utf8",
  });
  return { status, stdout: withoutIds(stdout), stderr };
}

const run = (...words: string[]) => runHelix(words, { base, cwd });

/** Runs helix from the sources with a full disk for standard output; single quotes hold words together. */
function withFullDisk(line: string) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  return runHelix(words, { base, cwd, output: FULL });
}

/** The compiled helix for a few, which stand for all of their kind. */
const onFullDisk = (line: string) => (COMPILED.has(line) ? shell(line, `>${FULL}`) : withFullDisk(line));
const COMPILED = new Set(["store t 'the second note'", "undo", "search note", "doctor", "--version"]);

const bodies = () => (JSON.parse(run("export").stdout) as { body: string }[]).map(({ body }) => body).sort();

describe.runIf(hasFull)("what was done although the answer could not be written", () => {
  beforeEach(() => {
    expect(run("store", "t", "the first note").status).toBe(0);
    writeFileSync(join(cwd, "notes.json"), JSON.stringify([{ topic: "t", text: "an imported note" }]));
  });

  const CASES: readonly (readonly [string, string, readonly string[]])[] = [
    ["store t 'the second note'", "stored in t: the second note", ["the first note", "the second note"]],
    ["store t 'the second note' --json", "stored in t: the second note", ["the first note", "the second note"]],
    ["import notes.json", "imported 1 entry into 1 topic", ["an imported note", "the first note"]],
    ["edit revise t 'other words' --match_str first", "revised", ["other words"]],
    ["edit delete t --match_str first", "deleted", []],
    ["undo", "undone: 1 entry removed again", []],
    ["compact --apply", "compacted: 1 entry, ", ["the first note\nand more"]],
    ["index", "index built", ["the first note"]],
    ["checkpoint 'a task'", "saved a checkpoint: a task", ["the first note"]],
    ["economy on", "set economy.filters to on in ", ["the first note"]],
    ["economy section CLAUDE.md", "wrote the section into ", ["the first note"]],
    ["config set code.context off", "set code.context to off in ", ["the first note"]],
    ["config unset hooks.speak", "unset hooks.speak in ", ["the first note"]],
    ["forget shop", "forgot the index of ", ["the first note"]],
  ];
  test.each(CASES)("helix %s", (words, done, left) => {
    // A compaction has something to do only then.
    if (words.startsWith("compact")) run("edit", "append", "t", "and more");
    if (words.startsWith("config unset")) run("config", "set", "hooks.speak", "off");
    if (words.startsWith("forget")) {
      makeRepository(join(cwd, "shop"));
      writeFileSync(join(cwd, "shop", "a.ts"), "export const a = 1;\n");
      run("code", "index", "shop");
    }
    const { status, stdout, stderr } = onFullDisk(words);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^helix: it is done \(.*\), but the answer could not be written: ENOSPC: [^\n]*$/),
      "",
    ]);
    expect(stderr).toContain(done);
    const texts = bodies().map((body) => body.replace(/^(\[.*\]\n)*/, ""));
    expect(texts).toEqual(left);
  });

  test("helix hooks install and uninstall", () => {
    const settings = join(cwd, ".claude", "settings.json");
    const installed = shell("hooks install --user --no-mcp", `>${FULL}`);
    expect(installed.status).toBe(0);
    expect(installed.stderr).toBe(`helix: it is done (installed: ~/.claude/settings.json), but ${NOT_WRITTEN}\n`);
    expect(existsSync(settings)).toBe(true);
    const taken = shell("hooks uninstall --user --no-mcp", `>${FULL}`);
    expect(taken.status).toBe(0);
    expect(taken.stderr).toBe(`helix: it is done (taken out: ~/.claude/settings.json), but ${NOT_WRITTEN}\n`);
    expect(existsSync(settings)).toBe(false);
  });

  test("is told by the exit code where nobody can be told", () => {
    expect(shell("store t 'the second note'", `>${FULL} 2>${FULL}`)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(bodies()).toEqual(["the first note", "the second note"]);
  });

  test("is not said of what was not done", () => {
    const { status, stderr } = withFullDisk("store t ''");
    expect([status, stderr.includes("it is done")]).toEqual([2, false]);
    expect(withFullDisk("import none.json").status).toBe(2);
    expect(bodies()).toEqual(["the first note"]);
  });
});

describe.runIf(hasFull)("a command that only reads", () => {
  test.each([
    "search note",
    "search nothing",
    "read t",
    "topics",
    "brief",
    "export",
    "inspect",
    "check",
    "doctor",
    "stats",
    "resume",
    "topics prune",
    "compact",
    "hooks status",
    "hooks install --user --dry-run",
    "--version",
    "--help",
    "store --help",
  ])("helix %s ends with 2 and one line", (words) => {
    expect(run("store", "t", "a note").status).toBe(0);
    expect(onFullDisk(words)).toEqual({ status: 2, stdout: "", stderr: `[error] ${NOT_WRITTEN}\n` });
  });
});

describe("a reader that is gone", () => {
  /** Runs helix with a pipe for an output that nobody reads from. */
  function unread(...words: string[]) {
    const script = '{ "$@"; echo "$?" >"$0"; } 2>errors | exec true';
    const status = join(cwd, "status");
    const { stderr } = runHelix(words, { base, cwd, wrapper: ["sh", "-c", `${script}; cat errors >&2`, status] });
    return { stderr, status: spawnSync("cat", [status], { encoding: "utf8" }).stdout };
  }

  test("is no fault of a store's", () => {
    for (let at = 0; at < 3; at++) {
      expect(unread("store", "t", `note ${at}`, "--force")).toEqual({ status: "0\n", stderr: "" });
    }
    expect(bodies().length).toBe(3);
  });

  test("changes nothing of what a command's exit code says", () => {
    expect(run("store", "t", "a note").status).toBe(0);
    expect(unread("search", "note")).toEqual({ status: "0\n", stderr: "" });
    expect(unread("check")).toEqual({ status: "0\n", stderr: "" });
    writeFileSync(join(base, "index.bin"), "no index");
    mkdirSync(join(cwd, ".claude"));
    writeFileSync(join(cwd, ".claude", "settings.json"), "not JSON");
    expect(unread("doctor")).toEqual({ status: "2\n", stderr: "" });
  });

  test("does not keep helix prove from removing what it made", () => {
    expect(run("store", "t", "a note").status).toBe(0);
    unread("prove", "--seconds", "0");
    expect(readdirSync(base).sort()).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
  });
});

describe("standard error that takes nothing", () => {
  test.each([
    { what: "is closed", redirection: "2>&-" },
    ...(hasFull ? [{ what: "is full", redirection: `2>${FULL}` }] : []),
  ])("$what", ({ redirection }) => {
    expect(shell("store t 'a note'", redirection)).toEqual({ status: 0, stdout: "stored in t\n", stderr: "" });
    expect(shell("search note", redirection).status).toBe(0);
    for (const words of ["nonsense", "store", "", "read nothing"]) {
      const { status, stdout } = shell(words, redirection);
      expect([words, status, stdout]).toEqual([words, words === "read nothing" ? 1 : 2, ""]);
    }
    expect(shell("store t -", redirection, "from standard input")).toMatchObject({ status: 0 });
  });

  test("a server goes on without, whatever it would say", async () => {
    mkdirSync(join(base, "index.bin", "in-the-way"), { recursive: true });
    const server = startRaw({
      directory: base,
      wrapper: ["sh", "-c", 'exec "$0" "$@" 2>&-'],
    });
    await server.initialize();
    const entries = Array.from({ length: 400 }, (_, at) => ({ topic: "t", text: `note ${at} ${"word ".repeat(60)}` }));
    expect(await server.call("batch", "batch", { entries, force: true })).toMatch(/^400 entries stored/);
    expect(await server.call("index", "topics", { action: "reindex" })).toContain("EISDIR");
    expect(await server.call("count", "search", { query: "note", detail: "count" })).toBe("400 match(es)");
    server.end();
    expect(await server.ended).toBe(0);
  });
});

describe.runIf(hasFull)("a server whose answers cannot be written", () => {
  test.each([
    ["from its first on", 0],
    ["after some", 1],
  ])("%s ends in order, and what it stored stays", async (_, answered) => {
    // A file may grow to so many blocks of 512 bytes: three hold what is answered to initialize.
    const output = openSync(answered === 0 ? FULL : join(cwd, "answers"), "a");
    const limit = answered === 0 ? "unlimited" : "4";
    const child = spawn("sh", ["-c", `ulimit -f ${limit}; exec "$0" "$@"`, helixBinary(), "serve", base], {
      cwd,
      env: { PATH: process.env.PATH ?? "", HOME: cwd, HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE, ...DERIVED_IDS },
      stdio: ["pipe", output, "pipe"],
    });
    closeSync(output);
    let errors = "";
    const [stdin, stderr] = [child.stdin!, child.stderr!];
    stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    stdin.on("error", () => undefined);
    const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
    const messages = [
      INITIALIZE,
      INITIALIZED,
      toolCall(1, "store", { topic: "t", text: "the last note" }),
      ...Array.from({ length: 40 }, (_each, at) => toolCall(10 + at, "read", { topic: "t" })),
    ];
    for (const message of messages) stdin.write(`${JSON.stringify(message)}\n`);
    expect(await ended).toBe(2);
    expect(errors).toMatch(/^helix: cannot write answers to standard output: (ENOSPC|EFBIG): [^\n]*\n$/);
    if (answered > 0) expect(bodies()).toEqual(["the last note"]);
    else if (existsSync(base)) expect(readdirSync(base)).not.toContain("hooks.sock");
  });
});
