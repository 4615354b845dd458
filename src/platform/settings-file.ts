// Settings files of other programs, which helix changes when asked to. They are read as text and replaced whole.
//
// Invariants:
// - A reader finds the old text or the new one, whole. Permissions and owner stay. A link stays a link, and its target
//   is replaced.
// - A text that somebody else has changed since it was read is not overwritten: it is read again right before the
//   rename, when everything slow is done.
// - Nothing is written before every file has been found writable. If a change fails in the middle, all are taken back,
//   and nothing is left beside the files.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { HelixError, messageOf, orNull, systemCodeOf } from "../base/errors.ts";
import { diskFileSystem } from "./disk-file-system.ts";
import { syncAll } from "./durable.ts";
import { diskPaths, removeIfEmpty } from "./path-facts.ts";
import { realPath } from "./real-path.ts";
import { sweepTemporaryFiles, temporaryPath } from "./temporary-file.ts";

/** A settings file at one moment. */
export interface SettingsText {
  /** The path of the file itself, links followed. */
  readonly target: string;
  readonly text: string;
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
  /** How many names the file has. What replaces the file takes only one of them. */
  readonly links: number;
}

/** The change of one file. */
export interface SettingsChange {
  readonly path: string;
  /** The file as it was read; null when there was none. */
  readonly before: SettingsText | null;
  /** The new text; null when the file is removed. */
  readonly after: string | null;
  /** The permission bits of a file that is created, less those that the umask takes away. */
  readonly mode: number;
  /** Folders that are removed after the file if they are empty. */
  readonly folders: readonly string[];
}

/** A change whose new text is on the disk, beside its final place. */
interface PreparedChange {
  readonly change: SettingsChange;
  /** The path of the new text; null when there is none to put in place. */
  readonly temporary: string | null;
}

const PERMISSION_BITS = 0o7777;
const WRITE_BITS = 0o222;
const BYTES_MAX = 256 * 1024 * 1024;

/** Reads the file; null when there is none. Throws IO when it cannot be read, or is no file, too long or no text. */
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
      target: realPath(path),
      text,
      mode: stats.mode & PERMISSION_BITS,
      owner: stats.uid,
      group: stats.gid,
      links: stats.nlink,
    };
  } catch (error) {
    if (error instanceof TypeError && systemCodeOf(error) !== "EACCES") throw refused(`${path} is no text in UTF-8`);
    throw unreadable(path, error);
  }
}

/**
 * Makes all changes or none. `saveIntent` is called when all new texts are on the disk, before the first of them is put
 * in its place. Returns false when somebody else has changed one of the files since it was read: then everything is as
 * they left it. Throws IO.
 */
export function changeSettings(changes: readonly SettingsChange[], saveIntent: () => void): boolean {
  checkChanges(changes);
  const prepared: PreparedChange[] = [];
  const done: SettingsChange[] = [];
  const created: string[] = [];
  let isDone = false;
  try {
    for (const change of changes) prepared.push(prepare(change, created));
    saveIntent();
    isDone = prepared.every((each) => {
      const isMade = exchange(each);
      if (isMade) done.push(each.change);
      return isMade;
    });
  } catch (error) {
    if (error instanceof HelixError) throw error;
    const path = changes[Math.max(0, prepared.length - 1)]?.path ?? "the settings";
    throw refused(`cannot write ${path}: ${messageOf(error)}`, error);
  } finally {
    if (!isDone) for (const change of done.toReversed()) takeBack(change);
    for (const { temporary } of prepared) if (temporary !== null) rmSync(temporary, { force: true });
    if (!isDone) for (const folder of created.toReversed()) removeIfEmpty(folder);
  }
  for (const { path, before } of done) syncQuietly(dirname(before?.target ?? path));
  if (isDone) for (const folder of changes.flatMap(({ folders }) => folders)) removeIfEmpty(folder);
  return isDone;
}

/** Throws IO when one of the changes cannot be made, as far as that can be told beforehand. */
export function checkChanges(changes: readonly SettingsChange[]): void {
  for (const change of changes) checkWritable(change);
}

