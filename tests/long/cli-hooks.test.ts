// `helix hooks` and `helix setup` on the compiled binary, as a user meets them: what they print, their exit codes, and
// what is left on the disk.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { snapshot } from "../support/installation.ts";
import { put } from "../support/surroundings.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let home = "";
let project = "";
let bin = "";

beforeEach(() => {
  root = folder();
  home = join(root, "home");
  bin = join(root, "bin");
  for (const path of [home, bin]) mkdirSync(path);
  project = makeRepository(join(root, "project"));
  placeBinary(join(bin, "helix"));
});

const run = (words: string, environment: Record<string, string> = {}, cwd = project): Outcome =>
  runHelix(words.split(" "), {
    cwd,
    binary: join(bin, "helix"),
    environment: { HOME: home, PATH: `${bin}:/usr/bin:/bin`, HELIX_NOW: "", ...environment },
  });

/** A client of the version on PATH. */
function putClient(script: string): void {
  put(join(bin, "claude"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, "claude"), 0o755);
}

/** What is on the disk but for the programs, git's and helix's own files. */
const world = () => ({ ...snapshot(project, [".git"]), ...snapshot(home, [".helix-kb"]) });

const FOREIGN = [
  "{",
  '\t"hooks": {',
  '\t\t"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]',
  "\t},",
  '\t"n": 1.50',
  "}",
].join("\n");

