// One settings file on its way from what it is to what it is to be: read, edited as text, and looked at once more
// before it is written.

import { isWithin, normalPath } from "../../base/path-names.ts";
import { readSettingsText, type SettingsText } from "../../platform/settings-file.ts";
import { projectFolder } from "./client-settings.ts";
import { containerName } from "./edit-hooks.ts";
import type { Surroundings } from "./finding.ts";
import { hashOf, type InstalledState, type InstallRecord, readRecords, stateOf } from "./install-record.ts";
import { type JsonPath, JsonText } from "./json-text.ts";
import type { Place } from "./places.ts";
import { defaultDirectory, fromHome } from "./program-words.ts";

/** What happened to a file, or would. */
export interface FileChange {
  readonly path: string;
  readonly label: string;
  /** null: there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Where the file as it was is kept; null: nowhere, since nothing is lost. */
  readonly backup: string | null;
}

/** A file that was read and may be changed in one place. */
export interface OpenedFile {
  readonly place: Place;
  /** The place in it. */
  readonly at: JsonPath;
  readonly before: SettingsText | null;
  readonly json: JsonText;
  /** What is remembered of an earlier installation in this place; null: nothing. */
  readonly record: InstallRecord | null;
  /** What is remembered of other places in the same file. */
  readonly others: readonly InstallRecord[];
  /** The knowledge base directory that remembers it; the current one where none does. */
  readonly memory: string;
}

/** What is to become of an opened file. */
export interface Decision {
  readonly file: OpenedFile;
  readonly after: string | null;
  /** What to remember of it; null: to be forgotten. */
  readonly record: InstallRecord | null;
  /** What to remember of other places in the file from now on, where that changes. */
  readonly others: readonly InstallRecord[];
  /** Whether the old text can be had again without a copy of it. */
  readonly isReversible: boolean;
  /** Whether nothing of helix was in the file. */
  readonly isFirst: boolean;
}

/**
 * Reads a file for editing. `namesIn`: the knowledge base directories that what is installed in it names, for one of
 * those remembers it. Throws when the file is there and is no JSON object, or cannot be read.
 */
export function openFile(
  place: Place,
  at: JsonPath,
  surroundings: Surroundings,
  namesIn: (json: JsonText) => readonly (string | null)[],
): OpenedFile {
  const { files, home, directory } = surroundings;
  const before = readSettingsText(place.path);
  const json = new JsonText(before?.text ?? "", place.label);
  const named = namesIn(json).map((name) => (name === null ? defaultDirectory(home) : fromHome(name, home)));
  // A project cannot bring a memory of its own.
  const project = projectFolder(surroundings);
  const trusted = named.filter(
    (name) => name.startsWith("/") && !(project !== null && isWithin(project, normalPath(name))),
  );
  // A link and what it leads to are one file.
  const isOfFile = ({ path }: InstallRecord) => path === place.path || path === before?.target;
  const memories = [...new Set([directory, ...trusted])].map((memory) => {
    const known = readRecords(files, memory).filter(isOfFile);
    const record = known.find((each) => each.at === containerName(at)) ?? null;
    return { record, others: known.filter((each) => each !== record), memory };
  });
  return { place, at, before, json, ...(memories.find(({ record }) => record !== null) ?? memories[0]!) };
}

/** The state that an installation left the file in, if it is still in that; null: somebody has changed it. */
export function installedState({ before, record }: OpenedFile): InstalledState | null {
  return before === null || record === null ? null : stateOf(record, before.text);
}

/**
 * What is decided by an edit that puts helix into the file. `hadOwn`: whether it was there; `kept`: what was there to
 * put it into.
 */
export function decisionOf(file: OpenedFile, hadOwn: boolean, kept: readonly string[]): Decision {
  const { place, at, before, json, record, others } = file;
  const isFresh = !hadOwn || record === null;
  const state = hadOwn ? installedState(file) : null;
  const earlier = hadOwn ? (state?.splices ?? null) : [];
  const splices = earlier === null ? null : [...earlier, ...json.splices];
  return {
    file,
    after: json.text,
    record: {
      path: isFresh ? (before?.target ?? place.path) : record.path,
      at: containerName(at),
      states: [...(state === null ? [] : [state]), { hash: hashOf(json.text), splices }],
      existed: isFresh ? before !== null : record.existed,
      kept: isFresh ? kept : record.kept,
      folders: isFresh ? [] : record.folders,
    },
    others: [],
    isReversible: hadOwn && earlier !== null,
    isFirst: !hadOwn && others.length === 0,
  };
}

/** The changes that the decisions make, without those that change nothing. */
export function changesOf(decisions: readonly Decision[]): FileChange[] {
  return decisions.filter(isChange).map(({ file: { place, before }, after }) => ({
    path: place.path,
    label: place.label,
    before: before?.text ?? null,
    after,
    backup: null,
  }));
}

/** Whether the text of the file becomes another. */
export function isChange({ file, after }: Decision): boolean {
  return (file.before?.text ?? null) !== after;
}

/** What replaces a file takes one of its names. */
export function linkNotes(decisions: readonly Decision[]): string[] {
  return decisions
    .filter(isChange)
    .flatMap(({ file: { before, place } }) =>
      before === null || before.links < 2
        ? []
        : [`${place.label} is one of ${before.links} names of a file (hard links): the others keep the old text`],
    );
}
