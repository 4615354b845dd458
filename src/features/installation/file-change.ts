// One settings file on its way from what it is to what it is to be: read, edited as text, written with all others or not at all.

import { backupOf, changeSettings, readSettingsText, type SettingsText } from "../../storage/settings-file.ts";
import { isWithin, normalPath } from "../../text/path-names.ts";
import { projectFolder } from "../doctor/client-settings.ts";
import type { Surroundings } from "../doctor/finding.ts";
import { hashOf, type InstallRecord, readRecords, saveRecords } from "./install-record.ts";
import { JsonText } from "./json-text.ts";
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

/** A file that was read and may be changed. */
export interface OpenedFile {
  readonly place: Place;
  readonly before: SettingsText | null;
  readonly json: JsonText;
  /** What is remembered of an earlier installation; null: nothing. */
  readonly record: InstallRecord | null;
  /** The knowledge base directory that remembers it; the current one where none does. */
  readonly memory: string;
}

/** What is to become of an opened file. */
export interface Decision {
  readonly file: OpenedFile;
  readonly after: string | null;
  /** What to remember of it; null: to be forgotten. */
  readonly record: Omit<InstallRecord, "hash" | "path"> | null;
  /** Whether the old text can be had again without a copy of it. */
  readonly isReversible: boolean;
}

/**
 * Reads a file for editing. `namesIn`: the knowledge base directories that what is installed in it names, for one of those remembers
 * it. Throws when the file is there and is no JSON object, or cannot be read.
 */
export function openFile(
  place: Place,
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
  for (const memory of new Set([directory, ...trusted])) {
    const record = readRecords(files, memory).find(({ path }) => path === place.path);
    if (record !== undefined) return { place, before, json, record, memory };
  }
  return { place, before, json, record: null, memory: directory };
}

/** Whether the file is still as an installation left it. */
export function isAsInstalled({ before, record }: OpenedFile): boolean {
  return before !== null && record !== null && hashOf(before.text) === record.hash;
}

/** The changes that the decisions make, without those that change nothing. */
export function changesOf(decisions: readonly Decision[]): FileChange[] {
  return decisions.filter(isChange).map(({ file: { place, before }, after, isReversible }) => ({
    path: place.path,
    label: place.label,
    before: before?.text ?? null,
    after,
    backup: before === null || isReversible ? null : backupOf(place.path),
  }));
}

/** Carries the decisions out. Returns whether they will be remembered. Throws IO, and then nothing was changed. */
export function carryOut(decisions: readonly Decision[], surroundings: Surroundings): boolean {
  const due = decisions.filter(isChange);
  const created = changeSettings(
    due.map(({ file: { place, before, record }, after, isReversible }) => ({
      path: place.path,
      before,
      after,
      mode: place.mode,
      backup: before === null || isReversible ? null : backupOf(place.path),
      obsolete: isReversible && after === backupText(place.path) ? backupOf(place.path) : null,
      folders: after === null ? (record?.folders ?? []) : [],
    })),
  );
  const saved = decisions.map((decision) => {
    const { record, after, file } = decision;
    if (record === null || after === null) return saveRecords(surroundings.files, file.memory, [], [file.place.path]);
    if (!isChange(decision)) return true;
    const folders = [...record.folders, ...created.filter((folder) => file.place.path.startsWith(`${folder}/`))];
    const kept = { ...record, folders, path: file.place.path, hash: hashOf(after) };
    if (file.memory !== surroundings.directory) saveRecords(surroundings.files, file.memory, [], [file.place.path]);
    return saveRecords(surroundings.files, surroundings.directory, [kept], []);
  });
  return saved.every((isSaved) => isSaved);
}

function isChange({ file, after }: Decision): boolean {
  return (file.before?.text ?? null) !== after;
}

/** What the copy beside a file holds; undefined when there is none that can be read. */
function backupText(path: string): string | undefined {
  try {
    return readSettingsText(backupOf(path))?.text;
  } catch {
    return undefined;
  }
}
