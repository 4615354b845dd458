// The state of every hook: which file holds it, how the client reaches it, which version of helix it starts, and
// whether it would run.

import { basename } from "node:path";
import { version as ownVersion } from "../../base/version.ts";
import { EVENT_OF, HOOK_TYPES } from "../../hooks/common/hook-types.ts";
import { type ClientProgram, hasServerHooks, versionIn } from "./client-program.ts";
import { readSettings, settingsHooks } from "./client-settings.ts";
import type { RunProgram, Surroundings } from "./finding.ts";
import { isGuardType } from "./guard-hooks.ts";
import { type GuardStatus, guardStatus } from "./guard-status.ts";
import type { Transport } from "./hook-groups.ts";
import { type OwnHook, ownHooks, type PlacedHook, PROGRAM_NAME, slotOf } from "./own-hooks.ts";
import type { Scope } from "./places.ts";
import { type PluginParts, pluginParts, pluginState } from "./plugin-state.ts";
import { findProgram, isSameFile } from "./programs.ts";
import type { Registration } from "./registration.ts";
import { effectiveRegistrations, serverRefusal, serverRegistrations } from "./server-state.ts";
import { eventsRunTwice } from "./twice.ts";

/** A hook in a settings file. */
export interface InstalledHook {
  readonly event: string;
  readonly type: string;
  readonly file: string;
  readonly scope: Scope;
  readonly transport: Transport;
  /** The program that the hook starts. For a server call it is the program of the server. null: it is not known. */
  readonly program: string | null;
  /** The version of that program; null: it is not known. */
  readonly version: string | null;
  /** Why the hook would not run; null: it would run. */
  readonly problem: string | null;
}

export interface HookStatus {
  readonly hooks: readonly InstalledHook[];
  /** Those of the nine events for which no hook is installed. */
  readonly missing: readonly string[];
  /** Whether the guard of plans is installed whole. */
  readonly guard: GuardStatus;
  /** The events that several different hooks answer. */
  readonly twice: readonly string[];
  /** Whether the client runs the plugin here; null: it is not installed. */
  readonly plugin: "on" | "off" | null;
  /** The settings file that turns all hooks off; null: none does. */
  readonly disabledBy: string | null;
  /** The places where the server is registered, the one that takes effect first. */
  readonly servers: readonly string[];
  /** What is wrong with files that cannot be used. */
  readonly faults: readonly string[];
}

/** How the plugin is named where others are settings files. */
export const PLUGIN_LABEL = "the plugin";
const VERSION_WAIT_MS = 3000;
const NOT_REGISTERED = "the server is not registered here";

/** A hook, and what was found of it. */
interface Judged {
  readonly own: PlacedHook;
  readonly hook: InstalledHook;
}

/** Why this client cannot call a server from hooks; null when no reason is known. */
function clientObstacle(client: ClientProgram | null): string | null {
  const version = client?.version ?? null;
  return version === null || hasServerHooks(version) ? null : `Claude Code ${version} cannot call a server from hooks`;
}

/**
 * Examines all settings that apply here. It changes nothing, and starts no program but helix, to ask for its version.
 * `client`: the client that would call the hooks; null: it is not known.
 */
export function hookStatus(surroundings: Surroundings, run: RunProgram, client: ClientProgram | null): HookStatus {
  const { files, findings } = readSettings(surroundings);
  const servers = serverRegistrations(files, surroundings);
  const disabledBy = files.find(({ content }) => content?.disableAllHooks)?.label ?? null;
  const [server = null] = effectiveRegistrations(servers, files, surroundings);
  const refusal = server === null ? NOT_REGISTERED : serverRefusal(server, files, surroundings);
  const look = new Look(surroundings, server, refusal ?? clientObstacle(client), run);
  const places = settingsHooks(surroundings, files);
  const all: Judged[] = places.flatMap(({ scope, place, hooks: value }) =>
    ownHooks(value).map((own) => {
      const hook = look.installed(own, scope, place.label);
      return { own, hook: disabledBy === null ? hook : { ...hook, problem: `${disabledBy} turns all hooks off` } };
    }),
  );
  const state = pluginState(surroundings, files);
  const plugin = pluginParts(surroundings, state);
  if (plugin !== null) all.push(...ofPlugin(plugin, all, disabledBy, look));
  const hooks = all.map(({ hook }) => hook);
  const events = new Set(hooks.filter(({ type }) => slotOf(type) === "").map(({ event }) => event));
  return {
    hooks,
    missing: HOOK_TYPES.map((type) => EVENT_OF[type]).filter((event) => !events.has(event)),
    guard: guardStatus(all.map(({ own, hook }) => ({ ...own, problem: hook.problem }))),
    twice: eventsRunTwice(places.map((place) => place.hooks)),
    plugin: plugin !== null ? "on" : state.installed.length > 0 ? "off" : null,
    disabledBy,
    servers: [...servers.map(({ where }) => where), ...(plugin?.server ? [PLUGIN_LABEL] : [])],
    faults: findings.filter(({ status }) => status === "problem").map(({ what }) => what),
  };
}

