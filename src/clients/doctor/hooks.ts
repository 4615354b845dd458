// Checks which hooks of helix the client's settings hold, and whether the programs or the server that they use are
// there.

import { counted } from "../../base/wording.ts";
import { readSettings, type SettingsFile, settingsHooks } from "../claude-code/client-settings.ts";
import { type Finding, note, ok, problem, type Surroundings } from "../claude-code/finding.ts";
import { type GuardStatus, guardStatus } from "../claude-code/guard-status.ts";
import { mentions, ownHooks, type PlacedHook, slotOf } from "../claude-code/own-hooks.ts";
import type { Scope } from "../claude-code/places.ts";
import { pluginParts, pluginState } from "../claude-code/plugin-state.ts";
import { findProgram, ownCommand, PROGRAM, pathFix } from "../claude-code/programs.ts";
import type { Registration } from "../claude-code/registration.ts";
import { eventList, optionOf, twiceFinding } from "../claude-code/report.ts";
import {
  coveringRegistration,
  effectiveRegistrations,
  serverRefusal,
  serverRegistrations,
} from "../claude-code/server-state.ts";
import { eventsRunTwice } from "../claude-code/twice.ts";

/** Reports which settings hold hooks of helix, and what is wrong with them. `ofPlugin`: hooks that the plugin brings. */
export function checkHooks(
  settings: readonly SettingsFile[],
  surroundings: Surroundings,
  ofPlugin: readonly PlacedHook[] = [],
): Finding[] {
  const findings: Finding[] = [];
  const servers = serverRegistrations(settings, surroundings);
  const held = settingsHooks(surroundings, settings);
  for (const { scope, place, hooks: value } of held) {
    const { label } = place;
    const hooks = ownHooks(value);
    if (hooks.length > 0) findings.push(...checkFile(hooks, label, scope, servers, settings, surroundings));
    const others = mentions(value);
    const verb = others === 1 ? "runs" : "run";
    if (others > 0)
      findings.push(
        note(`${counted(others, "command", "commands")} in ${label} ${verb} helix hook as a part of something else`),
      );
  }
  if (findings.length === 0)
    return [note("no hooks of helix are in the client's settings", `${ownCommand(surroundings)} setup`)];
  const twice = eventsRunTwice(held.map((place) => place.hooks));
  const placed = held.flatMap(({ scope, place, hooks: value }) =>
    ownHooks(value).map(({ event }) => ({ event, scope, file: place.label })),
  );
  if (twice.length > 0) findings.push(twiceFinding(twice, placed, ownCommand(surroundings)));
  const off = settings.find(({ content }) => content?.disableAllHooks);
  const install = installCommand(held.find((place) => ownHooks(place.hooks).length > 0)?.scope ?? "user", surroundings);
  const all = [...held.flatMap((place) => ownHooks(place.hooks)), ...ofPlugin];
  findings.push(...checkGuard(all, off?.label ?? null, install, surroundings));
  if (off !== undefined) findings.push(note(`${off.label} turns all hooks off (disableAllHooks)`));
  return findings;
}

/** Whether the guard of plans is installed whole, by the settings as they are now and the hooks of helix's plugin. */
export function guardInstalled(surroundings: Surroundings): GuardStatus {
  const { files } = readSettings(surroundings);
  const plugin = pluginParts(surroundings, pluginState(surroundings, files));
  return guardHere(files, surroundings, plugin === null ? [] : ownHooks(plugin.hooks));
}

/** The same by the settings and the hooks of a plugin that are given. */
export function guardHere(
  settings: readonly SettingsFile[],
  surroundings: Surroundings,
  ofPlugin: readonly PlacedHook[] = [],
): GuardStatus {
  const off = settings.find(({ content }) => content?.disableAllHooks);
  const hooks = settingsHooks(surroundings, settings).flatMap((place) => ownHooks(place.hooks));
  return guardOf([...hooks, ...ofPlugin], off?.label ?? null, surroundings);
}

