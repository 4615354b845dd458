// What the client knows of helix's plugin: where it reads the marketplace from, and which copies it has installed.
// CLIENT: its files `plugins/known_marketplaces.json` and `plugins/installed_plugins.json` are not documented. What has
// another shape counts as absent.
// Invariants:
// - A marketplace of the same name from elsewhere is somebody else's, and so is all that comes from it: it is named, and
//   counts for nothing here.

import { join } from "node:path";
import { z } from "zod";
import { orElse } from "../../base/errors.ts";
import { isAbsolutePath, nameOf } from "../../base/path-names.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { readSettings, type SettingsFile } from "./client-settings.ts";
import type { Surroundings } from "./finding.ts";
import { SERVER_NAME } from "./own-hooks.ts";
import { projectFolder, type Scope, settingsPlaces } from "./places.ts";
import { SETTINGS, type Server, type Settings } from "./settings-shapes.ts";

/** The name of the plugin and of its marketplace. */
export const PLUGIN_NAME = "helix";
/** How the client's commands name the plugin. */
export const PLUGIN_ID = `${PLUGIN_NAME}@${PLUGIN_NAME}`;

/** The name of the marketplace's folder in the knowledge base directory. */
export const FOLDER_NAME = "plugin";
/** The name of the record in a marketplace's folder that helix wrote. */
export const RECORD_NAME = ".helix-plugin.json";

/** A copy of the plugin that the client has installed. */
export interface InstalledPlugin {
  /** `user`, `project` or `local`, as the client names it. */
  readonly scope: string;
  readonly version: string;
  /** The folder of the copy. */
  readonly path: string;
}

export interface PluginState {
  /** The folder that the client reads helix's marketplace from; null: it knows none. */
  readonly marketplace: string | null;
  /** Where a marketplace of this name comes from that is somebody else's, in a few words; null: there is none. */
  readonly foreign: string | null;
  /** The copies that are meant for here: the user's, and those of this project. */
  readonly installed: readonly InstalledPlugin[];
  /** The folders of all copies, whatever they are meant for. */
  readonly inUse: readonly string[];
  /** Whether the client runs it here, by its settings. */
  readonly isEnabled: boolean;
  /** Whether the user has turned it off in all projects. */
  readonly isOff: boolean;
}

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const SOURCE_MAX = 200;
const NO_SOURCE = { source: "", path: "" };
const MARKETPLACES = z.record(
  z.string(),
  z
    .object({ source: z.object({ source: z.string().catch(""), path: z.string().catch("") }).catch(NO_SOURCE) })
    .catch({ source: NO_SOURCE }),
);
const COPY = z.object({
  scope: z.string(),
  installPath: z.string(),
  version: z.string().catch(""),
  projectPath: z.string().optional().catch(undefined),
});
/** Settings files of the client in the order in which they decide about plugins. */
const DECIDING: readonly Scope[] = ["local", "project", "user"];
const INSTALLED = z.object({
  plugins: z.record(z.string(), z.array(COPY.nullable().catch(null)).catch([])),
});

/** Reads what the client knows. `files`: its settings, where they were read already. */
export function pluginState(surroundings: Surroundings, files?: readonly SettingsFile[]): PluginState {
  const folder = join(clientFolder(surroundings), "plugins");
  const read = <T>(name: string, shape: z.ZodType<T>): T | null =>
    orElse(null, () => shape.parse(JSON.parse(surroundings.paths.readText(join(folder, name), FILE_BYTES_MAX) ?? "")));
  const settings = files ?? readSettings(surroundings).files;
  const known = read("known_marketplaces.json", MARKETPLACES)?.[PLUGIN_NAME]?.source;
  const meant = meantByUser(settings, surroundings);
  const foreign = [known, meant].find((source) => source !== undefined && !isOwnFolder(source.path, surroundings));
  const copies = read("installed_plugins.json", INSTALLED)?.plugins[PLUGIN_ID] ?? [];
  const inUse = copies.flatMap((copy) => copy?.installPath ?? []);
  if (foreign !== undefined)
    return {
      marketplace: null,
      foreign: sourceWords(foreign),
      installed: [],
      inUse,
      isEnabled: false,
      isOff: false,
    };
  const installed = copies.flatMap((copy) =>
    copy === null || !isMeantHere(copy, surroundings)
      ? []
      : [{ scope: copy.scope, version: copy.version, path: copy.installPath }],
  );
  const said = saidOfPlugin(settings, surroundings);
  return {
    marketplace: known?.path ?? null,
    foreign: null,
    installed,
    inUse,
    // The nearest settings file that says something decides.
    isEnabled: installed.length > 0 && said[0]?.value === true,
    isOff: said.some(({ scope, value }) => scope === "user" && value === false),
  };
}

type Source = z.infer<typeof MARKETPLACES>[string]["source"];

/** The source that the user's settings name for the marketplace; undefined for none. */
function meantByUser(files: readonly SettingsFile[], surroundings: Surroundings): Source | undefined {
  const path = settingsPlaces(surroundings).find(({ scope }) => scope === "user")?.place.path;
  const meant = files.find((file) => file.path === path)?.content?.extraKnownMarketplaces;
  return orElse(undefined, () => MARKETPLACES.parse(meant)[PLUGIN_NAME]?.source);
}

/** Whether helix wrote a folder. One that is gone counts as helix's where it has the name that helix gives it. */
function isOwnFolder(path: string, { directory, paths }: Surroundings): boolean {
  if (!isAbsolutePath(path)) return false;
  if (path === join(directory, FOLDER_NAME)) return true;
  if (paths.facts(path) === null) return nameOf(path) === FOLDER_NAME;
  return paths.facts(join(path, RECORD_NAME))?.kind === "file";
}

function sourceWords({ source, path }: Source): string {
  if (isAbsolutePath(path)) return cutLine(cleanLine(path), SOURCE_MAX);
  return source === "" ? "elsewhere" : `a source of the kind ${quote(source)}`;
}

/** What the settings files say of the plugin, the nearest first. */
function saidOfPlugin(files: readonly SettingsFile[], surroundings: Surroundings) {
  const places = settingsPlaces(surroundings);
  return DECIDING.flatMap((scope) => {
    const path = places.find((each) => each.scope === scope)?.place.path;
    const value = files.find((file) => file.path === path)?.content?.enabledPlugins[PLUGIN_ID];
    return value === undefined ? [] : [{ scope, value }];
  });
}

/** Whether a copy is the user's, or of the project here. */
function isMeantHere({ projectPath }: z.infer<typeof COPY>, surroundings: Surroundings): boolean {
  if (projectPath === undefined) return true;
  const { currentDirectory, paths } = surroundings;
  const here = [projectFolder(surroundings), currentDirectory].flatMap((path) => path ?? []);
  const realOf = (path: string) => paths.realPath(path) ?? path;
  return here.some((path) => realOf(path) === realOf(projectPath));
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
