// The records of helix's installations, in the knowledge base directory (`installed.json`). A record says how a changed
// file looked, so that an uninstallation restores exactly the old text. It holds no copy of the file, only what was put
// in and what stood in its place. Nothing depends on the records: without them, hooks are recognised by their form.
//
// Invariants:
// - There is one record for each place in each file: `~/.claude.json` holds a registration for the user and one for
//   each project.
// - A record is saved before its file is changed, and it also holds the state before the change. The hash of the file
//   tells which of the two states the file has.

import { z } from "zod";
import { orElse } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { readWhole } from "../../platform/whole-file.ts";

/** Identifies a record. */
export interface RecordKey {
  readonly path: string;
  /** The place in the file, as `containerName` names it. */
  readonly at: string;
}

/** The items of a list that have this shape; none where there is no list. */
const listOf = <Item>(shape: z.ZodType<Item>) =>
  z
    .array(shape.nullable().catch(null))
    .catch([])
    .transform((items) => items.filter((item): item is Item & {} => item !== null));

const SPLICES = z.array(z.object({ at: z.int(), removed: z.string(), inserted: z.string() }));

/**
 * One text of a file with helix in it: the hash of the text, and the splices that lead to it from the text before any
 * installation; null: this text cannot be taken back exactly.
 */
const STATE = z.object({ hash: z.string(), splices: SPLICES.readonly().nullable().catch(null) });
export type InstalledState = Readonly<z.infer<typeof STATE>>;

/** The record of one place in a file that was changed. */
const RECORD = z.object({
  path: z.string(),
  at: z.string(),
  /** The states that were installed, the newest last. The state before it is the one that it replaced, if any. */
  states: listOf(STATE).readonly(),
  /** Whether the file existed before the installation. */
  existed: z.boolean(),
  /** The containers that existed before the installation, empty or not. */
  kept: listOf(z.string()).readonly(),
  /** The folders that were created for the file. */
  folders: listOf(z.string()).readonly(),
});
export type InstallRecord = Readonly<z.infer<typeof RECORD>>;

/** The name of the file in the knowledge base directory. */
export const RECORDS_NAME = "installed.json";
const VERSION = 2;
const FILE = z.object({ version: z.literal(VERSION), files: listOf(RECORD) });
const RECORDS_MAX = 200;
const STATES_MAX = 2;
const RECORD_LENGTH_MAX = 256 * 1024;
const FILE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Reads the records of a knowledge base directory ("": there is none). Returns an empty list when they cannot be read.
 */
export function readRecords(files: FileSystem, directory: string): InstallRecord[] {
  if (directory === "") return [];
  return orElse([], () => {
    const bytes = readWhole(files, `${directory}/${RECORDS_NAME}`, FILE_BYTES_MAX);
    return bytes === null || bytes === "too long" ? [] : FILE.parse(JSON.parse(decodeUtf8(bytes))).files;
  });
}

/**
 * Replaces earlier records by `records`, and removes those named in `gone`. Returns whether the change could be saved.
 */
export function saveRecords(
  files: FileSystem,
  directory: string,
  records: readonly InstallRecord[],
  gone: readonly RecordKey[],
): boolean {
  const known = readRecords(files, directory);
  const changed = new Set([...gone, ...records].map(nameOf));
  const all = [...known.filter((record) => !changed.has(nameOf(record))), ...records.map(bounded)].slice(-RECORDS_MAX);
  if (all.length === 0 && known.length === 0) return true;
  if (directory === "") return false;
  try {
    if (all.length === 0) {
      files.remove(`${directory}/${RECORDS_NAME}`);
      return true;
    }
    files.makeDirectory(directory);
    const text = `${JSON.stringify({ version: VERSION, files: all })}\n`;
    replaceWhole(files, `${directory}/${RECORDS_NAME}`, new TextEncoder().encode(text));
    return true;
  } catch {
    return false;
  }
}

/** The state of the record that has this text; null: there is none, somebody has changed the file. */
export function stateOf(record: InstallRecord, text: string): InstalledState | null {
  const hash = hashOf(text);
  return record.states.findLast((state) => state.hash === hash) ?? null;
}

/** The hash by which a text is recognised. */
export function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

function nameOf({ path, at }: RecordKey): string {
  return JSON.stringify([path, at]);
}

function bounded(record: InstallRecord): InstallRecord {
  const states = record.states.slice(-STATES_MAX).map((state) => {
    const length = (state.splices ?? []).reduce((sum, each) => sum + each.removed.length + each.inserted.length, 0);
    return length > RECORD_LENGTH_MAX ? { ...state, splices: null } : state;
  });
  return { ...record, states };
}
