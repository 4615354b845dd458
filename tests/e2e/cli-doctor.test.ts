// `helix doctor` on the compiled binary: exit code 0 when nothing is wrong and 2 when something is, the same as data,
// and that it changes nothing.

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { put } from "../support/surroundings.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let home = "";
let project = "";
let binary = "";

beforeEach(() => {
  root = folder();
  home = join(root, "home");
  project = makeRepository(join(root, "project"), "git@example.org:owner/repo.git");
  binary = join(root, "bin", "helix");
  for (const path of [home, join(root, "bin")]) mkdirSync(path);
  placeBinary(binary);
});

const run = (words: readonly string[], environment: Record<string, string> = {}, input = ""): Outcome =>
  runHelix(words, {
    cwd: project,
    input,
    binary,
    environment: { HOME: home, PATH: `${join(root, "bin")}:/usr/bin:/bin`, HELIX_NOW: "", ...environment },
  });

/** Every file below a folder with its content's length, permissions and times. */
function everything(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { size, mode, mtimeMs, ctimeMs } = statSync(join(path, name));
      return `${name} ${size} ${mode} ${mtimeMs} ${ctimeMs}`;
    });
}

function setUp(): void {
  const environment = { HOME: home, HELIX_NOW: "" };
  for (const words of [
    ["store", "engine", "a note"],
    ["store", "engine", "another one"],
    ["index"],
    ["checkpoint", "port it"],
  ]) {
    expect(runHelix(words, { cwd: project, environment }).status).toBe(0);
  }
  put(join(home, ".claude.json"), { mcpServers: { helix: { command: "helix", args: ["serve"] } } });
  put(join(project, ".claude", "settings.json"), {
    hooks: {
      SessionStart: [{ hooks: [{ type: "command", command: "! hash helix 2>/dev/null || exec helix hook session" }] }],
    },
  });
}

