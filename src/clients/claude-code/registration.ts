// Checks whether the client knows the server of helix: which settings name it, and whether the program that they start
// exists and serves this knowledge base.

import { basename, resolve } from "node:path";
import { DEFAULT_DIRECTORY, fromHome, isInHome } from "../../base/path-names.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { SettingsFile } from "./client-settings.ts";
import { type Finding, note, ok, problem, type Surroundings, shellWord } from "./finding.ts";
import { projectFolder } from "./places.ts";
import { findProgram, isSameFile, ownCommand, PROGRAM, pathFix } from "./programs.ts";
import type { Holder, Server, Settings } from "./settings-shapes.ts";

const SERVER_NAME = "helix";
const NAME_LENGTH_MAX = 60;

/** A registered server, which may be helix. */
export interface Registration {
  /** The file that holds the registration, as people write it. */
  readonly where: string;
  /** The scope of the registration as `claude mcp` names it; null where that command cannot change it. */
  readonly scope: "user" | "project" | "local" | null;
  readonly name: string;
  readonly server: Server;
}

/**
 * Examines every registration of helix. Where there is none, the finding says how to register it. `isClientHere`:
 * whether a client is in use.
 */
export function checkRegistration(
  settings: readonly SettingsFile[],
  surroundings: Surroundings,
  isClientHere: boolean,
): Finding[] {
  const found = registrations(settings, surroundings).filter(isHelix);
  const findings = found.map((registration) => checkOne(registration, surroundings));
  if (found.some(({ scope }) => scope === "project")) findings.push(...refusals(settings, surroundings));
  if (found.some(({ scope }) => scope !== null)) return findings;
  const setup = `${ownCommand(surroundings)} setup`;
  if (found.length > 0) {
    findings.push(
      note("only settings.json names the server: if the client does not list it under /mcp, register it", setup),
    );
  } else {
    const tell = isClientHere ? problem : note;
    findings.push(tell("the client does not know the server: none of its settings names helix", setup));
  }
  return findings;
}

/** Whether any of the settings that apply here names helix as a server. */
export function isRegistered(settings: readonly SettingsFile[], surroundings: Surroundings): boolean {
  return registrations(settings, surroundings).some(isHelix);
}

/** Every server in the settings that apply here. */
export function registrations(settings: readonly SettingsFile[], surroundings: Surroundings): Registration[] {
  const found: Registration[] = [];
  const take = (servers: Holder["mcpServers"], where: string, scope: Registration["scope"]) => {
    for (const [name, server] of Object.entries(servers)) {
      if (server !== null) found.push({ where, scope, name, server });
    }
  };
  for (const { content, label, role } of settings) {
    if (content === null) continue;
    take(content.mcpServers, label, role === "settings" ? null : role === "state" ? "user" : "project");
    if (role === "state") {
      for (const project of ownProjects(content, surroundings))
        take(project.mcpServers, `${label}, for this project`, "local");
    }
  }
  return found;
}

/** The entries about the current project in the client's state. */
export function ownProjects({ projects }: Settings, surroundings: Surroundings): Holder[] {
  const folders = new Set([surroundings.currentDirectory, projectFolder(surroundings)]);
  return [...folders].flatMap((folder) => (folder === null ? [] : (projects[folder] ?? [])));
}

function isHelix({ name, server }: Registration): boolean {
  return name === SERVER_NAME || (server.command !== undefined && basename(server.command) === SERVER_NAME);
}

