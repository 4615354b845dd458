// Reports on the installation, the uninstallation and the status of hooks, as plain lines.

import { counted } from "../../base/wording.ts";
import { HOOK_TYPES } from "../../hooks/common/hook-types.ts";
import type { ClientProgram } from "./client-program.ts";
import type { FileChange } from "./file-change.ts";
import { type Finding, note } from "./finding.ts";
import { type HookStatus, type InstalledHook, PLUGIN_LABEL } from "./hook-status.ts";
import type { InstallPlan } from "./install.ts";
import { lineDiff } from "./line-diff.ts";
import { slotOf } from "./own-hooks.ts";
import type { Scope } from "./places.ts";
import { PLUGIN_ID } from "./plugin-state.ts";
import { PROGRAM } from "./programs.ts";
import { shownLine, shownTexts } from "./settings-view.ts";
import type { UninstallPlan } from "./uninstall.ts";

const WHERE: Readonly<Record<Scope, string>> = {
  user: "for you, in every project",
  project: "for everyone in this project",
  local: "for you, in this project",
};
/** How many lines of a diff are shown when the change is made, not only previewed. */
const DIFF_LINES_MAX = 40;

/** The changes as unified diffs, without credentials. `isWhole`: whether diffs of any length are shown in full. */
export async function diffLines(changes: readonly FileChange[], isWhole: boolean): Promise<string[]> {
  const all: string[] = [];
  for (const { label, before, after } of changes) {
    // `fileLines` says that the file is removed; a diff of all its lines is not needed.
    if (after === null && !isWhole) continue;
    const lines = lineDiff(...shownTexts(before ?? "", after ?? ""));
    const shown = await Promise.all(lines.slice(0, isWhole ? lines.length : DIFF_LINES_MAX).map(shownLine));
    all.push(`--- ${before === null ? "/dev/null" : label}`, `+++ ${after === null ? "/dev/null" : label}`, ...shown);
    if (shown.length < lines.length) all.push(` … ${lines.length - shown.length} more lines`);
  }
  return all;
}

/** The report on an installation, or with `isDryRun` on what it would do. */
export function installLines(plan: InstallPlan, client: ClientProgram | null, isDryRun: boolean): string[] {
  const { scope, changes, groups, notes } = plan;
  const byServer = groups.filter(({ transport }) => transport === "mcp").length;
  const guards = groups.filter(({ type }) => slotOf(type) !== "").length;
  const commands = groups.length - guards - byServer;
  const how =
    (byServer === 0
      ? `${commands} by command`
      : `${byServer} by mcp, ${commands} by command (at the start of a session there is no server yet)`) +
    (guards === 0 ? "" : `, and ${guards} for the guard of plans`);
  const state = changes.length === 0 ? "already installed" : isDryRun ? "would be installed" : "installed";
  return [
    `hooks of helix: ${state} ${WHERE[scope]}: ${how}`,
    ...fileLines(changes, isDryRun),
    ...notes.map((note) => `  note: ${note}`),
    ...(changes.length === 0 || isDryRun
      ? []
      : [restartLine(client), `take them out: helix hooks uninstall${optionOf(scope)}`]),
  ];
}

/** The report on an uninstallation, or with `isDryRun` on what it would do. */
export function uninstallLines(
  { scope, changes, hooks, isServerTaken, notes }: UninstallPlan,
  isDryRun: boolean,
): string[] {
  const what = [
    ...(hooks > 0 ? [counted(hooks, "hook", "hooks")] : []),
    ...(isServerTaken ? ["the registration of the server"] : []),
  ];
  const head =
    what.length === 0
      ? `nothing of helix is installed ${WHERE[scope]}`
      : `${isDryRun ? "would be taken out" : "taken out"}: ${what.join(" and ")}`;
  return [head, ...fileLines(changes, isDryRun), ...notes.map((note) => `  note: ${note}`)];
}