/** The plugin's hooks. One that the settings hold, too, is silent, but for the guard's, which decides all the same. */
function ofPlugin(plugin: PluginParts, others: readonly Judged[], disabledBy: string | null, look: Look): Judged[] {
  return ownHooks(plugin.hooks).map((own) => {
    const hook = look.ofPlugin(own, plugin);
    const same = others.find((each) => each.own.event === own.event && slotOf(each.own.type) === slotOf(own.type));
    if (disabledBy !== null) return { own, hook: { ...hook, problem: `${disabledBy} turns all hooks off` } };
    if (same === undefined || isGuardType(own.type)) return { own, hook };
    return { own, hook: { ...hook, problem: hook.problem ?? `silent, since ${same.hook.file} has it` } };
  });
}

/** Examines hooks. It asks each program for its version only once. */
class Look {
  readonly #surroundings: Surroundings;
  readonly #server: Registration | null;
  readonly #obstacle: string | null;
  readonly #run: RunProgram;
  readonly #versions = new Map<string, string | null>();

  constructor(surroundings: Surroundings, server: Registration | null, obstacle: string | null, run: RunProgram) {
    this.#surroundings = surroundings;
    this.#server = server;
    this.#obstacle = obstacle;
    this.#run = run;
  }

  installed(own: PlacedHook, scope: Scope, file: string): InstalledHook {
    return { event: own.event, file, scope, ...this.#state(own, scope) };
  }

  /** The plugin is the user's, and brings its server along. */
  ofPlugin(own: PlacedHook, { server }: PluginParts): InstalledHook {
    const place = { event: own.event, file: PLUGIN_LABEL, scope: "user" as const };
    if (own.program !== null) return { ...place, ...this.#state(own, "user") };
    const { type } = own;
    if (server?.command === undefined)
      return { ...place, type, transport: "mcp", program: null, version: null, problem: "the plugin has no server" };
    return { ...place, type, transport: "mcp", ...this.#started(server.command, true, false) };
  }

  #state(own: OwnHook, scope: Scope): Omit<InstalledHook, "event" | "file" | "scope"> {
    const { type, program, isLiteral } = own;
    if (program !== null) return { type, transport: "command", ...this.#started(program, scope === "user", isLiteral) };
    const command = this.#server?.server.command;
    if (typeof command !== "string") {
      const problem = this.#obstacle ?? "the server is not started by a command";
      return { type, transport: "mcp", program: null, version: null, problem };
    }
    const started = this.#started(command, this.#server?.scope !== "project", false);
    return { type, transport: "mcp", ...started, problem: started.problem ?? this.#obstacle };
  }

  /**
   * Examines the program that a hook starts. `isTrusted`: whether the word comes from the user's own settings, so that
   * the program may be started to ask for its version. `isLiteral`: whether the shell takes the word as it stands.
   */
  #started(
    word: string,
    isTrusted: boolean,
    isLiteral: boolean,
  ): Pick<InstalledHook, "program" | "version" | "problem"> {
    const { home } = this.#surroundings;
    const path = home === "" || isLiteral ? word : word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home);
    if (path.includes("$") && !isLiteral) return { program: word, version: null, problem: null };
    const program = findProgram(path, this.#surroundings);
    if (program === null) {
      const problem = path.includes("/") ? `${word} is not there, or may not be run` : `${word} is not on PATH`;
      return { program: null, version: null, problem };
    }
    // A path in a file of the project may name anybody's program: it is compared, but not started.
    const version = isTrusted || !path.includes("/") ? this.#versionOf(program) : this.#knownVersion(program);
    return { program, version, problem: null };
  }

  #knownVersion(program: string): string | null {
    return isSameFile(program, this.#surroundings.executable, this.#surroundings) ? ownVersion : null;
  }

  #versionOf(program: string): string | null {
    const known = this.#versions.get(program);
    if (known !== undefined) return known;
    const version = this.#knownVersion(program) ?? this.#toldVersion(program);
    this.#versions.set(program, version);
    return version;
  }

  #toldVersion(program: string): string | null {
    const isHelix = PROGRAM_NAME.test(basename(program));
    const told = isHelix ? this.#run(program, ["--version"], VERSION_WAIT_MS) : null;
    return told === null ? null : versionIn(told);
  }
}
