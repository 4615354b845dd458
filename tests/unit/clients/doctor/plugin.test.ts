// What the doctor and `helix hooks status` say of the plugin, by the client's files.

import { join } from "node:path";
import { expect, test } from "vitest";
import { hookStatus } from "../../../../src/clients/claude-code/hook-status.ts";
import { pluginFiles } from "../../../../src/clients/claude-code/plugin/plugin-files.ts";
import { RECORD_NAME } from "../../../../src/clients/claude-code/plugin-state.ts";
import { statusLines } from "../../../../src/clients/claude-code/report.ts";
import { examine } from "../../../../src/clients/doctor/doctor.ts";
import { guardInstalled } from "../../../../src/clients/doctor/hooks.ts";
import { install, NEW_CLIENT } from "../../../support/installation.ts";
import { linesOf, put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function withPlugin(isEnabled = true, version = "0.0.0-source", more: object = {}) {
  const surroundings = soundSurroundings(folder());
  const { home, executable } = surroundings;
  const market = join(home, "market");
  for (const { path, text } of pluginFiles({ program: executable, directory: null }, "mcp"))
    put(join(market, path), text);
  put(join(market, RECORD_NAME), { files: {} });
  const plugins = join(home, ".claude/plugins");
  put(join(plugins, "known_marketplaces.json"), { helix: { source: { source: "directory", path: market } } });
  const copy = { scope: "user", version, installPath: join(market, "helix"), ...more };
  put(join(plugins, "installed_plugins.json"), { version: 2, plugins: { "helix@helix": [copy] } });
  put(join(home, ".claude/settings.json"), { enabledPlugins: { "helix@helix": isEnabled } });
  return surroundings;
}

async function clientLines(surroundings: ReturnType<typeof withPlugin>): Promise<string> {
  const areas = await examine(surroundings);
  return linesOf(areas.find(({ area }) => area === "client")!.findings).join("\n");
}

test("the plugin alone is enough: its hooks run, its guard is whole, and nothing is a problem", async () => {
  const surroundings = withPlugin();
  const { hooks, missing, guard, twice, servers } = hookStatus(surroundings, () => null, NEW_CLIENT);
  expect(hooks.filter(({ problem }) => problem !== null)).toEqual([]);
  expect([missing, guard.state, twice, servers]).toEqual([[], "whole", [], ["the plugin"]]);
  const lines = await clientLines(surroundings);
  expect(lines).toContain("ok: plugin helix 0.0.0-source");
  expect(lines).toContain("ok: the guard of plans is installed whole");
  expect(lines).not.toMatch(/problem:|this is 0\.0\.0/);
});

test.each([
  ["settings.local.json", false, "none"],
  ["settings.json", false, "none"],
  ["settings.local.json", true, "whole"],
  ["settings.json", true, "whole"],
])("what .claude/%s says of it goes before the user's: %s, so the guard is %s", async (name, isOn, state) => {
  const surroundings = withPlugin(!isOn);
  put(join(surroundings.currentDirectory!, ".claude", name), { enabledPlugins: { "helix@helix": isOn } });
  expect(guardInstalled(surroundings).state).toBe(state);
  const status = hookStatus(surroundings, () => null, NEW_CLIENT);
  expect([status.guard.state, status.plugin]).toEqual([state, isOn ? "on" : "off"]);
  const said = "the plugin helix is installed and turned off: claude plugin enable helix@helix";
  expect(statusLines(status, NEW_CLIENT).includes(said)).toBe(!isOn);
});

test("the local settings go before the project's", () => {
  const surroundings = withPlugin();
  const settings = join(surroundings.currentDirectory!, ".claude");
  put(join(settings, "settings.json"), { enabledPlugins: { "helix@helix": true } });
  put(join(settings, "settings.local.json"), { enabledPlugins: { "helix@helix": false } });
  expect(guardInstalled(surroundings).state).toBe("none");
});

test("installed for a project it is there in that project alone", async () => {
  const other = withPlugin(true, "1.2.3", { scope: "project", projectPath: "/elsewhere" });
  expect(hookStatus(other, () => null, NEW_CLIENT)).toMatchObject({ hooks: [], plugin: null });
  expect(await clientLines(other)).toContain("helix is not set up in Claude Code yet");
  const copy = { scope: "project", projectPath: other.currentDirectory, installPath: join(other.home, "market/helix") };
  put(join(other.home, ".claude/plugins/installed_plugins.json"), { plugins: { "helix@helix": [copy] } });
  expect(hookStatus(other, () => null, NEW_CLIENT).plugin).toBe("on");
});

test("of another version than this helix it is told", async () => {
  expect(await clientLines(withPlugin(true, "0.1.0"))).toContain(
    "note: the plugin is that of helix 0.1.0, and this is 0.0.0-source -> helix setup --plugin",
  );
});

test("for another knowledge base than the one that is looked at, it is told", async () => {
  const surroundings = withPlugin();
  expect(await clientLines(surroundings)).not.toContain("another knowledge base");
  expect(await clientLines({ ...surroundings, directory: join(surroundings.home, "other") })).toContain(
    `note: the plugin is for another knowledge base, ${join(surroundings.home, ".helix-kb")} -> helix doctor`,
  );
});

test("settings that turn all hooks off turn off those of the plugin, and its guard", async () => {
  const surroundings = withPlugin();
  put(join(surroundings.currentDirectory!, ".claude/settings.local.json"), { disableAllHooks: true });
  const lines = await clientLines(surroundings);
  expect(lines).toContain(
    "problem: the guard of plans does not hold: .claude/settings.local.json turns all hooks off -> take disableAllHooks out of .claude/settings.local.json",
  );
  expect(lines).not.toContain("the guard of plans is installed whole");
  expect(guardInstalled(surroundings).state).toBe("in part");
});

test("beside a server in the settings, and no hooks, nobody is told to set helix up", async () => {
  const surroundings = withPlugin();
  put(join(surroundings.home, ".claude.json"), {
    mcpServers: { helix: { command: surroundings.executable, args: ["serve"] } },
  });
  const lines = await clientLines(surroundings);
  expect(lines).toContain("ok: the guard of plans is installed whole");
  expect(lines).toContain("server helix in ~/.claude.json");
  expect(lines).not.toContain("no hooks of helix");
});

test("beside hooks in the settings those of the plugin are silent, but for its guard", async () => {
  const surroundings = withPlugin();
  install(surroundings, { scope: "user" });
  const { hooks, guard, twice } = hookStatus(surroundings, () => null, NEW_CLIENT);
  const ofPlugin = hooks.filter(({ file }) => file === "the plugin");
  for (const { type, problem } of ofPlugin)
    expect([type, problem]).toEqual([type, type.startsWith("guard") ? null : expect.stringContaining("silent")]);
  expect([guard.state, twice]).toEqual(["whole", []]);
  expect(await clientLines(surroundings)).toMatch(/those of the plugin are silent then -> helix setup --plugin$/m);
});

test("hooks that a project has for everybody are no reason to do anything", async () => {
  const surroundings = withPlugin();
  install(surroundings, { scope: "project" });
  expect(await clientLines(surroundings)).toMatch(/those of the plugin are silent then$/m);
});

test("turned off, or without its program, it is told", async () => {
  const off = await clientLines(withPlugin(false));
  expect(off).toContain("the plugin helix is installed and turned off");
  expect(off).not.toContain("helix setup");
  const surroundings = withPlugin();
  put(join(surroundings.home, "market/helix/.mcp.json"), {
    mcpServers: { helix: { command: "/none/helix", args: [] } },
  });
  expect(await clientLines(surroundings)).toContain("starts /none/helix, which is not there");
});
