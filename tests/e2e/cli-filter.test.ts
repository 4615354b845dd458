// helix filter: what is said of filters, an output tried as hooks would shorten it, and filters that are made.

import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parentPrograms } from "../../src/platform/parent-programs.ts";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal } from "../support/terminal.ts";

const folder = useFolders("each");
const noise = Array.from({ length: 400 }, (_, at) => `Fetching part ${at} of 400`).join("\n");
const OUTPUT = `${noise}\nsrc/a.ts:3:7: error: no such name\nfrobnicated 400 parts\n`;

function place() {
  const base = folder();
  const cwd = makeRepository(join(folder(), "shop"));
  const run = (...words: string[]) => runHelix(words, { base, cwd });
  const own = (name: string, text: string) => {
    mkdirSync(join(base, "filters"), { recursive: true });
    writeFileSync(join(base, "filters", name), text);
  };
  const from = join(cwd, "output.txt");
  writeFileSync(from, OUTPUT);
  return { base, cwd, run, own, from };
}

const FILTER = "[filters.frob]\nmatch_command = '^frob\\b'\nstrip_lines_matching = ['^Fetching ']\n";

test("list, active and show say what would be done, and what has no effect", () => {
  const { run, own } = place();
  own(
    "mine.toml",
    `${FILTER}[filters.bad]\nmatch_command = '^x'\nstrip_line = ['a']\n[filters.odd]\nmatch_command = '^y('\n`,
  );
  const listed = run("filter", "list").stdout;
  expect(listed).toMatch(/^frob +\^frob\\b \(user, mine\.toml\)$/m);
  expect(listed).toContain('mine.toml: filter bad: "strip_line" is no key; did you mean strip_lines_matching?');
  expect(listed).toContain('mine.toml: filter odd: match_command: the expression "^y(" is not accepted');
  expect(JSON.parse(run("filter", "list", "--json").stdout).filters[0]).toMatchObject({ name: "frob", source: "user" });
  expect(run("filter", "active", "cd x && FOO=1 frob | tail").stdout).toMatch(
    /^frob: the filter frob \(user, mine\.toml\)\n/,
  );
  expect(run("filter", "active", "other").stdout).toMatch(/^other: no filter: the built-in shortening\n/);
  expect(JSON.parse(run("filter", "active", "git diff", "--json").stdout)).toMatchObject({ whole: "a diff" });
  expect(run("filter", "show", "frob").stdout).toContain('  strip_lines_matching = ["^Fetching "]');
  expect(run("doctor").stdout).toContain("filters: mine.toml: filter bad: ");
});

test("an output is tried as hooks would shorten it", () => {
  const { run, own, from } = place();
  own("mine.toml", FILTER);
  const tried = run("filter", "test", "--command", "frob --all", "--from", from);
  expect(tried).toMatchObject({
    status: 0,
    stdout: "src/a.ts:3:7: error: no such name\nfrobnicated 400 parts\n",
    stderr: "",
  });
  const data = JSON.parse(run("filter", "test", "--command", "frob", "--from", from, "--json").stdout);
  expect(data).toMatchObject({ kind: "shortened", program: "frob", filter: "frob", linesLeftOut: 400 });
  expect(data).toMatchObject({ before: OUTPUT.length, after: 55, why: null });
  const failed = run("filter", "test", "--command", "frob", "--from", from, "--failed");
  expect(failed).toMatchObject({ status: 0, stdout: OUTPUT, stderr: "helix: it stays whole: the command failed\n" });
});

test("the cases in files are run", () => {
  const { run, own, cwd } = place();
  const cases = (expected: string) =>
    `[[tests.frob]]\nname = "one"\ninput = "Fetching a\\nb"\nexpected = "${expected}"\n`;
  own("mine.toml", FILTER + cases("b"));
  expect(run("filter", "test", "frob")).toMatchObject({ status: 0, stdout: "1 case of 1 filter, all as expected\n" });
  const path = join(cwd, "other.toml");
  writeFileSync(path, FILTER + cases("c"));
  const failed = run("filter", "test", path);
  expect(failed).toMatchObject({ status: 1 });
  expect(failed.stdout).toBe(
    "frob, one:\n  expected\n    c\n  but got\n    b\n\n1 case of 1 filter, 1 not as expected\n",
  );
});

test("the cases of all bundled filters come out as they say", () => {
  const { run } = place();
  expect(run("filter", "test").stdout).toMatch(/^\d+ cases? of \d+ filters, all as expected$/m);
});

test("a filter is made of an output, with a case that holds it", () => {
  const { run, base, from } = place();
  const made = run("filter", "new", "frob", "--command", "frob --all", "--from", from, "--json");
  expect(JSON.parse(made.stdout)).toMatchObject({
    name: "frob",
    stripped: ["^Fetching\\s+part\\s+\\d+\\s+of\\s+\\d+"],
  });
  const file = join(base, "filters", "frob.toml");
  expect(statSync(file).mode & 0o077).toBe(0);
  const text = readFileSync(file, "utf8");
  expect(text).toContain('match_command = "^frob(?:\\\\s|$)"');
  expect(text).toMatch(
    /^input = "Fetching part 0 .*Fetching part 399 of 400\\nsrc\/a\.ts:3:7: error.*frobnicated 400 parts"$/m,
  );
  expect(run("filter", "test", "frob")).toMatchObject({ status: 0 });
  expect(run("filter", "active", "frob").stdout).toBe("frob: the filter frob (user, frob.toml)\n");
  expect(run("filter", "new", "frob", "--command", "frob", "--from", from)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/frob\.toml is there already: give another name, or edit it\n$/),
  });
});

