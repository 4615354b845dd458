// Plans what an installation does about the registration of the server: nothing, a new registration, or another program
// or directory in its own registration. A registration that somebody else has made under the name stays. Hooks do not
// call that server unless it is this helix on this knowledge base.

import { isDeepStrictEqual } from "node:util";
import { DEFAULT_DIRECTORY, fromHome } from "../../base/path-names.ts";
import { readSettings } from "./client-settings.ts";
import {
  exchangeServer,
  installServer,
  isServeCommand,
  serverContainers,
  serverDirectory,
  serverEntry,
  startsHelix,
} from "./edit-servers.ts";
import { type Decision, decisionOf, openFile } from "./file-change.ts";
import type { Surroundings } from "./finding.ts";
import type { JsonText } from "./json-text.ts";
import { SERVER_NAME } from "./own-hooks.ts";
import type { Places, Scope } from "./places.ts";
import { startWords } from "./program-words.ts";
import { findProgram, isSameFile } from "./programs.ts";
import type { Registration } from "./registration.ts";
import {
  coveringRegistration,
  effectiveRegistrations,
  serverObstacle,
  serverRefusal,
  serverRegistrations,
} from "./server-state.ts";
import type { Server } from "./settings-shapes.ts";

export interface PlannedServer {
  readonly decision: Decision | null;
  /** Whether hooks in this scope's file can rely on a registration. */
  readonly isThere: boolean;
  /** Why the client does not start the server; null: no reason is known. */
  readonly obstacle: string | null;
  /** Why hooks should not call the server; null: it is this helix, on this knowledge base. */
  readonly doubt: string | null;
}

const NONE: PlannedServer = { decision: null, isThere: false, obstacle: null, doubt: null };

/** Plans the registration and changes nothing. Throws when a file cannot be used as it is. */
export function planServer(
  scope: Scope,
  { servers, serversAt }: Places,
  withServer: boolean,
  surroundings: Surroundings,
  notes: string[],
): PlannedServer {
  const { files } = readSettings(surroundings);
  const found = effectiveRegistrations(serverRegistrations(files, surroundings), files, surroundings);
  const known = coveringRegistration(scope, found);
  const wanted = serverEntry(startWords(scope, surroundings));
  const at = [...serversAt, SERVER_NAME];
  if (known !== null) {
    const doubts = isSameStart(known.server, wanted) ? [] : differences(known, surroundings);
    // Each reader of shared settings approves the server individually, so a missing approval of this user does not
    // count there. For local settings it does.
    const obstacle = (scope === "local" ? serverRefusal : serverObstacle)(known, files, surroundings);
    if (doubts.length === 0) return { decision: null, isThere: true, obstacle, doubt: null };
    if (withServer && known.scope === scope) {
      const file = openFile(servers, serversAt, surroundings, (json) => [serverDirectory(json.valueAt(at))]);
      if (file.record !== null && isServeCommand(file.json.valueAt(at))) {
        exchangeServer(file.json, serversAt, wanted);
        return { decision: decisionOf(file, true, []), isThere: true, obstacle, doubt: null };
      }
    }
    // A new registration for this project takes precedence over one for the user or in .mcp.json.
    if (!withServer || known.scope === scope) {
      notes.push(...doubts.map((what) => `the server helix in ${known.where} is left: ${what}`));
      return { decision: null, isThere: true, obstacle, doubt: `the server helix in ${known.where} is not this one` };
    }
  }
  if (!withServer) return NONE;
  const namesIn = (json: JsonText) => [serverDirectory(json.valueAt(at))];
  const file = openFile(servers, serversAt, surroundings, namesIn);
  const kept = serverContainers(file.json, serversAt);
  const left = installServer(file.json, serversAt, wanted);
  if (left !== null) throw file.json.error('has a server "helix" that is no object of command and args');
  return { ...NONE, decision: decisionOf(file, false, kept), isThere: true };
}

function isSameStart(server: Server, wanted: Record<string, unknown>): boolean {
  const isBare = server.env.HELIX_KB === undefined;
  return (
    isServeCommand(server) && isBare && isDeepStrictEqual([server.command, server.args], [wanted.command, wanted.args])
  );
}

/** How an existing registration differs from the one that would be made. */
function differences({ server }: Registration, surroundings: Surroundings): string[] {
  const { directory, home, executable } = surroundings;
  if (!startsHelix(server)) return [`it does not start helix${kindOf(server)}`];
  const found: string[] = [];
  const program = findProgram(String(server.command), surroundings);
  if (program === null) found.push(`${server.command}, which it starts, is not there`);
  else if (!isSameFile(program, executable, surroundings)) found.push(`it starts another helix, ${program}`);
  const served = fromHome(namedDirectory(server) ?? DEFAULT_DIRECTORY, home);
  if (served !== directory) found.push(`it serves another knowledge base, ${served}`);
  return found;
}

function kindOf({ type }: Server): string {
  return typeof type === "string" && /^(?:http|sse|ws)$/.test(type) ? ` (type ${type})` : "";
}

/** The directory that a registration names, by a word, an option or a variable; null when it names none. */
function namedDirectory({ args, env }: Server): string | null {
  const option = args.indexOf("--kb");
  const named = option > 0 ? args[option + 1] : typeof args[1] === "string" ? args[1] : env.HELIX_KB;
  return typeof named === "string" && named !== "" ? named : null;
}
