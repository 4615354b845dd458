// Installing into settings of every kind: what the files hold then, by which transport, what is refused, and what the
// user is told.

import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { planInstall } from "../../../../src/clients/claude-code/install.ts";
import { startLine } from "../../../../src/clients/claude-code/start-line.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { install, NEW_CLIENT, snapshot, uninstall } from "../../../support/installation.ts";
import { put, putProgram, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let home = "";
let project = "";
let sound: Surroundings;

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
  home = sound.home;
  project = sound.currentDirectory!;
});

const jsonAt = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));
const commandsOf = (hooks: Record<string, { hooks: { command?: string }[] }[]>) =>
  Object.values(hooks).flatMap((groups) => groups.flatMap(({ hooks: each }) => each.map(({ command }) => command)));
/** Everything but the programs. */
const all = () => snapshot(root, ["bin"]);

describe("where it goes", () => {
  it("the project: shared files, the plain name", () => {
    const { changes, transport } = install(sound);
    expect(changes.map(({ path }) => path)).toEqual([
      join(project, ".mcp.json"),
      join(project, ".claude", "settings.json"),
    ]);
    expect(transport).toBe("command");
    expect(commandsOf(jsonAt(project, ".claude", "settings.json").hooks)).toContain(
      startLine("helix", "helix hook session"),
    );
    expect(jsonAt(project, ".mcp.json")).toEqual({
      mcpServers: { helix: { type: "stdio", command: "helix", args: ["serve"], env: {} } },
    });
    expect(Object.keys(snapshot(home))).toEqual([".helix-kb", ".helix-kb/installed.json", ".helix-kb/installed.lock"]);
  });

  it("the user: their own files, the path of the program on PATH, closed to others", () => {
    const { changes, transport } = install(sound, { scope: "user" });
    expect(changes.map(({ label }) => label)).toEqual(["~/.claude.json", "~/.claude/settings.json"]);
    expect(transport).toBe("mcp");
    const { hooks } = jsonAt(home, ".claude", "settings.json");
    expect(hooks.SessionStart[0].hooks[0].command).toBe(
      startLine(`${root}/bin/helix`, `${root}/bin/helix hook session`),
    );
    expect(hooks.Stop[0].hooks[0]).toMatchObject({
      type: "mcp_tool",
      server: "helix",
      tool: "hook",
      input: { type: "stop" },
    });
    expect(jsonAt(home, ".claude.json").mcpServers.helix.command).toBe(`${root}/bin/helix`);
    expect(snapshot(home)[".claude.json"]).toMatch(/^600 /);
    expect(snapshot(project)).toEqual({});
  });

  it("the user in this project", () => {
    install(sound, { scope: "local" });
    expect(Object.keys(snapshot(project))).toEqual([".claude", ".claude/settings.local.json"]);
    expect(jsonAt(home, ".claude.json").projects[project].mcpServers.helix.args).toEqual(["serve"]);
  });

  it("where CLAUDE_CONFIG_DIR says", () => {
    const moved = join(root, "moved");
    install({ ...sound, environment: { ...sound.environment, CLAUDE_CONFIG_DIR: moved } }, { scope: "user" });
    expect(Object.keys(snapshot(moved))).toEqual([".claude.json", "settings.json"]);
    expect(snapshot(home)[".claude"]).toBe(undefined);
  });

  it("the work tree around the current directory, and the user is told which", () => {
    makeRepository(project);
    mkdirSync(join(project, "deep"));
    const { notes } = install({ ...sound, currentDirectory: join(project, "deep") });
    expect(jsonAt(project, ".claude", "settings.json").hooks.Stop).toHaveLength(1);
    expect(notes).toContain(`the client reads this when it is started in ${project}`);
  });

  it("in the home directory the project's file is the user's: once, and said", () => {
    const there = { ...sound, currentDirectory: home };
    const { scope, notes } = install(there);
    expect(scope).toBe("user");
    expect(notes[0]).toMatch(/your home directory/);
    expect(Object.keys(snapshot(home, [".helix-kb"]))).toEqual([".claude", ".claude.json", ".claude/settings.json"]);
    expect(uninstall(there).hooks).toBe(16);
    expect(snapshot(home, [".helix-kb"])).toEqual({});
  });

  it("nowhere without a home directory, and in the project all the same", () => {
    const homeless = { ...sound, home: "", directory: "" };
    expect(() => install(homeless, { scope: "user" })).toThrow(/there is no home directory: .* --project/);
    expect(() => install({ ...sound, currentDirectory: null })).toThrow(/current directory is gone.* --user/);
    install(homeless);
    expect(jsonAt(project, ".mcp.json").mcpServers.helix.args).toEqual(["serve"]);
    expect(uninstall(homeless).hooks).toBe(16);
  });
});

