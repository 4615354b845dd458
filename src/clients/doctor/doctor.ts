// `helix doctor`: examines everything that helix needs to work, and says what to do about each problem. It changes
// nothing, starts programs only to ask for a version or to check a signature, and never shows what other people's files
// hold. It advises nothing that touches what is not helix's own.

import { isInHome } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { findProject } from "../../notes/projects/project.ts";
import { readSettings, settingsHooks } from "../claude-code/client-settings.ts";
import { type Finding, note, ok, problem, type Surroundings } from "../claude-code/finding.ts";
import { mentions, ownHooks } from "../claude-code/own-hooks.ts";
import { pluginParts, pluginState } from "../claude-code/plugin-state.ts";
import { checkBinary, ownCommand } from "../claude-code/programs.ts";
import { checkRegistration, isRegistered } from "../claude-code/registration.ts";
import { type Activity, activityOf, clientFindings, hookTimeFindings, serverFindings } from "./activity.ts";
import { checkDirectory } from "./directory.ts";
import { checkEconomy } from "./economy.ts";
import { checkFilters } from "./filters.ts";
import { checkHooks, guardInstalled } from "./hooks.ts";
import { checkPlans, type PlanSurroundings } from "./plans.ts";
import { checkPlugin } from "./plugin.ts";
import { checkRecords } from "./records.ts";
import { checkSettings } from "./settings.ts";
import { checkFiles } from "./store-state.ts";

/** The findings of one area. */
export interface Area {
  readonly area: string;
  readonly findings: readonly Finding[];
}

/**
 * Examines everything, area by area. `isBefore`: helix is about to be installed, so the client's settings are not
 * searched for it.
 */
export async function examine(
  surroundings: Surroundings,
  isBefore = false,
  activity = activityOf(surroundings),
): Promise<Area[]> {
  return [
    { area: "program", findings: await checkBinary(surroundings) },
    {
      area: "knowledge base",
      findings: [...checkDirectory(surroundings), ...checkFiles(surroundings), ...checkRecords(surroundings)],
    },
    { area: "project", findings: [checkProject(surroundings)] },
    { area: "client", findings: checkClient(surroundings, isBefore, activity) },
    { area: "servers", findings: serverFindings(activity) },
    { area: "plans", findings: checkPlans(planSurroundings(surroundings)) },
    { area: "settings", findings: [...checkSettings(surroundings), ...checkFilters(surroundings)] },
    { area: "environment", findings: checkEnvironment(surroundings) },
  ];
}

/** The settings that apply are known for the folder that the doctor is called in, and for no other. */
function planSurroundings(surroundings: Surroundings): PlanSurroundings {
  const { home, directory, currentDirectory } = surroundings;
  return {
    home,
    directory,
    isUnguarded: (project) =>
      project !== "" && project === currentDirectory && guardInstalled(surroundings).state !== "whole",
  };
}

/** The number of findings with a status. */
export function countOf(areas: readonly Area[], status: Finding["status"]): number {
  return areas.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.status === status).length, 0);
}

/** The findings as lines for people. */
export function formatAreas(areas: readonly Area[]): string {
  const lines = areas.flatMap(({ area, findings }) => [
    area,
    ...findings.flatMap(({ status, what, fix }) => [
      `  ${status.padEnd("problem".length)}  ${cleanLine(what)}`,
      ...(fix === undefined ? [] : [`${" ".repeat("  problem  ".length)}fix: ${cleanLine(fix)}`]),
    ]),
  ]);
  const problems = countOf(areas, "problem");
  const summary = `${counted(problems, "problem", "problems")}, ${counted(countOf(areas, "note"), "note", "notes")}`;
  return [...lines, problems === 0 ? `all is well: ${summary}` : summary].join("\n");
}

