// Takes the hooks and the registration of the server out again. A file that is still as an installation left it becomes what it was
// before, byte for byte; of any other, what is helix's is taken out and the rest stays.

import { readSettings, SETTINGS_BYTES_MAX } from "../doctor/client-settings.ts";
import type { Surroundings } from "../doctor/finding.ts";
import { hookDirectories, uninstallHooks } from "./edit-hooks.ts";
import { isOwnEntry, serverDirectory, uninstallServer } from "./edit-servers.ts";
import { changesOf, type Decision, type FileChange, isAsInstalled, type OpenedFile, openFile } from "./file-change.ts";
import { scopeHere } from "./install.ts";
import { JsonText, takeBack } from "./json-text.ts";
import { ownHooks, SERVER_NAME } from "./own-hooks.ts";
import { type Places, placesOf, type Scope, settingsPlaces } from "./places.ts";
import { serverRegistrations } from "./server-state.ts";

export interface UninstallRequest {
  readonly scope: Scope;
  /** Whether the registration of the server goes too. */
  readonly withServer: boolean;
}

/** What taking out will do. */
export interface UninstallPlan {
  readonly scope: Scope;
  /** How many hooks go. */
  readonly hooks: number;
  readonly isServerTaken: boolean;
  readonly changes: readonly FileChange[];
  readonly decisions: readonly Decision[];
  /** What the user should know, one line each. */
  readonly notes: readonly string[];
}

/** Plans it; nothing is changed. Throws when a file cannot be used as it is. */
export function planUninstall(
  { scope: asked, withServer }: UninstallRequest,
  surroundings: Surroundings,
): UninstallPlan {
  const notes: string[] = [];
  const scope = scopeHere(asked, surroundings, notes);
  const places = placesOf(scope, surroundings);
  const settings = openFile(places.settings, surroundings, hookDirectories);
  const hooks = ownHooks(settings.json.valueAt(["hooks"])).length;
  const decisions = settings.before === null ? [] : [withoutHooks(settings)];
  const server = withServer ? withoutServer(places, settings, surroundings, notes) : null;
  if (server !== null) decisions.push(server);
  if (hooks === 0 && server === null) notes.push(...elsewhere(scope, surroundings));
  else notes.push(...leftAlone(places, server !== null, surroundings));
  return { scope, hooks, isServerTaken: server !== null, changes: changesOf(decisions), decisions, notes };
}

function withoutHooks(file: OpenedFile): Decision {
  return decide(file, (json) => {
    uninstallHooks(json, new Set(file.record?.kept));
  });
}

function withoutServer(
  { servers, serversAt }: Places,
  settings: OpenedFile,
  surroundings: Surroundings,
  notes: string[],
): Decision | null {
  const file = openFile(servers, surroundings, (json) => [serverDirectory(json.valueAt([...serversAt, SERVER_NAME]))]);
  const entry = file.json.valueAt([...serversAt, SERVER_NAME]);
  if (entry === undefined) return null;
  // With a record of the hooks and none of this, the server was there before them.
  const isForeign = file.record === null && (settings.record !== null || !isOwnEntry(entry));
  if (isForeign) {
    notes.push(`the server helix in ${servers.label} stays: helix hooks install did not put it there`);
    return null;
  }
  return decide(file, (json) => {
    uninstallServer(json, serversAt, new Set(file.record?.kept));
  });
}

function decide(file: OpenedFile, takeOut: (json: JsonText) => void): Decision {
  const { before, record, json } = file;
  if (before !== null && record !== null && record.splices !== null && isAsInstalled(file)) {
    const text = takeBack(before.text, record.splices);
    if (text !== null) return { file, after: record.existed ? text : null, record: null, isReversible: true };
  }
  takeOut(json);
  const isEmpty = record?.existed === false && Object.keys(json.valueAt([]) as object).length === 0;
  const isGone = isEmpty && before?.target === file.place.path;
  const isUntouched = json.splices.length === 0 || before === null;
  return {
    file,
    after: isGone ? null : isUntouched ? (before?.text ?? null) : json.text,
    record: null,
    isReversible: false,
  };
}

/** Where there is something to take out, if not here. */
function elsewhere(scope: Scope, surroundings: Surroundings): string[] {
  return settingsPlaces(surroundings).flatMap(({ scope: other, place }) => {
    const has = other !== scope && hooksOf(place.path, place.label, surroundings).length > 0;
    return has ? [`${place.label} has hooks of helix: helix hooks uninstall --${other}`] : [];
  });
}

/** Hooks in other files that called the server which goes. */
function leftAlone(places: Places, isServerTaken: boolean, surroundings: Surroundings): string[] {
  if (!isServerTaken) return [];
  const known = serverRegistrations(readSettings(surroundings).files, surroundings);
  if (known.length > 1) return [];
  return settingsPlaces(surroundings).flatMap(({ scope, place }) => {
    if (place.path === places.settings.path) return [];
    const calls = hooksOf(place.path, place.label, surroundings).some(({ program }) => program === null);
    if (!calls) return [];
    return [`hooks in ${place.label} call the server that is taken out: helix hooks install --${scope}`];
  });
}

function hooksOf(path: string, label: string, { paths }: Surroundings): ReturnType<typeof ownHooks> {
  try {
    const text = paths.readText(path, SETTINGS_BYTES_MAX);
    return text === null ? [] : ownHooks(new JsonText(text, label).valueAt(["hooks"]));
  } catch {
    return [];
  }
}
