// What helix remembers of its installations, in the knowledge base directory (`installed.json`): how each changed file looked, so that
// taking out brings back exactly what was there. It holds no copy of a file, only what was put in and what stood in its place.
// Nothing depends on it: without it, hooks are found by what they are.

import { readWhole, replaceWhole } from "../../storage/atomic-file.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isRecord } from "../checkpoint/checkpoint.ts";
import type { Splice } from "./json-text.ts";
import { listOf } from "./own-hooks.ts";

/** One file that was changed. */
export interface InstallRecord {
  readonly path: string;
  /** Hash of the text as it was installed. */
  readonly hash: string;
  /** What leads from the text before to the installed one; null: it cannot be taken back exactly. */
  readonly splices: readonly Splice[] | null;
  /** Whether there was a file before. */
  readonly existed: boolean;
  /** The containers that were there before, empty or not. */
  readonly kept: readonly string[];
  /** Folders that were made for the file. */
  readonly folders: readonly string[];
}

const NAME = "installed.json";
const VERSION = 1;
const RECORDS_MAX = 200;
const RECORD_LENGTH_MAX = 256 * 1024;
const FILE_BYTES_MAX = 8 * 1024 * 1024;

/** The records of a knowledge base directory ("": there is none); none when they cannot be read. */
export function readRecords(files: FileSystem, directory: string): InstallRecord[] {
  if (directory === "") return [];
  try {
    const bytes = readWhole(files, `${directory}/${NAME}`, FILE_BYTES_MAX);
    if (bytes === null || bytes === "too long") return [];
    const content: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(content) || content.version !== VERSION) return [];
    return listOf(content.files).flatMap((each) => recordOf(each) ?? []);
  } catch {
    return [];
  }
}

/** Puts records in the place of earlier ones of their files, and forgets `gone`. Returns whether that could be saved. */
export function saveRecords(
  files: FileSystem,
  directory: string,
  records: readonly InstallRecord[],
  gone: readonly string[],
): boolean {
  const known = readRecords(files, directory);
  const changed = new Set([...gone, ...records.map(({ path }) => path)]);
  const all = [...known.filter(({ path }) => !changed.has(path)), ...records.map(bounded)].slice(-RECORDS_MAX);
  if (all.length === 0 && known.length === 0) return true;
  if (directory === "") return false;
  try {
    if (all.length === 0) {
      files.remove(`${directory}/${NAME}`);
      return true;
    }
    files.makeDirectory(directory);
    const text = `${JSON.stringify({ version: VERSION, files: all })}\n`;
    replaceWhole(files, `${directory}/${NAME}`, new TextEncoder().encode(text));
    return true;
  } catch {
    return false;
  }
}

/** The hash by which a text is known again. */
export function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

function bounded(record: InstallRecord): InstallRecord {
  const length = (record.splices ?? []).reduce(
    (sum, { removed, inserted }) => sum + removed.length + inserted.length,
    0,
  );
  return length > RECORD_LENGTH_MAX ? { ...record, splices: null } : record;
}

function recordOf(value: unknown): InstallRecord | null {
  if (!isRecord(value)) return null;
  const { path, hash, existed } = value;
  if (typeof path !== "string" || typeof hash !== "string" || typeof existed !== "boolean") return null;
  const splices = Array.isArray(value.splices) && value.splices.every(isSplice) ? value.splices : null;
  return { path, hash, existed, splices, kept: textsIn(value.kept), folders: textsIn(value.folders) };
}

function isSplice(value: unknown): value is Splice {
  if (!isRecord(value)) return false;
  return Number.isSafeInteger(value.at) && typeof value.removed === "string" && typeof value.inserted === "string";
}

function textsIn(value: unknown): string[] {
  return listOf(value).filter((each) => typeof each === "string");
}
