// The plugin in the client, as `helix setup` and `helix hooks uninstall` bring it there and take it out.
// Invariants:
// - Whether the settings can be written is asked before anything of the plugin comes or goes: where they refuse, all is
//   as it was.

import { HelixError, invalid } from "../../base/errors.ts";
import { version } from "../../base/version.ts";
import { carryOut, checkPlan } from "../../clients/claude-code/carry-out.ts";
import { type ClientProgram, findClient } from "../../clients/claude-code/client-program.ts";
import type { FileChange } from "../../clients/claude-code/file-change.ts";
import type { Surroundings } from "../../clients/claude-code/finding.ts";
import type { InstallRequest } from "../../clients/claude-code/install.ts";
import {
  carryOutPlugin,
  commandOf,
  isPluginChange,
  type PluginPlan,
  planPlugin,
  planPluginRemoval,
  pluginTransport,
} from "../../clients/claude-code/plugin/install-plugin.ts";
import { isFolderChange, type SettingsBefore } from "../../clients/claude-code/plugin/plugin-folder.ts";
import { uninstallLines } from "../../clients/claude-code/report.ts";
import { planUninstall } from "../../clients/claude-code/uninstall.ts";
import { runProgram } from "../surroundings.ts";
import { runClient } from "./client-commands.ts";
import type { PluginData } from "./data/installation.ts";

/** What became of the plugin. */
export interface PluginOutcome {
  readonly data: PluginData;
  /** For people. */
  readonly lines: readonly string[];
  readonly isChanged: boolean;
}

/** A setup by the plugin. */
export interface PluginSetup {
  readonly client: ClientProgram;
  readonly transport: "command" | "mcp";
  readonly plugin: PluginOutcome;
  /** What was taken out of the settings, which the plugin brings. */
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Installs the plugin, and then takes the user's hooks and server out of the settings. Throws NOT_FOUND without a
 * client, and IO where the client refuses; the settings are as they were then.
 */
export function setUpPlugin(request: InstallRequest, isDryRun: boolean, surroundings: Surroundings): PluginSetup {
  if (request.scope !== "user")
    throw invalid(`--plugin is for you in every project, not with --${request.scope}, e.g. helix setup --plugin`);
  if (!request.withServer) throw invalid("--plugin brings the server, so --no-mcp does not go with it");
  if (surroundings.directory === "") throw invalid("there is no home directory: give --kb DIR, or set HOME");
  const client = findClient(surroundings, runProgram);
  if (client === null)
    throw new HelixError(
      "NOT_FOUND",
      "Claude Code was not found, and only it installs plugins: put it on PATH, or try helix setup; nothing was changed",
    );
  const transport = pluginTransport(request.transport, client);
  const makePlan = () => planUninstall({ scope: "user", withServer: true }, surroundings);
  // The settings come first among what a removal decides on.
  const first = makePlan();
  const { file, after } = first.decisions[0]!;
  const before = { path: file.place.path, text: after };
  const plan = planPlugin(transport, surroundings);
  checkPlan(first);
  const plugin = carriedOut(plan, client, isDryRun, surroundings, before);
  const settings = isDryRun ? makePlan() : carryOut(makePlan, surroundings);
  const { changes, notes } = settings;
  const taken = changes.length > 0 ? uninstallLines(settings, isDryRun) : notes.map((note) => `  note: ${note}`);
  const lines = [
    ...plugin.lines,
    ...(transport === "mcp" ? [] : ["  its hooks are commands: this client cannot call a server from hooks"]),
    ...taken,
    ...(plugin.isChanged && !isDryRun
      ? [
          "Claude Code reads its plugins when it starts: start it anew",
          "what it adds there: /helix OBJECTIVE, /helix-query TEXT, /helix-stats",
          "take it out: helix hooks uninstall --user",
        ]
      : []),
  ];
  return { client, transport, plugin, changes, notes: [...plugin.data.notes, ...notes], lines };
}

/**
 * Takes the plugin out, where it is there; null where nothing of it is. `settings`: what is done to the settings behind
 * it. Throws as `setUpPlugin`, and IO where the settings cannot be written.
 */
export function takePluginOut(
  settings: Parameters<typeof checkPlan>[0],
  isDryRun: boolean,
  surroundings: Surroundings,
): PluginOutcome | null {
  const plan = planPluginRemoval(surroundings);
  if (plan === null) return null;
  checkPlan(settings);
  return carriedOut(plan, findClient(surroundings, runProgram), isDryRun, surroundings);
}

function carriedOut(
  plan: PluginPlan,
  client: ClientProgram | null,
  isDryRun: boolean,
  surroundings: Surroundings,
  settings?: SettingsBefore,
): PluginOutcome {
  const isChanged = isPluginChange(plan);
  const isThere = surroundings.paths.kind(plan.directory) !== null;
  const more = isDryRun || !isChanged ? [] : carryOutPlugin(plan, client, runClient(client), settings, surroundings);
  const notes = [...plan.notes, ...more];
  const commands = plan.steps.map(commandOf);
  const state =
    plan.folder === null ? "taken out" : !isChanged ? "unchanged" : plan.copy !== null ? "updated" : "installed";
  const did = state === "unchanged" ? "already installed" : `${isDryRun ? "would be " : ""}${state}`;
  const files =
    plan.folder !== null && isFolderChange(plan.folder)
      ? [`  ${plan.directory}: ${isDryRun ? "would be " : ""}written`]
      : [];
  const isLeft = !isDryRun && surroundings.paths.kind(plan.directory) !== null;
  const went = `${isDryRun ? "would be " : ""}removed${isLeft ? ", but for what is no longer helix's" : ""}`;
  const gone = plan.folder === null && isThere ? [`  ${plan.directory}: ${went}`] : [];
  const lines = [
    `plugin helix ${version}: ${did}`,
    ...files,
    ...commands.map((command) => `  ${isDryRun ? "would run" : "ran"}: ${command}`),
    ...gone,
    ...notes.map((note) => `  note: ${note}`),
  ];
  const data: PluginData = { state, directory: plan.directory, commands, kept: [...(plan.folder?.kept ?? [])], notes };
  return { data, lines, isChanged };
}