describe("install, status, uninstall", () => {
  test("whoever takes the hooks out is told whom they hold, and how that ends", () => {
    run("hooks install");
    const line = `helix-guard 1 aaaaaaa001 s1 - ${home}/.helix-kb`;
    put(join(home, `.helix-guard${project}`, "active", "aaaaaaa001"), `${line}\n`);
    const { stdout } = run("hooks uninstall");
    expect(stdout).toContain(`a task of a plan is active in ${project}: without these hooks nothing holds its limits`);
    expect(stdout).toContain("helix plan release aaaaaaa001 ends it");
  });

  test("in a project: the diff, what was done, what is told, and back to the byte", () => {
    const path = put(join(project, ".claude", "settings.json"), FOREIGN);
    const before = world();

    const dry = run("hooks install --dry-run");
    expect([dry.status, world()]).toEqual([0, before]);
    expect(dry.stdout).toContain('+\t\t"Stop": [');
    expect(dry.stdout).toMatch(
      /\n\nhooks of helix: would be installed for everyone in this project: 9 by command, and 7 for the guard of plans\n/,
    );

    const done = run("hooks install");
    expect([done.status, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toContain("--- /dev/null\n+++ .mcp.json\n@@ -0,0 +1,12 @@\n+{\n");
    const copy = /\n {2}\.claude\/settings\.json: changed; as it was: (.*)\n/.exec(done.stdout)![1]!;
    expect([copy.startsWith(`${home}/.helix-kb/backups/`), readFileSync(copy, "utf8")]).toEqual([true, FOREIGN]);
    expect(JSON.parse(readFileSync(path, "utf8")).hooks.Stop[0]).toEqual(JSON.parse(FOREIGN).hooks.Stop[0]);

    const installed = world();
    const again = run("hooks-install");
    expect([again.status, world()]).toEqual([0, installed]);
    expect(again.stdout).toMatch(/^hooks of helix: already installed/);

    const status = run("hooks status");
    expect(status.status).toBe(0);
    expect(status.stdout.split("\n").filter((line) => / command {2}\d+\.\d+\.\d+ +runs$/.test(line))).toHaveLength(16);
    expect(run("doctor").stdout).toContain("  ok       hooks in .claude/settings.json: all 9 events\n");

    const out = run("hooks uninstall");
    expect([out.status, world()]).toEqual([0, before]);
    expect(out.stdout).toMatch(
      /\ntaken out: 16 hooks and the registration of the server\n {2}\.claude\/settings\.json: changed\n {2}\.mcp\.json: removed\n$/,
    );
    const nothing = run("hooks uninstall");
    expect([nothing.status, nothing.stdout]).toEqual([
      1,
      "nothing of helix is installed for everyone in this project\n",
    ]);
    expect(run("hooks status").status).toBe(1);
  });

  test("the same as data", () => {
    const dry = JSON.parse(run("hooks install --dry-run --json").stdout);
    expect(dry).toMatchObject({ scope: "project", transport: "command", dryRun: true, client: null });
    expect(dry.changes.map((change: { file: string; change: string }) => [change.file, change.change])).toEqual([
      [join(project, ".mcp.json"), "created"],
      [join(project, ".claude", "settings.json"), "created"],
    ]);
    expect(world()).toEqual({});
    expect(JSON.parse(run("hooks install --no-mcp --json").stdout).events).toHaveLength(16);
    const status = JSON.parse(run("hooks status --json").stdout);
    expect(status.hooks[0]).toMatchObject({
      event: "SessionStart",
      type: "session",
      transport: "command",
      problem: null,
    });
    expect([status.missing, status.servers]).toEqual([[], []]);
    expect(JSON.parse(run("hooks uninstall --json").stdout)).toMatchObject({ hooks: 16, server: false });
  });

  test("credentials around a change are not shown", () => {
    const key = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    put(join(project, ".claude", "settings.json"), `{\n  "env": {\n    "TOKEN": "${key}"\n  }\n}\n`);
    const { stdout } = run("hooks install --dry-run");
    expect(stdout).toMatch(/\n {5}"TOKEN": .*redacted/);
    expect(stdout).not.toContain(key);
    expect(run("hooks install --json").stdout).not.toContain(key);
  });

  test("outside of any work tree, in the home directory, and for another knowledge base", () => {
    const plain = join(root, "plain");
    mkdirSync(plain);
    expect(run("hooks install", {}, plain).status).toBe(0);
    expect(existsSync(join(plain, ".claude", "settings.json"))).toBe(true);
    expect(run("hooks uninstall", {}, plain).status).toBe(0);
    expect(snapshot(plain)).toEqual({});

    expect(run("hooks install", {}, home).stdout).toMatch(/note: this is your home directory/);
    expect(run("hooks uninstall --user").status).toBe(0);

    expect(run("hooks install --user --transport command", { HELIX_KB: "/srv/kb" }).status).toBe(0);
    expect(readFileSync(join(home, ".claude", "settings.json"), "utf8")).toContain(
      `exec ${bin}/helix hook stop /srv/kb"`,
    );
    expect(run("hooks uninstall --user").status).toBe(0);
  });
});

test("eight at once, for projects of their own: each registration is in the client's one file, and each is taken out again", async () => {
  const projects = Array.from({ length: 8 }, (_, index) => makeRepository(join(root, `p${index}`)));
  put(join(home, ".claude.json"), { numStartups: 7 });
  const before = readFileSync(join(home, ".claude.json"), "utf8");
  const atOnce = (action: string) =>
    Promise.all(projects.map((cwd) => start(["hooks", action, "--local", "--json"], cwd)));
  expect(await atOnce("install")).toEqual(Array(8).fill(0));
  const { projects: known, numStartups } = JSON.parse(readFileSync(join(home, ".claude.json"), "utf8"));
  expect([Object.keys(known).sort(), numStartups]).toEqual([projects, 7]);
  for (const each of Object.values<{ mcpServers: object }>(known))
    expect(Object.keys(each.mcpServers)).toEqual(["helix"]);
  expect(await atOnce("uninstall")).toEqual(Array(8).fill(0));
  expect(readFileSync(join(home, ".claude.json"), "utf8")).toBe(before);
});

/** Starts a command beside others; its exit code. */
function start(words: readonly string[], cwd: string): Promise<number | null> {
  const environment = { HOME: home, PATH: `${bin}:/usr/bin:/bin` };
  const child = spawn(join(bin, "helix"), words, { cwd, env: environment, stdio: "ignore" });
  return new Promise((resolve) => child.on("close", resolve));
}

describe("the client's version decides", () => {
  test.each([
    ["echo '2.1.329 (Claude Code)'", "mcp"],
    ["echo '2.1.100 (Claude Code)'", "command"],
    ["exit 3", "command"],
    ["echo nothing", "command"],
  ])("%s: %s", (script, transport) => {
    putClient(script);
    expect(JSON.parse(run("hooks install --user --json").stdout).transport).toBe(transport);
  });
});

describe("setup", () => {
  test("does everything for the user, twice the same, and is taken out again", () => {
    putClient("echo '2.1.329 (Claude Code)'");
    const first = run("setup");
    expect([first.status, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/installed for you, in every project: 8 by mcp, 1 by command/);
    const [, next = ""] = first.stdout.split("\ntry next:\n");
    expect(next.trimEnd().split("\n")).toHaveLength(7);
    expect(next).toContain("helix demo ");
    expect(next).toContain("helix economy on");
    expect(next).toContain("helix lift on");
    expect(next).toContain("start a session: it has the notes\n");
    expect(Math.max(...next.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(first.stdout).toMatch(/\ndoctor: 0 problems, \d notes? \(helix doctor\)\n/);
    const installed = world();
    expect(run("setup").stdout).toMatch(/^hooks of helix: already installed/);
    expect(world()).toEqual(installed);
    expect(JSON.parse(run("setup --json").stdout)).toMatchObject({
      scope: "user",
      transport: "mcp",
      changes: [],
      problems: [],
    });
    expect(run("hooks uninstall --user").status).toBe(0);
    expect(world()).toEqual({});
  });

  test("ends with what helix sees of the project, and nothing of that in a dry run", () => {
    put(join(project, "src", "money.ts"), "export function roundCents(a: number): number {\n  return a;\n}\n");
    for (const name of ["tax", "cart"]) {
      const text = `import { roundCents } from "./money.ts";\nexport const ${name} = roundCents(1);\n`;
      put(join(project, "src", `${name}.ts`), text);
    }
    expect(run("setup --dry-run").stdout).not.toContain("in this project:");
    const [, shown = ""] = run("setup").stdout.split("\nin this project:\n");
    expect(shown).toContain(": 3 files of code (TypeScript)\n");
    expect(shown).toContain("  roundCents (src/money.ts:1) is used in 2 other files: helix code impact roundCents\n");
    expect(JSON.parse(run("setup --json").stdout).here).toHaveLength(2);
    expect(JSON.parse(run("setup --json", {}, home).stdout).here).toEqual([]);
    expect(run("config set code.index off").status).toBe(0);
    expect(run("setup").stdout).not.toContain("in this project:");
  });

  test("where the client is not there, a session is for later", () => {
    expect(run("setup").stdout).toContain("   once it is installed: a session has the notes\n");
  });

  test("by the transport that is asked for, and without the server", () => {
    putClient("echo '2.1.329 (Claude Code)'");
    expect(run("setup --no-mcp").stdout).toMatch(/installed for you, in every project: 9 by command/);
    expect(existsSync(join(home, ".claude.json"))).toBe(false);
    expect(run("setup --transport mcp").stdout).toMatch(/: 8 by mcp, 1 by command/);
  });

  test("shows what it would do, and what is wrong", () => {
    putClient("echo '2.1.329 (Claude Code)'");
    const dry = run("setup --dry-run").stdout;
    expect(dry).toMatch(/would be installed/);
    expect(dry).toMatch(/\ndoctor: 0 problems/);
    expect(world()).toEqual({});
    put(join(project, ".mcp.json"), "{");
    const { status, stdout } = run("setup");
    expect([status, stdout]).toEqual([
      2,
      expect.stringMatching(/doctor: 1 problem[\s\S]* {2}problem {2}\.mcp\.json is not JSON/),
    ]);
  });
});

describe("what is refused, in one line, with nothing changed", () => {
  test.each([
    ["hooks", /needs an action: install, uninstall, status, why, e\.g\. helix hooks install/],
    ["hooks instal", /"instal" is no action: install, uninstall, status, why/],
    ["hooks install now", /takes no further words/],
    ["hooks status --user", /helix hooks status has no option --user/],
    ["hooks uninstall --transport mcp", /helix hooks uninstall has no option --transport; it has: --user/],
    ["hooks install --user --local", /--user and --local cannot go together/],
    ["hooks install --transport fast", /--transport "fast" is not one of auto, command, mcp/],
    ["hooks install --transport mcp --no-mcp", /needs the server to be registered/],
    ["hooks install --force", /has no option --force/],
    ["hooks-install x", /takes no words/],
    ["setup x", /takes no words/],
    ["setup --transport fast", /--transport "fast" is not one of auto, command, mcp/],
  ])("helix %s", (words, why) => {
    const { status, stdout, stderr } = run(words);
    expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(why);
    expect(world()).toEqual({});
  });

  test("settings that are not JSON, and settings that cannot be written", () => {
    const path = put(join(project, ".claude", "settings.json"), '{\n  // mine\n  "a": 1\n}\n');
    const before = world();
    for (const action of ["install", "uninstall"]) {
      const { status, stderr } = run(`hooks ${action}`);
      expect([status, stderr]).toEqual([
        2,
        "[error] .claude/settings.json is not JSON (line 2: a comment), the client cannot read it; nothing was changed\n",
      ]);
    }
    expect(world()).toEqual(before);
    writeFileSync(path, "{}");
    chmodSync(path, 0o400);
    const { status, stderr } = run("hooks install");
    expect([status, stderr]).toEqual([2, `[error] ${path} is not writable; nothing was changed\n`]);
    expect(existsSync(join(project, ".mcp.json"))).toBe(false);
  });
});

test("five megabytes of settings", () => {
  const env = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`K${index}`, `${"x".repeat(60)}"\\{[`]));
  const text = JSON.stringify({ env, hooks: JSON.parse(FOREIGN).hooks }, null, 4);
  const path = put(join(project, ".claude", "settings.json"), text);
  expect(run("hooks install").status).toBe(0);
  expect(Object.keys(JSON.parse(readFileSync(path, "utf8")).hooks)).toHaveLength(12);
  expect(run("hooks uninstall").status).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(text);
});
