// What is told of each hook: where it is, what it would start, whether it would run; and that a program which a
// project's files name is not started to find that out.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { version } from "../../../../src/base/version.ts";
import type { ClientProgram } from "../../../../src/clients/claude-code/client-program.ts";
import type { RunProgram, Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { hookStatus } from "../../../../src/clients/claude-code/hook-status.ts";
import { statusLines } from "../../../../src/clients/claude-code/report.ts";
import { install } from "../../../support/installation.ts";
import { put, putProgram, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let home = "";
let project = "";
let sound: Surroundings;
let started: string[] = [];
const run: RunProgram = (program) => {
  started.push(program);
  return "helix 9.8.7 (abc)";
};

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
  home = sound.home;
  project = sound.currentDirectory!;
  started = [];
});

const status = (changes: Partial<Surroundings> = {}, client: ClientProgram | null = null) =>
  hookStatus({ ...sound, ...changes }, run, client);
const stop = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });

it("nothing is installed", () => {
  const found = status();
  expect([found.hooks, found.missing.length, found.servers]).toEqual([[], 9, []]);
  expect(statusLines(found, null).join("\n")).toMatch(
    /SessionStart +- .* not installed\n[\s\S]*client: Claude Code not found\nserver: not registered\ninstall them: helix hooks install/,
  );
});

it("everything is installed and runs, by this program", () => {
  install(sound, { scope: "user" });
  const found = status();
  expect(found.hooks.map(({ event, transport }) => `${event} ${transport}`)).toEqual([
    "SessionStart command",
    "UserPromptSubmit mcp",
    "PreToolUse mcp",
    "PreToolUse command",
    "PreToolUse command",
    "PostToolUse mcp",
    "PostToolUse command",
    "PostToolUseFailure mcp",
    "PostToolUseFailure command",
    "PreCompact mcp",
    "Stop mcp",
    "SubagentStart mcp",
    "PermissionRequest mcp",
    "SubagentStop command",
    "ConfigChange command",
    "TaskCompleted command",
  ]);
  expect(new Set(found.hooks.map((hook) => [hook.file, hook.version, hook.problem].join()))).toEqual(
    new Set([`~/.claude/settings.json,${version},`]),
  );
  expect([found.missing, found.twice, found.servers, started]).toEqual([[], [], ["~/.claude.json"], []]);
});

it("a program that is not there, not on PATH, or another version", () => {
  const problemOf = (changes: Partial<Surroundings> = {}) => status(changes).hooks[0]!.problem;
  put(join(home, ".claude", "settings.json"), stop("/none/helix hook stop"));
  expect(problemOf()).toBe("/none/helix is not there, or may not be run");
  put(join(home, ".claude", "settings.json"), stop("helix hook stop"));
  expect(problemOf({ environment: { PATH: "/none" } })).toBe("helix is not on PATH");
  const other = putProgram(join(home, "bin", "helix"));
  put(join(home, ".claude", "settings.json"), stop('"$HOME/bin/helix" hook stop'));
  expect(status().hooks[0]).toMatchObject({ program: other, version: "9.8.7", problem: null });
  expect(started).toEqual([other]);
});

it("a path that a project's file names is looked at and not started", () => {
  const trap = putProgram(join(project, "tools", "helix"));
  put(join(project, ".claude", "settings.json"), stop(`${trap} hook stop`));
  put(join(project, ".claude", "settings.local.json"), stop("./tools/helix hook stop"));
  put(join(project, ".mcp.json"), { mcpServers: { helix: { command: trap, args: ["serve"] } } });
  install(sound, { scope: "local", transport: "mcp", withServer: false });
  const found = status();
  expect(found.hooks.filter(({ program }) => program === trap).length).toBeGreaterThan(8);
  expect(new Set(found.hooks.filter(({ program }) => program === trap).map((hook) => hook.version))).toEqual(
    new Set([null]),
  );
  expect(started).toEqual([]);
});

