// The folder that `helix plugin DIR` writes. A record in it says which files helix wrote, and what they held.
// Invariants:
// - Only an empty folder, or one with a record, is written into. A file that holds something else than helix wrote is a
//   person's: it stays as it is, and is named. A file that is gone is written anew.
// - The record is saved before the files, and holds what they held, too: after a crash nothing of helix's passes for a
//   person's.
// - Links are not followed: a link, or what lies behind one, is a person's.

import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { HelixError, invalid, orElse } from "../../../base/errors.ts";
import { isWithin } from "../../../base/path-names.ts";
import { decodeUtf8, encodeUtf8 } from "../../../base/utf8.ts";
import { replaceWhole } from "../../../platform/atomic-file.ts";
import type { FileSystem } from "../../../platform/file-system.ts";
import { ioError } from "../../../platform/io-error.ts";
import { type PathInspector, removeIfEmpty } from "../../../platform/path-facts.ts";
import { abandonedAmong } from "../../../platform/temporary-file.ts";
import { readWhole } from "../../../platform/whole-file.ts";
import { hashOf } from "../install-record.ts";
import { RECORD_NAME } from "../plugin-state.ts";
import type { PluginFile } from "./plugin-files.ts";

/** The mark of the client in a copy that it no longer uses. */
const CLIENT_MARK = ".orphaned_at";
const RECORD_BYTES_MAX = 16 * 1024 * 1024;
const FILE_BYTES_MAX = 1024 * 1024;
/** Paths as helix writes them: nothing that leads out of the folder. */
const PATH = z.string().regex(/^(?:\.?[\w-]+(?:\.[\w-]+)*\/)*\.?[\w-]+(?:\.[\w-]+)*$/);
/** The client's settings as they were without helix, before the client put the plugin into them; null: no file. */
const SETTINGS_BEFORE = z.object({ path: z.string(), text: z.string().nullable() });
export type SettingsBefore = Readonly<z.infer<typeof SETTINGS_BEFORE>>;
const RECORD = z.object({
  files: z.record(PATH, z.array(z.string()).readonly()),
  settings: SETTINGS_BEFORE.optional().catch(undefined),
});
type FolderRecord = Readonly<z.infer<typeof RECORD>>;
/** The hashes of what helix wrote into each file, by path. */
export type Hashes = Readonly<Record<string, readonly string[]>>;

/** The disk of the folder. */
export interface Disk {
  readonly files: FileSystem;
  readonly paths: PathInspector;
}

/** What is done to the folder. */
export interface FolderPlan {
  readonly directory: string;
  /** The files that are written, new ones among them. */
  readonly writes: readonly PluginFile[];
  /** Files of an older helix that are removed, by path. */
  readonly removes: readonly string[];
  /** Files that a person changed, and that stay. */
  readonly kept: readonly string[];
  /** All that helix stands for in the folder from now on. */
  readonly wanted: readonly PluginFile[];
  readonly recorded: Hashes;
}

/**
 * Plans to make the folder hold `wanted`. Throws INVALID_ARGUMENT for a folder that is somebody else's, with the `way` to
 * go on.
 */
export function planFolder(
  directory: string,
  wanted: readonly PluginFile[],
  disk: Disk,
  way = "give another folder, e.g. helix plugin ./helix-plugin",
): FolderPlan {
  const recorded = readRecord(directory, disk)?.files ?? null;
  if (recorded === null) {
    const kind = disk.paths.facts(directory)?.kind ?? null;
    if (kind !== null && kind !== "directory" && kind !== "link") throw invalid(`${directory} is no folder`);
    const names = disk.paths.names(directory);
    // A process that was killed before its record was there leaves the draft of it. The record's writer sweeps it.
    if (names.length > abandonedAmong(names, join(directory, RECORD_NAME)).length) {
      throw invalid(`${directory} is not empty, and helix did not write it: nothing was changed; ${way}`);
    }
  }
  const known = recorded ?? {};
  const isMeant = new Set(wanted.map(({ path }) => path));
  const states = wanted.map((file) => ({ file, state: stateOf(directory, file.path, known[file.path], disk) }));
  const same = ({ file, state }: (typeof states)[number]) => state === hashOf(file.text);
  const old = Object.keys(known).filter((path) => !isMeant.has(path));
  return {
    directory,
    writes: states.filter((each) => each.state !== "changed" && !same(each)).map(({ file }) => file),
    removes: old.filter((path) => !["changed", "gone"].includes(stateOf(directory, path, known[path], disk))),
    kept: [
      ...states
        .filter(({ file, state }) => state === "changed" && !holds(directory, file, disk))
        .map(({ file }) => file.path),
      ...old.filter((path) => stateOf(directory, path, known[path], disk) === "changed"),
    ].sort(),
    wanted,
    recorded: known,
  };
}

/** Whether a plan changes anything. */
export function isFolderChange({ writes, removes }: FolderPlan): boolean {
  return writes.length > 0 || removes.length > 0;
}

/**
 * Carries a plan out. `settings`: what is remembered of the client's settings; left out: what was remembered before.
 * Throws IO.
 */
