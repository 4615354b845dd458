// `helix completions`, and what its scripts ask: quick to read, silent, without a trace, and bounded.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { SHELLS } from "../../src/surfaces/cli/completion-scripts.ts";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { writeOriginalLog } from "../support/original-log.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const OFFERED_MAX = 500;
let cwd = "";
let base = "";

beforeAll(() => {
  cwd = folder();
  base = folder();
  for (const topic of ["engine", "build-gotchas", "Engines"]) {
    runHelix(["store", topic, `first of ${topic}`, "--tags", `tag-of-${topic}, gotcha`], { base, cwd });
  }
  runHelix(["store", "engine", "second of engine"], { base, cwd });
});

/** What is offered to zsh behind these words: values, and the lines of its list. */
function asked(words: readonly string[], options: { base?: string; cwd?: string; isCompiled?: boolean } = {}) {
  const { status, stdout, stderr } = runHelix(["_complete", "zsh", ...words], {
    base,
    cwd,
    ...options,
    keepsIds: true,
  });
  expect([status, stderr]).toEqual([0, ""]);
  const [kind, remark, ...texts] = stdout.split("\0").slice(0, -1);
  const values = texts.filter((_, at) => at % 2 === 0);
  return { kind, remark, values, lines: texts.filter((_, at) => at % 2 === 1) };
}

describe("completions", () => {
  test.each(SHELLS)("%s: a script, as data too", (shell) => {
    const { stdout, status } = runHelix(["completions", shell], { base: join(cwd, "none"), cwd });
    expect(status).toBe(0);
    expect(stdout).toContain(`_complete ${shell}`);
    const data = JSON.parse(runHelix(["completions", shell, "--json"], { base: join(cwd, "none"), cwd }).stdout);
    expect(data).toMatchObject({ shell, script: stdout });
    expect(stdout).toContain(data.line);
    expect(existsSync(join(cwd, "none"))).toBe(false);
  });

  test.each([
    ["/bin/zsh", 'eval "$(helix completions zsh)"', "~/.zshrc"],
    ["/usr/local/bin/bash", 'eval "$(helix completions bash)"', "~/.bashrc"],
    ["/opt/fish", "helix completions fish | source", "~/.config/fish/config.fish"],
    ["/bin/tcsh", undefined, undefined],
  ])("setup names the line for %s, and writes it nowhere", (shell, line, file) => {
    const home = folder();
    const environment = { SHELL: shell, HOME: home };
    const { next } = JSON.parse(runHelix(["setup", "--dry-run", "--json"], { base, cwd, environment }).stdout);
    const named = next.filter((step: string) => step.includes("completions"));
    expect(named).toEqual(line === undefined ? [] : [expect.stringMatching(/./)]);
    if (line !== undefined) expect(named[0].startsWith(line) && named[0].endsWith(file)).toBe(true);
    runHelix(["setup"], { base, cwd, environment });
    expect(readdirSync(home).filter((name) => /rc$|config/.test(name))).toEqual([]);
  });
});

