// Which hooks of helix the client's settings hold, and whether what they start is there.

import { basename } from "node:path";
import { isRecord } from "../checkpoint/checkpoint.ts";
import { listOf, SERVER_NAME } from "../installation/own-hooks.ts";
import { type Scope, settingsPlaces } from "../installation/places.ts";
import { eventList, optionOf } from "../installation/report.ts";
import { coveringRegistration, serverObstacle, serverRegistrations } from "../installation/server-state.ts";
import { eventsRunTwice } from "../installation/twice.ts";
import type { SettingsFile } from "./client-settings.ts";
import { type Finding, note, ok, problem, type Surroundings } from "./finding.ts";
import { findProgram } from "./programs.ts";
import type { Registration } from "./registration.ts";

/** `helix hook TYPE`, with or without a path before it and quotes around it, also as a part of a command. */
const HOOK_COMMAND = /(?:^|[\s/"'])helix["']?\s+hook\s/;
const FIRST_WORD = /^\s*(?:"([^"]*)"|'([^']*)'|(\S+))/;
const INSTALL = "helix hooks install";

/** Says which settings hold hooks of helix. */
export function checkHooks(settings: readonly SettingsFile[], surroundings: Surroundings): Finding[] {
  const findings: Finding[] = [];
  const servers = serverRegistrations(settings, surroundings);
  for (const { content, label, path } of settings) {
    if (content === null) continue;
    const hooks = helixHooks(content.hooks);
    if (hooks.length === 0) continue;
    const scope = settingsPlaces(surroundings).find(({ place }) => place.path === path)?.scope ?? "project";
    const install = INSTALL + optionOf(scope);
    const events = [...new Set(hooks.map(({ event }) => event))];
    const missing = hooks
      .map(({ program }) => program)
      .find((program) => program !== null && findProgram(program, surroundings) === null);
    if (missing)
      findings.push(problem(`hooks in ${label} start ${missing}, which is not there, or may not be run`, install));
    else if (servers[0] === undefined && hooks.some(({ isCall }) => isCall))
      findings.push(problem(`hooks in ${label} call the server, which is not registered: each is an error`, install));
    else findings.push(ok(`hooks in ${label}: ${eventList(events)}`));
    if (servers[0] !== undefined && hooks.some(({ isCall }) => isCall))
      findings.push(...checkCalls(label, scope, servers, settings, surroundings));
  }
  if (findings.length === 0) return [note("no hooks of helix are in the client's settings", INSTALL)];
  const twice = eventsRunTwice(settings.map(({ content }) => content?.hooks));
  if (twice.length > 0)
    findings.push(
      note(`${eventList(twice)}: several hooks of helix, and each runs`, "helix hooks status  # says where"),
    );
  const off = settings.find(({ content }) => content?.disableAllHooks === true);
  if (off !== undefined) findings.push(note(`${off.label} turns all hooks off (disableAllHooks)`));
  return findings;
}

/** Whether everybody who reads the hooks of a file has the server that they call. */
function checkCalls(
  label: string,
  scope: Scope,
  servers: readonly Registration[],
  settings: readonly SettingsFile[],
  surroundings: Surroundings,
): Finding[] {
  const covering = coveringRegistration(scope, servers);
  if (covering === null) {
    const what = `hooks in ${label} call the server, which is registered in ${servers[0]!.where} only: elsewhere each is an error`;
    return [note(what, INSTALL + optionOf(scope))];
  }
  const obstacle = serverObstacle(servers[0]!, settings, surroundings);
  return obstacle === null ? [] : [note(`hooks in ${label} call the server: ${obstacle}, and each is an error`)];
}

/** One hook of helix; `program` is what its command starts when that is helix by name or path. */
interface HelixHook {
  readonly event: string;
  readonly program: string | null;
  /** Whether it is a call of the server. */
  readonly isCall: boolean;
}

function helixHooks(hooks: unknown): HelixHook[] {
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      isRecord(group) ? listOf(group.hooks).flatMap((hook) => helixHook(event, hook)) : [],
    ),
  );
}

function helixHook(event: string, hook: unknown): HelixHook[] {
  // Names of events are words; anything else is not told.
  if (!isRecord(hook) || !/^\w{1,40}$/.test(event)) return [];
  if (hook.type === "mcp_tool") return hook.server === SERVER_NAME ? [{ event, program: null, isCall: true }] : [];
  if (typeof hook.command !== "string" || !HOOK_COMMAND.test(hook.command)) return [];
  const [, double, single, plain] = FIRST_WORD.exec(hook.command) ?? [];
  const word = double ?? single ?? plain ?? "";
  // What only a shell can resolve is not looked for.
  const isTold = basename(word) === SERVER_NAME && !/^~|\$/.test(word);
  return [{ event, program: isTold ? word : null, isCall: false }];
}
