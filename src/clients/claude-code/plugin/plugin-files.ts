// The plugin as files: a marketplace for the client in one folder, with one plugin in it. Texts for the assistant are
// carried along (bundled-texts.ts); what names the program and the knowledge base is made here.

import { version } from "../../../base/version.ts";
import { PLUGIN_WORD } from "../../../hooks/common/hook-types.ts";
import { guardGroups, type HookGroup, hookGroups, type Transport } from "../hook-groups.ts";
import { SERVER_NAME } from "../own-hooks.ts";
import { PLUGIN_NAME } from "../plugin-state.ts";
import { type StartWords, shellWords } from "../program-words.ts";
import { PLUGIN_TEXTS } from "./bundled-texts.ts";

/** A file of the marketplace. */
export interface PluginFile {
  /** Below the folder of the marketplace. */
  readonly path: string;
  readonly text: string;
}

const DESCRIPTION = "Memory, code knowledge and plans with limits, by helix: its hooks, its server, agents and skills";

/** All files of the marketplace, by path. `transport`: how its hooks reach helix. */
export function pluginFiles(words: StartWords, transport: Transport): PluginFile[] {
  const { program, directory } = words;
  const shell = { ...shellWords(words), isOfPlugin: true };
  // CLIENT: of servers with the same words it starts one, and the plugin's hooks can call only the plugin's.
  const server = { command: program, args: ["serve", ...(directory === null ? [] : [directory]), PLUGIN_WORD] };
  const files = [
    file(".claude-plugin/marketplace.json", {
      name: PLUGIN_NAME,
      description: DESCRIPTION,
      owner: { name: "helix" },
      plugins: [{ name: PLUGIN_NAME, source: `./${PLUGIN_NAME}`, description: DESCRIPTION, version }],
    }),
    file(`${PLUGIN_NAME}/.claude-plugin/plugin.json`, {
      name: PLUGIN_NAME,
      version,
      description: DESCRIPTION,
      author: { name: "helix" },
    }),
    file(`${PLUGIN_NAME}/.mcp.json`, { mcpServers: { [SERVER_NAME]: server } }),
    file(`${PLUGIN_NAME}/hooks/hooks.json`, {
      description: "helix: notes, lessons and code where they matter, and the limits of a plan",
      hooks: byEvent([...hookGroups(transport, shell), ...guardGroups(shell)]),
    }),
    ...Object.entries(PLUGIN_TEXTS).map(([path, text]) => ({ path: `${PLUGIN_NAME}/${path}`, text })),
  ];
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function file(path: string, content: object): PluginFile {
  return { path, text: `${JSON.stringify(content, null, 2)}\n` };
}

function byEvent(groups: readonly HookGroup[]): object {
  const all = Map.groupBy(groups, ({ event }) => event);
  return Object.fromEntries([...all].map(([event, each]) => [event, each.map(({ group }) => group)]));
}