export function writeFolder(plan: FolderPlan, disk: Disk, settings?: SettingsBefore): void {
  const { directory, writes, removes, kept, wanted, recorded } = plan;
  const { files } = disk;
  const known = readRecord(directory, disk)?.settings;
  const save = (hashes: Hashes) => saveRecord(directory, { files: hashes, settings: settings ?? known }, files);
  const isKept = new Set(kept);
  const after: Record<string, readonly string[]> = {};
  for (const { path, text } of wanted) after[path] = isKept.has(path) ? (recorded[path] ?? []) : [hashOf(text)];
  for (const path of kept) after[path] ??= recorded[path] ?? [];
  if (!isFolderChange(plan) && (settings === undefined || isDeepStrictEqual(settings, known))) return;
  makeFolder(directory, files);
  const before = Object.fromEntries(
    [...new Set([...Object.keys(recorded), ...Object.keys(after)])].map((path) => [
      path,
      [...new Set([...(recorded[path] ?? []), ...(after[path] ?? [])])],
    ]),
  );
  save(before);
  for (const { path, text } of writes) {
    makeFolder(join(directory, dirname(path)), files);
    replaceWhole(files, join(directory, path), encodeUtf8(text));
  }
  for (const path of removes) remove(directory, path, files);
  save(after);
}

function makeFolder(path: string, files: FileSystem): void {
  try {
    files.makeDirectory(path);
  } catch (error) {
    throw ioError(`cannot make the folder ${path}`, error);
  }
}

/** What helix wrote into the folder, with the hashes of what it held; nothing where it wrote nothing. */
export function recordedFiles(directory: string, disk: Disk): Hashes {
  return readRecord(directory, disk)?.files ?? {};
}

/** What helix remembers of the settings before the plugin; undefined for nothing. */
export function settingsBefore(directory: string, disk: Disk): SettingsBefore | undefined {
  return readRecord(directory, disk)?.settings;
}

/**
 * Removes what helix wrote, and the folders that become empty. Returns what a person changed or added, which stays;
 * null where the folder is none of helix's.
 */
export function removeFolder(directory: string, disk: Disk): { readonly kept: readonly string[] } | null {
  const recorded = readRecord(directory, disk)?.files;
  if (recorded === undefined) return null;
  removeOwn(directory, recorded, disk);
  orElse(undefined, () => disk.files.remove(join(directory, RECORD_NAME)));
  removeIfEmpty(directory);
  const kept = Object.keys(recorded).filter((path) => disk.paths.facts(join(directory, path)) !== null);
  const others = disk.paths.names(directory).filter((name) => !kept.some((path) => path.split("/")[0] === name));
  return { kept: [...kept, ...others].sort() };
}

/**
 * Removes a copy that the client made of the plugin's folder and no longer uses: what helix wrote, and the client's
 * mark. `above`: the folder that stays, even if it becomes empty.
 */
export function removeCopy(copy: string, above: string, plugin: string, recorded: Hashes, disk: Disk): void {
  if (!isWithin(above, copy) || copy === above) return;
  const parts = Object.entries(recorded).filter(([path]) => path.startsWith(`${plugin}/`));
  removeOwn(copy, Object.fromEntries(parts.map(([path, hashes]) => [path.slice(plugin.length + 1), hashes])), disk);
  orElse(undefined, () => disk.files.remove(join(copy, CLIENT_MARK)));
  for (let folder = copy; folder !== above; folder = dirname(folder)) removeIfEmpty(folder);
}

function removeOwn(directory: string, recorded: Hashes, disk: Disk): void {
  for (const path of Object.keys(recorded)) {
    if (!["changed", "gone"].includes(stateOf(directory, path, recorded[path], disk)))
      remove(directory, path, disk.files);
  }
}

function remove(directory: string, path: string, files: FileSystem): void {
  try {
    files.remove(join(directory, path));
  } catch (error) {
    throw new HelixError("IO", `cannot remove ${join(directory, path)}`, { cause: error });
  }
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) removeIfEmpty(join(directory, folder));
}

/** The hash of what the file holds, one that helix wrote; "gone": there is none; "changed": it is a person's. */
function stateOf(directory: string, path: string, hashes: readonly string[] | undefined, disk: Disk): string {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const facts = disk.paths.facts(join(directory, ...parts.slice(0, index + 1)));
    if (facts === null) return "gone";
    if (facts.kind !== (index === parts.length - 1 ? "file" : "directory")) return "changed";
  }
  const hash = contentHash(directory, path, disk.files);
  return hash !== null && (hashes ?? []).includes(hash) ? hash : "changed";
}

/** Whether the file is there with exactly this text, whoever wrote it. */
function holds(directory: string, { path, text }: PluginFile, { files, paths }: Disk): boolean {
  return paths.facts(join(directory, path))?.kind === "file" && contentHash(directory, path, files) === hashOf(text);
}

function contentHash(directory: string, path: string, files: FileSystem): string | null {
  return orElse(null, () => {
    const bytes = readWhole(files, join(directory, path), FILE_BYTES_MAX);
    return bytes === null || bytes === "too long" ? null : hashOf(decodeUtf8(bytes));
  });
}

/** What helix wrote; null where there is no record, or none that can be read. */
function readRecord(directory: string, { files, paths }: Disk): FolderRecord | null {
  const path = join(directory, RECORD_NAME);
  if (paths.facts(path)?.kind !== "file") return null;
  return orElse(null, () => {
    const bytes = readWhole(files, path, RECORD_BYTES_MAX);
    return bytes === null || bytes === "too long" ? null : RECORD.parse(JSON.parse(decodeUtf8(bytes)));
  });
}

function saveRecord(directory: string, record: FolderRecord, files: FileSystem): void {
  const note = "Written by helix. What you change in these files stays; helix leaves such a file alone.";
  replaceWhole(files, join(directory, RECORD_NAME), encodeUtf8(`${JSON.stringify({ note, ...record }, null, 2)}\n`));
}
