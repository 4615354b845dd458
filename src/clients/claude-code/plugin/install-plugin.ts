// Brings the plugin into the client, and takes it out, by the client's own commands. The marketplace is a folder in the
// knowledge base directory.
// Invariants:
// - A marketplace of the same name that is not helix's stays, with all that comes from it.
// - Everything is planned from what is there. Where all is as wanted, no command is run.

import { join } from "node:path";
import { HelixError, invalid } from "../../../base/errors.ts";
import { type ClientProgram, hasServerHooks } from "../client-program.ts";
import { type Surroundings, shellWord } from "../finding.ts";
import type { Transport } from "../hook-groups.ts";
import { clientFolder, FOLDER_NAME, PLUGIN_ID, PLUGIN_NAME, pluginState } from "../plugin-state.ts";
import { startWords } from "../program-words.ts";
import { isSameFile } from "../programs.ts";
import { type PluginFile, pluginFiles } from "./plugin-files.ts";
import {
  type FolderPlan,
  type Hashes,
  isFolderChange,
  planFolder,
  recordedFiles,
  removeCopy,
  removeFolder,
  type SettingsBefore,
  settingsBefore,
  writeFolder,
} from "./plugin-folder.ts";
import { restoreSettings } from "./restore-settings.ts";

/** Runs the client with these words. Returns whether it succeeded, and what it said. */
export type RunClient = (words: readonly string[]) => { readonly isDone: boolean; readonly said: string };

const FILE_BYTES_MAX = 1024 * 1024;
const REMOVE: readonly string[] = ["plugin", "marketplace", "remove", PLUGIN_NAME];

/** What is done about the plugin. */
export interface PluginPlan {
  /** The marketplace's folder. */
  readonly directory: string;
  /** What is written into it; null: it is removed. */
  readonly folder: FolderPlan | null;
  /** The commands of the client, in order. */
  readonly steps: readonly (readonly string[])[];
  /** The copy that the client had before; null: the plugin was not installed. */
  readonly copy: string | null;
  readonly notes: readonly string[];
}

/** The files of the plugin for this program and knowledge base. */
export function filesHere(transport: Transport, surroundings: Surroundings): PluginFile[] {
  return pluginFiles(startWords("user", surroundings), transport);
}

/** How the plugin's hooks reach helix in this client. */
export function pluginTransport(asked: "auto" | Transport, client: ClientProgram | null): Transport {
  if (asked !== "auto") return asked;
  const version = client?.version ?? null;
  return version !== null && hasServerHooks(version) ? "mcp" : "command";
}

/** Plans to install the plugin, or to bring it up to date. Throws INVALID_ARGUMENT. */
export function planPlugin(transport: Transport, surroundings: Surroundings): PluginPlan {
  const { marketplace, foreign, installed, isEnabled, isOff } = pluginState(surroundings);
  if (foreign !== null)
    throw invalid(
      `${foreignWords(foreign)}, so the client cannot have helix's: nothing was changed; take helix into the settings (helix setup), or take that one out yourself (${commandOf(REMOVE)})`,
    );
  const directory = join(surroundings.directory, FOLDER_NAME);
  const away = `move it away, e.g. mv ${shellWord(directory)} ${shellWord(`${directory}-old`)}`;
  const folder = planFolder(directory, filesHere(transport, surroundings), surroundings, away);
  const isKnown =
    marketplace !== null && (marketplace === directory || isSameFile(marketplace, directory, surroundings));
  const copy = installed.find(({ scope }) => scope === "user");
  const isCurrent = isKnown && copy !== undefined && isCopyOf(copy.path, folder, surroundings);
  const notes = folder.kept.map((path) => `${join(directory, path)} was changed by hand: left as it is`);
  if (copy !== undefined && !isEnabled) notes.push(`the plugin is turned off: claude plugin enable ${PLUGIN_ID}`);
  const steps: (readonly string[])[] = [];
  if (!isCurrent) {
    if (copy !== undefined) steps.push(["plugin", "uninstall", PLUGIN_ID]);
    if (!isKnown && marketplace !== null) steps.push(REMOVE);
    if (!isKnown) steps.push(["plugin", "marketplace", "add", directory]);
    steps.push(["plugin", "install", PLUGIN_ID]);
    if (copy !== undefined && isOff) steps.push(["plugin", "disable", PLUGIN_ID]);
  }
  return { directory, folder, steps, copy: copy?.path ?? null, notes };
}

/** Plans to take the plugin out; null when nothing of it is there. */
export function planPluginRemoval(surroundings: Surroundings): PluginPlan | null {
  const directory = join(surroundings.directory, FOLDER_NAME);
  const { marketplace, foreign, installed } = pluginState(surroundings);
  const copy = installed.find(({ scope }) => scope === "user");
  const isThere = surroundings.directory !== "" && surroundings.paths.kind(directory) === "directory";
  if (copy === undefined && marketplace === null && !isThere) return null;
  const steps: (readonly string[])[] = [];
  if (copy !== undefined) steps.push(["plugin", "uninstall", PLUGIN_ID]);
  if (marketplace !== null) steps.push(REMOVE);
  const notes = foreign === null ? [] : foreignNotes(surroundings);
  return { directory, folder: null, steps, copy: copy?.path ?? null, notes };
}