it("hooks that call a server which is not registered, refused, or turned off", () => {
  install(sound, { scope: "local", transport: "mcp" });
  const problem = () => status().hooks.find(({ event }) => event === "Stop")!.problem;
  expect(problem()).toBe(null);
  const server = { command: "helix", args: ["serve"] };
  put(join(home, ".claude.json"), {
    projects: { [project]: { disabledMcpServers: ["helix"], mcpServers: { helix: server } } },
  });
  expect(problem()).toBe("the server is turned off in ~/.claude.json");
  put(join(home, ".claude.json"), { projects: { [project]: { disabledMcpjsonServers: ["helix"] } } });
  put(join(project, ".mcp.json"), { mcpServers: { helix: server } });
  expect(problem()).toBe("the server of .mcp.json is refused in ~/.claude.json");
  put(join(project, ".mcp.json"), {});
  expect(problem()).toBe("the server is not registered here");
  put(join(project, ".mcp.json"), { mcpServers: { helix: { command: "/none/helix", args: ["serve"] } } });
  put(join(home, ".claude.json"), {});
  expect(problem()).toBe("/none/helix is not there, or may not be run");
});

it("hooks that would not run are not said to", () => {
  const problems = (client: ClientProgram | null = null) =>
    new Set(status({}, client).hooks.map(({ problem }) => problem));
  install(sound, { scope: "user" });
  expect(problems({ path: "/c", version: "2.1.329" })).toEqual(new Set([null]));
  expect(problems({ path: "/c", version: "2.1.200" })).toEqual(
    new Set([null, "Claude Code 2.1.200 cannot call a server from hooks"]),
  );
  put(join(project, ".claude", "settings.local.json"), { disableAllHooks: true });
  expect(problems()).toEqual(new Set([".claude/settings.local.json turns all hooks off"]));
  expect(statusLines(status(), null).join("\n")).not.toMatch(/runs$/m);
});

it("the server of .mcp.json, which nobody has approved yet", () => {
  install(sound, { transport: "mcp" });
  const problem = () => status().hooks.find(({ event }) => event === "Stop")!.problem;
  expect(problem()).toMatch(/starts the server of \.mcp\.json when it is approved/);
  put(join(home, ".claude.json"), { projects: { [project]: { enabledMcpjsonServers: ["helix"] } } });
  expect(problem()).toBe(null);
});

it.each([
  ['"~/bin/helix" hook stop', false],
  ["'$HOME/bin/helix' hook stop", false],
  ["\\~/bin/helix hook stop", false],
  ["~/bin/helix hook stop", true],
  ['"$HOME/bin/helix" hook stop', true],
  ["~/'bin/helix' hook stop", true],
])("%s: whether the shell finds it", (command, isFound) => {
  putProgram(join(home, "bin", "helix"));
  put(join(home, ".claude", "settings.json"), stop(command));
  expect(status().hooks[0]!.problem === null).toBe(isFound);
});

it("local settings that are a link to the shared ones are one file", () => {
  install(sound);
  symlinkSync("settings.json", join(project, ".claude", "settings.local.json"));
  expect(status().hooks).toHaveLength(16);
  const again = install(sound, { scope: "local", transport: "command" });
  expect([again.scope, again.changes]).toEqual(["project", []]);
  expect(again.notes[0]).toMatch(/are a link to its shared ones: done as with --project/);
});

it("what turns all hooks off, what runs twice, and files that cannot be read are told", () => {
  install(sound, { scope: "user", transport: "command" });
  install(sound);
  put(join(project, ".claude", "settings.local.json"), "{");
  expect(status().twice).toHaveLength(9);
  const lines = statusLines(status(), { path: "/bin/claude", version: "2.1.329" });
  expect(lines.slice(-5)).toEqual([
    "client: Claude Code 2.1.329, /bin/claude",
    "server: registered in .mcp.json, ~/.claude.json",
    "guard of plans: installed whole",
    "  problem  .claude/settings.local.json is not JSON (it ends too early): the client cannot use it",
    "  note     all 9 events: several hooks of helix, and each runs (.claude/settings.json, ~/.claude/settings.json); helix hooks uninstall --project  # or --user",
  ]);
  put(join(project, ".claude", "settings.local.json"), { disableAllHooks: true });
  expect(statusLines(status(), null).join("\n")).toMatch(
    /problem {2}\.claude\/settings\.local\.json turns all hooks off/,
  );
});

it("settings of any shape inside: nothing throws", () => {
  mkdirSync(join(project, ".claude"));
  for (const value of [
    null,
    5,
    "x",
    [],
    { Stop: 5 },
    { Stop: [null, { hooks: [null, { type: "mcp_tool", server: "helix", tool: "hook" }] }] },
  ]) {
    put(join(project, ".claude", "settings.json"), { hooks: value, mcpServers: value });
    put(join(home, ".claude.json"), { mcpServers: { helix: value }, projects: value });
    expect(status().missing.length).toBeGreaterThan(7);
  }
});
