// Checks helix's plugin in the client: whether it runs, and whether what it starts is there.

import { type Finding, note, ok, problem, type Surroundings } from "../claude-code/finding.ts";
import { ownHooks } from "../claude-code/own-hooks.ts";
import { PLUGIN_ID, type PluginParts, type PluginState } from "../claude-code/plugin-state.ts";
import { findProgram, isSameFile, ownCommand } from "../claude-code/programs.ts";
import { checkGuard } from "./hooks.ts";

/**
 * Says how the plugin stands. `parts`: what it brings; null: the client does not run it. `others`: whether the settings
 * hold hooks of helix, too.
 */
export function checkPlugin(
  state: PluginState,
  parts: PluginParts | null,
  others: boolean,
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
  if (!isSameFile(program, surroundings.executable, surroundings))
    findings.push(note(`the plugin starts another helix, ${program}`, again));
  if (others) findings.push(note("settings hold hooks of helix, too: those of the plugin are silent then", again));
  else findings.push(...checkGuard(hooks, null, again, surroundings));
  return findings;
}
