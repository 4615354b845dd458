// One settings file on its way from the old text to the new one: opened, edited as text, and decided on before it is
// written.

import { DEFAULT_DIRECTORY, fromHome, isWithin, normalPath } from "../../base/path-names.ts";
import { readSettingsText, type SettingsText } from "../../platform/settings-file.ts";
import { containerName } from "./edit-hooks.ts";
import type { Surroundings } from "./finding.ts";
import { hashOf, type InstalledState, type InstallRecord, readRecords, stateOf } from "./install-record.ts";
import { type JsonPath, JsonText } from "./json-text.ts";
import { type Place, projectFolder } from "./places.ts";

/** A change of one file, made or planned. */
export interface FileChange {
  readonly path: string;
  readonly label: string;
  /** The text before and after the change; null: there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Path of the copy of the old file; null: no copy is kept, because nothing is lost. */
  readonly backup: string | null;
}

/** A file that was read and may be changed at one place. */
export interface OpenedFile {
  readonly place: Place;
  /** The place in the file. */
  readonly at: JsonPath;
  readonly before: SettingsText | null;
  readonly json: JsonText;
  /** The record of an earlier installation at this place; null: there is none. */
  readonly record: InstallRecord | null;
  /** The records of other places in the same file. */
  readonly others: readonly InstallRecord[];
  /** The knowledge base directory that holds the record; the current one where none does. */
  readonly memory: string;
}

/** The decision about an opened file. */
export interface Decision {
  readonly file: OpenedFile;
  readonly after: string | null;
  /** The new record of this place; null: the record is dropped. */
  readonly record: InstallRecord | null;
  /** The new records of other places in the file, as far as they change. */
  readonly others: readonly InstallRecord[];
  /** Whether the old text can be restored without a copy of it. */
  readonly isReversible: boolean;
  /** Whether the file held nothing of helix before. */
  readonly isFirst: boolean;
}

/**
 * Reads a file for editing. `namesIn` returns the knowledge base directories that the parts of helix in the file name;
 * one of these directories may hold the record. Throws when the file is there and is not a JSON object, or cannot be
 * read.
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
  const named = namesIn(json).map((name) => fromHome(name ?? DEFAULT_DIRECTORY, home));
  // A directory inside the project is not trusted: a project must not bring records of its own.
  const project = projectFolder(surroundings);
  const trusted = named.filter(
    (name) => name.startsWith("/") && !(project !== null && isWithin(project, normalPath(name))),
  );
  // A symbolic link and its target are one file.
  const isOfFile = ({ path }: InstallRecord) => path === place.path || path === before?.target;
  const memories = [...new Set([directory, ...trusted])].map((memory) => {
    const known = readRecords(files, memory).filter(isOfFile);
    const record = known.find((each) => each.at === containerName(at)) ?? null;
    return { record, others: known.filter((each) => each !== record), memory };
  });
  return { place, at, before, json, ...(memories.find(({ record }) => record !== null) ?? memories[0]!) };
}

/** The installed state that the file still has; null: there is no record, or somebody has changed the file since. */
export function installedState({ before, record }: OpenedFile): InstalledState | null {
  return before === null || record === null ? null : stateOf(record, before.text);
}

/**
 * The decision behind an edit that puts helix into the file. `hadOwn`: whether helix was in it already. `kept`: the
 * containers that existed before and are kept at an uninstallation.
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

/** The changes that the decisions make. Decisions that change nothing are left out. */
export function changesOf(decisions: readonly Decision[]): FileChange[] {
  return decisions.filter(isChange).map(({ file: { place, before }, after }) => ({
    path: place.path,
    label: place.label,
    before: before?.text ?? null,
    after,
    backup: null,
  }));
}

/** Whether the decision changes the text of the file. */
export function isChange({ file, after }: Decision): boolean {
  return (file.before?.text ?? null) !== after;
}

/** Notes about files with several names (hard links): a write replaces the file under one name only. */
export function linkNotes(decisions: readonly Decision[]): string[] {
  return decisions
    .filter(isChange)
    .flatMap(({ file: { before, place } }) =>
      before === null || before.links < 2
        ? []
        : [`${place.label} is one of ${before.links} names of a file (hard links): the others keep the old text`],
    );
}
