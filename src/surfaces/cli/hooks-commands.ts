// `helix hooks install|uninstall|status|why`, and `helix hooks-install`.

import { invalid } from "../../base/errors.ts";
import { nameOf } from "../../base/path-names.ts";
import { carryOut } from "../../clients/claude-code/carry-out.ts";
import { findClient } from "../../clients/claude-code/client-program.ts";
import type { FileChange } from "../../clients/claude-code/file-change.ts";
import type { Surroundings } from "../../clients/claude-code/finding.ts";
import { hookStatus } from "../../clients/claude-code/hook-status.ts";
import { type InstallPlan, type InstallRequest, planInstall } from "../../clients/claude-code/install.ts";
import type { Scope } from "../../clients/claude-code/places.ts";
import { foreignNotes } from "../../clients/claude-code/plugin/install-plugin.ts";
import { pluginState } from "../../clients/claude-code/plugin-state.ts";
import { diffLines, installLines, statusLines, uninstallLines } from "../../clients/claude-code/report.ts";
import { planUninstall } from "../../clients/claude-code/uninstall.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { allMarkers, projectOfMarker } from "../../plan/workspace/marker.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import { EXIT_DONE, EXIT_NOTHING } from "../exit-codes.ts";
import { runProgram, surroundingsHere } from "../surroundings.ts";
import { takePluginOut } from "./client-plugin.ts";
import { type Command, directoryOf, type ParsedValues } from "./command.ts";
import type { HookStatusData, InstallData, UninstallData } from "./data/installation.ts";
import { WHY_OPTIONS, whyHooks } from "./hooks-why.ts";
import { paintLine, printAnswer, printJson, printLines, tell } from "./output.ts";

const ACTIONS = ["install", "uninstall", "status", "why"] as const;
type Action = (typeof ACTIONS)[number];
const SCOPES = ["user", "project", "local"] as const;
const TRANSPORTS = ["auto", "command", "mcp"] as const;

/** The options of each action, in addition to those of every command. */
const OPTIONS_OF: Readonly<Record<Action, readonly string[]>> = {
  install: [...SCOPES, "transport", "no-mcp", "dry-run", "yes"],
  uninstall: [...SCOPES, "no-mcp", "dry-run", "yes"],
  status: [],
  why: Object.keys(WHY_OPTIONS),
};

/** Options that say where an installation goes. */
const SCOPE_OPTIONS = {
  user: { type: "boolean", description: "In your own settings, for every project (~/.claude/settings.json)" },
  project: { type: "boolean", description: "In the project's shared settings (.claude/settings.json)" },
  local: { type: "boolean", description: "In your own settings of this project (.claude/settings.local.json)" },
  "dry-run": { type: "boolean", description: "Show the changes and make none" },
} as const;

/** Options of an installation. */
export const INSTALL_OPTIONS = {
  ...SCOPE_OPTIONS,
  transport: {
    type: "string",
    description: "How the client reaches the hooks",
    valueHint: TRANSPORTS.join("|"),
    choices: TRANSPORTS,
  },
  "no-mcp": { type: "boolean", description: "Leave the registration of the MCP server alone" },
  yes: { type: "boolean", description: "For scripts; nothing is asked anyway" },
} as const;

export const hooksCommand: Command = {
  arguments: {
    action: { type: "positional", description: ACTIONS.join(", "), isOptional: true, choices: ACTIONS },
    ...INSTALL_OPTIONS,
    ...WHY_OPTIONS,
  },
  async run(values) {
    const action = actionOf(values);
    for (const option of Object.keys({ ...INSTALL_OPTIONS, ...WHY_OPTIONS })) {
      if (isGiven(values, option) && !OPTIONS_OF[action].includes(option)) {
        const accepted = OPTIONS_OF[action].map((name) => `--${name}`).join(", ") || "--json only";
        throw invalid(
          `helix hooks ${action} has no option --${option}; it has: ${accepted}, e.g. helix hooks ${action}`,
        );
      }
    }
    if (action === "status") return status(values);
    if (action === "why") return whyHooks(values);
    return action === "install" ? install(values) : uninstall(values);
  },
};

const HELD_SHOWN_MAX = 5;

