// `helix demo` on the compiled binary: the session goes through all five parts, each answer is the engine's, and nothing
// but a temporary folder is touched, which is gone behind it.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { demoData } from "../../src/surfaces/cli/data/demo.ts";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { snapshot } from "../support/installation.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal, withoutColour } from "../support/terminal.ts";

const folder = useFolders("each");
let [home, temporary, project] = ["", "", ""];
let environment: Record<string, string> = {};

beforeEach(() => {
  const root = folder();
  [home, temporary, project] = [join(root, "home"), join(root, "t"), join(root, "mine")];
  for (const path of [home, temporary]) mkdirSync(path);
  makeRepository(project);
  environment = { HOME: home, TMPDIR: temporary };
});

const run = (...words: string[]) =>
  runHelix(["demo", ...words], { cwd: project, base: join(home, "kb"), environment, keepsIds: true });

test("without a terminal it prints at once, from notes to cost, and leaves nothing", () => {
  const before = snapshot(project);
  const { status, stdout, stderr } = run();
  expect([status, stderr]).toEqual([0, ""]);
  const heads = stdout.split("\n").filter((line) => /^(?:notes|code|lessons|plan|cost): /.test(line));
  expect(heads.map((line) => line.split(":")[0])).toEqual(["notes", "code", "lessons", "plan", "cost"]);
  expect(stdout).toMatch(/^ {4}notes on this file:\n {4}- \[tax @\w{10}\] \d{4}-\d\d-\d\d how-to: the accountant/m);
  expect(stdout).toContain("    - src/checkout.ts:4-8  export function checkoutTotal(cart: Cart): number\n");
  expect(stdout).toMatch(/avoid @\w{10} \(not judged yet\): A checkout total/);
  expect(stdout).toMatch(/refused \(Bash\): helix: may not write \S+\/src\/tax\.ts \(sed -i\)/);
  expect(stdout).toContain("    NOT DELIVERED: task 001 discount-codes stays active");
  expect(stdout).toContain("    changed: src/checkout.ts, src/discount.ts, tests/checkout.test.ts\n");
  expect(stdout).toMatch(/lesson @\w{10} \S+: helped\n/);
  expect(stdout).toMatch(/failure, [\d.]+, helped 1 of 1: A checkout total/);
  expect(stdout).toMatch(/\[helix: \d+ of \d+ lines left out by npm-install; helix output [0-9A-Z]{8} shows all\]/);
  expect(stdout).toMatch(/^ {4}net +[\d,]+ +[\d,]+$/m);
  expect(stdout).not.toContain("(helix says nothing)");
  // The session is whole: hooks are installed in it, the tests ran before, and the transcript has its calls.
  expect(stdout).not.toMatch(/nobody knows|not known|were not compared/);
  expect(stdout).toContain("2 calls are left of the task's budget of 9");
  expect([readdirSync(temporary), readdirSync(home)]).toEqual([[], []]);
  expect(snapshot(project)).toEqual(before);
});

test("as data; words and a knowledge base are refused", () => {
  const { steps, whole } = demoData.parse(JSON.parse(run("--json").stdout));
  expect([whole, steps[0]?.said]).toEqual([true, expect.stringMatching(/^helix store tax /)]);
  expect(steps.every(({ answer }) => answer.length > 0)).toBe(true);
  expect(run("linker")).toMatchObject({ status: 2, stdout: "" });
  expect(run("--kb", join(home, "kb")).stderr).toContain("leave --kb out");
  expect(readdirSync(temporary)).toEqual([]);
});

test("without git it says so, and leaves nothing", () => {
  environment = { ...environment, PATH: temporary };
  const { status, stderr } = run();
  expect([status, stderr]).toEqual([2, "[error] helix demo needs git, and there is none on PATH\n"]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a signal ends it; the folder is gone", async () => {
  const child = spawn(helixBinary(), ["demo"], { cwd: project, env: { ...environment, PATH: process.env.PATH ?? "" } });
  let seen = "";
  const ended = new Promise((resolve) => child.on("close", resolve));
  for await (const piece of child.stdout.setEncoding("utf8")) {
    if (seen === "") child.kill("SIGTERM");
    seen += piece;
  }
  expect(await ended).toBe(130);
  expect(seen).toContain("ended; the temporary folder is removed");
  expect(readdirSync(temporary)).toEqual([]);
});

describe.skipIf(!hasTerminals)("in a terminal", () => {
  const inFolder = (command: string, pressed?: string) =>
    inTerminal(command, {
      base: join(home, "kb"),
      cwd: project,
      environment,
      ...(pressed === undefined ? {} : { keys: { waitsFor: "helix store tax", pressed } }),
    });

  test.each([
    ["q", 0],
    ["\u0003", 130],
  ])("%j ends it with %i; the folder is gone", async (key, code) => {
    const { status, screen } = await inFolder('"$HELIX" demo', key);
    expect(status).toBe(code);
    expect(withoutColour(screen)).toContain("ended; the temporary folder is removed");
    expect(screen).not.toContain("code: where the code");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("--fast makes no pauses, and lines fit", async () => {
    const { status, screen } = await inFolder('"$HELIX" demo --fast');
    expect(status).toBe(0);
    const lines = withoutColour(screen).split("\n");
    expect(lines).toContain("cost: shorter outputs, and nothing is lost");
    // A word alone may be longer: a path.
    const long = lines.filter((line) => line.length > 80 && line.trim().includes(" ") && !line.includes("/"));
    expect(long).toEqual([]);
  });
});