function guardOf(hooks: readonly PlacedHook[], disabledBy: string | null, surroundings: Surroundings): GuardStatus {
  const problemOf = (hook: PlacedHook) => {
    if (disabledBy !== null) return `${disabledBy} turns all hooks off`;
    return isMissing(hook, surroundings) ? `${hook.program} is not there, or may not be run` : null;
  };
  return guardStatus(hooks.map((hook) => ({ ...hook, problem: problemOf(hook) })));
}

/** Checks whether the guard of plans is installed whole, by the hooks that apply. A guard with a part missing must not look like one. */
export function checkGuard(
  hooks: readonly PlacedHook[],
  disabledBy: string | null,
  install: string,
  surroundings: Surroundings,
): Finding[] {
  if (hooks.length === 0) return [];
  const { state, missing } = guardOf(hooks, disabledBy, surroundings);
  if (state === "whole") return [ok("the guard of plans is installed whole")];
  if (state === "none")
    return [note("the guard of plans is not installed: only a plan's reports check its limits", install)];
  if (disabledBy !== null)
    return [
      problem(
        `the guard of plans does not hold: ${disabledBy} turns all hooks off`,
        `take disableAllHooks out of ${disabledBy}`,
      ),
    ];
  return [problem(`the guard of plans does not hold: ${missing.join("; ")}`, install)];
}

function checkFile(
  hooks: readonly PlacedHook[],
  label: string,
  scope: Scope,
  servers: readonly Registration[],
  settings: readonly SettingsFile[],
  surroundings: Surroundings,
): Finding[] {
  const install = installCommand(scope, surroundings);
  const hasCalls = hooks.some(({ program }) => program === null);
  const missing = hooks.find((hook) => isMissing(hook, surroundings))?.program;
  const findings: Finding[] = [];
  if (missing)
    findings.push(
      problem(
        `hooks in ${label} start ${missing}, which is not there, or may not be run`,
        missing === PROGRAM ? pathFix(surroundings) : install,
      ),
    );
  else if (servers[0] === undefined && hasCalls)
    findings.push(problem(`hooks in ${label} call the server, which is not registered: each is an error`, install));
  // Event names are words; any other key is not shown.
  else
    findings.push(
      ok(
        `hooks in ${label}: ${eventList([...new Set(hooks.filter(({ type }) => slotOf(type) === "").map(({ event }) => event))].filter(isWord))}`,
      ),
    );
  const older = missing ? 0 : hooks.filter(({ isQuiet }) => !isQuiet).length;
  if (older > 0)
    findings.push(
      note(
        `${counted(older, "hook", "hooks")} in ${label} ${older === 1 ? "is from an older helix: it fails" : "are from an older helix: they fail"} where helix is missing`,
        install,
      ),
    );
  if (servers[0] !== undefined && hasCalls) findings.push(...checkCalls(label, scope, servers, settings, surroundings));
  return findings;
}

/** The command that installs the hooks of a scope, and registers the server for it. */
function installCommand(scope: Scope, surroundings: Surroundings): string {
  return `${ownCommand(surroundings)} hooks install${optionOf(scope)}`;
}

function isWord(event: string): boolean {
  return /^\w{1,40}$/.test(event);
}

/** Whether the program of a hook is missing. A path that only a shell can resolve is not checked. */
function isMissing({ program, isLiteral }: PlacedHook, surroundings: Surroundings): boolean {
  if (program === null || (!isLiteral && /^~|\$/.test(program))) return false;
  return findProgram(program, surroundings) === null;
}

/** Checks whether everybody who reads the hooks of a file also has the server that they call. */
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
    return [note(what, installCommand(scope, surroundings))];
  }
  const obstacle = serverRefusal(effectiveRegistrations(servers, settings, surroundings)[0]!, settings, surroundings);
  return obstacle === null ? [] : [note(`hooks in ${label} call the server: ${obstacle}, and each is an error`)];
}