export const hooksInstallCommand: Command = {
  arguments: INSTALL_OPTIONS,
  async run(values) {
    if (values._.length > 0) throw invalid("helix hooks-install takes no words, e.g. helix hooks-install --user");
    return install(values);
  },
};

/**
 * The surroundings of an installation. Without a home directory there is no place for install records, and the
 * directory is ""; nothing else needs one.
 */
export function installationSurroundings(values: ParsedValues): Surroundings {
  if (process.env.HELIX_KB || values.kb || surroundingsHere("").home !== "")
    return surroundingsHere(directoryOf(values));
  return surroundingsHere("");
}

/** The scope that the options name; `usual` when they name none. Throws INVALID_ARGUMENT for more than one. */
function scopeOf(values: ParsedValues, usual: Scope): Scope {
  const given = SCOPES.filter((scope) => values[scope] === true);
  if (given.length > 1)
    throw invalid(
      `${given.map((scope) => `--${scope}`).join(" and ")} cannot go together: give one, e.g. --${given[0]}`,
    );
  return given[0] ?? usual;
}

/**
 * Carries out an installation, or with `isDryRun` only plans it. `before` is called with the plan before anything is
 * done. Returns the plan.
 */
export function carryOutInstall(
  request: InstallRequest,
  isDryRun: boolean,
  surroundings: Surroundings,
  before?: (plan: InstallPlan) => void,
): { plan: InstallPlan; client: ReturnType<typeof findClient> } {
  const client = findClient(surroundings, runProgram);
  const makePlan = () => planInstall(request, client, surroundings);
  before?.(makePlan());
  return { plan: isDryRun ? makePlan() : carryOut(makePlan, surroundings), client };
}

/** What was done to the settings, in a few words for `tell`; null when nothing was changed. */
export function doneBy(
  what: string,
  { changes }: { changes: readonly FileChange[] },
  isDryRun: boolean,
): string | null {
  return isDryRun || changes.length === 0 ? null : `${what}: ${changes.map(({ label }) => label).join(", ")}`;
}

/** Prints diffs and lines for people. */
export async function printChanges(
  changes: readonly FileChange[],
  lines: readonly string[],
  isWhole: boolean,
): Promise<void> {
  const diff = (await diffLines(changes, isWhole)).map(forTerminal);
  const behind = forTerminal(lines.join("\n")).split("\n");
  let left = diff.length;
  const paint = (line: string) => (left-- > 0 ? painted(line) : paintLine(line));
  // What was done ends with what to do next: no pager begins with the changes and waits for a key.
  printLines([...diff, ...(diff.length > 0 ? [""] : []), ...behind], paint, isWhole);
}

/** The changes as data. */
export async function changeData(changes: readonly FileChange[]): Promise<InstallData["changes"]> {
  return Promise.all(
    changes.map(async (change) => ({
      file: change.path,
      change: change.before === null ? "created" : change.after === null ? "removed" : "changed",
      backup: change.backup,
      diff: (await diffLines([change], true)).join("\n"),
    })),
  );
}

/** The installation that the options ask for; `usual` is the scope when they name none. */
export function installRequestOf(values: ParsedValues, usual: Scope): InstallRequest {
  return {
    scope: scopeOf(values, usual),
    transport: transportOf(values),
    withServer: !isGiven(values, "no-mcp"),
  };
}

async function install(values: ParsedValues): Promise<number> {
  const request = installRequestOf(values, "project");
  const isDryRun = values["dry-run"] === true;
  const { plan, client } = carryOutInstall(request, isDryRun, installationSurroundings(values));
  await tell(doneBy("installed", plan, isDryRun), async () => {
    if (!values.json) return printChanges(plan.changes, installLines(plan, client, isDryRun), isDryRun);
    const { scope, transport, groups, notes } = plan;
    const events = groups.map((group) => ({ event: group.event, hook: group.type, transport: group.transport }));
    const changes = await changeData(plan.changes);
    printJson({ scope, transport, dryRun: isDryRun, client, events, changes, notes } satisfies InstallData);
  });
  return EXIT_DONE;
}

