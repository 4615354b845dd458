// Settings files of other programs, which helix changes when it is asked to: read as text, replaced whole.
//
// Invariants
// - What a reader finds is the old text or the new one, whole; permissions and owner stay; a link stays a link, and its target is replaced.
// - A text that was changed by somebody else since it was read is not overwritten.
// - Nothing is written before every file has been found writable; what fails in the middle is taken back.
// - A file that is there is not replaced without a copy beside it, unless the caller has the old text elsewhere.

import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { HelixError, messageOf, systemCodeOf } from "../errors.ts";
import { diskFileSystem } from "./disk-file-system.ts";
import { sweepTemporaryFiles, temporaryPath } from "./temporary-file.ts";

/** A settings file at one moment. */
export interface SettingsText {
  /** The file itself, links followed. */
  readonly target: string;
  readonly text: string;
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
}

/** What is to become of one file. */
export interface SettingsChange {
  readonly path: string;
  /** The file as it was read; null: there was none. */
  readonly before: SettingsText | null;
  /** null: the file is removed. */
  readonly after: string | null;
  /** The permission bits of a file that is created; the umask has its say. */
  readonly mode: number;
  /** Where the old file is kept; null: nowhere. */
  readonly backup: string | null;
  /** A copy of an earlier change that is of no use any more; null: none. */
  readonly obsolete: string | null;
  /** Folders that are removed behind the file if nothing is left in them. */
  readonly folders: readonly string[];
}

const PERMISSION_BITS = 0o7777;
const WRITE_BITS = 0o222;
const BYTES_MAX = 256 * 1024 * 1024;

/** Reads the file; null when there is none. Throws IO, and INVALID_ARGUMENT for what is no text. */
export function readSettingsText(path: string): SettingsText | null {
  let stats: Stats;
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    stats = statSync(path);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT") throw refused(`${path} is a link that leads nowhere`);
    if (code === "ENOTDIR") throw refused(`${dirname(path)} is no directory`);
    throw unreadable(path, error);
  }
  if (!stats.isFile()) throw refused(`${path} is no file`);
  if (stats.size > BYTES_MAX) throw refused(`${path} is too long (${stats.size} bytes)`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    return {
      target: realpathSync.native(path),
      text,
      mode: stats.mode & PERMISSION_BITS,
      owner: stats.uid,
      group: stats.gid,
    };
  } catch (error) {
    if (error instanceof TypeError && systemCodeOf(error) !== "EACCES") throw refused(`${path} is no text in UTF-8`);
    throw unreadable(path, error);
  }
}

/** Makes the changes, all or none. Returns the folders that were created. Throws IO. */
export function changeSettings(changes: readonly SettingsChange[]): string[] {
  for (const change of changes) checkWritable(change);
  const done: SettingsChange[] = [];
  const created: string[] = [];
  try {
    for (const change of changes) {
      if ((readSettingsText(change.path)?.text ?? null) !== (change.before?.text ?? null))
        throw refused(`${change.path} was changed by somebody else at this moment: run the command again`);
      created.push(...makeFolder(dirname(change.path)));
      // From here on there may be something to take back.
      done.push(change);
      makeChange(change);
    }
  } catch (error) {
    for (const change of done.toReversed()) takeBack(change);
    for (const folder of created.toReversed()) removeEmpty(folder);
    if (error instanceof HelixError) throw error;
    throw refused(`cannot write ${done.at(-1)?.path ?? "the settings"}: ${messageOf(error)}`, error);
  }
  for (const { obsolete, folders } of changes) {
    if (obsolete !== null) rmSync(obsolete, { force: true });
    for (const folder of folders) removeEmpty(folder);
  }
  return created;
}

function makeChange({ path, before, after, mode, backup }: SettingsChange): void {
  if (before !== null && backup !== null) writeWhole(backup, before.text, before);
  if (after === null) unlinkSync(path);
  else writeWhole(before?.target ?? path, after, before ?? { mode: null, create: mode });
  syncQuietly(dirname(before?.target ?? path));
}

/** Throws IO when the change could not be made, as far as that can be told. */
function checkWritable({ path, before, backup }: SettingsChange): void {
  if (before === null) {
    let above = dirname(path);
    while (above !== "/" && lstatSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above);
    if (!statSync(above, { throwIfNoEntry: false })?.isDirectory()) throw refused(`${above} is no directory`);
    if (!mayWrite(above)) throw refused(`${path} cannot be created: ${above} is not writable`);
    return;
  }
  const { target, mode, owner } = before;
  const name = target === path ? path : `${path} (a link to ${target})`;
  if ((mode & WRITE_BITS) === 0 || !mayWrite(target)) throw refused(`${name} is not writable`);
  for (const folder of new Set([dirname(target), ...(backup === null ? [] : [dirname(backup)])])) {
    if (!mayWrite(folder)) throw refused(`${name} cannot be replaced: ${folder} is not writable`);
  }
  const user = process.getuid?.() ?? owner;
  if (owner !== user && user !== 0) throw refused(`${name} belongs to another user`);
  if (backup !== null && lstatSync(backup, { throwIfNoEntry: false })?.isDirectory() === true)
    throw refused(`${backup} is a directory: there is no place for the copy of the old file`);
}

/** Puts the text at `path` by a rename, with the permissions and owner of `like`. */
function writeWhole(
  path: string,
  text: string,
  like: { mode: number; owner: number; group: number } | { mode: null; create: number },
): void {
  sweepTemporaryFiles(diskFileSystem, path);
  const temporary = temporaryPath(path);
  try {
    const descriptor = openSync(temporary, "wx", like.mode === null ? like.create : 0o600);
    try {
      writeFileSync(descriptor, text);
      if (like.mode !== null) {
        giveTo(descriptor, like);
        fchmodSync(descriptor, like.mode);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A group that this user is not in cannot be given: then it is the user's own, and the permissions are what they were. */
function giveTo(descriptor: number, { owner, group }: { owner: number; group: number }): void {
  try {
    fchownSync(descriptor, owner, group);
  } catch (error) {
    if (systemCodeOf(error) !== "EPERM") throw error;
  }
}

/** Puts back what was there; what fails here has been said by the error that led here, and the copy is kept. */
function takeBack({ path, before }: SettingsChange): void {
  try {
    const now = readSettingsText(path);
    if (now?.text === before?.text) return;
    if (before === null) rmSync(path, { force: true });
    else if (now !== null) writeWhole(before.target, before.text, before);
    else {
      writeWhole(path, before.text, before);
      chownSync(path, before.owner, before.group);
      chmodSync(path, before.mode);
    }
  } catch {
    // The disk refuses this, too.
  }
}

/** Makes the folder and those above it; returns those that were not there, the outermost first. */
function makeFolder(folder: string): string[] {
  const missing: string[] = [];
  for (let path = folder; statSync(path, { throwIfNoEntry: false }) === undefined; path = dirname(path))
    missing.unshift(path);
  if (missing.length > 0) mkdirSync(folder, { recursive: true });
  return missing;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function syncQuietly(folder: string): void {
  try {
    diskFileSystem.syncDirectory(folder);
  } catch {
    // Not every file system can, and the file itself is on the disk.
  }
}

function unreadable(path: string, error: unknown): HelixError {
  return refused(`${path} cannot be read (${systemCodeOf(error) || messageOf(error)})`, error);
}

function refused(what: string, cause?: unknown): HelixError {
  return new HelixError("IO", `${what}; nothing was changed`, { cause });
}

/** The name under which a settings file is kept before it is changed. */
export function backupOf(path: string): string {
  return `${dirname(path)}/${basename(path)}.helix-backup`;
}
