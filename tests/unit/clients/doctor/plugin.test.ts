// What the doctor and `helix hooks status` say of the plugin, by the client's files.

import { join } from "node:path";
import { expect, test } from "vitest";
import { hookStatus } from "../../../../src/clients/claude-code/hook-status.ts";
import { pluginFiles } from "../../../../src/clients/claude-code/plugin/plugin-files.ts";
import { examine } from "../../../../src/clients/doctor/doctor.ts";
import { install, NEW_CLIENT } from "../../../support/installation.ts";
import { linesOf, put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function withPlugin(isEnabled = true) {
  const surroundings = soundSurroundings(folder());
  const { home, executable } = surroundings;
  const market = join(home, "market");
  for (const { path, text } of pluginFiles({ program: executable, directory: null }, "mcp"))
    put(join(market, path), text);
  const plugins = join(home, ".claude/plugins");
  put(join(plugins, "known_marketplaces.json"), { helix: { source: { source: "directory", path: market } } });
  const copy = { scope: "user", version: "1.2.3", installPath: join(market, "helix") };
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
  expect(lines).toContain("ok: plugin helix 1.2.3");
  expect(lines).toContain("ok: the guard of plans is installed whole");
  expect(lines).not.toContain("problem:");
});

test("beside hooks in the settings those of the plugin are silent, but for its guard", async () => {
  const surroundings = withPlugin();
  install(surroundings, { scope: "user" });
  const { hooks, guard, twice } = hookStatus(surroundings, () => null, NEW_CLIENT);
  const ofPlugin = hooks.filter(({ file }) => file === "the plugin");
  for (const { type, problem } of ofPlugin)
    expect([type, problem]).toEqual([type, type.startsWith("guard") ? null : expect.stringContaining("silent")]);
  expect([guard.state, twice]).toEqual(["whole", []]);
  expect(await clientLines(surroundings)).toContain("those of the plugin are silent");
});

test("turned off, or without its program, it is told", async () => {
  expect(await clientLines(withPlugin(false))).toContain("the plugin helix is installed and turned off");
  const surroundings = withPlugin();
  put(join(surroundings.home, "market/helix/.mcp.json"), {
    mcpServers: { helix: { command: "/none/helix", args: [] } },
  });
  expect(await clientLines(surroundings)).toContain("starts /none/helix, which is not there");
});
