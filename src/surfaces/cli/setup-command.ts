// `helix setup`: sets up everything that helix needs in one step. It installs the hooks, registers the server, reports
// problems, and says what to try next. A second run changes nothing.

import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { FileChange } from "../../clients/claude-code/file-change.ts";
import type { Surroundings } from "../../clients/claude-code/finding.ts";
import type { InstallRequest } from "../../clients/claude-code/install.ts";
import { ownCommand } from "../../clients/claude-code/programs.ts";
import { installLines } from "../../clients/claude-code/report.ts";
import { countOf, examine } from "../../clients/doctor/doctor.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { type PluginOutcome, setUpPlugin, takePluginOut } from "./client-plugin.ts";
import type { Command } from "./command.ts";
import { SWITCHED_ON, shellOf } from "./completion-scripts.ts";
import type { SetupData } from "./data/installation.ts";
import {
  carryOutInstall,
  changeData,
  doneBy,
  INSTALL_OPTIONS,
  installationSurroundings,
  installRequestOf,
  printChanges,
} from "./hooks-commands.ts";
import { printJson, tell } from "./output.ts";
import { withProgress } from "./progress-line.ts";
import { projectLines } from "./project-lines.ts";

/**
 * What to try next. `own` is how this program is called here, `shell` the path of the user's shell, as $SHELL has it.
 * `isClientThere`: the client was found.
 */
function nextSteps(own: string, shell: string | undefined, isClientThere: boolean): string[] {
  // Lines of 80 columns, where helix is on PATH.
  const session = isClientThere ? "start a session: it has the notes" : "once it is installed: a session has the notes";
  const steps: [command: string, what: string][] = [
    [`${own} demo`, "see it at work, in a temporary folder"],
    [`${own} store topic "what you know"`, "store a note"],
    ["claude", session],
    [`${own} hooks status`, "see every hook and whether it runs"],
    [`${own} economy on`, "shorten noisy outputs; originals are kept"],
    [`${own} lift plan`, "how many sessions show whether it helps"],
    [`${own} lift on`, "find out: a tenth of them go without"],
  ];
  const known = shellOf(shell);
  if (known !== undefined) {
    const { line, file } = SWITCHED_ON[known];
    steps.push([line, `Tab completes: add this line to ${file}`]);
  }
  const width = Math.max(...steps.map(([command]) => command.length));
  return steps.map(([command, what]) => `${command.padEnd(width)}   ${what}`);
}

export const setupCommand: Command = {
  arguments: {
    ...INSTALL_OPTIONS,
    plugin: { type: "boolean", description: "As a plugin, with agents and skills, in place of settings" },
  },
  async run(values) {
    if (values._.length > 0) throw invalid("helix setup takes no words, e.g. helix setup --user");
    const surroundings = installationSurroundings(values);
    const isDryRun = values["dry-run"] === true;
    const request = installRequestOf(values, "user");
    const done =
      values.plugin === true ? byPlugin(request, isDryRun, surroundings) : bySettings(request, isDryRun, surroundings);
    const areas = await withProgress((onProgress) =>
      examine(
        { ...surroundings, onProgress: (done, total) => onProgress({ done, total, what: "checking" }) },
        isDryRun,
      ),
    );
    const problems = areas.flatMap(({ findings }) => findings.filter(({ status }) => status === "problem"));
    const notes = countOf(areas, "note");
    const own = ownCommand(surroundings);
    const next = nextSteps(own, process.env.SHELL, done.client !== null);
    const here = isDryRun ? [] : await projectLines(values, own);
    await tell(doneBy("installed", done, isDryRun), async () => {
      if (values.json) {
        const { scope, transport, client, plugin } = done;
        const changes = await changeData(done.changes);
        printJson({
          scope,
          transport,
          dryRun: isDryRun,
          client,
          changes,
          plugin: plugin?.data ?? null,
          notes: [...done.notes],
          problems,
          here,
          next,
        } satisfies SetupData);
        return;
      }
      const summary = `${counted(problems.length, "problem", "problems")}, ${counted(notes, "note", "notes")} (helix doctor)`;
      const found = problems.flatMap(({ what, fix }) => [
        `  problem  ${what}`,
        ...(fix ? [`           fix: ${fix}`] : []),
      ]);
      const shown = here.length === 0 ? [] : ["", "in this project:", ...here.map((line) => `  ${line}`)];
      const checked = [
        "",
        `doctor: ${summary}`,
        ...found,
        ...shown,
        "",
        "try next:",
        ...next.map((line) => `  ${line}`),
      ];
      await printChanges(done.changes, [...done.lines, ...checked], isDryRun);
    });
    return problems.length > 0 && !isDryRun ? EXIT_ERROR : EXIT_DONE;
  },
};

/** What a setup did. */
interface SetUp extends Pick<SetupData, "scope" | "transport" | "client"> {
  readonly changes: readonly FileChange[];
  readonly plugin: PluginOutcome | null;
  readonly notes: readonly string[];
  readonly lines: readonly string[];
}

function byPlugin(request: InstallRequest, isDryRun: boolean, surroundings: Surroundings): SetUp {
  return { scope: "user", ...setUpPlugin(request, isDryRun, surroundings) };
}

/** Installs into the settings. For the user, the plugin goes first: the settings hold all that it brought. */
function bySettings(request: InstallRequest, isDryRun: boolean, surroundings: Surroundings): SetUp {
  const done: { plugin: PluginOutcome | null } = { plugin: null };
  const { plan, client } = carryOutInstall(request, isDryRun, surroundings, (settings) => {
    if (request.scope === "user") done.plugin = takePluginOut(settings, isDryRun, surroundings);
  });
  const { plugin } = done;
  const lines = [...installLines(plan, client, isDryRun), ...(plugin?.lines ?? [])];
  return {
    scope: plan.scope,
    transport: plan.transport,
    client,
    changes: plan.changes,
    plugin,
    notes: plan.notes,
    lines,
  };
}