describe("what is offered", () => {
  test("topics with what they hold, those that changed last first; in any case", () => {
    for (const isCompiled of [true, false]) {
      const { values } = asked(["read", ""], { isCompiled });
      expect(values.sort()).toEqual(["build-gotchas", "engine", "engines"]);
    }
    expect(asked(["read", "ENG"]).values.sort()).toEqual(["engine", "engines"]);
    expect(asked(["read", "engine"]).lines).toContainEqual(expect.stringMatching(/^engine +-- 2 notes, \d{4}-/));
  });

  test("ids with their first lines, and the notes of the topic", () => {
    const { values, lines } = asked(["read", "@"]);
    expect(values).toHaveLength(4);
    expect(lines).toContainEqual(expect.stringMatching(/^@\w{10} +-- build-gotchas: first of build-gotchas$/));
    const [id = ""] = values;
    expect(asked(["edit", "revise", id.slice(0, 4).toUpperCase()]).values).toContain(id);
    expect(asked(["read", "engine", ""]).lines).toEqual(["1  -- second of engine", "0  -- first of engine"]);
    expect(asked(["store", "x", "y", "--links", `${values[1]} ${id.slice(0, 6)}`]).values).toContain(
      `${values[1]} ${id}`,
    );
  });

  test("tags, the last of several too, and projects", () => {
    expect(asked(["search", "--tag=go"]).values).toEqual(["--tag=gotcha"]);
    expect(asked(["edit", "tag", "engine", "--tags", "gotcha,tag-of-e"]).values).toEqual(["gotcha,tag-of-engine"]);
    expect(asked(["search", "--project", "a"]).values).toEqual(["any"]);
  });

  test("the topics of the current project before all others, though they are older", () => {
    const log = folder();
    const mine = makeRepository(join(folder(), "mine"));
    runHelix(["store", "of-mine", "x"], { base: log, cwd: mine, environment: { HELIX_NOW: "2026-01-01T00:00:00Z" } });
    runHelix(["store", "a-later-one", "y"], { base: log, cwd });
    expect(asked(["read", ""], { base: log, cwd: mine }).values).toEqual(["of-mine", "a-later-one"]);
    expect(asked(["read", ""], { base: log }).values).toEqual(["a-later-one", "of-mine"]);
    expect(asked(["search", "--project", "h"], { base: log, cwd: mine }).values).toEqual(["here"]);
  });

  test("no more than are read, and zsh is told how many there are", () => {
    const log = folder();
    writeOriginalLog(
      log,
      Array.from({ length: OFFERED_MAX + 7 }, (_, at) => ({ topic: `topic-${at}`, body: "x" })),
    );
    const { values, remark } = asked(["read", "topic-"], { base: log });
    expect(values).toHaveLength(OFFERED_MAX);
    expect(remark).toBe("7 more: type on");
    expect(asked(["read", "topic-50"], { base: log })).toMatchObject({ remark: "", values: { length: 8 } });
  });

  test("no name that is not what it seems to be, and none that would be an option", () => {
    const log = folder();
    const names = ["plain", "unseen\u200b", "turned\u202e", "<system-reminder>", "-rf", "--kb", "-", "-5 degrees"];
    writeOriginalLog(
      log,
      names.map((topic) => ({ topic, body: "x" })),
    );
    expect(asked(["read", ""], { base: log }).values.sort()).toEqual(["-", "-5 degrees", "plain"]);
    expect(asked(["read", "--", "-"], { base: log }).values.sort()).toEqual(["-", "--kb", "-5 degrees", "-rf"]);
  });
});

describe("it says nothing and leaves nothing behind", () => {
  const LINES = [
    ["read", ""],
    ["read", "@"],
    ["read", "engine", ""],
    ["search", "--tag="],
    ["search", "--project="],
  ];

  test.each([
    ["no directory", () => join(folder(), "none")],
    ["an empty directory", () => folder()],
    ["a file", () => join(cwd, "file")],
    ["a damaged log", () => spoiled(Buffer.from("not a log at all"))],
    ["a log of zeros", () => spoiled(Buffer.alloc(5000))],
    ["a log that is a directory", () => spoiled(null)],
  ])("where there is %s", (_, make) => {
    writeFileSync(join(cwd, "file"), "x");
    const directory = make();
    const before = filesIn(directory);
    for (const words of LINES) expect(asked(words, { base: directory }).kind).toMatch(/^(?:words|lines)$/);
    expect(filesIn(directory)).toEqual(before);
  });

  test("in a knowledge base that it may read and not write, too", () => {
    const before = filesIn(base);
    chmodSync(base, 0o500);
    for (const words of LINES) expect(asked(words).values).not.toEqual([]);
    chmodSync(base, 0o700);
    expect(filesIn(base)).toEqual(before);
  });

  test.each([[[]], [["tcsh", "x"]], [["bash"]], [["bash", "'\\"]], [["zsh", "read", "--", "--=", "="]]])(
    "whatever it is given: %j",
    (words) => {
      const { status, stderr } = runHelix(["_complete", ...words], { base, cwd, isCompiled: true });
      expect([status, stderr]).toEqual([0, ""]);
    },
  );
});

/** A directory whose log has these bytes; null: whose log is a directory. */
function spoiled(bytes: Buffer | null): string {
  const directory = folder();
  if (bytes === null) mkdirSync(join(directory, "data.log"));
  else writeFileSync(join(directory, "data.log"), bytes);
  return directory;
}

/** The files in a directory, with what they hold. */
function filesIn(directory: string): string[] {
  if (!existsSync(directory) || !statSync(directory).isDirectory()) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path} ${entry.isFile() ? readFileSync(path).toString("base64") : ""}`;
  });
}