/** A note where the client has a marketplace of this name that is somebody else's. */
export function foreignNotes(surroundings: Surroundings): string[] {
  const { foreign } = pluginState(surroundings);
  return foreign === null ? [] : [`${foreignWords(foreign)}: it stays, with what comes from it`];
}

function foreignWords(foreign: string): string {
  return `the marketplace ${PLUGIN_NAME} of Claude Code is not helix's (it is from ${foreign})`;
}

/** Whether a plan changes anything. */
export function isPluginChange({ folder, steps }: PluginPlan): boolean {
  return steps.length > 0 || folder === null || isFolderChange(folder);
}

/**
 * Carries a plan out. `settings`: the client's settings as they would be without helix; they are remembered at the first
 * installation. Returns further notes. Throws IO, naming the command of the client that failed.
 */
export function carryOutPlugin(
  plan: PluginPlan,
  client: ClientProgram | null,
  run: RunClient,
  settings: SettingsBefore | undefined,
  surroundings: Surroundings,
): string[] {
  const { directory, folder, steps, copy } = plan;
  if (steps.length > 0 && client === null) throw withoutClient(steps[0]!);
  const old = oldFolder(directory, surroundings);
  const written = [directory, ...old.folders].map((each) => recordedFiles(each, surroundings));
  const known = settingsBefore(directory, surroundings) ?? old.settings;
  // A later installation finds settings that the client has been at.
  const before = known ?? (copy === null ? settings : undefined);
  if (folder !== null) writeFolder(folder, surroundings, before);
  for (const words of steps) {
    const { isDone, said } = run(words);
    if (isDone) continue;
    throw refused(words, said, copy !== null && pluginState(surroundings).inUse.length === 0);
  }
  removeOldCopies(copy, written, surroundings);
  // A folder without settings is one that a person had written.
  if (old.settings !== undefined) for (const each of old.folders) removeFolder(each, surroundings);
  if (folder !== null) return [];
  if (known !== undefined) restoreSettings(known);
  const left = removeFolder(directory, surroundings)?.kept ?? [];
  return left.length === 0 ? [] : [`changed by hand, and left in ${directory}: ${left.join(", ")}`];
}

/** The folder that the client reads the marketplace from, where it is another one, and the settings remembered in it. */
function oldFolder(
  directory: string,
  surroundings: Surroundings,
): { readonly folders: readonly string[]; readonly settings: SettingsBefore | undefined } {
  const { marketplace } = pluginState(surroundings);
  const isOther = marketplace && marketplace !== directory && !isSameFile(marketplace, directory, surroundings);
  if (!isOther) return { folders: [], settings: undefined };
  return { folders: [marketplace], settings: settingsBefore(marketplace, surroundings) };
}

/** Removes the copies that the client has made of the plugin and no longer uses. `copy`: the last one that it used. */
function removeOldCopies(copy: string | null, written: readonly Hashes[], surroundings: Surroundings): void {
  const { paths } = surroundings;
  const cache = join(clientFolder(surroundings), "plugins", "cache");
  const own = join(cache, PLUGIN_NAME, PLUGIN_NAME);
  const { inUse } = pluginState(surroundings);
  const isOld = (path: string) => !inUse.some((used) => used === path || isSameFile(used, path, surroundings));
  const copies = [...(copy === null ? [] : [copy]), ...paths.names(own).map((name) => join(own, name))];
  for (const old of [...new Set(copies)].filter(isOld))
    for (const hashes of written) removeCopy(old, cache, PLUGIN_NAME, hashes, surroundings);
}

/** A command of the client as a person types it. */
export function commandOf(words: readonly string[]): string {
  return ["claude", ...words].map(shellWord).join(" ");
}

/** `isOut`: whether the plugin was taken out before. */
function refused(words: readonly string[], said: string, isOut: boolean): HelixError {
  const plugin = isOut ? "; the plugin is out" : "";
  return new HelixError(
    "IO",
    `${commandOf(words)} failed: ${said === "" ? "it said nothing" : said}${plugin}; hooks in the settings are as they were; run this again when that is mended`,
  );
}

function withoutClient(words: readonly string[]): HelixError {
  return new HelixError(
    "NOT_FOUND",
    `Claude Code was not found, and only it can do this: nothing was changed; put it on PATH, e.g. ${commandOf(words)}`,
  );
}

/** Whether the client's copy holds what the folder will hold. */
function isCopyOf(copy: string, { directory, wanted, kept }: FolderPlan, { paths }: Surroundings): boolean {
  const isKept = new Set(kept);
  return wanted
    .filter(({ path }) => path.startsWith(`${PLUGIN_NAME}/`))
    .every(({ path, text }) => {
      const expected = isKept.has(path) ? paths.readText(join(directory, path), FILE_BYTES_MAX) : text;
      return paths.readText(join(copy, path.slice(PLUGIN_NAME.length + 1)), FILE_BYTES_MAX) === expected;
    });
}