describe("another program, another knowledge base", () => {
  it("a program that is not on PATH, in a folder with a space", () => {
    const executable = putProgram(join(root, "my bin", "helix"));
    install({ ...sound, executable }, { scope: "user", transport: "command" });
    expect(jsonAt(home, ".claude", "settings.json").hooks.Stop[0].hooks[0].command).toBe(
      startLine(`'${executable}'`, `'${executable}' hook stop`),
    );
    expect(jsonAt(home, ".claude.json").mcpServers.helix.command).toBe(executable);
  });

  it("a program of another name: by its path, with a mark by which it is known again", () => {
    const executable = putProgram(join(root, "opt", "memory"));
    const other = { ...sound, executable, environment: { PATH: "/none" } };
    for (const _ of ["first", "again"]) install(other, { scope: "user", transport: "command" });
    const { hooks } = jsonAt(home, ".claude", "settings.json");
    expect(hooks.Stop).toEqual([
      {
        hooks: [
          { type: "command", command: `${startLine(executable, `${executable} hook stop`)} # helix`, timeout: 10 },
        ],
      },
    ]);
    expect(jsonAt(home, ".claude.json").mcpServers.helix.command).toBe(executable);
    expect(install(other).notes.join()).toMatch(/helix is not on PATH, and shared settings start it by its name/);
    expect(uninstall(other, { scope: "user" })).toMatchObject({ hooks: 16, isServerTaken: true });
    expect(snapshot(home, [".helix-kb"])).toEqual({});
  });

  it("a link on PATH is kept as it is", () => {
    const executable = putProgram(join(root, "lib", "helix"));
    rmSync(join(root, "bin", "helix"));
    symlinkSync(executable, join(root, "bin", "helix"));
    install({ ...sound, executable }, { scope: "user" });
    expect(jsonAt(home, ".claude.json").mcpServers.helix.command).toBe(join(root, "bin", "helix"));
  });

  it("a directory that is not the default one goes into every start; in shared files from the home directory", () => {
    install({ ...sound, directory: "/srv/my kb" }, { scope: "user", transport: "command" });
    expect(jsonAt(home, ".claude", "settings.json").hooks.Stop[0].hooks[0].command).toMatch(
      / hook stop '\/srv\/my kb'$/,
    );
    expect(jsonAt(home, ".claude.json").mcpServers.helix.args).toEqual(["serve", "/srv/my kb"]);
    install({ ...sound, directory: join(home, "my kb") });
    expect(jsonAt(project, ".claude", "settings.json").hooks.Stop[0].hooks[0].command).toBe(
      startLine("helix", "helix hook stop ~/'my kb'"),
    );
    expect(jsonAt(project, ".mcp.json").mcpServers.helix.args).toEqual(["serve", "~/my kb"]);
    expect(
      planInstall({ scope: "project", transport: "auto", withServer: true }, null, {
        ...sound,
        directory: "/srv/kb",
      }).notes.join(),
    ).toMatch(/name \/srv\/kb for everybody/);
  });

  it("what the shared file starts is not there, or is another", () => {
    const notes = (changes: Partial<Surroundings>) => install({ ...sound, ...changes }).notes.join("\n");
    expect(notes({ environment: { PATH: "/none" } })).toMatch(/helix is not on PATH/);
    expect(notes({ executable: putProgram(join(root, "else", "helix")) })).toMatch(/another one: .*bin\/helix/);
  });
});

