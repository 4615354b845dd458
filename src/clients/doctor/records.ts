// Examines what lies beside the notes: the folders that hooks and plans write to, the event log, the documents of plans.

import { messageOf } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { eventDamage } from "../../events/log/event-damage.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { ACTIVE_NAME, EVENTS_FOLDER } from "../../events/log/event-writer.ts";
import { ACTIVE_UNUSABLE, oddWords } from "../../events/log/segment-names.ts";
import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { OUTPUTS_FOLDER } from "../../filters/kept/kept-outputs.ts";
import { DocumentStore, shownHash } from "../../plan/documents/document-store.ts";
import { PLANS_FOLDER, planPaths } from "../../plan/plan-paths.ts";
import { type Finding, note, problem, type Surroundings, shellWord } from "../claude-code/finding.ts";
import { ownCommand } from "../claude-code/programs.ts";

/** Each folder, with what becomes of helix where it cannot be used. */
const FOLDERS: readonly (readonly [name: string, lost: string])[] = [
  [EVENTS_FOLDER, "no judgement and no plan can be recorded, and nothing that hooks see"],
  [SESSIONS_FOLDER, "hooks say nothing, since they could not remember what they said"],
  [OUTPUTS_FOLDER, "originals of outputs cannot be kept or shown, so none is shortened"],
  [PLANS_FOLDER, "no plan can be saved"],
  [`${PLANS_FOLDER}/documents`, "no plan can be saved"],
  [`${PLANS_FOLDER}/workspaces`, "no task can begin"],
  ["code", "the index of code is built anew again and again"],
];
const NAMED_MAX = 5;

/** Says what cannot be used, or is damaged. Of what is as it should be it says nothing. */
export function checkRecords(surroundings: Surroundings): Finding[] {
  if (surroundings.paths.kind(surroundings.directory) !== "directory") return [];
  const folders = FOLDERS.flatMap((folder) => checkFolder(folder, surroundings));
  return [...folders, ...checkEvents(surroundings), ...checkDocuments(surroundings)];
}

function checkFolder([name, lost]: readonly [string, string], { directory, paths }: Surroundings): Finding[] {
  const path = `${directory}/${name}`;
  if (paths.facts(path) === null) return [];
  if (paths.kind(path) !== "directory")
    return [
      problem(
        `${name} is no folder, and helix did not make it: ${lost}`,
        `mv ${shellWord(path)} ${shellWord(`${path}.old`)}  # helix makes it anew`,
      ),
    ];
  if (paths.isWritable(path) && paths.isExecutable(path)) return [];
  return [problem(`${name} cannot be written to: ${lost}`, `chmod u+rwx ${shellWord(path)}`)];
}

function checkEvents(surroundings: Surroundings): Finding[] {
  const { directory, files, paths } = surroundings;
  // `checkFolder` has told of one that is no folder.
  const kind = paths.kind(`${directory}/${EVENTS_FOLDER}`);
  if (kind !== null && kind !== "directory") return [];
  try {
    const log = new EventLog(files, directory);
    const found = eventDamage(log);
    const damaged = found.damaged - found.cutOff;
    const odd = log.oddNames();
    const passedOver = odd.length === 0 ? [] : [note(oddWords(odd))];
    if (odd.includes(ACTIVE_NAME)) {
      const path = `${log.folder}/${ACTIVE_NAME}`;
      const fix = `mv ${shellWord(path)} ${shellWord(`${path}.old`)}  # helix makes it anew`;
      passedOver.unshift(problem(ACTIVE_UNUSABLE, fix));
    }
    if (damaged === 0) return passedOver;
    const lines = `${counted(damaged, "line", "lines")} of the event log ${damaged === 1 ? "is" : "are"} damaged`;
    return [
      note(
        `${lines} and passed over: a judgement, or what became of a plan, may be missing`,
        `${ownCommand(surroundings)} check ${shellWord(directory)}`,
      ),
      ...passedOver,
    ];
  } catch (error) {
    return [problem(`the event log cannot be read: ${messageOf(error)}`)];
  }
}

function checkDocuments({ directory, files }: Surroundings): Finding[] {
  const folder = planPaths(directory).documents;
  const damaged = new DocumentStore(files, folder).damaged();
  if (damaged.length === 0) return [];
  const names = damaged.slice(0, NAMED_MAX).map(shownHash).join(", ");
  const more = damaged.length > NAMED_MAX ? `, ${damaged.length - NAMED_MAX} more` : "";
  const what = counted(damaged.length, "document of plans is", "documents of plans are");
  return [
    problem(
      `${what} damaged, and count${damaged.length === 1 ? "s" : ""} for nothing: ${names}${more}`,
      `rm -r ${shellWord(`${folder}/${damaged[0]}.json`)}  # or bring it back: save the plan again, or helix import --events`,
    ),
  ];
}