test("a filter is made of a kept output", () => {
  const { run, cwd } = place();
  writeFileSync(join(cwd, "frob"), "#!/bin/sh\ncat output.txt\n", { mode: 0o755 });
  const [, key] = /helix output (\w+) shows all/.exec(run("run", "--", "./frob", "--all").stdout)!;
  const made = run("filter", "new", "frob", "--command", "./frob --all", "--key", key!);
  expect(made.stdout).toMatch(/frob\.toml: 1 expression for noise; of \d+ bytes 55 are left\n/);
  expect(run("filter", "test", "frob")).toMatchObject({ status: 0, stdout: "1 case of 1 filter, all as expected\n" });
  const again = run("run", "--", "./frob", "--all").stdout.split("\n");
  expect(again[0]).toBe("src/a.ts:3:7: error: no such name");
  expect(again[2]).toMatch(/^\[helix: 400 of 402 lines left out by frob; helix output \w+ shows all\]$/);
});

describe("a project's filters", () => {
  // Whoever runs the tests below a client cannot be the person that the command asks for.
  const isBelowClient = parentPrograms().some((name) => /^(?:claude|codex|gemini)/.test(name));

  test.skipIf(!hasTerminals || isBelowClient)("count after a person has read them, until they are edited", async () => {
    const { run, cwd, base } = place();
    mkdirSync(join(cwd, ".helix"));
    const file = join(cwd, ".helix", "filters.toml");
    writeFileSync(file, FILTER);
    const answer = (pressed: string) =>
      inTerminal("$HELIX filter trust", { base, cwd, keys: { waitsFor: 'Type "yes"', pressed } });
    const refused = await answer("no\r");
    expect(refused.screen).toContain("match_command = '^frob\\b'");
    expect(refused.screen).toContain("nothing was changed");
    expect(run("filter", "active", "frob").stdout).toContain("no filter");
    expect((await answer("yes\r")).screen).toContain("is trusted until it is changed");
    expect(run("filter", "active", "frob").stdout).toBe("frob: the filter frob (project, .helix/filters.toml)\n");
    expect(run("filter", "trust").stdout).toContain("is trusted already");
    writeFileSync(file, `${FILTER}# edited\n`);
    expect(run("filter", "active", "frob").stdout).toContain("no filter");
    writeFileSync(file, FILTER);
    expect(run("filter", "trust", "--forget", "--json").stdout).toContain('"trusted":false');
    expect(run("filter", "active", "frob").stdout).toContain("no filter");
    expect(run("filter", "trust", "--forget")).toMatchObject({ status: 1 });
  });

  test("have no effect, and no program can trust them", () => {
    const { run, cwd, base } = place();
    mkdirSync(join(cwd, ".helix"));
    writeFileSync(join(cwd, ".helix", "filters.toml"), FILTER);
    expect(run("filter", "list").stdout).toContain(".helix/filters.toml: not trusted: helix filter trust shows it");
    expect(run("filter", "active", "frob").stdout).toContain("no filter");
    const words = ["filter", "trust"];
    const environments = [{}, { CLAUDECODE: "1" }, { CLAUDE_CODE_SESSION_ID: "s" }];
    for (const environment of environments)
      expect(runHelix(words, { base, cwd, environment })).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringMatching(/only a person can trust a project's filters: type it in a terminal of your own/),
      });
    expect(run("filter", "active", "frob").stdout).toContain("no filter");
  });
});

test.each([
  [["filter"], "helix filter needs an action: list, active, show, test, trust, new, e.g. helix filter list"],
  [["filter", "lists"], '"lists" is no action: list, active, show, test, trust, new, e.g. helix filter list'],
  [["filter", "active"], 'helix filter active needs a COMMAND line, e.g. helix filter active "git log"'],
  [
    ["filter", "active", "git", "log"],
    'helix filter active takes no word "log", e.g. helix filter active "git log" (quote a command line)',
  ],
  [
    ["filter", "list", "--failed"],
    "helix filter list has no option --failed; it has: --json only, e.g. helix filter list",
  ],
  [
    ["filter", "show", "no-such-thing-at-all"],
    'there is no filter "no-such-thing-at-all"; helix filter list lists all',
  ],
  [
    ["filter", "test", "--from", "x"],
    '--from needs --command, e.g. helix filter test --command "git log" --from log.txt',
  ],
  [
    ["filter", "new", "x"],
    "helix filter new needs --command CMD, e.g. helix filter new deploy --command ./deploy.sh --from deploy.log",
  ],
  [
    ["filter", "new", "a/b", "--command", "x"],
    '"a/b" is no name for a filter: letters, digits, - and _, e.g. helix filter new deploy --command ./deploy.sh --from deploy.log',
  ],
  [
    ["filter", "test", "--command", "x", "--key", "none"],
    'there is no output "none": it is not kept, or not any more; helix output lists what is kept',
  ],
  [["filter", "trust"], /^there is no \S+\/\.helix\/filters\.toml of at most 262144 bytes$/],
])("%j: one line", (words, message) => {
  const { run } = place();
  const { status, stdout, stderr } = run(...words);
  expect({ status, stdout }).toEqual({ status: /there is no/.test(stderr) ? 1 : 2, stdout: "" });
  if (typeof message === "string") expect(stderr).toBe(`[error] ${message}\n`);
  else expect(stderr.replace(/^\[error\] |\n$/g, "")).toMatch(message);
});
