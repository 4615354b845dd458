// Installs the hooks, and registers the server that most of them call: decides everything first, and only then writes.

import { HelixError } from "../../errors.ts";
import { isRecord } from "../checkpoint/checkpoint.ts";
import { projectFolder, readSettings, SETTINGS_BYTES_MAX } from "../doctor/client-settings.ts";
import { type Surroundings, shellWord } from "../doctor/finding.ts";
import { findProgram, isSameFile } from "../doctor/programs.ts";
import type { Registration } from "../doctor/registration.ts";
import { counted } from "../wording.ts";
import { type ClientProgram, hasServerHooks } from "./client-program.ts";
import { containersOf, hookDirectories, installHooks } from "./edit-hooks.ts";
import { installServer, isOwnEntry, serverContainers, serverDirectory, serverEntry } from "./edit-servers.ts";
import { changesOf, type Decision, type FileChange, isAsInstalled, type OpenedFile, openFile } from "./file-change.ts";
import { type HookGroup, hookGroups, type Transport } from "./hook-groups.ts";
import { mentions, ownHooks } from "./own-hooks.ts";
import { isUserProject, type Places, placesOf, type Scope, settingsPlaces } from "./places.ts";
import { defaultDirectory, fromHome, shellWords, startWords } from "./program-words.ts";
import { coveringRegistration, isProjectServerApproved, serverObstacle, serverRegistrations } from "./server-state.ts";
import { eventsRunTwice } from "./twice.ts";

export interface InstallRequest {
  readonly scope: Scope;
  readonly transport: "auto" | Transport;
  /** Whether the server is registered too, where it is not yet. */
  readonly withServer: boolean;
}

/** What an installation will do. */
export interface InstallPlan {
  readonly scope: Scope;
  readonly transport: Transport;
  readonly groups: readonly HookGroup[];
  readonly changes: readonly FileChange[];
  readonly decisions: readonly Decision[];
  /** What the user should know, one line each. */
  readonly notes: readonly string[];
}

/** Plans an installation; nothing is changed. Throws when a file cannot be used as it is. */
export function planInstall(
  request: InstallRequest,
  client: ClientProgram | null,
  surroundings: Surroundings,
): InstallPlan {
  const notes: string[] = [];
  const scope = scopeHere(request.scope, surroundings, notes);
  const places = placesOf(scope, surroundings);
  const settings = openFile(places.settings, surroundings, hookDirectories);
  const server = planServer(scope, places, request, surroundings, notes);
  const transport = chooseTransport(scope, request, client, server, surroundings, notes);
  const words = startWords(scope, surroundings);
  const groups = hookGroups(transport, shellWords(words));
  const hadHooks = ownHooks(settings.json.valueAt(["hooks"])).length > 0;
  const kept = hadHooks ? [] : containersOf(settings.json);
  installHooks(settings.json, groups);
  const decisions = [...(server.decision === null ? [] : [server.decision]), decisionOf(settings, hadHooks, kept)];
  if (scope === "project") notes.push(...sharedNotes(words.directory, surroundings));
  const others = mentions(settings.json.valueAt(["hooks"]));
  if (others > 0)
    notes.push(
      `${counted(others, "command", "commands")} of your own in ${places.settings.label} also running helix hook: left alone`,
    );
  notes.push(...turnedOff(surroundings), ...twiceNotes(places, settings, surroundings));
  return { scope, transport, groups, changes: changesOf(decisions), decisions, notes };
}

/** In the home directory the project's file is the user's. */
export function scopeHere(scope: Scope, surroundings: Surroundings, notes: string[]): Scope {
  if (scope !== "project" || !isUserProject(surroundings)) return scope;
  notes.push("this is your home directory, where the project's settings are your own: done as with --user");
  return "user";
}

function decisionOf(file: OpenedFile, hadOwn: boolean, kept: readonly string[]): Decision {
  const { before, json, record } = file;
  const isFresh = !hadOwn || record === null;
  const isContinued = hadOwn && record !== null && isAsInstalled(file);
  const earlier = isContinued ? record.splices : hadOwn ? null : [];
  return {
    file,
    after: json.text,
    record: {
      splices: earlier === null ? null : [...earlier, ...json.splices],
      existed: isFresh ? before !== null : record.existed,
      kept: isFresh ? kept : record.kept,
      folders: isFresh ? [] : record.folders,
    },
    isReversible: isContinued && earlier !== null,
  };
}

interface PlannedServer {
  readonly decision: Decision | null;
  /** Whether hooks in this scope's file can count on it. */
  readonly isThere: boolean;
  readonly isNew: boolean;
  readonly obstacle: string | null;
}