const GUARD_STATES = {
  whole: "installed whole",
  "in part": "installed in part, so it does not hold",
  none: "not installed: only a plan's reports check its limits (helix hooks install)",
} as const;

/** The names of events, in short. */
export function eventList(events: readonly string[]): string {
  return events.length >= HOOK_TYPES.length ? `all ${events.length} events` : events.join(", ");
}

/**
 * What is said of events that several hooks answer, in every answer alike. `hooks`: those in settings files; `program`:
 * how helix is started.
 */
export function twiceFinding(
  twice: readonly string[],
  hooks: readonly Pick<InstalledHook, "event" | "scope" | "file">[],
  program: string = PROGRAM,
): Finding {
  const held = hooks.filter(({ event }) => twice.includes(event));
  const files = [...new Set(held.map(({ file }) => file))];
  const [first, other] = [...new Set(held.map(({ scope }) => scope))];
  const fix = other === undefined ? `install --${first}` : `uninstall --${first}  # or --${other}`;
  return note(
    `${eventList(twice)}: several hooks of helix, and each runs (${files.join(", ")})`,
    `${program} hooks ${fix}`,
  );
}

/** The option that names a scope; "" for `project`, which is the default. */
export function optionOf(scope: Scope): string {
  return scope === "project" ? "" : ` --${scope}`;
}

function restartLine(client: ClientProgram | null): string {
  const version = client?.version ? ` (${client.version})` : "";
  return `Claude Code${version} reads its settings when it starts: start it anew`;
}

function fileLines(changes: readonly FileChange[], isDryRun: boolean): string[] {
  return changes.map(({ label, before, after, backup }) => {
    const done = before === null ? "created" : after === null ? "removed" : "changed";
    const kept = backup === null || isDryRun ? "" : `; as it was: ${backup}`;
    return `  ${label}: ${isDryRun ? `would be ${done}` : done}${kept}`;
  });
}

/** The state of all hooks as a table, with remarks below it. */
export function statusLines(status: HookStatus, client: ClientProgram | null): string[] {
  const rows = [
    ...status.hooks.map(rowOf),
    ...status.missing.map((event) => [event, "-", "-", "-", "-", "not installed"]),
  ];
  const table = [["EVENT", "HOOK", "FILE", "BY", "VERSION", "STATE"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, ...remarks(status, client)];
}

function rowOf({ event, type, file, transport, version, problem }: InstalledHook): string[] {
  return [event, type || "?", file, transport, version ?? "?", problem ?? "runs"];
}

function remarks(status: HookStatus, client: ClientProgram | null): string[] {
  const { hooks, guard, twice, plugin, disabledBy, servers, faults } = status;
  const version = client === null ? "not found" : (client.version ?? "does not tell its version");
  const lines = [`client: Claude Code ${version}${client === null ? "" : `, ${client.path}`}`];
  lines.push(`server: ${servers.length === 0 ? "not registered" : `registered in ${servers.join(", ")}`}`);
  const problem = (what: string) => lines.push(`  problem  ${what}`);
  if (hooks.length > 0) lines.push(`guard of plans: ${GUARD_STATES[guard.state]}`);
  for (const missing of guard.missing) problem(`guard of plans: ${missing}`);
  for (const fault of faults) problem(fault);
  if (disabledBy !== null && hooks.length > 0) problem(`${disabledBy} turns all hooks off (disableAllHooks)`);
  if (twice.length > 0) {
    const ofSettings = hooks.filter(({ file }) => file !== PLUGIN_LABEL);
    const { what, fix } = twiceFinding(twice, ofSettings);
    lines.push(`  note     ${what}; ${fix}`);
  }
  if (plugin === "off") lines.push(`the plugin helix is installed and turned off: claude plugin enable ${PLUGIN_ID}`);
  else if (hooks.length === 0)
    lines.push("install them: helix hooks install (for this project) or helix setup (for you)");
  return lines;
}