async function uninstall(values: ParsedValues): Promise<number> {
  const surroundings = installationSurroundings(values);
  const request = { scope: scopeOf(values, "project"), withServer: !isGiven(values, "no-mcp") };
  const isDryRun = values["dry-run"] === true;
  const makePlan = () => planUninstall(request, surroundings);
  const first = makePlan();
  const plugin = first.scope === "user" ? takePluginOut(first, isDryRun, surroundings) : null;
  const plan = isDryRun ? makePlan() : carryOut(makePlan, surroundings);
  const held = plan.hooks > 0 || plugin !== null ? heldNotes(surroundings.home) : [];
  const beside = plan.scope !== "user" ? pluginNotes(surroundings) : plugin === null ? foreignNotes(surroundings) : [];
  const notes = [...plan.notes, ...beside, ...held];
  await tell(doneBy("taken out", plan, isDryRun), async () => {
    if (!values.json) {
      const [head = "", ...more] = uninstallLines({ ...plan, notes }, isDryRun);
      const isOnlyPlugin = plugin !== null && plan.hooks === 0 && !plan.isServerTaken;
      const lines = [...(isOnlyPlugin ? [] : [head]), ...more, ...(plugin?.lines ?? [])];
      return printChanges(plan.changes, lines, isDryRun);
    }
    const { scope, hooks, isServerTaken } = plan;
    const changes = await changeData(plan.changes);
    printJson({
      scope,
      dryRun: isDryRun,
      hooks,
      server: isServerTaken,
      plugin: plugin?.data ?? null,
      changes,
      notes,
    } satisfies UninstallData);
  });
  return plan.hooks > 0 || plan.isServerTaken || plugin !== null ? EXIT_DONE : EXIT_NOTHING;
}

/** A note where the plugin is installed, which is the user's in every project. */
function pluginNotes(surroundings: Surroundings): string[] {
  const isThere = pluginState(surroundings).installed.length > 0;
  return isThere ? ["the plugin of helix is installed: helix hooks uninstall --user takes it out"] : [];
}

/** Who takes the hooks out should know whom they hold. */
function heldNotes(home: string): string[] {
  const { markers } = home === "" ? { markers: [] } : allMarkers(diskOnceFiles, home);
  return markers.slice(0, HELD_SHOWN_MAX).map(({ path, line }) => {
    const id = line?.workspace ?? nameOf(path);
    return `a task of a plan is active in ${projectOfMarker(home, path)}: without these hooks nothing holds its limits there; helix plan release ${id} ends it`;
  });
}

function status(values: ParsedValues): number {
  const surroundings = installationSurroundings(values);
  const client = findClient(surroundings, runProgram);
  const found = hookStatus(surroundings, runProgram, client);
  if (values.json) printJson({ client, ...found } satisfies HookStatusData);
  else printAnswer(statusLines(found, client).join("\n"));
  return found.hooks.length > 0 ? EXIT_DONE : EXIT_NOTHING;
}

function actionOf(values: ParsedValues): Action {
  const [word, ...rest] = values._;
  const action = ACTIONS.find((each) => each === word);
  if (action === undefined) {
    const what = word === undefined ? "helix hooks needs an action" : `${JSON.stringify(word)} is no action`;
    throw invalid(`${what}: ${ACTIONS.join(", ")}, e.g. helix hooks install`);
  }
  if (rest.length > 0) throw invalid(`helix hooks ${action} takes no further words, e.g. helix hooks ${action}`);
  return action;
}

/** How the options want hooks to be reached. Throws INVALID_ARGUMENT. */
export function transportOf(values: ParsedValues): InstallRequest["transport"] {
  const { transport = "auto" } = values;
  const known = TRANSPORTS.find((each) => each === transport);
  if (known === undefined) {
    throw invalid(
      `--transport ${JSON.stringify(transport)} is not one of ${TRANSPORTS.join(", ")}, e.g. --transport command`,
    );
  }
  return known;
}

/** Whether an option is given. The parser reads `--no-NAME` as NAME with the value false. */
function isGiven(values: ParsedValues, option: string): boolean {
  if (!option.startsWith("no-")) return values[option] !== undefined && values[option] !== false;
  return values[option.slice("no-".length)] === false;
}

/** A line of a diff in its colour. */
function painted(line: string): string {
  const code = /^(?:---|\+\+\+)/.test(line)
    ? 1
    : line.startsWith("@@")
      ? 36
      : line.startsWith("+")
        ? 32
        : line.startsWith("-")
          ? 31
          : 0;
  return code === 0 ? line : `\u001b[${code}m${line}\u001b[0m`;
}