function planServer(
  scope: Scope,
  { servers, serversAt }: Places,
  { withServer }: InstallRequest,
  surroundings: Surroundings,
  notes: string[],
): PlannedServer {
  const { files } = readSettings(surroundings);
  const known = coveringRegistration(scope, serverRegistrations(files, surroundings));
  if (known !== null) {
    const obstacle = serverObstacle(known, files, surroundings);
    notes.push(
      ...differences(known, surroundings).map((what) => `the server helix in ${known.where} is left: ${what}`),
    );
    return { decision: null, isThere: true, isNew: false, obstacle };
  }
  if (!withServer) return { decision: null, isThere: false, isNew: false, obstacle: null };
  const file = openFile(servers, surroundings, () => []);
  const kept = serverContainers(file.json, serversAt);
  const left = installServer(file.json, serversAt, serverEntry(startWords(scope, surroundings)));
  if (left !== null) throw file.json.error('has a server "helix" that is no object of command and args');
  return { decision: decisionOf(file, false, kept), isThere: true, isNew: true, obstacle: null };
}

/** What is different about a registration that is there from the one that would be made. */
function differences({ server }: Registration, surroundings: Surroundings): string[] {
  const { directory, home, executable } = surroundings;
  if (!isOwnEntry({ type: "stdio", env: {}, ...server })) return ["it is not as helix would register it"];
  const found: string[] = [];
  const program = findProgram(String(server.command), surroundings);
  if (program === null) found.push(`${server.command}, which it starts, is not there`);
  else if (!isSameFile(program, executable, surroundings)) found.push(`it starts another helix, ${program}`);
  const named = serverDirectory(server);
  const served = named === null ? defaultDirectory(home) : fromHome(named, home);
  if (served !== directory) found.push(`it serves another knowledge base, ${served}`);
  return found;
}

function chooseTransport(
  scope: Scope,
  { transport, withServer }: InstallRequest,
  client: ClientProgram | null,
  server: PlannedServer,
  surroundings: Surroundings,
  notes: string[],
): Transport {
  if (transport === "command") return "command";
  if (!server.isThere) {
    if (transport === "mcp") {
      const instead = withServer ? "" : "leave out --no-mcp, or ";
      throw new HelixError(
        "INVALID_ARGUMENT",
        `--transport mcp needs the server to be registered where these hooks are read: ${instead}use --transport command`,
      );
    }
    notes.push("hooks are commands: the server is not registered where these hooks are read");
    return "command";
  }
  if (transport === "mcp") {
    if (server.obstacle !== null) notes.push(`${server.obstacle}: until that changes, hooks that call it fail`);
    else if (scope === "project") notes.push("whoever refuses the server of .mcp.json sees an error at every hook");
    return "mcp";
  }
  const against = againstServerHooks(scope, client, server, surroundings);
  if (against === null) return "mcp";
  notes.push(`hooks are commands: ${against}`);
  return "command";
}

/** Why hooks had better not call the server; null when nothing is against it. */
function againstServerHooks(
  scope: Scope,
  client: ClientProgram | null,
  server: PlannedServer,
  surroundings: Surroundings,
): string | null {
  if (client === null) return "Claude Code was not found, so its version is not known";
  if (client.version === null) return `${client.path} did not tell its version`;
  if (!hasServerHooks(client.version)) return `Claude Code ${client.version} cannot call a server from hooks`;
  if (server.obstacle !== null) return server.obstacle;
  // A server of .mcp.json is started only for those who accept it, and hooks that call one which is not there are errors.
  if (scope === "project" && !isProjectServerApproved(readSettings(surroundings).files, surroundings))
    return "the client asks each user about the server of .mcp.json first (--transport mcp calls it all the same)";
  return null;
}

function sharedNotes(directory: string | null, surroundings: Surroundings): string[] {
  const notes: string[] = [];
  const { executable, currentDirectory } = surroundings;
  const project = projectFolder(surroundings);
  const onPath = findProgram("helix", surroundings);
  if (onPath === null)
    notes.push(`helix is not on PATH, and shared settings start it by its name: helix doctor says how`);
  else if (!isSameFile(onPath, executable, surroundings))
    notes.push(`shared settings start helix by its name, and that is another one: ${onPath}`);
  if (project !== null && project !== currentDirectory)
    notes.push(`the client reads this when it is started in ${shellWord(project)}`);
  if (directory?.startsWith("/"))
    notes.push(`shared settings now name ${directory}, which others may not have (leave out --kb and HELIX_KB)`);
  return notes;
}

function turnedOff(surroundings: Surroundings): string[] {
  const off = readSettings(surroundings).files.find(({ content }) => content?.disableAllHooks === true);
  return off === undefined ? [] : [`${off.label} turns all hooks off (disableAllHooks)`];
}

/** Hooks in another file that will run beside the new ones. */
function twiceNotes(places: Places, settings: OpenedFile, surroundings: Surroundings): string[] {
  return settingsPlaces(surroundings)
    .filter(({ place }) => place.path !== places.settings.path)
    .flatMap(({ scope, place }) => {
      const other = hooksIn(surroundings.paths.readText(place.path, SETTINGS_BYTES_MAX));
      if (eventsRunTwice([settings.json.valueAt(["hooks"]), other]).length === 0) return [];
      return [
        `${place.label} has other hooks of helix, and both run: helix hooks uninstall --${scope} takes those out`,
      ];
    });
}

function hooksIn(text: string | null): unknown {
  try {
    const content: unknown = JSON.parse(text?.replace(/^\uFEFF/, "") ?? "null");
    return isRecord(content) ? content.hooks : undefined;
  } catch {
    return undefined;
  }
}
