// Whether hooks can call the server: where it is registered under its name, and whether the user has refused it or
// turned it off.

import type { SettingsFile } from "./client-settings.ts";
import type { Surroundings } from "./finding.ts";
import { SERVER_NAME } from "./own-hooks.ts";
import { type Scope, SHARED_LABEL } from "./places.ts";
import { ownProjects, type Registration, registrations } from "./registration.ts";
import type { Holder } from "./settings-shapes.ts";

/** The scopes of registrations that are enough for everyone who reads the hooks in a scope's file. */
const COVERING: Readonly<Record<Scope, readonly Scope[]>> = {
  user: ["user"],
  project: ["project"],
  local: ["local", "project", "user"],
};

/** The registrations under the name `helix` that the client takes into account here, the one with precedence first. */
export function serverRegistrations(files: readonly SettingsFile[], surroundings: Surroundings): Registration[] {
  const order: readonly (string | null)[] = ["local", "project", "user"];
  return registrations(files, surroundings)
    .filter(({ name, scope }) => name === SERVER_NAME && scope !== null)
    .sort((left, right) => order.indexOf(left.scope) - order.indexOf(right.scope));
}

/** The registration that hooks in a file of the scope can rely on; null when there is none. */
export function coveringRegistration(scope: Scope, found: readonly Registration[]): Registration | null {
  return found.find((each) => each.scope !== null && COVERING[scope].includes(each.scope)) ?? null;
}

/**
 * Whether this user has approved the server of the project's .mcp.json. The project's shared settings cannot approve
 * it.
 */
function isProjectServerApproved(files: readonly SettingsFile[], surroundings: Surroundings): boolean {
  const own = files.filter(({ label }) => label !== SHARED_LABEL);
  return holders(own, surroundings).some(
    ({ holder }) => holder.enableAllProjectMcpServers || holder.enabledMcpjsonServers.includes(SERVER_NAME),
  );
}

/** Why the client does not start the registered server, in a few words; null when no reason is known. */
export function serverObstacle(
  registration: Registration,
  files: readonly SettingsFile[],
  surroundings: Surroundings,
): string | null {
  for (const { label, holder } of holders(files, surroundings)) {
    if (holder.disabledMcpServers.includes(SERVER_NAME)) return `the server is turned off in ${label}`;
    if (registration.scope === "project" && holder.disabledMcpjsonServers.includes(SERVER_NAME))
      return `the server of .mcp.json is refused in ${label}`;
  }
  return null;
}

/** Like `serverObstacle`, but a server of .mcp.json that is not approved yet counts as an obstacle too. */
export function serverRefusal(
  registration: Registration,
  files: readonly SettingsFile[],
  surroundings: Surroundings,
): string | null {
  const obstacle = serverObstacle(registration, files, surroundings);
  if (obstacle !== null || registration.scope !== "project") return obstacle;
  if (isProjectServerApproved(files, surroundings)) return null;
  return "the client starts the server of .mcp.json when it is approved there, which it is not yet";
}

/**
 * The registrations in the order in which they take effect. A server that the client may not start comes after the
 * others.
 */
export function effectiveRegistrations(
  found: readonly Registration[],
  files: readonly SettingsFile[],
  surroundings: Surroundings,
): Registration[] {
  const isRefused = (each: Registration) => serverRefusal(each, files, surroundings) !== null;
  return [...found.filter((each) => !isRefused(each)), ...found.filter(isRefused)];
}

/** Everything that may approve or refuse a server: the settings, and what the client's state says about the project. */
function holders(files: readonly SettingsFile[], surroundings: Surroundings): { label: string; holder: Holder }[] {
  return files.flatMap(({ content, label, role }) => {
    if (content === null) return [];
    const found = role === "state" ? ownProjects(content, surroundings) : [content];
    return found.map((holder) => ({ label, holder }));
  });
}
