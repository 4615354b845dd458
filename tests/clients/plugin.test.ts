// The plugin in the real client: its own check passes, setup installs it by the client's commands and takes the hooks
// out of the settings, a second run does nothing, and what takes it out leaves nothing behind.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { runClientCommand } from "../support/client/client-command.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { runHelix } from "../support/command-line.ts";

const client = await claudeCode();
const makeStage = useStages("each");

interface Listed {
  readonly id: string;
  readonly enabled: boolean;
  readonly readFromFolder?: string;
}

function pluginsOf(stage: Stage): Listed[] {
  return JSON.parse(runClientCommand(client!, stage, ["plugin", "list", "--json"]).stdout) as Listed[];
}

function hooksIn(stage: Stage): string[] {
  const path = join(stage.home, ".claude/settings.json");
  if (!existsSync(path)) return [];
  return Object.keys((JSON.parse(readFileSync(path, "utf8")) as { hooks?: object }).hooks ?? {});
}

/** What there is of helix, or was made for it, in the client's own folder. */
function leftIn(stage: Stage): string[] {
  return stage.homeFiles().filter((path) => path.startsWith(".claude/") && /helix|settings\.json/.test(path));
}

function stageWithClient(): Stage {
  const stage = makeStage();
  stage.addProgram("claude", client!);
  return stage;
}