function checkOne({ where, scope, name, server }: Registration, surroundings: Surroundings): Finding {
  const { environment, executable } = surroundings;
  const title = `server ${cutLine(cleanLine(name), NAME_LENGTH_MAX)} in ${where}`;
  const again = addAgain(scope, name, surroundings);
  if (server.command === undefined) return note(`${title}: not started by a command, so it cannot be looked at`);
  const command = expanded(server.command, environment);
  const program = findProgram(command, surroundings);
  if (program === null)
    return problem(
      `${title}: its command ${shown(command)} is not there, or may not be run`,
      command === PROGRAM ? pathFix(surroundings) : again,
    );
  // Another program, for example a shell, may start helix in the end. What it passes on is not known.
  if (basename(command) !== SERVER_NAME)
    return note(`${title}: started by ${shown(command)}, which is not helix itself`);
  const words = server.args.filter((word) => typeof word === "string").map((word) => expanded(word, environment));
  if (words[0] !== "serve") return problem(`${title}: its arguments do not begin with "serve"`, again);
  if (name !== SERVER_NAME)
    return problem(`${title}: its tools are known as mcp__helix__... only under the name helix`, again);
  const served = servedDirectory(words, server.env, surroundings);
  if (served !== null && served !== surroundings.directory) {
    return note(
      `${title}: serves another knowledge base, ${served}`,
      `${ownCommand(surroundings)} doctor ${shellWord(served)}`,
    );
  }
  if (!isSameFile(program, executable, surroundings))
    return note(`${title}: starts another helix, ${program}`, `${shellWord(program)} doctor`);
  return ok(`${title}: starts ${program}`);
}

/** The directory that a server with these arguments serves; null where it is not known. */
export function servedDirectory(
  words: readonly string[],
  env: Server["env"],
  surroundings: Surroundings,
): string | null {
  const { environment } = surroundings;
  const given = env.HELIX_KB;
  const variable = typeof given === "string" ? expanded(given, environment) : environment.HELIX_KB;
  return namedDirectory(words, variable, surroundings.home, projectFolder(surroundings));
}

/**
 * The directory that `helix serve` serves, absolute; null where it is not known. `words` begin with `serve`; `variable`
 * is HELIX_KB; `folder` is where relative names begin.
 */
export function namedDirectory(
  words: readonly string[],
  variable: string | undefined,
  home: string,
  folder: string | null,
): string | null {
  const flag = words.indexOf("--kb");
  const word = words[1]?.startsWith("--") ? undefined : words[1];
  const named = (word ?? (flag >= 0 ? words[flag + 1] : undefined) ?? variable) || DEFAULT_DIRECTORY;
  if (isInHome(named)) return home === "" ? null : resolve(fromHome(named, home));
  if (named.startsWith("/")) return resolve(named);
  return folder === null ? null : resolve(folder, named);
}

/** Findings about a user's refusal of the server in .mcp.json. The client does not start a refused server. */
function refusals(settings: readonly SettingsFile[], surroundings: Surroundings): Finding[] {
  return settings.flatMap(({ content, label, role }) => {
    if (content === null) return [];
    const holders = role === "state" ? ownProjects(content, surroundings) : [content];
    if (!holders.some(({ disabledMcpjsonServers: names }) => names.includes(SERVER_NAME))) return [];
    const fix =
      role === "state"
        ? "claude mcp reset-project-choices"
        : `take "${SERVER_NAME}" out of disabledMcpjsonServers in ${label}`;
    return [problem(`${label} refuses the server helix of .mcp.json`, fix)];
  });
}

function addCommand(scope: string, surroundings: Surroundings): string {
  return `claude mcp add --scope ${scope} ${SERVER_NAME} -- ${ownCommand(surroundings)} serve`;
}

function addAgain(scope: Registration["scope"], name: string, surroundings: Surroundings): string {
  if (scope === null) return addCommand("user", surroundings);
  return `claude mcp remove --scope ${scope} ${shellWord(name)}; ${addCommand(scope, surroundings)}`;
}

/** The command as it is shown: only its first word, because the rest may hold anything. */
function shown(command: string): string {
  return cutLine(cleanLine(command).split(" ")[0]!, 2 * NAME_LENGTH_MAX);
}

/** Replaces variables in the client's own notation: ${NAME} and ${NAME:-default}. */
function expanded(text: string, environment: Surroundings["environment"]): string {
  return text.replace(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, fallback?: string) => environment[name] ?? fallback ?? whole,
  );
}
