// `helix plugin DIR`: writes helix's plugin for Claude Code as a marketplace in one folder.

import { resolve } from "node:path";
import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { fromHome } from "../../base/path-names.ts";
import { version } from "../../base/version.ts";
import { counted } from "../../base/wording.ts";
import { findClient } from "../../clients/claude-code/client-program.ts";
import { shellWord } from "../../clients/claude-code/finding.ts";
import { filesHere, pluginTransport } from "../../clients/claude-code/plugin/install-plugin.ts";
import { isFolderChange, planFolder, writeFolder } from "../../clients/claude-code/plugin/plugin-folder.ts";
import { PLUGIN_ID } from "../../clients/claude-code/plugin-state.ts";
import { runProgram } from "../surroundings.ts";
import type { Command } from "./command.ts";
import type { PluginFolderData } from "./data/installation.ts";
import { INSTALL_OPTIONS, installationSurroundings, transportOf } from "./hooks-commands.ts";

const EXAMPLE = "helix plugin ./helix-plugin";

export const pluginCommand: Command = {
  arguments: {
    folder: { type: "positional", description: "The folder: a new or empty one, or one that helix wrote" },
    transport: INSTALL_OPTIONS.transport,
    "dry-run": INSTALL_OPTIONS["dry-run"],
  },
  async run(values): Promise<Answer> {
    const [given, ...rest] = values._;
    if (!given) throw invalid(`helix plugin needs a folder, e.g. ${EXAMPLE}`);
    if (rest.length > 0) throw invalid(`helix plugin takes one folder, and got ${values._.length}, e.g. ${EXAMPLE}`);
    const surroundings = installationSurroundings(values);
    const asked = transportOf(values);
    const transport = pluginTransport(asked, asked === "auto" ? findClient(surroundings, runProgram) : null);
    const plan = planFolder(
      resolve(fromHome(given, surroundings.home)),
      filesHere(transport, surroundings),
      surroundings,
    );
    const isDryRun = values["dry-run"] === true;
    if (!isDryRun) writeFolder(plan, surroundings);
    const { directory, kept } = plan;
    const writes = plan.writes.map(({ path }) => path);
    const did = !isFolderChange(plan)
      ? `${kept.length === 0 ? "as it should be" : "with changes by hand"}, so nothing was written`
      : `${counted(writes.length, "file", "files")} ${isDryRun ? "would be " : ""}written`;
    const said = `${directory}: plugin helix ${version}, ${did}`;
    return {
      found: true,
      operation: said,
      text: () =>
        [
          said,
          ...(isDryRun ? writes.map((path) => `  ${path}`) : []),
          ...plan.removes.map(
            (path) => `  ${path}: ${isDryRun ? "would be " : ""}removed, as this helix has none such`,
          ),
          ...kept.map((path) => `  ${path}: changed by hand, left as it is`),
          "",
          `try it for one session: claude --plugin-dir ${shellWord(`${directory}/helix`)}`,
          `install it: claude plugin marketplace add ${shellWord(directory)} && claude plugin install ${PLUGIN_ID}`,
        ].join("\n"),
      data: (): PluginFolderData => ({
        directory,
        version,
        transport,
        dryRun: isDryRun,
        written: writes,
        removed: [...plan.removes],
        kept: [...kept],
      }),
    };
  },
};
