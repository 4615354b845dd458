// The plugin's files: every text of the folder is carried along, and its hooks are those of the settings, marked.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { guardGroups, hookGroups } from "../../../../../src/clients/claude-code/hook-groups.ts";
import { ownHooks } from "../../../../../src/clients/claude-code/own-hooks.ts";
import { pluginFiles } from "../../../../../src/clients/claude-code/plugin/plugin-files.ts";

const FILES = join(import.meta.dirname, "../../../../../src/clients/claude-code/plugin/files");
const words = { program: "/my bin/helix", directory: "/my kb" };

function contentOf(path: string, transport: "command" | "mcp" = "mcp") {
  const file = pluginFiles(words, transport).find((each) => each.path === path);
  return JSON.parse(file!.text);
}

test("every text in the folder is written as it stands there", () => {
  const texts = readdirSync(FILES, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(FILES, name)).isFile(),
  );
  const written = pluginFiles(words, "mcp");
  for (const name of texts) {
    const text = readFileSync(join(FILES, name), "utf8");
    expect(written).toContainEqual({ path: `helix/${name}`, text });
  }
  const made = written.map(({ path }) => path).filter((path) => !texts.some((name) => path === `helix/${name}`));
  expect(made).toEqual([
    ".claude-plugin/marketplace.json",
    "helix/.claude-plugin/plugin.json",
    "helix/.mcp.json",
    "helix/hooks/hooks.json",
  ]);
});

test("the server is started by the program, with its knowledge base", () => {
  const { mcpServers } = contentOf("helix/.mcp.json");
  expect(mcpServers).toEqual({ helix: { command: "/my bin/helix", args: ["serve", "/my kb", "--plugin"] } });
});

test.each(["command", "mcp"] as const)("by %s: as many hooks as in the settings, each marked as the plugin's", (by) => {
  const { hooks } = contentOf("helix/hooks/hooks.json", by);
  const own = ownHooks(hooks);
  const quoted = { program: "'/my bin/helix'", directory: "'/my kb'" };
  const groups = [...hookGroups(by, quoted), ...guardGroups(quoted)];
  expect(own.map(({ event, type, matcher }) => [event, type, matcher]).sort()).toEqual(
    groups.map(({ event, type, group }) => [event, type, group.matcher ?? ""]).sort(),
  );
  for (const { program, directory, around, isQuiet } of own) {
    const nothing = { variables: "", env: "", behind: "" };
    if (program !== null) expect([program, directory, around]).toEqual(["/my bin/helix", "/my kb", nothing]);
    expect(isQuiet).toBe(true);
  }
  for (const group of Object.values(hooks).flat() as { hooks: Record<string, unknown>[] }[]) {
    const [hook] = group.hooks;
    if (hook!.type === "mcp_tool")
      expect(hook).toMatchObject({ server: "plugin:helix:helix", input: { plugin: "true" } });
    else expect(hook!.command).toMatch(/hook [\w-]+ '\/my kb' --plugin(?: \|\| \{ echo|$)/);
  }
});
