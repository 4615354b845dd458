// The plugin as `helix plugin` writes it, for sessions that load it with `--plugin-dir`.

import { join } from "node:path";
import type { Stage } from "./stage.ts";
import { use } from "./turn.ts";

/** Writes the marketplace into the stage, and returns the folder of the plugin in it. */
export function pluginFolder(stage: Stage, transport = "mcp"): string {
  const folder = join(stage.root, "plugin");
  stage.helix("plugin", folder, "--transport", transport);
  return join(folder, "helix");
}

/** A call of helix's tool by the server that the plugin brings. */
export function plugged(tool: string, input: object) {
  return use(`mcp__plugin_helix_helix__${tool}`, input);
}

/** The client has tools for a list of tasks with older models; with newer ones only where this is set. */
export const WITH_TASK_LIST = { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" };