describe("by which transport", () => {
  const chosen = (changes: object = {}, client = NEW_CLIENT as typeof NEW_CLIENT | null) => {
    const plan = planInstall({ scope: "user", transport: "auto", withServer: true, ...changes }, client, sound);
    return [plan.transport, plan.notes.join("; ")];
  };

  it("the server where the client can and there is one, else commands, and why", () => {
    expect(chosen()).toEqual(["mcp", ""]);
    expect(chosen({ transport: "command" })).toEqual(["command", ""]);
    expect(chosen({}, null)).toEqual(["command", expect.stringMatching(/Claude Code was not found/)]);
    expect(chosen({}, { path: "/c", version: "2.1.200" })).toEqual([
      "command",
      expect.stringMatching(/2\.1\.200 cannot call/),
    ]);
    expect(chosen({}, { path: "/c", version: null })).toEqual(["command", expect.stringMatching(/did not tell/)]);
    expect(chosen({ withServer: false })).toEqual(["command", expect.stringMatching(/not registered/)]);
    expect(chosen({ transport: "mcp" }, null)).toEqual(["mcp", ""]);
    expect(() => chosen({ transport: "mcp", withServer: false })).toThrow(
      /--transport mcp needs the server .* --no-mcp/,
    );
  });

  it("commands for a project, whose settings others read, too; refused servers call for a word", () => {
    const commands = ["command", expect.stringMatching(/others read these settings, too, and may have no helix/)];
    expect(chosen({ scope: "project" })).toEqual(commands);
    put(join(project, ".claude", "settings.local.json"), { enabledMcpjsonServers: ["helix"] });
    expect(chosen({ scope: "project" })).toEqual(commands);
    install(sound, { scope: "project", transport: "mcp" });
    expect(chosen({ scope: "project" })).toEqual(commands);
    put(join(project, ".claude", "settings.local.json"), { disabledMcpjsonServers: ["helix"] });
    expect(chosen({ scope: "project" })[0]).toBe("command");
    expect(chosen({ scope: "project", transport: "mcp" })).toEqual([
      "mcp",
      expect.stringMatching(/refused in .*hooks that call it fail/),
    ]);
  });

  it("in a project, one of .mcp.json that nobody has approved is not called; one of the user's is then", () => {
    install(sound);
    expect(chosen({ scope: "local" })).toEqual(["command", expect.stringMatching(/\.mcp\.json when it is approved/)]);
    install(sound, { scope: "user" });
    expect(chosen({ scope: "local" })[0]).toBe("mcp");
    put(join(project, ".claude", "settings.local.json"), { enabledMcpjsonServers: ["helix"] });
    rmSync(join(home, ".claude.json"));
    expect(chosen({ scope: "local" })[0]).toBe("mcp");
  });

  it("a server that is registered for the user serves their hooks in a project, and no second one is registered", () => {
    put(join(home, ".claude.json"), { mcpServers: { helix: { command: "helix", args: ["serve"] } } });
    const { changes, transport } = install(sound, { scope: "local" });
    expect([transport, changes.map(({ label }) => label)]).toEqual(["mcp", [".claude/settings.local.json"]]);
  });
});

describe("what is there already", () => {
  const foreign = { hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] }, model: "opus" };

  it("hooks of others stay, ours come behind them", () => {
    put(join(project, ".claude", "settings.json"), foreign);
    install(sound);
    const { hooks, model } = jsonAt(project, ".claude", "settings.json");
    expect([hooks.Stop[0], model]).toEqual([foreign.hooks.Stop[0], "opus"]);
    expect(hooks.Stop[1].hooks[0].command).toBe(startLine("helix", "helix hook stop"));
  });

  it("twice is once: no file is written, and nothing is kept anew", () => {
    put(join(project, ".claude", "settings.json"), foreign);
    install(sound);
    const before = all();
    expect(install(sound).changes).toEqual([]);
    expect(all()).toEqual(before);
  });

  it("older hooks of helix are exchanged where they stand, also those of other events", () => {
    const old = (type: string) => ({ hooks: [{ type: "command", command: `/old/bin/helix hook ${type}` }] });
    put(join(project, ".claude", "settings.json"), {
      hooks: {
        PostToolUse: [
          { matcher: "Bash", ...old("post-build") },
          { matcher: "x", ...foreign.hooks.Stop[0] },
        ],
        Stop: [{ hooks: [...old("stop").hooks, ...foreign.hooks.Stop[0]!.hooks] }, old("stop")],
        Notification: [old("notify")],
        PreToolUse: [{ matcher: "Read", hooks: [...old("ambient").hooks, ...foreign.hooks.Stop[0]!.hooks] }],
      },
    });
    install(sound);
    const { hooks } = jsonAt(project, ".claude", "settings.json");
    expect(JSON.stringify(hooks)).not.toContain("/old/");
    expect(hooks.Notification).toBe(undefined);
    expect(hooks.PostToolUse.map((group: { hooks: { command: string }[] }) => group.hooks[0]!.command)).toEqual([
      startLine("helix", "helix hook post-build"),
      "say done",
      expect.stringMatching(/^\[ ! -e .* \|\| exec helix hook guard$/),
    ]);
    expect(commandsOf({ Stop: hooks.Stop })).toEqual([startLine("helix", "helix hook stop"), "say done"]);
    expect(hooks.PreToolUse.slice(0, 1)).toEqual([
      {
        matcher: "Read",
        hooks: [
          { type: "command", command: startLine("helix", "helix hook ambient"), timeout: 10 },
          { type: "command", command: "say done" },
        ],
      },
    ]);
    uninstall(sound);
    expect(jsonAt(project, ".claude", "settings.json").hooks).toEqual({
      PostToolUse: [{ matcher: "x", ...foreign.hooks.Stop[0] }],
      Stop: [foreign.hooks.Stop[0]],
      PreToolUse: [{ matcher: "Read", ...foreign.hooks.Stop[0] }],
    });
  });

  it("a server named helix stays, also one that is something else", () => {
    const servers = { mcpServers: { helix: { command: "docker", args: ["run", "helix"] } } };
    put(join(home, ".claude.json"), servers);
    const { notes } = install(sound, { scope: "user" });
    expect(notes).toEqual([
      "the server helix in ~/.claude.json is left: it does not start helix",
      "hooks are commands: the server helix in ~/.claude.json is not this one",
    ]);
    expect(uninstall(sound, { scope: "user" })).toMatchObject({ hooks: 16, isServerTaken: false });
    expect(jsonAt(home, ".claude.json")).toEqual(servers);
  });

  it("a server that starts another program, or serves another knowledge base, is named", () => {
    const notesOf = (server: object) => {
      put(join(home, ".claude.json"), { mcpServers: { helix: server } });
      return install(sound, { scope: "user" }).notes.join("\n");
    };
    expect(notesOf({ command: "helix", args: ["serve"] })).toBe("");
    expect(notesOf({ command: "helix", args: ["serve", "~/.helix-kb"] })).toBe("");
    expect(notesOf({ command: "helix", args: ["serve", "/kb"] })).toMatch(
      /is left: it serves another knowledge base, \/kb/,
    );
    expect(notesOf({ command: "/none/helix", args: ["serve"] })).toMatch(
      /\/none\/helix, which it starts, is not there/,
    );
    const other = putProgram(join(root, "else", "helix"));
    expect(notesOf({ command: other, args: ["serve"] })).toMatch(/it starts another helix, .*else\/helix/);
  });

  it("commands of somebody's own that run helix hook stay, and are named", () => {
    const hooks = { Stop: [{ hooks: [{ type: "command", command: "cd x && helix hook stop" }] }] };
    put(join(project, ".claude", "settings.json"), { hooks });
    expect(install(sound).notes.join()).toMatch(/1 command of your own in \.claude\/settings\.json also running/);
    expect(uninstall(sound).hooks).toBe(16);
    expect(jsonAt(project, ".claude", "settings.json")).toEqual({ hooks });
  });

  it("a server that was registered before, as helix would, is not taken out", () => {
    const servers = { mcpServers: { helix: { type: "stdio", command: "helix", args: ["serve"], env: {} } } };
    put(join(home, ".claude.json"), servers);
    install(sound, { scope: "user" });
    const { notes, isServerTaken } = uninstall(sound, { scope: "user" });
    expect([isServerTaken, notes.join()]).toEqual([
      false,
      expect.stringMatching(/stays: helix hooks install did not put it there/),
    ]);
    expect(jsonAt(home, ".claude.json")).toEqual(servers);
  });

  it("other hooks of helix in another file run as well: said", () => {
    install(sound, { scope: "user" });
    expect(install(sound).notes.join()).toMatch(/~\/\.claude\/settings\.json has other hooks of helix, and both run/);
    put(join(home, ".claude", "settings.json"), { disableAllHooks: true });
    expect(install(sound).notes.join()).toMatch(/turns all hooks off/);
  });
});

