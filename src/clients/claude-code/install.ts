// Plans the installation of the hooks, and of the server registration that most hooks need. Everything is decided
// before anything is written (carry-out.ts).

import { invalid } from "../../base/errors.ts";
import { fromHome } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import { type ClientProgram, hasServerHooks } from "./client-program.ts";
import { readSettings, settingsHooks } from "./client-settings.ts";
import { containersOf, hookDirectories, installHooks } from "./edit-hooks.ts";
import {
  changesOf,
  type Decision,
  decisionOf,
  type FileChange,
  linkNotes,
  type OpenedFile,
  openFile,
} from "./file-change.ts";
import { type Surroundings, shellWord } from "./finding.ts";
import { guardGroups, type HookGroup, hookGroups, type Transport } from "./hook-groups.ts";
import { mentions, ownHooks } from "./own-hooks.ts";
import { isLocalShared, isUserProject, type Places, placesOf, projectFolder, type Scope } from "./places.ts";
import { type PlannedServer, planServer } from "./plan-server.ts";
import { shellWords, startWords } from "./program-words.ts";
import { findProgram, isSameFile } from "./programs.ts";
import { eventsRunTwice } from "./twice.ts";

export interface InstallRequest {
  readonly scope: Scope;
  readonly transport: "auto" | Transport;
  /** Whether the server is registered as well, where it is not yet. */
  readonly withServer: boolean;
}

/** What an installation will do. */
export interface InstallPlan {
  readonly scope: Scope;
  readonly transport: Transport;
  readonly groups: readonly HookGroup[];
  readonly changes: readonly FileChange[];
  readonly decisions: readonly Decision[];
  /** Notes for the user, one line each. */
  readonly notes: readonly string[];
}

/** Plans an installation and changes nothing. Throws when a file cannot be used as it is. */
export function planInstall(
  request: InstallRequest,
  client: ClientProgram | null,
  surroundings: Surroundings,
): InstallPlan {
  const notes: string[] = [];
  const scope = scopeHere(request.scope, surroundings, notes);
  const places = placesOf(scope, surroundings);
  const settings = openFile(places.settings, ["hooks"], surroundings, hookDirectories);
  const server = planServer(scope, places, request.withServer, surroundings, notes);
  const transport = chooseTransport(scope, request, client, server, notes);
  const words = startWords(scope, surroundings);
  const hadHooks = ownHooks(settings.json.valueAt(["hooks"])).length > 0;
  const kept = hadHooks ? [] : containersOf(settings.json);
  const wanted = [...hookGroups(transport, shellWords(words)), ...guardGroups(shellWords(words))];
  const commands = installHooks(settings.json, wanted);
  if (commands.length > 0) notes.push(`${commands.join(", ")}: by command, since variables are set for it there`);
  const groups = wanted.map((each) =>
    commands.includes(each.event) && each.transport === "mcp" ? { ...each, transport: "command" as const } : each,
  );
  const decisions = [...(server.decision === null ? [] : [server.decision]), decisionOf(settings, hadHooks, kept)];
  notes.push(...placeNotes(scope, surroundings), ...linkNotes(decisions));
  if (scope === "project") notes.push(...sharedNotes(words.directory, surroundings));
  const others = mentions(settings.json.valueAt(["hooks"]));
  if (others > 0)
    notes.push(
      `${counted(others, "command", "commands")} of your own in ${places.settings.label} also running helix hook: left alone`,
    );
  notes.push(...turnedOff(surroundings), ...twiceNotes(places, settings, surroundings));
  return { scope, transport, groups, changes: changesOf(decisions), decisions, notes };
}

/**
 * The scope that takes effect. Local settings that are a link to the project's shared settings count as `project`. In
 * the home directory the project's settings file is the user's, so `project` counts as `user` there.
 */
export function scopeHere(asked: Scope, surroundings: Surroundings, notes: string[]): Scope {
  let scope = asked;
  if (scope === "local" && isLocalShared(surroundings)) {
    notes.push("your own settings of this project are a link to its shared ones: done as with --project");
    scope = "project";
  }
  if (scope !== "project" || !isUserProject(surroundings)) return scope;
  notes.push("this is your home directory, where the project's settings are your own: done as with --user");
  return "user";
}

