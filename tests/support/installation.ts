// Installs hooks into made-up surroundings and takes them out, as the commands do.

import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { carryOut } from "../../src/clients/claude-code/carry-out.ts";
import type { ClientProgram } from "../../src/clients/claude-code/client-program.ts";
import type { Surroundings } from "../../src/clients/claude-code/finding.ts";
import { type InstallPlan, type InstallRequest, planInstall } from "../../src/clients/claude-code/install.ts";
import { planUninstall, type UninstallPlan } from "../../src/clients/claude-code/uninstall.ts";

/** A client whose hooks can call servers. */
export const NEW_CLIENT: ClientProgram = { path: "/bin/claude", version: "2.1.329" };

/** Installs; nothing asked for means: in the project, as commands, with the server. */
export function install(
  surroundings: Surroundings,
  request: Partial<InstallRequest> = {},
  client: ClientProgram | null = NEW_CLIENT,
): InstallPlan {
  const whole = { scope: "project", transport: "auto", withServer: true, ...request } as const;
  return carryOut(() => planInstall(whole, client, surroundings), surroundings);
}

/** Takes out what is installed in the scope. */
export function uninstall(
  surroundings: Surroundings,
  request: Partial<Parameters<typeof planUninstall>[0]> = {},
): UninstallPlan {
  return carryOut(() => planUninstall({ scope: "project", withServer: true, ...request }, surroundings), surroundings);
}

/** Every file, folder and link below a folder with content and permissions; `except` are names at its top. */
export function snapshot(folder: string, except: readonly string[] = []): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (except.includes(name.split("/")[0]!)) continue;
    const path = join(folder, name);
    const stats = lstatSync(path);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else found[name] = stats.isDirectory() ? `${mode}/` : `${mode} ${readFileSync(path, "latin1")}`;
  }
  return found;
}
