// What is in use on this machine: clients and their versions, when hooks last decided something, and the servers that
// run. Only the client's own program and programs that run as this user's servers are started, to ask for their version.

import { basename } from "node:path";
import { orElse } from "../../base/errors.ts";
import { version as ownVersion } from "../../base/version.ts";
import { counted } from "../../base/wording.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { lastDecisions } from "../../events/log/last-decisions.ts";
import { HOOK_TYPES, type HookType } from "../../hooks/common/hook-types.ts";
import type { OwnProcess } from "../../platform/own-processes.ts";
import { type ClientProgram, findClient, versionIn } from "../claude-code/client-program.ts";
import { type Finding, note, ok, type Surroundings } from "../claude-code/finding.ts";
import { PROGRAM_NAME } from "../claude-code/own-hooks.ts";
import { isSameFile } from "../claude-code/programs.ts";
import { namedDirectory } from "../claude-code/registration.ts";

/** Another MCP client, by the folder of its configuration. */
export interface OtherClient {
  readonly name: string;
  /** Below the home directory. */
  readonly folder: string;
}

/** When a hook last decided something, in milliseconds since 1970; null: never, as far as the event log tells. */
export interface HookTime {
  readonly hook: HookType;
  readonly last: number | null;
}

/** A server that runs. */
export interface RunningServer {
  readonly pid: number;
  readonly program: string;
  /** Null where it does not tell. */
  readonly version: string | null;
  /** Whether it runs this very program, another one, or one that was removed or replaced since. */
  readonly runs: "this" | "other" | "replaced";
}

/** What is in use. */
export interface Activity {
  readonly client: ClientProgram | null;
  readonly others: readonly OtherClient[];
  readonly hooks: readonly HookTime[];
  /** Those of this knowledge base, at most as many as are looked at. */
  readonly servers: readonly RunningServer[];
  /** How many more there are, and how many there are of other knowledge bases. */
  readonly more: number;
  readonly elsewhere: number;
}

/** Where other clients keep their configuration, below the home directory. */
const OTHER_CLIENTS: readonly OtherClient[] = [
  { name: "Codex", folder: ".codex" },
  { name: "Copilot CLI", folder: ".copilot" },
  { name: "Gemini CLI", folder: ".gemini" },
  { name: "Qwen Code", folder: ".qwen" },
  { name: "opencode", folder: ".config/opencode" },
  { name: "Kilo", folder: ".config/kilo" },
  { name: "Droid", folder: ".factory" },
  { name: "Cline", folder: ".cline" },
  { name: "pi", folder: ".pi" },
  { name: "Continue", folder: ".continue" },
  { name: "Amp", folder: ".config/amp" },
  { name: "Crush", folder: ".config/crush" },
  { name: "Cursor", folder: ".cursor" },
];
/** How many servers are asked for their version. */
const SERVERS_MAX = 6;
const VERSION_WAIT_MS = 3000;

/** Looks at what is in use. Changes nothing. */
export function activityOf(surroundings: Surroundings): Activity {
  const { home, paths, processes } = surroundings;
  const all = processes(isServer);
  const servers = all.filter((each) => isOfThis(each, surroundings));
  return {
    client: findClient(surroundings, surroundings.run),
    others: home === "" ? [] : OTHER_CLIENTS.filter(({ folder }) => paths.kind(`${home}/${folder}`) === "directory"),
    hooks: hookTimes(surroundings),
    servers: servers.slice(0, SERVERS_MAX).map((each) => serverOf(each, surroundings)),
    more: Math.max(0, servers.length - SERVERS_MAX),
    elsewhere: all.length - servers.length,
  };
}

/** Whether these are the words of `helix serve`. */
function isServer([program = "", command]: readonly string[]): boolean {
  return command === "serve" && PROGRAM_NAME.test(basename(program));
}

/** Whether a server serves this knowledge base. */
function isOfThis({ words, variable, directory }: OwnProcess, surroundings: Surroundings): boolean {
  const { paths, home } = surroundings;
  const named = namedDirectory(words.slice(1), variable("HELIX_KB") ?? undefined, variable("HOME") ?? home, directory);
  const realOf = (path: string) => paths.realPath(path) ?? path;
  return named !== null && realOf(named) === realOf(surroundings.directory);
}

function hookTimes({ files, directory }: Surroundings): HookTime[] {
  const last = orElse(new Map<string, number>(), () => lastDecisions(new EventLog(files, directory)));
  return HOOK_TYPES.map((hook) => ({ hook, last: last.get(hook) ?? null }));
}

function serverOf({ pid, program, isReplaced, image }: OwnProcess, surroundings: Surroundings): RunningServer {
  if (!isReplaced && isSameFile(program, surroundings.executable, surroundings))
    return { pid, program, version: ownVersion, runs: "this" };
  const told = surroundings.run(image, ["--version"], VERSION_WAIT_MS);
  return { pid, program, version: told === null ? null : versionIn(told), runs: isReplaced ? "replaced" : "other" };
}

/** Claude Code, and the other clients that were ever configured here. */
export function clientFindings({ client, others }: Activity): Finding[] {
  const findings = [
    client === null
      ? note("Claude Code is not here: there is no claude on PATH")
      : ok(`Claude Code ${client.version ?? "(it does not tell its version)"}: ${client.path}`),
  ];
  if (others.length > 0) {
    const names = others.map(({ name, folder }) => `${name} (~/${folder})`).join(", ");
    findings.push(
      ok(
        `${counted(others.length, "other client", "other clients")}: ${names}; as an MCP server they start "helix serve"`,
      ),
    );
  }
  return findings;
}

/** When each hook last decided something. `areInstalled`: whether any hook is in the client's settings. */
export function hookTimeFindings({ hooks }: Activity, areInstalled: boolean): Finding[] {
  const known = hooks.filter((each): each is HookTime & { last: number } => each.last !== null);
  if (known.length === 0)
    return areInstalled ? [note("no hook has decided anything yet: the client reads its settings when it starts")] : [];
  const times = known
    .sort((a, b) => b.last - a.last)
    .map(({ hook, last }) => `${hook} ${formatDateTime(Math.floor(last / MINUTE_MS))}`);
  const never = hooks.filter(({ last }) => last === null).map(({ hook }) => hook);
  const rest =
    never.length === 0 ? "" : `; never: ${never.join(", ")} (a hook with nothing to look for leaves no trace)`;
  return [ok(`hooks last decided something: ${times.join(", ")}${rest}`)];
}

/** The servers that run, and of which version. */
export function serverFindings({ servers, more, elsewhere }: Activity): Finding[] {
  const others = elsewhere === 0 ? "" : `; ${counted(elsewhere, "serves", "serve")} other knowledge bases`;
  if (servers.length === 0) return [ok(`none runs here: a client starts its own${others}`)];
  const findings = servers.map(({ pid, program, version, runs }) => {
    const what = `process ${pid}: helix ${version ?? "of an unknown version"}`;
    if (runs === "this") return ok(`${what}, this program`);
    if (runs === "other") return note(`${what}, another program: ${program}`);
    return note(`${what}, an earlier build of ${program}`, "start its client anew");
  });
  if (more > 0) findings.push(ok(`${counted(more, "more server runs", "more servers run")} here`));
  if (elsewhere > 0)
    findings.push(
      ok(`${counted(elsewhere, "server of another knowledge base runs", "servers of other knowledge bases run")} too`),
    );
  return findings;
}
