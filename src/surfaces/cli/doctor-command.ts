// `helix doctor`: examines the installation. The exit code is 2 when something is wrong. With `--apply` it closes helix's
// own files to others first.

import { activityOf } from "../../clients/doctor/activity.ts";
import { countOf, examine, formatAreas } from "../../clients/doctor/doctor.ts";
import { type ClosedPath, closeAccess } from "../../clients/doctor/own-files.ts";
import { setMode } from "../../platform/path-mode.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { surroundingsHere } from "../surroundings.ts";
import { type Command, directoryOf } from "./command.ts";
import type { DoctorData } from "./data/installation.ts";
import { DIRECTORY_WORD, withDirectoryWord } from "./maintenance-commands.ts";
import { printAnswer, printJson } from "./output.ts";
import { withProgress } from "./progress-line.ts";

export const doctorCommand: Command = {
  arguments: {
    ...DIRECTORY_WORD,
    apply: { type: "boolean", description: "Close the directory and helix's files in it to others, then look" },
  },
  async run(values) {
    const directory = directoryOf(withDirectoryWord("doctor", values));
    const surroundings = surroundingsHere(directory);
    const closed = values.apply ? closeAccess(surroundings, setMode) : [];
    const activity = activityOf(surroundings);
    const areas = await withProgress((onProgress) =>
      examine(
        { ...surroundings, onProgress: (done, total) => onProgress({ done, total, what: "checking" }) },
        false,
        activity,
      ),
    );
    const problems = countOf(areas, "problem");
    const notes = countOf(areas, "note");
    if (values.json) {
      const { client, others, hooks, servers } = activity;
      printJson({
        problems,
        notes,
        closed: closed.map(({ path, before, after }) => ({ path, before: octal(before), after: octal(after) })),
        client,
        otherClients: others.map(({ name, folder }) => ({ name, folder })),
        hooks: hooks.map(({ hook, last }) => ({ hook, last: last === null ? null : new Date(last).toISOString() })),
        servers: servers.map(({ pid, program, version }) => ({ pid, program, version })),
        areas,
      } satisfies DoctorData);
    } else {
      printAnswer([...closedLines(closed, values.apply === true), formatAreas(areas)].join("\n"));
    }
    return problems > 0 ? EXIT_ERROR : EXIT_DONE;
  },
};

function closedLines(closed: readonly ClosedPath[], isAsked: boolean): string[] {
  if (!isAsked) return [];
  if (closed.length === 0)
    return ["nothing to close: helix's own files are closed to others, or are not yours alone", ""];
  return [...closed.map(({ path, before, after }) => `closed: ${path} (${octal(before)}, now ${octal(after)})`), ""];
}

function octal(mode: number): string {
  return mode.toString(8);
}