describe("doctor", () => {
  test("of an installation that is as it should be", () => {
    setUp();
    const before = [everything(home), everything(project)];
    const { status, stdout, stderr } = run(["doctor"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const kb = join(home, ".helix-kb");
    const bytes = readFileSync(join(kb, "data.log")).length;
    const lines = stdout.split("\n").filter((line) => !/Claude Code|are free on its volume/.test(line));
    expect(lines).toEqual([
      "program",
      expect.stringMatching(/^ {2}ok {7}helix \d+\.\d+\.\d+ \(\S+\), /),
      `  ok       on PATH: ${binary}`,
      ...(process.platform === "darwin" ? ["  ok       its signature is valid"] : []),
      "knowledge base",
      `  ok       ${kb}`,
      "  ok       only its owner may read it",
      "  ok       it can be written to",
      "  ok       the write lock works",
      `  ok       log: 2 entries, ${bytes} bytes`,
      `  ok       index: sound, covers ${bytes} of ${bytes} bytes`,
      "  ok       checkpoints: 1",
      "project",
      expect.stringMatching(/^ {2}ok {7}owner\/repo, project-[0-9a-f]{8} \(/),
      "client",
      `  ok       server helix in ~/.claude.json: starts ${binary}`,
      "  ok       hooks in .claude/settings.json: SessionStart",
      "  note     the guard of plans is not installed: only a plan's reports check its limits",
      "           fix: helix hooks install",
      "  note     no hook has decided anything yet: the client reads its settings when it starts",
      "servers",
      expect.stringMatching(/^ {2}ok {7}none runs here: a client starts its own/),
      "plans",
      "  ok       no workspace of a plan is active",
      "settings",
      "  ok       all are the default",
      "environment",
      "  ok       no variable of helix is set",
      expect.stringMatching(/^all is well: 0 problems, \d notes?$/),
      "",
    ]);
    expect([everything(home), everything(project)]).toEqual(before);
  });

  test("of one with problems: each with its remedy, and exit code 2", () => {
    setUp();
    const log = join(home, ".helix-kb", "data.log");
    const bytes = readFileSync(log);
    bytes[30]! ^= 0xff;
    writeFileSync(log, bytes);
    chmodSync(join(home, ".helix-kb"), 0o755);
    put(join(home, ".claude.json"), { mcpServers: { helix: { command: "/none/helix", args: ["serve", "s3cret"] } } });
    put(join(project, ".mcp.json"), "{ s3cret");
    const { status, stdout, stderr } = run(["doctor"]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    const lines = stdout.split("\n");
    const fixes = lines.flatMap((line, at) => (line.startsWith("  problem  ") ? [lines[at + 1]!.trim()] : []));
    expect(fixes).toEqual([
      `fix: helix doctor --apply ${home}/.helix-kb`,
      `fix: helix compact ${home}/.helix-kb --apply`,
      `fix: python3 -m json.tool ${project}/.mcp.json /dev/null  # says where`,
      "fix: claude mcp remove --scope user helix; claude mcp add --scope user helix -- helix serve",
    ]);
    expect(lines.at(-2)).toMatch(/^4 problems, \d notes?$/);
    expect(stdout).not.toContain("s3cret");
    // The remedies for what is helix's own do what they say.
    const closed = run(["doctor", "--apply", join(home, ".helix-kb")]);
    expect(closed.stdout.split("\n")[0]).toBe(`closed: ${home}/.helix-kb (755, now 700)`);
    expect(run(["compact", join(home, ".helix-kb"), "--apply"]).status).toBe(0);
    expect(run(["doctor"]).stdout).toMatch(/\n2 problems, \d notes?\n$/);
  });

  test("of another directory, which it does not create, as data", () => {
    const other = join(root, "other");
    const { status, stdout } = run(["doctor", other, "--json"], { HELIX_NOW: "2026-02-21T00:41:00Z" });
    const report = JSON.parse(stdout);
    expect({ status, problems: report.problems }).toEqual({ status: 0, problems: 0 });
    expect(report.areas.map(({ area }: { area: string }) => area)).toEqual([
      "program",
      "knowledge base",
      "project",
      "client",
      "servers",
      "plans",
      "settings",
      "environment",
    ]);
    expect(report).toMatchObject({ closed: [], client: null, otherClients: [], servers: [] });
    expect(report.hooks[0]).toEqual({ hook: "session", last: null });
    expect(report.areas[1].findings).toEqual([
      {
        status: "ok",
        what: `${other} is not there yet: the first note creates it`,
      },
    ]);
    expect(report.areas[7].findings[0]).toMatchObject({ status: "note", fix: "unset HELIX_NOW" });
    expect(existsSync(other)).toBe(false);
  });

  test("on a new machine: nothing is wrong, and setup is the one step; with a program that is not on PATH, too", () => {
    for (const path of [`${join(root, "bin")}:/usr/bin:/bin`, "/usr/bin:/bin"]) {
      const { status, stdout, stderr } = run(["doctor"], { PATH: path });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).not.toMatch(/problem {2}|\b(?:chmod|mv|rm)\b/);
      expect(stdout).toMatch(/note {5}helix is not set up in Claude Code yet\n {11}fix: (?:\S*\/)?helix setup\n/);
    }
    const setup = run(["setup"], { PATH: "/usr/bin:/bin" });
    expect([setup.status, setup.stderr]).toEqual([0, ""]);
    expect(setup.stdout).toContain(`\n  ${binary} store topic `);
    expect(run(["doctor"], { PATH: "/usr/bin:/bin" })).toMatchObject({ status: 0 });
    expect(run(["doctor"]).stdout).toContain("  ok       hooks in ~/.claude/settings.json: all 9 events\n");
    expect(run(["doctor"]).stdout).toContain("  ok       the guard of plans is installed whole\n");
  });

  test("of a client, of hooks that decided something, and of a server that runs", async () => {
    setUp();
    put(join(root, "bin", "claude"), "#!/bin/sh\necho '2.1.329 (Claude Code)'\n");
    chmodSync(join(root, "bin", "claude"), 0o755);
    mkdirSync(join(home, ".codex"));
    const input = JSON.stringify({ session_id: "s", cwd: project, prompt: "why does the linker want the arch flag?" });
    expect(run(["hook", "prompt"], {}, input).status).toBe(0);
    const server = spawn(binary, ["serve"], { cwd: project, env: { HOME: home, PATH: process.env.PATH } });
    try {
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
      await once(server.stdout, "data");
      const { stdout } = run(["doctor"]);
      expect(stdout).toContain(`  ok       Claude Code 2.1.329: ${join(root, "bin", "claude")}\n`);
      expect(stdout).toContain("  ok       1 other client: Codex (~/.codex); ");
      expect(stdout).toMatch(
        / {2}ok {7}hooks last decided something: prompt \d{4}-\d\d-\d\d \d\d:\d\d; never: session, /,
      );
      const report = JSON.parse(run(["doctor", "--json"]).stdout);
      expect(report.client).toEqual({ path: join(root, "bin", "claude"), version: "2.1.329" });
      expect(report.hooks[1]).toEqual({ hook: "prompt", last: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
      if (process.platform !== "linux") return;
      expect(stdout).toMatch(new RegExp(`\nservers\n {2}ok {7}process ${server.pid}: helix \\S+, this program\n`));
      expect(report.servers).toMatchObject([{ pid: server.pid, program: realpathSync(binary) }]);
    } finally {
      server.kill();
    }
  });

  test("of notes that stand aside: a problem, until recover has brought them back", () => {
    setUp();
    const kb = join(home, ".helix-kb");
    cpSync(join(kb, "data.log"), join(kb, "data.log.torn-5"));
    const { status, stdout } = run(["doctor"]);
    expect(status).toBe(2);
    expect(stdout).toContain(
      `  problem  2 whole notes stand aside, in copies of cut off bytes: data.log.torn-5\n           fix: helix recover --kb ${kb}\n`,
    );
    expect(run(["recover", "--kb", kb]).stdout).toContain(
      "the knowledge base holds all that can be read in there; helix recover --apply renames the copies, so that they are not named again\n",
    );
    expect(run(["recover", "--kb", kb, "--apply"]).stdout).toContain(
      "data.log.torn-5 is data.log.recovered-torn-5 now",
    );
    expect(run(["doctor"]).status).toBe(0);
  });

  test("bad input, and a clock that is none", () => {
    expect(run(["doctor", "a", "b"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/helix doctor takes one directory/),
    });
    const { status, stdout } = run(["doctor"], { HELIX_NOW: "soon" });
    expect(status).toBe(2);
    expect(stdout).toContain('\n  problem  HELIX_NOW="soon" is no time: ');
  });
});
