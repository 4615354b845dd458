// The plugin's texts as a folder that the client loads with `--plugin-dir`, with a server of its own.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";

const FILES = new URL("../../../src/clients/claude-code/plugin/files", import.meta.url).pathname;

/** Writes the folder into the stage, and returns its path. */
export function pluginFolder(stage: Stage): string {
  const folder = join(stage.root, "plugin");
  cpSync(FILES, folder, { recursive: true });
  const put = (path: string, value: object) => writeFileSync(join(folder, path), JSON.stringify(value));
  mkdirSync(join(folder, ".claude-plugin"), { recursive: true });
  put(".claude-plugin/plugin.json", { name: "helix", version: "0.0.1", description: "for tests" });
  put(".mcp.json", { mcpServers: { helix: { command: "helix", args: ["serve"] } } });
  return folder;
}

/** The client has tools for a list of tasks with older models; with newer ones only where this is set. */
export const WITH_TASK_LIST = { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" };
