// What the client knows of helix's plugin: where it reads the marketplace from, and which copies it has installed.
// CLIENT: its files `plugins/known_marketplaces.json` and `plugins/installed_plugins.json` are not documented. What has
// another shape counts as absent.

import { join } from "node:path";
import { z } from "zod";
import { orElse } from "../../base/errors.ts";
import { readSettings, type SettingsFile } from "./client-settings.ts";
import type { Surroundings } from "./finding.ts";
import { SERVER_NAME } from "./own-hooks.ts";
import { SETTINGS, type Server, type Settings } from "./settings-shapes.ts";

/** The name of the plugin and of its marketplace. */
export const PLUGIN_NAME = "helix";
/** How the client's commands name the plugin. */
export const PLUGIN_ID = `${PLUGIN_NAME}@${PLUGIN_NAME}`;

/** The name of the marketplace's folder in the knowledge base directory. */
export const FOLDER_NAME = "plugin";

/** A copy of the plugin that the client has installed. */
export interface InstalledPlugin {
  /** `user`, `project` or `local`, as the client names it. */
  readonly scope: string;
  readonly version: string;
  /** The folder of the copy. */
  readonly path: string;
}

export interface PluginState {
  /** The folder that the client reads the marketplace from; null: it knows none of this name. "": from elsewhere. */
  readonly marketplace: string | null;
  readonly installed: readonly InstalledPlugin[];
  /** Whether the client runs it here, by its settings. */
  readonly isEnabled: boolean;
}

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const MARKETPLACES = z.record(
  z.string(),
  z.object({ source: z.object({ path: z.string().catch("") }).catch({ path: "" }) }).catch({ source: { path: "" } }),
);
const COPY = z.object({ scope: z.string(), installPath: z.string(), version: z.string().catch("") });
const INSTALLED = z.object({
  plugins: z.record(z.string(), z.array(COPY.nullable().catch(null)).catch([])),
});

/** Reads what the client knows. `files`: its settings, where they were read already. */
export function pluginState(surroundings: Surroundings, files?: readonly SettingsFile[]): PluginState {
  const folder = join(clientFolder(surroundings), "plugins");
  const read = <T>(name: string, shape: z.ZodType<T>): T | null =>
    orElse(null, () => shape.parse(JSON.parse(surroundings.paths.readText(join(folder, name), FILE_BYTES_MAX) ?? "")));
  const marketplace = read("known_marketplaces.json", MARKETPLACES)?.[PLUGIN_NAME]?.source.path ?? null;
  const copies = read("installed_plugins.json", INSTALLED)?.plugins[PLUGIN_ID] ?? [];
  const installed = copies.flatMap((copy) =>
    copy === null ? [] : [{ scope: copy.scope, version: copy.version, path: copy.installPath }],
  );
  const settings = files ?? readSettings(surroundings).files;
  // The first file that says something decides: readSettings lists them by precedence where they can say both.
  const isEnabled = settings.some(({ content }) => content?.enabledPlugins[PLUGIN_ID] === true);
  return { marketplace, installed, isEnabled: installed.length > 0 && isEnabled };
}

/** The folder of the client's own files. */
export function clientFolder({ home, environment }: Surroundings): string {
  return environment.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

/** What the plugin brings, as the client reads it. */
export interface PluginParts {
  readonly version: string;
  readonly folder: string;
  /** The value of `hooks`, as in settings; {} where it cannot be read. */
  readonly hooks: Settings["hooks"];
  readonly server: Server | null;
}

/** The parts of the plugin that the client runs here; null where it runs none. */
export function pluginParts(surroundings: Surroundings, state: PluginState): PluginParts | null {
  const [copy] = state.installed;
  if (copy === undefined || !state.isEnabled) return null;
  const read = (folder: string, name: string) => {
    const text = surroundings.paths.readText(join(folder, name), FILE_BYTES_MAX) ?? "";
    return orElse(null, () => SETTINGS.parse(JSON.parse(text)));
  };
  // CLIENT: a marketplace that is a folder is read in place, and its copy is not used.
  const inPlace = state.marketplace === null ? "" : join(state.marketplace, PLUGIN_NAME);
  const folder = state.marketplace && surroundings.paths.kind(inPlace) === "directory" ? inPlace : copy.path;
  return {
    version: copy.version,
    folder,
    hooks: read(folder, "hooks/hooks.json")?.hooks ?? {},
    server: read(folder, ".mcp.json")?.mcpServers[SERVER_NAME] ?? null,
  };
}
