// One settings file on its way from what it is to what it is to be: read, edited as text, written with all others or not at all.

import { backupOf, changeSettings, readSettingsText, type SettingsText } from "../../storage/settings-file.ts";
import type { Surroundings } from "../doctor/finding.ts";
import { hashOf, type InstallRecord, readRecords, saveRecords } from "./install-record.ts";
import { JsonText } from "./json-text.ts";
import type { Place } from "./places.ts";

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

/** Reads a file for editing. Throws when it is there and is no JSON object, or cannot be read. */
export function openFile(place: Place, { files, directory }: Surroundings): OpenedFile {
  const before = readSettingsText(place.path);
  const json = new JsonText(before?.text ?? "", place.label);
  const record = readRecords(files, directory).find(({ path }) => path === place.path) ?? null;
  return { place, before, json, record };
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
  const records = due.flatMap(({ file: { place }, after, record }): InstallRecord[] => {
    if (record === null || after === null) return [];
    const folders = [...record.folders, ...created.filter((folder) => place.path.startsWith(`${folder}/`))];
    return [{ ...record, folders, path: place.path, hash: hashOf(after) }];
  });
  const gone = decisions.filter(({ record }) => record === null).map(({ file }) => file.place.path);
  return saveRecords(surroundings.files, surroundings.directory, records, gone);
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
