// Checks helix's plugin in the client: whether it runs, and whether what it starts is there.

import { version } from "../../base/version.ts";
import { type Finding, note, ok, problem, type Surroundings, shellWord } from "../claude-code/finding.ts";
import { ownHooks } from "../claude-code/own-hooks.ts";
import type { Scope } from "../claude-code/places.ts";
import { PLUGIN_ID, type PluginParts, type PluginState } from "../claude-code/plugin-state.ts";
import { findProgram, isSameFile, ownCommand } from "../claude-code/programs.ts";
import { servedDirectory } from "../claude-code/registration.ts";
import { checkGuard } from "./hooks.ts";

/** What the settings say that bears on the plugin. */
export interface BesidePlugin {
  /** The scopes whose settings hold hooks of helix, too. */
  readonly scopes: readonly Scope[];
  /** The settings file that turns all hooks off; null: none does. */
  readonly disabledBy: string | null;
}

/** Says how the plugin stands. `parts`: what it brings; null: the client does not run it. */
export function checkPlugin(
  state: PluginState,
  parts: PluginParts | null,
  { scopes, disabledBy }: BesidePlugin,
  surroundings: Surroundings,
): Finding[] {
  const [copy] = state.installed;
  if (copy === undefined) return [];
  const again = `${ownCommand(surroundings)} setup --plugin`;
  if (parts === null)
    return [note("the plugin helix is installed and turned off", `claude plugin enable ${PLUGIN_ID}`)];
  const command = parts.server?.command;
  const hooks = ownHooks(parts.hooks);
  if (command === undefined || hooks.length === 0)
    return [problem(`the plugin helix in ${parts.folder} is not whole: its hooks or its server are missing`, again)];
  const program = findProgram(command, surroundings);
  if (program === null)
    return [problem(`the plugin helix starts ${command}, which is not there, or may not be run`, again)];
  const findings = [ok(`plugin helix ${parts.version}: its hooks and its server, by ${program}`)];
  const words = parts.server?.args.filter((word) => typeof word === "string") ?? [];
  const served = servedDirectory(words, parts.server?.env ?? {}, surroundings);
  if (served !== null && served !== surroundings.directory)
    findings.push(
      note(
        `the plugin is for another knowledge base, ${served}`,
        `${ownCommand(surroundings)} doctor ${shellWord(served)}`,
      ),
    );
  if (!isSameFile(program, surroundings.executable, surroundings))
    findings.push(note(`the plugin starts another helix, ${program}`, again));
  else if (parts.version !== version)
    findings.push(note(`the plugin is that of helix ${parts.version}, and this is ${version}`, again));
  else if (hooks.some(({ isQuiet }) => !isQuiet))
    findings.push(note("hooks of the plugin are from an older helix: they fail where helix is missing", again));
  if (scopes.length > 0) {
    // Hooks of the project are there for others, too.
    const what = "settings hold hooks of helix, too: those of the plugin are silent then";
    findings.push(scopes.includes("user") ? note(what, again) : note(what));
    return findings;
  }
  findings.push(...checkGuard(hooks, disabledBy, again, surroundings));
  if (disabledBy !== null) findings.push(note(`${disabledBy} turns all hooks off (disableAllHooks)`));
  return findings;
}
