// Plans the removal of the hooks and of the server registration. A file that nobody has changed since the installation
// gets its old text back, byte for byte. From any other file only helix's entries are taken out, and the rest stays.

import { readSettings, settingsHooks } from "./client-settings.ts";
import { hookDirectories, uninstallHooks } from "./edit-hooks.ts";
import { isOwnEntry, isServeCommand, serverDirectory, uninstallServer } from "./edit-servers.ts";
import {
  changesOf,
  type Decision,
  type FileChange,
  isChange,
  linkNotes,
  type OpenedFile,
  openFile,
} from "./file-change.ts";
import type { Surroundings } from "./finding.ts";
import { scopeHere } from "./install.ts";
import type { JsonText } from "./json-text.ts";
import { ownHooks, SERVER_NAME } from "./own-hooks.ts";
import { type Places, placesOf, type Scope } from "./places.ts";
import { serverRegistrations } from "./server-state.ts";
import { decideWithout } from "./take-out.ts";

export interface UninstallRequest {
  readonly scope: Scope;
  /** Whether the registration of the server is removed as well. */
  readonly withServer: boolean;
}

/** What an uninstallation will do. */
export interface UninstallPlan {
  readonly scope: Scope;
  /** How many hooks are removed. */
  readonly hooks: number;
  readonly isServerTaken: boolean;
  readonly changes: readonly FileChange[];
  readonly decisions: readonly Decision[];
  /** Notes for the user, one line each. */
  readonly notes: readonly string[];
}

/** Plans an uninstallation and changes nothing. Throws when a file cannot be used as it is. */
export function planUninstall(
  { scope: asked, withServer }: UninstallRequest,
  surroundings: Surroundings,
): UninstallPlan {
  const notes: string[] = [];
  const scope = scopeHere(asked, surroundings, notes);
  const places = placesOf(scope, surroundings);
  const settings = openFile(places.settings, ["hooks"], surroundings, hookDirectories);
  const hooks = ownHooks(settings.json.valueAt(["hooks"])).length;
  const decisions = [hooks === 0 ? forgotten(settings) : decideWithout(settings, uninstallHooks)];
  const server = withServer ? withoutServer(places, settings, hooks > 0, surroundings, notes) : null;
  if (server !== null) decisions.push(server);
  const isTaken = server !== null && isChange(server);
  notes.push(...linkNotes(decisions));
  if (hooks === 0 && !isTaken) notes.push(...elsewhere(scope, surroundings));
  else notes.push(...leftAlone(places, isTaken, surroundings));
  return { scope, hooks, isServerTaken: isTaken, changes: changesOf(decisions), decisions, notes };
}

/** The decision about a file that holds nothing of helix: the text stays as it is, and any record is dropped. */
function forgotten(file: OpenedFile): Decision {
  const after = file.before?.text ?? null;
  return { file, after, record: null, others: [], isReversible: true, isFirst: false };
}

function withoutServer(
  { servers, serversAt }: Places,
  settings: OpenedFile,
  hasHooks: boolean,
  surroundings: Surroundings,
  notes: string[],
): Decision | null {
  const namesIn = (json: JsonText) => [serverDirectory(json.valueAt([...serversAt, SERVER_NAME]))];
  const file = openFile(servers, serversAt, surroundings, namesIn);
  const entry = file.json.valueAt([...serversAt, SERVER_NAME]);
  if (entry === undefined) return forgotten(file);
  // Without any record, the registration counts as helix's if it stands beside helix's hooks. If there is a record of
  // the hooks and none of the registration, the registration was there before.
  const isMeant =
    file.record === null ? isOwnEntry(entry) && hasHooks && settings.record === null : isServeCommand(entry);
  if (!isMeant) {
    notes.push(`the server helix in ${servers.label} stays: helix hooks install did not put it there`);
    return null;
  }
  return decideWithout(file, (json, kept) => {
    uninstallServer(json, serversAt, kept);
  });
}

/** Notes about other scopes that hold hooks of helix. */
function elsewhere(scope: Scope, surroundings: Surroundings): string[] {
  return settingsHooks(surroundings).flatMap(({ scope: other, place, hooks }) => {
    const has = other !== scope && ownHooks(hooks).length > 0;
    return has ? [`${place.label} has hooks of helix: helix hooks uninstall --${other}`] : [];
  });
}

/** Notes about hooks in other files that call the server which is removed. */
function leftAlone(places: Places, isServerTaken: boolean, surroundings: Surroundings): string[] {
  if (!isServerTaken) return [];
  const { files } = readSettings(surroundings);
  if (serverRegistrations(files, surroundings).length > 1) return [];
  return settingsHooks(surroundings, files).flatMap(({ scope, place, hooks }) => {
    if (place.path === places.settings.path) return [];
    const calls = ownHooks(hooks).some(({ program }) => program === null);
    if (!calls) return [];
    return [`hooks in ${place.label} call the server that is taken out: helix hooks install --${scope}`];
  });
}