function chooseTransport(
  scope: Scope,
  { transport, withServer }: InstallRequest,
  client: ClientProgram | null,
  server: PlannedServer,
  notes: string[],
): Transport {
  if (transport === "command") return "command";
  if (!server.isThere) {
    if (transport === "mcp") {
      const instead = withServer ? "" : "leave out --no-mcp, or ";
      throw invalid(
        `--transport mcp needs the server to be registered where these hooks are read: ${instead}use --transport command`,
      );
    }
    notes.push("hooks are commands: the server is not registered where these hooks are read");
    return "command";
  }
  if (transport === "mcp") {
    if (server.obstacle !== null) notes.push(`${server.obstacle}: until that changes, hooks that call it fail`);
    else if (server.doubt !== null) notes.push(`${server.doubt}, and hooks call that one`);
    else if (scope === "project") notes.push("whoever refuses the server of .mcp.json sees an error at every hook");
    return "mcp";
  }
  const against = againstServerHooks(scope, client, server);
  if (against === null) return "mcp";
  notes.push(`hooks are commands: ${against}`);
  return "command";
}

/** Why hooks should not call the server; null when nothing speaks against it. */
function againstServerHooks(scope: Scope, client: ClientProgram | null, server: PlannedServer): string | null {
  if (client === null) return "Claude Code was not found, so its version is not known";
  if (client.version === null) return `${client.path} did not tell its version`;
  if (!hasServerHooks(client.version)) return `Claude Code ${client.version} cannot call a server from hooks`;
  if (server.obstacle !== null) return server.obstacle;
  if (server.doubt !== null) return server.doubt;
  // A command ends silently where helix is not there. A call of a server that does not run is an error.
  return scope === "project"
    ? "others read these settings, too, and may have no helix (--transport mcp calls the server all the same)"
    : null;
}

/**
 * A note for the case that the current directory is not the project's: the client reads a project's settings in the
 * folder where it is started.
 */
function placeNotes(scope: Scope, surroundings: Surroundings): string[] {
  const project = projectFolder(surroundings);
  if (scope === "user" || project === null || project === surroundings.currentDirectory) return [];
  return [`the client reads this when it is started in ${shellWord(project)}`];
}

function sharedNotes(directory: string | null, surroundings: Surroundings): string[] {
  const notes: string[] = [];
  const { executable, environment, home } = surroundings;
  const onPath = findProgram("helix", surroundings);
  if (onPath === null)
    notes.push(`helix is not on PATH, and shared settings start it by its name: helix doctor says how`);
  else if (!isSameFile(onPath, executable, surroundings))
    notes.push(`shared settings start helix by its name, and that is another one: ${onPath}`);
  if (directory !== null) {
    const isVariable = environment.HELIX_KB && fromHome(environment.HELIX_KB, home) === surroundings.directory;
    const source = isVariable ? "from HELIX_KB; unset it" : "from --kb; leave it out";
    notes.push(
      `shared settings now name ${directory} for everybody, who may not have it (${source} for the usual one)`,
    );
  }
  return notes;
}

function turnedOff(surroundings: Surroundings): string[] {
  const off = readSettings(surroundings).files.find(({ content }) => content?.disableAllHooks);
  return off === undefined ? [] : [`${off.label} turns all hooks off (disableAllHooks)`];
}

/** Notes about hooks in other files that would run beside the new ones. */
function twiceNotes(places: Places, settings: OpenedFile, surroundings: Surroundings): string[] {
  return settingsHooks(surroundings)
    .filter(({ place }) => place.path !== places.settings.path)
    .flatMap(({ scope, place, hooks }) => {
      if (eventsRunTwice([settings.json.valueAt(["hooks"]), hooks]).length === 0) return [];
      return [
        `${place.label} has other hooks of helix, and both run: helix hooks uninstall --${scope} takes those out`,
      ];
    });
}