describe.skipIf(client === null)("the plugin in the real client", () => {
  test("passes the client's check, with all its parts", () => {
    const stage = stageWithClient();
    stage.helix("plugin", join(stage.root, "market"));
    for (const folder of ["market", "market/helix"]) {
      const { status, stdout } = runClientCommand(client!, stage, ["plugin", "validate", join(stage.root, folder)]);
      expect([folder, status, stdout]).toEqual([folder, 0, expect.stringContaining("Validation passed")]);
      if (folder === "market") continue;
      for (const part of ["agents: helix:explorer", "agents: helix:planner", "agents: helix:builder"])
        expect(stdout).toContain(part);
      for (const part of ["agents: helix:observer", "skills: helix:helix", "skills: helix:helix-query"])
        expect(stdout).toContain(part);
      expect(stdout).toContain("mcpServers: helix stdio");
      expect(stdout).toContain("mcp_tool plugin:helix:helix hook");
    }
  });

  test("setup --plugin installs it in place of the settings; once more, nothing happens; uninstall leaves nothing", () => {
    const stage = stageWithClient();
    const settings = stage.putHome(".claude/settings.json", '{ "model":"opus" }\n');
    stage.helix("setup");
    expect(hooksIn(stage)).toContain("PreToolUse");
    const { stdout } = stage.helix("setup", "--plugin");
    expect(stdout).toMatch(/^plugin helix \S+: installed$/m);
    expect(stdout).toContain("/helix OBJECTIVE, /helix-query TEXT, /helix-stats");
    expect(hooksIn(stage)).toEqual([]);
    expect(readFileSync(join(stage.home, ".claude.json"), "utf8")).not.toContain('"serve"');
    const [listed] = pluginsOf(stage);
    expect(listed).toMatchObject({ id: "helix@helix", enabled: true });

    const before = readFileSync(settings, "utf8");
    const again = stage.helix("setup", "--plugin");
    expect(again.stdout).toMatch(/^plugin helix \S+: already installed$/m);
    expect(again.stdout).not.toContain("ran: claude");
    expect(readFileSync(settings, "utf8")).toBe(before);

    const out = stage.helix("hooks", "uninstall", "--user");
    expect(out.stdout).toMatch(/^plugin helix \S+: taken out$/m);
    expect(pluginsOf(stage)).toEqual([]);
    expect(readFileSync(settings, "utf8")).toBe('{ "model":"opus" }\n');
    expect(leftIn(stage)).toEqual([".claude/settings.json"]);
    expect(existsSync(join(stage.base, "plugin"))).toBe(false);
  });

  test("setup without it takes it out again, and the hooks are in the settings", () => {
    const stage = stageWithClient();
    stage.helix("setup", "--plugin");
    const { stdout } = stage.helix("setup");
    expect(stdout).toMatch(/^plugin helix \S+: taken out$/m);
    expect(pluginsOf(stage)).toEqual([]);
    expect(hooksIn(stage)).toContain("PreToolUse");
    stage.helix("hooks", "uninstall", "--user");
    expect(leftIn(stage)).toEqual([]);
  });

  test("taken out by the client's own command, installed anew, and taken out so again: nothing is left behind it", () => {
    const stage = stageWithClient();
    for (let time = 0; time < 2; time++) {
      expect(stage.helix("setup", "--plugin").stdout).toMatch(/^plugin helix \S+: installed$/m);
      expect(runClientCommand(client!, stage, ["plugin", "uninstall", "helix@helix"])).toMatchObject({ status: 0 });
    }
    const { stdout } = stage.helix("hooks", "uninstall", "--user");
    expect(stdout).toMatch(/^plugin helix \S+: taken out$/m);
    expect(stdout).not.toContain("nothing of helix");
    expect(leftIn(stage)).toEqual([]);
    expect(existsSync(join(stage.base, "plugin"))).toBe(false);
  });

  test("installed by hand from a folder of one's own it is taken out, too, with the client's copy", () => {
    const stage = stageWithClient();
    const market = join(stage.root, "market");
    stage.helix("plugin", market);
    for (const words of [
      ["marketplace", "add", market],
      ["install", "helix@helix"],
    ])
      expect(runClientCommand(client!, stage, ["plugin", ...words])).toMatchObject({ status: 0 });
    const { stdout } = stage.helix("hooks", "uninstall", "--user");
    expect(stdout).not.toContain(join(stage.base, "plugin"));
    expect(leftIn(stage)).toEqual([".claude/settings.json"]);
  });

  test("for another knowledge base it moves there, and what it left in the first one goes with it", () => {
    const stage = stageWithClient();
    const other = join(stage.root, "other");
    const settings = stage.putHome(".claude/settings.json", '{ "cleanupPeriodDays":30 }\n');
    stage.helix("setup", "--plugin");
    stage.helix("setup", "--plugin", "--kb", other);
    expect([existsSync(join(stage.base, "plugin")), existsSync(join(other, "plugin"))]).toEqual([false, true]);
    expect(readFileSync(join(other, "plugin/helix/.mcp.json"), "utf8")).toContain(other);
    expect(stage.helix("setup", "--plugin", "--kb", other).stdout).toContain("already installed");
    // Also where the first one is meant again.
    stage.helix("hooks", "uninstall", "--user");
    expect(readFileSync(settings, "utf8")).toBe('{ "cleanupPeriodDays":30 }\n');
    expect([existsSync(join(other, "plugin")), leftIn(stage)]).toEqual([false, [".claude/settings.json"]]);
  });

  test("turned off for a project by the client, it is off there, as helix says", () => {
    const stage = stageWithClient();
    stage.helix("setup", "--plugin");
    const off = runClientCommand(client!, stage, ["plugin", "disable", "helix@helix", "--scope", "local"]);
    expect([off.status, pluginsOf(stage)]).toEqual([0, [expect.objectContaining({ enabled: false })]]);
    const { stdout } = runHelix(["hooks", "status"], { cwd: stage.project, environment: stage.environment });
    expect(stdout).toContain("the plugin helix is installed and turned off");
    // Brought up to date there, it is off there, and nowhere else.
    expect(stage.helix("setup", "--plugin", "--transport", "command").stdout).toContain("the plugin is turned off");
    expect(pluginsOf(stage)).toMatchObject([{ enabled: false }]);
    rmSync(join(stage.project, ".claude"), { recursive: true });
    expect(pluginsOf(stage)).toMatchObject([{ enabled: true }]);
    // Turned off by the user it stays off.
    runClientCommand(client!, stage, ["plugin", "disable", "helix@helix"]);
    const { stdout: updated } = stage.helix("setup", "--plugin");
    expect(updated).toMatch(/: updated$[\s\S]*the plugin is turned off: claude plugin enable helix@helix/m);
    expect(pluginsOf(stage)).toMatchObject([{ enabled: false }]);
  });

  test("an older copy is brought up to date, and what a person changed stays and is named", () => {
    const stage = stageWithClient();
    stage.helix("setup", "--plugin", "--transport", "command");
    const builder = join(stage.base, "plugin/helix/agents/builder.md");
    writeFileSync(builder, `${readFileSync(builder, "utf8")}\nBe brief.\n`);
    const { stdout } = stage.helix("setup", "--plugin", "--transport", "mcp");
    expect(stdout).toMatch(/^plugin helix \S+: updated$/m);
    expect(stdout).toContain("helix/agents/builder.md was changed by hand: left as it is");
    expect(readFileSync(builder, "utf8")).toContain("Be brief.");
    expect(readFileSync(join(stage.base, "plugin/helix/hooks/hooks.json"), "utf8")).toContain("plugin:helix:helix");
    expect(pluginsOf(stage)).toMatchObject([{ id: "helix@helix", enabled: true }]);
    expect(stage.helix("setup", "--plugin").stdout).toMatch(/^plugin helix \S+: already installed$/m);
    const folder = join(stage.base, "plugin");
    const out = stage.helix("hooks", "uninstall", "--user").stdout;
    expect(out).toContain(`${folder}: removed, but for what is no longer helix's`);
    expect(out).toContain(`changed by hand, and left in ${folder}: helix/agents/builder.md`);
    const again = () => stage.helix("setup", "--plugin");
    expect(again).toThrow(`nothing was changed; move it away, e.g. mv ${folder} ${folder}-old`);
    renameSync(folder, `${folder}-old`);
    expect(again().stdout).toMatch(/^plugin helix \S+: installed$/m);
  });
});