/** The missing folders on the way to `path`, the outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !statSync(folder, { throwIfNoEntry: false }); folder = dirname(folder))
    missing.unshift(folder);
  return missing;
}

/** What root makes in somebody's folder is given to the owner of the folder. */
export function giveToOwnerOfFolder(path: string): void {
  if (process.geteuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(dirname(path));
    lchownSync(path, uid, gid);
  } catch {
    // The file system has no owners.
  }
}

/** Does everything slow: makes the folders, and writes the new text beside its place. */
function prepare(change: SettingsChange, created: string[]): PreparedChange {
  const { path, before, after, mode } = change;
  if (after === null) return { change, temporary: null };
  const missing = missingFolders(path);
  if (missing.length > 0) mkdirSync(dirname(path), { recursive: true });
  created.push(...missing);
  for (const folder of missing) giveToOwnerOfFolder(folder);
  return { change, temporary: writeBeside(before?.target ?? path, after, before ?? { create: mode }) };
}

/**
 * Reads the file once more and puts the new text in its place at once; false when the file is not what was read before.
 */
function exchange({ change: { path, before }, temporary }: PreparedChange): boolean {
  const now = readSettingsText(path);
  if (now?.text !== before?.text || now?.target !== before?.target) return false;
  if (temporary === null) unlinkSync(path);
  else if (before === null) return putNew(temporary, path);
  else renameSync(temporary, before.target);
  return true;
}

/**
 * Puts the text in place by a hard link. That is refused where something stands by now, which a rename would replace.
 */
function putNew(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST" || lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    // The file system has no hard links.
    renameSync(temporary, path);
    return true;
  }
}

function checkWritable({ path, before }: SettingsChange): void {
  if (before === null) {
    let above = dirname(path);
    while (above !== "/" && lstatSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above);
    if (!statSync(above, { throwIfNoEntry: false })?.isDirectory()) throw refused(`${above} is no directory`);
    if (!diskPaths.isWritable(above)) throw refused(`${path} cannot be created: ${above} is not writable`);
    return;
  }
  const { target, mode, owner } = before;
  const name = target === path ? path : `${path} (a link to ${target})`;
  if ((mode & WRITE_BITS) === 0 || !diskPaths.isWritable(target)) throw refused(`${name} is not writable`);
  if (!diskPaths.isWritable(dirname(target)))
    throw refused(`${name} cannot be replaced: ${dirname(target)} is not writable`);
  const user = process.getuid?.() ?? owner;
  if (owner !== user && user !== 0) throw refused(`${name} belongs to another user`);
}

/** Writes the text durably into a file beside `path`, with the permissions and owner of `like`; returns its name. */
function writeBeside(path: string, text: string, like: SettingsText | { create: number }): string {
  sweepTemporaryFiles(diskFileSystem, path);
  const temporary = temporaryPath(path);
  try {
    const descriptor = openSync(temporary, "wx", "create" in like ? like.create : 0o600);
    try {
      writeFileSync(descriptor, text);
      if (!("create" in like)) {
        giveTo(descriptor, like);
        fchmodSync(descriptor, like.mode);
      }
      syncAll(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if ("create" in like) giveToOwnerOfFolder(temporary);
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * A group that this user is not in cannot be given. Then the group is the user's own, and the permissions are what they
 * were.
 */
function giveTo(descriptor: number, { owner, group }: { owner: number; group: number }): void {
  try {
    fchownSync(descriptor, owner, group);
  } catch (error) {
    if (systemCodeOf(error) !== "EPERM") throw error;
  }
}

/**
 * Puts the old file back, unless somebody has changed it again. A failure here is not reported: the error that led here
 * is.
 */
function takeBack({ path, before, after }: SettingsChange): void {
  try {
    const now = readSettingsText(path);
    if ((now?.text ?? null) !== after) return;
    if (before === null) rmSync(path, { force: true });
    else renameSync(writeBeside(before.target, before.text, before), before.target);
  } catch {
    // The disk refuses this, too.
  }
}

/** Not every file system can sync a folder, and the file itself is on the disk. */
function syncQuietly(folder: string): void {
  orNull(() => diskFileSystem.syncDirectory(folder));
}

function unreadable(path: string, error: unknown): HelixError {
  return refused(`${path} cannot be read (${systemCodeOf(error) || messageOf(error)})`, error);
}

function refused(what: string, cause?: unknown): HelixError {
  return new HelixError("IO", `${what}; nothing was changed`, { cause });
}
