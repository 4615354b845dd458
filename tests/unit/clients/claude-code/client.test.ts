// The look at the client's settings: where helix is registered, whether that would work, hooks, and files that are not
// what they should be.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { startLine } from "../../../../src/clients/claude-code/start-line.ts";
import { countOf, examine, formatAreas } from "../../../../src/clients/doctor/doctor.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { linesOf, put, putProgram, realPaths, soundSurroundings } from "../../../support/surroundings.ts";
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

async function areaLines(area: string, changes: Partial<Surroundings> = {}): Promise<string[]> {
  const areas = await examine({ ...sound, ...changes });
  return linesOf(areas.find((each) => each.area === area)!.findings);
}

/** What is said of the client beside that it is not there and has no hooks. */
async function clientLines(changes: Partial<Surroundings> = {}): Promise<string[]> {
  return (await areaLines("client", changes)).filter(
    (line) => !/Claude Code is not|no hooks of helix|no hook has decided|guard of plans is not installed/.test(line),
  );
}

const serve = { command: "helix", args: ["serve"] };
const UNKNOWN = "the client does not know the server: none of its settings names helix";
const SETUP = "helix setup";
const NEW = "note: helix is not set up in Claude Code yet";

describe("the project", () => {
  it("is the repository around the directory, with a word where that is the whole home directory", async () => {
    expect(await areaLines("project")).toEqual([expect.stringMatching(/^ok: none here/)]);
    makeRepository(home);
    mkdirSync(join(home, "work", "a"), { recursive: true });
    expect(await areaLines("project", { currentDirectory: join(home, "work", "a") })).toEqual([
      expect.stringMatching(/^note: home-[0-9a-f]{8} \(.*\): the home directory is a repository, .* -> git init /),
    ]);
    makeRepository(join(home, "work", "a"));
    expect(await areaLines("project", { currentDirectory: join(home, "work", "a") })).toEqual([
      expect.stringMatching(/^ok: a-[0-9a-f]{8} \(/),
    ]);
  });
});

describe("where helix is registered", () => {
  it("nowhere, on a new machine: no problem, and one step", async () => {
    expect(await areaLines("client")).toEqual([
      "note: Claude Code is not here: there is no claude on PATH",
      `${NEW} -> ${SETUP}`,
    ]);
    putProgram(join(root, "bin", "claude"));
    put(join(home, ".claude.json"), {
      mcpServers: { other: { command: "other" } },
      projects: { "/else": { mcpServers: { helix: serve } } },
    });
    const areas = await examine(sound);
    expect(countOf(areas, "problem")).toBe(0);
    expect(await clientLines()).toContain(`${NEW} -> ${SETUP}`);
    expect(formatAreas(areas)).not.toMatch(/\b(?:chmod|mv|rm)\b/);
  });

  it("nowhere, though there are hooks: a problem where there is a client", async () => {
    const hooks = { Stop: [{ hooks: [{ type: "command", command: "helix hook stop" }] }] };
    put(join(home, ".claude", "settings.json"), { hooks });
    expect(await clientLines()).toContain(`note: ${UNKNOWN} -> ${SETUP}`);
    put(join(home, ".claude.json"), {});
    expect(await clientLines()).toContain(`problem: ${UNKNOWN} -> ${SETUP}`);
  });

  it("a program that is not on PATH is called by its path", async () => {
    const environment = { PATH: "/none" };
    expect(await clientLines({ environment })).toEqual([`${NEW} -> ${root}/bin/helix setup`]);
  });

  it.each<[string, string, (content: object) => object]>([
    [".mcp.json", "project", (servers) => servers],
    ["~/.claude.json", "home", (servers) => servers],
    ["~/.claude.json, for this project", "home", (servers) => ({ projects: { [project]: servers } })],
  ])("in %s", async (where, place, contentOf) => {
    const path = join(place === "home" ? home : project, place === "home" ? ".claude.json" : ".mcp.json");
    put(path, contentOf({ mcpServers: { helix: serve } }));
    expect(await clientLines()).toEqual([`ok: server helix in ${where}: starts ${sound.executable}`]);
  });

  it("in settings.json alone", async () => {
    put(join(project, ".claude", "settings.json"), { mcpServers: { helix: serve } });
    expect(await clientLines()).toEqual([
      `ok: server helix in .claude/settings.json: starts ${sound.executable}`,
      `note: only settings.json names the server: if the client does not list it under /mcp, register it -> ${SETUP}`,
    ]);
  });

  it("for the work tree around the current directory", async () => {
    makeRepository(project);
    mkdirSync(join(project, "deep", "er"), { recursive: true });
    put(join(project, ".mcp.json"), { mcpServers: { helix: serve } });
    put(join(home, ".claude.json"), { projects: { [project]: { disabledMcpjsonServers: ["helix"] } } });
    expect(await clientLines({ currentDirectory: join(project, "deep", "er") })).toEqual([
      `ok: server helix in .mcp.json: starts ${sound.executable}`,
      "problem: ~/.claude.json refuses the server helix of .mcp.json -> claude mcp reset-project-choices",
    ]);
  });

  it("refused in settings", async () => {
    put(join(project, ".mcp.json"), { mcpServers: { helix: serve } });
    put(join(home, ".claude", "settings.json"), { disabledMcpjsonServers: ["helix"] });
    expect((await clientLines())[1]).toBe(
      'problem: ~/.claude/settings.json refuses the server helix of .mcp.json -> take "helix" out of disabledMcpjsonServers in ~/.claude/settings.json',
    );
  });

  it("where CLAUDE_CONFIG_DIR says", async () => {
    const moved = join(root, "moved");
    put(join(moved, ".claude.json"), { mcpServers: { helix: serve } });
    put(join(home, ".claude.json"), "not JSON, and not looked at");
    const environment = { ...sound.environment, CLAUDE_CONFIG_DIR: moved };
    expect(await clientLines({ environment })).toEqual([
      `ok: server helix in ${moved}/.claude.json: starts ${sound.executable}`,
    ]);
  });
});

describe("whether a registration would work", () => {
  const again = "claude mcp remove --scope project helix; claude mcp add --scope project helix -- helix serve";
  const lineOf = async (server: object, name = "helix") => {
    put(join(project, ".mcp.json"), { mcpServers: { [name]: server } });
    const lines = await clientLines();
    expect(lines).toHaveLength(1);
    return lines[0];
  };

  it("a command that is not there", async () => {
    expect(await lineOf({ ...serve, command: "/none/helix --token s3cret" })).toBe(
      `problem: server helix in .mcp.json: its command /none/helix is not there, or may not be run -> ${again}`,
    );
    expect(await lineOf({ ...serve, command: "" })).toMatch(/^problem: /);
  });

  it("arguments that serve nothing", async () => {
    const line = `problem: server helix in .mcp.json: its arguments do not begin with "serve" -> ${again}`;
    expect(await lineOf({ command: "helix" })).toBe(line);
    expect(await lineOf({ command: "helix", args: ["--kb", "x", 5] })).toBe(line);
  });

  it("another name", async () => {
    expect(await lineOf(serve, "my notes")).toBe(
      `problem: server my notes in .mcp.json: its tools are known as mcp__helix__... only under the name helix -> ${again.replace("project helix;", "project 'my notes';")}`,
    );
  });

  it("another program under its name, a remote server, and one started by something else", async () => {
    const other = putProgram(join(root, "other", "helix"));
    expect(await lineOf({ ...serve, command: other })).toBe(
      `note: server helix in .mcp.json: starts another helix, ${other} -> ${other} doctor`,
    );
    expect(await lineOf({ type: "http", url: "https://example.org/?token=s3cret" })).toBe(
      "note: server helix in .mcp.json: not started by a command, so it cannot be looked at",
    );
    const shell = putProgram(join(root, "bin", "sh"));
    expect(await lineOf({ command: shell, args: ["-c", "s3cret helix serve"] })).toBe(
      `note: server helix in .mcp.json: started by ${shell}, which is not helix itself`,
    );
  });

  it("another knowledge base, by word, option, environment and variable", async () => {
    const other = `note: server helix in .mcp.json: serves another knowledge base, ${root}/kb -> helix doctor ${root}/kb`;
    sound = { ...sound, environment: { ...sound.environment, ROOT: root } };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client's own notation
    const variable = "${ROOT}/kb";
    expect(await lineOf({ command: "helix", args: ["serve", `${root}/kb`] })).toBe(other);
    expect(await lineOf({ command: "helix", args: ["serve", "../kb"] })).toBe(other);
    expect(await lineOf({ command: "helix", args: ["serve", "--kb", `${root}/kb`] })).toBe(other);
    expect(await lineOf({ command: "helix", args: ["serve", variable] })).toBe(other);
    expect(await lineOf({ ...serve, env: { HELIX_KB: variable, API_KEY: "s3cret" } })).toBe(other);
    const same = `ok: server helix in .mcp.json: starts ${sound.executable}`;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client's own notation
    expect(await lineOf({ command: "${HELIX:-helix}", args: ["serve", "~/.helix-kb"] })).toBe(same);
    expect(await lineOf({ ...serve, env: ["HELIX_KB"] })).toBe(same);
  });
});

describe("settings that are not what they should be", () => {
  it.each([
    ["{", "is not JSON (it ends too early)"],
    ["[1]", "is no JSON object"],
    ["null", "is no JSON object"],
  ])("holding %s", async (content, what) => {
    const path = put(join(project, ".claude", "settings.local.json"), content);
    expect((await clientLines())[0]).toBe(
      `problem: .claude/settings.local.json ${what}: the client cannot use it -> python3 -m json.tool ${path} /dev/null  # says where`,
    );
  });

  it("empty, too long, unreadable, a directory, a link to nothing", async () => {
    put(join(project, ".mcp.json"), "\n");
    expect(await clientLines()).toEqual([`${NEW} -> ${SETUP}`]);
    const unread = { ...realPaths, readText: () => null };
    expect((await clientLines({ paths: unread }))[0]).toMatch(
      /^problem: \.mcp\.json cannot be read; it is a file of the client, of user \d+, with permissions 6\d\d$/,
    );
    const facts = (at: string) => ({ ...realPaths.facts(at)!, size: 65_000_000_000 });
    expect((await clientLines({ paths: { ...unread, facts } }))[0]).toBe(
      "note: .mcp.json is too long to be looked at (65.0 GB)",
    );
    mkdirSync(join(project, ".claude", "settings.json"), { recursive: true });
    symlinkSync("nowhere", join(home, ".claude.json"));
    expect(await clientLines()).toEqual([
      `problem: .claude/settings.json is no file: the client cannot read it -> ls -ld ${project}/.claude/settings.json`,
      "problem: ~/.claude.json is a link that leads nowhere: it is yours or the client's, and helix leaves it",
      `${NEW} -> ${SETUP}`,
    ]);
  });

  it("of any shape inside: nothing throws", async () => {
    const odd: unknown[] = [
      null,
      5,
      "x",
      [],
      {},
      [[]],
      { a: null },
      { helix: null },
      { helix: [] },
      { SessionStart: [{ hooks: {} }, 4, { hooks: [null, { command: 5 }] }] },
    ];
    for (const value of odd) {
      const content = { mcpServers: value, hooks: value, projects: value, disabledMcpjsonServers: value };
      put(join(project, ".mcp.json"), content);
      put(join(project, ".claude", "settings.json"), content);
      put(join(home, ".claude.json"), { ...content, projects: { [project]: value === null ? content : value } });
      expect((await areaLines("client")).filter((line) => line.endsWith(`-> ${SETUP}`))).not.toEqual([]);
    }
  });
});

describe("hooks", () => {
  const hookLines = async () =>
    (await areaLines("client")).filter(
      (line) => /hooks?\b(?! has)/.test(line) && !line.includes(UNKNOWN) && !line.includes("guard of plans"),
    );
  const command = (text: string) => [{ matcher: "*", hooks: [{ type: "command", command: text }] }];

  it("by command and by call of the server, and none of others", async () => {
    put(join(project, ".mcp.json"), { mcpServers: { helix: serve } });
    put(join(project, ".claude", "settings.local.json"), { enabledMcpjsonServers: ["helix"] });
    put(join(project, ".claude", "settings.json"), {
      hooks: {
        SessionStart: command("helix hook session"),
        PreToolUse: [{ hooks: [{ type: "mcp_tool", server: "helix", tool: "hook" }] }],
        Stop: command("echo helix; hook x"),
        PostToolUse: [{ hooks: [{ type: "mcp_tool", server: "other", tool: "hook" }] }],
        "odd\nname": command("helix hook session"),
      },
    });
    put(join(home, ".claude", "settings.json"), {
      hooks: {
        Stop: command(`"${sound.executable}" hook stop`),
        PreCompact: command("cd x && helix hook pre-compact"),
      },
    });
    expect(await hookLines()).toEqual([
      "ok: hooks in .claude/settings.json: SessionStart, PreToolUse",
      "note: 2 hooks in .claude/settings.json are from an older helix: they fail where helix is missing -> helix hooks install",
      "ok: hooks in ~/.claude/settings.json: Stop",
      "note: 1 hook in ~/.claude/settings.json is from an older helix: it fails where helix is missing -> helix hooks install --user",
      "note: 1 command in ~/.claude/settings.json runs helix hook as a part of something else",
    ]);
    put(join(project, ".claude", "settings.local.json"), {});
    expect((await hookLines())[2]).toMatch(/^note: hooks in \.claude\/settings\.json call the server: .*approved/);
  });

  it("that start helix by its name, which is not on PATH: a new installation would not help", async () => {
    put(join(project, ".claude", "settings.json"), { hooks: { Stop: command("helix hook stop") } });
    put(join(project, ".mcp.json"), { mcpServers: { helix: serve } });
    const lines = await areaLines("client", { environment: { PATH: "/none" } });
    const fix = `-> export PATH=${root}/bin:"$PATH"  # in the start-up file of your shell`;
    expect(lines.filter((line) => line.startsWith("problem"))).toEqual([
      `problem: server helix in .mcp.json: its command helix is not there, or may not be run ${fix}`,
      `problem: hooks in .claude/settings.json start helix, which is not there, or may not be run ${fix}`,
    ]);
  });

  it("that start what is not there, and that are turned off", async () => {
    put(join(project, ".claude", "settings.json"), { hooks: { Stop: command("/none/helix hook stop") } });
    put(join(home, ".claude", "settings.json"), { disableAllHooks: true });
    expect(await hookLines()).toEqual([
      "problem: hooks in .claude/settings.json start /none/helix, which is not there, or may not be run -> helix hooks install",
      "note: ~/.claude/settings.json turns all hooks off (disableAllHooks)",
    ]);
  });
});

it("hooks in the local settings of the home directory", async () => {
  put(join(home, ".claude", "settings.local.json"), {
    hooks: { Stop: [{ hooks: [{ type: "command", command: "HELIX_KB=/kb exec helix hook stop || true" }] }] },
  });
  expect(await areaLines("client", { currentDirectory: home })).toContain(
    "ok: hooks in .claude/settings.local.json: Stop",
  );
});

describe("hooks that do not do what they should", () => {
  const hookLines = async () =>
    (await areaLines("client")).filter((line) => /hooks? (?!has)/.test(line) && !line.includes("guard of plans"));

  it("call a server that is not registered, in the scope's own words", async () => {
    const call = { Stop: [{ hooks: [{ type: "mcp_tool", server: "helix", tool: "hook" }] }] };
    put(join(home, ".claude", "settings.json"), { hooks: call });
    expect(await hookLines()).toEqual([
      "problem: hooks in ~/.claude/settings.json call the server, which is not registered: each is an error -> helix hooks install --user",
    ]);
  });

  it("call a server that is not there for all who read them, or is turned off", async () => {
    const call = { Stop: [{ hooks: [{ type: "mcp_tool", server: "helix", tool: "hook" }] }] };
    put(join(home, ".claude", "settings.json"), { hooks: call });
    put(join(project, ".mcp.json"), { mcpServers: { helix: serve } });
    expect((await hookLines()).slice(1)).toEqual([
      "note: hooks in ~/.claude/settings.json call the server, which is registered in .mcp.json only: elsewhere each is an error -> helix hooks install --user",
    ]);
    put(join(home, ".claude.json"), { mcpServers: { helix: serve } });
    expect((await hookLines()).slice(1)).toEqual([]);
    put(join(home, ".claude.json"), {
      mcpServers: { helix: serve },
      projects: { [project]: { disabledMcpServers: ["helix"] } },
    });
    expect((await hookLines()).slice(1)).toEqual([
      "note: hooks in ~/.claude/settings.json call the server: the server is turned off in ~/.claude.json, and each is an error",
    ]);
  });

  it("run twice", async () => {
    const hooks = (program: string) => {
      const command = startLine(program, `${program} hook stop`);
      return { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } };
    };
    put(join(project, ".claude", "settings.json"), hooks("helix"));
    put(join(home, ".claude", "settings.json"), hooks("helix"));
    expect((await hookLines()).filter((line) => !line.startsWith("ok"))).toEqual([]);
    put(join(home, ".claude", "settings.json"), hooks(sound.executable));
    expect((await hookLines()).filter((line) => !line.startsWith("ok"))).toEqual([
      "note: Stop: several hooks of helix, and each runs (.claude/settings.json, ~/.claude/settings.json) -> helix hooks uninstall --project  # or --user",
    ]);
  });
});
