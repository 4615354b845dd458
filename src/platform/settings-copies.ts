// Copies of settings files as they were before helix changed them, in `backups/` in the knowledge base directory.
// Settings hold credentials. So the copies lie where only their owner may read, and not beside the files, where they
// would be committed.
//
// Invariants:
// - A copy is never overwritten. A text that is kept already is not kept twice.
// - A few copies of each file stay: the newest, and the first and the last one from before helix was in it.

import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { orNull } from "../base/errors.ts";
import { syncAll, syncFolder } from "./durable.ts";
import { giveToOwnerOfFolder } from "./settings-file.ts";

const FOLDER = "backups";
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const NEWEST_KEPT = 3;
const HASH_LENGTH = 8;
const BEFORE = "-before";

interface Copy {
  readonly name: string;
  readonly number: number;
  readonly isBefore: boolean;
}

/** Where a text is kept. */
export interface KeptCopy {
  readonly path: string;
  /** Whether the copy was not there before. */
  readonly isNew: boolean;
}

/**
 * Keeps the text of the file at `path`, durably. `isBefore` says whether helix was not in it yet. Throws the system's
 * error. Copies of earlier texts stay until `thinCopies`, since the change may not come about.
 */
export function keepCopy(directory: string, path: string, text: string, isBefore: boolean): KeptCopy {
  const folder = `${directory}/${FOLDER}`;
  if (mkdirSync(folder, { recursive: true, mode: FOLDER_MODE }) !== undefined) giveToOwnerOfFolder(folder);
  const prefix = prefixOf(path);
  const copies = copiesOf(folder, prefix);
  const same = copies.findLast(
    (copy) => copy.isBefore === isBefore && contentOf(`${folder}/${copy.name}`)?.equals(Buffer.from(text)),
  );
  if (same !== undefined) return { path: `${folder}/${same.name}`, isNew: false };
  const number = (copies.at(-1)?.number ?? 0) + 1;
  const copy = `${folder}/${prefix}${number}${isBefore ? BEFORE : ""}`;
  write(copy, text);
  // Not every file system can sync a folder.
  orNull(() => syncFolder(folder));
  return { path: copy, isNew: true };
}

/** Removes the copy that was made for a change that did not come about. */
export function dropCopy({ path, isNew }: KeptCopy): void {
  if (isNew) rmSync(path, { force: true });
}

/** Removes those copies of the file at `path` that are too many. */
export function thinCopies(directory: string, path: string): void {
  const folder = `${directory}/${FOLDER}`;
  for (const { name } of superfluous(copiesOf(folder, prefixOf(path)))) rmSync(`${folder}/${name}`, { force: true });
}

/** The beginning of the names of a file's copies. */
function prefixOf(path: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(path).digest("hex");
  return `${basename(path)}-${hash.slice(0, HASH_LENGTH)}-`;
}

/** The copies of one file, the oldest first. */
function copiesOf(folder: string, prefix: string): Copy[] {
  const copies = readdirSync(folder).flatMap((name) => {
    const [, number, before] =
      (name.startsWith(prefix) && /^(\d{1,9})(-before)?$/.exec(name.slice(prefix.length))) || [];
    return number === undefined ? [] : [{ name, number: Number(number), isBefore: before !== undefined }];
  });
  return copies.sort((left, right) => left.number - right.number);
}

function superfluous(copies: readonly Copy[]): Copy[] {
  const kept = new Set([
    ...copies.slice(-NEWEST_KEPT),
    copies.find(({ isBefore }) => isBefore),
    copies.findLast(({ isBefore }) => isBefore),
  ]);
  return copies.filter((copy) => !kept.has(copy));
}

function write(path: string, text: string): void {
  const descriptor = openSync(path, "wx", FILE_MODE);
  try {
    writeFileSync(descriptor, text);
    syncAll(descriptor);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  giveToOwnerOfFolder(path);
}

function contentOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
