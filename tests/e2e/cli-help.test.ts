// Help: every command has a page that fits 80 columns, and two examples that run.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { type Outcome, runHelix, runLines } from "../support/command-line.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { makeSampleNotes, type SampleNotes } from "../support/sample-notes.ts";
import { NOW, ZONE } from "../support/served.ts";
import { taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const lasting = useFolders("all");
const COMMANDS = await allCommands();
const EXAMPLES = COMMANDS.flatMap(({ name, examples }) => examples.map((example) => ({ name, example })));
/** What the sample notes have none of: the last change is no undo, nothing planned, no work is saved, no code indexed, nothing cut off. */
const FIND_NOTHING = [
  "helix learn recall circular import",
  "helix plan status",
  "helix redo",
  "helix checkpoint --clear",
  "helix resume",
  "helix resume --json",
  "helix plan status",
  "helix output",
  "helix output K3V9X2MP --search error",
  "helix forget .",
  "helix forget ~/src/shop --json",
  "helix gain",
  "helix gain --history week --since 2026-11-01",
  "helix recover",
  "helix recover ~/.helix-kb/data.log --apply",
];
/** What these say depends on the machine: whether the client is there. */
const MAY_WARN = ["doctor", "setup", "hooks", "_reload"];

/** Those that are about the program that runs: they write down where it lies, start it again, or look at it. */
const ABOUT_THE_PROGRAM = /^helix (?:serve|setup|plugin|demo|hook|hooks|hooks-install|run|doctor|prove|_reload)\b/;

/** The ways to ask for the help of a command. */
const asked = (name: string) => [
  [name, "--help"],
  ["--help", name],
  ["help", name],
  ["--json", name, "-h"],
];

/** What they say, by their words. */
const pages = new Map<string, Outcome>();

beforeAll(() => {
  const lines = COMMANDS.flatMap(({ name }) => asked(name));
  const outcomes = runLines(lines, { cwd: folder() });
  for (const [at, words] of lines.entries()) pages.set(words.join(" "), outcomes[at]!);
});

describe.each(COMMANDS.map(({ name }) => name))("helix %s --help", (name) => {
  test("fits 80 columns, says how it is called, and has no underscore in an option", () => {
    for (const words of asked(name)) {
      const { status, stdout, stderr } = pages.get(words.join(" "))!;
      expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: "" });
      expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
      expect(stdout).toContain(`\nUSAGE helix ${name}`);
      expect(stdout.match(/--[a-z-]*_[a-z_-]*/g)).toBeNull();
      expect(stdout.split("\nEXAMPLES\n\n")[1]?.trimEnd().split("\n")).toHaveLength(2);
    }
  });
});

test("the overview fits 80 columns and names every command once", () => {
  for (const words of [["--help"], ["help"], ["-h"], ["--kb", "x", "--help"]]) {
    const { status, stdout } = runHelix(words, { cwd: folder() });
    expect(status).toBe(0);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    const shown = [...stdout.matchAll(/^ {2}([\w-]+) {2,}\S/gm)].map(([, name]) => name);
    expect(shown.sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    expect(stdout).toMatch(/\n\nA START\n {2}setup {2,}Set/);
  }
  expect(runHelix([], { cwd: folder() })).toMatchObject({ status: 2, stdout: "" });
});

test.each(["--help", "-h"])("hooks and the server that are asked for help (%s) do nothing else", (word) => {
  const others = word === "-h" ? [] : [["hook"], ["hook", "session", "/tmp"], ["hook", "none"]];
  for (const words of [["hook", "session"], ["serve"], ...others]) {
    const cwd = folder();
    const { status, stdout, stderr } = runHelix([...words, word], { cwd, base: join(cwd, "base") });
    expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: "" });
    expect(stdout).toContain(`USAGE helix ${words[0]}`);
    // A hook reads no option.
    expect(stdout.includes("--kb")).toBe(words[0] !== "hook");
  }
});

/** What each example finds, made once. A copy without the programs, which are large, is put in its place each time. */
let sample: SampleNotes;
let kept = "";

beforeAll(() => {
  sample = makeSampleNotes(lasting());
  kept = join(lasting(), "kept");
  const program = join(sample.home, "src", "helix", "dist", "helix");
  cpSync(sample.home, kept, { recursive: true, filter: (path) => path !== program });
});

function freshSample(): SampleNotes & { readonly bin: string } {
  const { home } = sample;
  rmSync(home, { recursive: true, force: true });
  cpSync(kept, home, { recursive: true });
  const bin = join(home, "bin");
  mkdirSync(bin);
  for (const place of [bin, join(home, "src", "helix", "dist")]) placeBinary(join(place, "helix"));
  return { ...sample, bin };
}

/**
 * The words of an example that a shell does nothing with but to take quotes away and to put files in the place of
 * standard input and output; null where it does more.
 */
function plainWords(example: string, home: string): string[] | null {
  if (!example.startsWith("helix ") || /[|]/.test(example)) return null;
  return [...example.matchAll(/"[^"]*"|'[^']*'|\S+/g)]
    .slice(1)
    .map(([word]) => (/^["']/.test(word) ? word.slice(1, -1) : word.replace(/^~(?=\/)/, home)));
}

/** Runs an example as somebody would type it: with a shell and the program where it is about either. */
function runExample(example: string, { home, cwd, bin }: ReturnType<typeof freshSample>): Outcome {
  const environment = { HOME: home, PATH: `${bin}:/usr/bin:/bin` };
  const words = plainWords(example, home);
  if (words === null || ABOUT_THE_PROGRAM.test(example)) {
    const env = { ...environment, TZ: ZONE, HELIX_NOW: NOW };
    // The demonstration ends when nobody reads it any more; another test reads all of it (readme-commands.test.ts).
    const line = example.startsWith("helix demo")
      ? `{ ${example}; echo "$?" >ended; } | head -n 2; exit "$(cat ended)"`
      : example;
    return spawnSync("/bin/sh", ["-c", line], { cwd, encoding: "utf8", input: "", env });
  }
  const [, from = ""] = / < (\S+)$/.exec(example) ?? [];
  const input = from === "" ? "" : readFileSync(join(cwd, from));
  const own = words.slice(0, / [<>] /.test(example) ? -2 : undefined);
  return runHelix(own, { cwd, environment, input });
}

test.each(EXAMPLES)(
  "$example",
  ({ name, example }) => {
    const place = freshSample();
    writeFileSync(join(place.cwd, "plan.json"), JSON.stringify({ objective: "Build the shop", tasks: [taskOf(1)] }));
    const { status, stdout, stderr } = runExample(example, place);
    expect(example).toMatch(new RegExp(`helix(?: \\S+)* ?${name}`));
    expect(stderr).not.toMatch(/has no option|no command|takes|needs|usage/i);
    if (MAY_WARN.includes(name)) expect(stdout + stderr).not.toBe("");
    else
      expect({ status, stderr: status === 0 ? "" : stderr, stdout }).toMatchObject({
        status: FIND_NOTHING.includes(example) ? 1 : 0,
      });
  },
  60_000,
);