describe("files that cannot be used: nothing is changed anywhere", () => {
  const unchanged = (why: RegExp, request = {}) => {
    const before = all();
    expect(() => install(sound, request)).toThrow(why);
    expect(all()).toEqual(before);
  };

  it.each([
    ["[1]", /is no JSON object/],
    ['{"a": 1,}', /is not JSON \(line 1: a comma/],
    ['{"hooks": []}', /has "hooks" in another shape than the client wants: an object of events;/],
    ['{"hooks": "x"}', /has "hooks" in another shape than the client wants: an object of events;/],
    [
      '{"hooks": {"PreToolUse": {}}}',
      /has "hooks\.PreToolUse" in another shape than the client wants: an array of groups;/,
    ],
    ['{"hooks": {}, "hooks": {}}', /"hooks" twice/],
  ])("settings of %s", (text, why) => {
    put(join(project, ".claude", "settings.json"), text);
    unchanged(why);
  });

  it("servers that are none", () => {
    for (const text of ["{", '{"mcpServers": []}', '{"mcpServers": 5}']) {
      put(join(project, ".mcp.json"), text);
      unchanged(/\.mcp\.json/);
    }
    rmSync(join(project, ".mcp.json"));
    put(join(home, ".claude.json"), { projects: { [project]: { mcpServers: { helix: 5 } } } });
    unchanged(/has a server "helix" that is no object/, { scope: "local" });
  });

  it("directories, links to nowhere, bytes that are no text, files that are only for reading", () => {
    const path = join(project, ".claude", "settings.json");
    mkdirSync(path, { recursive: true });
    unchanged(/is no file/);
    rmSync(path, { recursive: true });
    symlinkSync("nowhere", path);
    unchanged(/a link that leads nowhere/);
    rmSync(path);
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
    unchanged(/no text in UTF-8/);
    chmodSync(put(path, "{}"), 0o444);
    unchanged(/is not writable/);
    rmSync(join(project, ".claude"), { recursive: true });
    put(join(project, ".claude"), "x");
    unchanged(/\.claude is no directory/);
  });
});