function checkProject({ currentDirectory, home, paths, judgeProject }: Surroundings): Finding {
  if (currentDirectory === null) return note("the current directory is gone");
  const project = findProject(currentDirectory, paths);
  if (project === null) return ok("none here: what is stored from this directory belongs to no project");
  const { keys, claimed } = judgeProject(project);
  const what = `${keys.join(", ")} (${project.root})`;
  // The home directory still counts as a project. If it did not, its notes would belong to no project and be shown in
  // all of them.
  if (home !== "" && project.root === paths.realPath(home)) {
    return note(
      `${what}: the home directory is a repository, so all folders in it that have none of their own share their notes`,
      "git init  # in a folder whose notes are to stay in it",
    );
  }
  if (claimed === undefined) return ok(what);
  return note(
    `${what}: its git configuration names ${claimed}, which helix knows from other folders and not from this one, so it does not share its notes`,
    `helix project  # says why; if it is a clone of yours: helix project --trust`,
  );
}

function checkClient(surroundings: Surroundings, isBefore: boolean, activity: Activity): Finding[] {
  const { files, findings } = readSettings(surroundings);
  const head = [...clientFindings(activity), ...findings];
  if (isBefore) return head;
  const held = settingsHooks(surroundings, files);
  const state = pluginState(surroundings, files);
  const plugin = pluginParts(surroundings, state);
  const scopes = held.filter(({ hooks }) => ownHooks(hooks).length > 0).map(({ scope }) => scope);
  const areHooksNamed = scopes.length > 0 || held.some(({ hooks }) => mentions(hooks) > 0);
  const isNamed = areHooksNamed || isRegistered(files, surroundings);
  const disabledBy = files.find(({ content }) => content?.disableAllHooks)?.label ?? null;
  const ofPlugin = checkPlugin(state, plugin, { scopes, disabledBy }, surroundings);
  if (plugin === null && !isNamed && ofPlugin.length > 0) return [...head, ...ofPlugin];
  if (plugin === null && !isNamed)
    return [...head, note("helix is not set up in Claude Code yet", `${ownCommand(surroundings)} setup`)];
  const isHere = activity.client !== null || files.some(({ role, content }) => role === "state" && content !== null);
  const hasHooks = plugin === null || areHooksNamed;
  return [
    ...head,
    ...ofPlugin,
    ...(isNamed ? checkRegistration(files, surroundings, isHere) : []),
    ...(hasHooks ? checkHooks(files, surroundings, plugin === null ? [] : ownHooks(plugin.hooks)) : []),
    ...checkEconomy(held, surroundings),
    ...hookTimeFindings(activity, plugin !== null || scopes.length > 0),
  ];
}

function checkEnvironment({ environment, home, paths }: Surroundings): Finding[] {
  const { HELIX_KB, HELIX_NOW, HELIX_RELOAD_FROM } = environment;
  const findings: Finding[] = [];
  if (HELIX_KB) {
    const isFixed = HELIX_KB.startsWith("/") || isInHome(HELIX_KB);
    const what = `HELIX_KB names the knowledge base: ${quote(HELIX_KB)}`;
    findings.push(
      isFixed ? ok(what) : note(`${what}, another one in each directory`, 'export HELIX_KB="$HOME/.helix-kb"'),
    );
  }
  if (HELIX_NOW) {
    const isTime = /^\d+$/.test(HELIX_NOW) || !Number.isNaN(Date.parse(HELIX_NOW));
    const what = `HELIX_NOW=${quote(HELIX_NOW)}`;
    if (isTime)
      findings.push(note(`${what}: the clock stands still, all that is stored gets that time`, "unset HELIX_NOW"));
    else findings.push(problem(`${what} is no time: nothing can be stored or asked`, "unset HELIX_NOW"));
  }
  if (HELIX_RELOAD_FROM) {
    const path = HELIX_RELOAD_FROM.replace(/^~(?=\/)/, home ?? "~");
    const isThere = ["file", "directory"].includes(paths.kind(path) ?? "");
    const what = `HELIX_RELOAD_FROM=${quote(HELIX_RELOAD_FROM)}`;
    findings.push(isThere ? ok(what) : note(`${what}: there is no such file or folder`, "unset HELIX_RELOAD_FROM"));
  }
  return findings.length > 0 ? findings : [ok("no variable of helix is set")];
}
