// The manifest names the segments of the index of one work tree. It is replaced whole, so a reader sees the segments of
// one moment. What it does not name is rubbish, which the next writer removes.

import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";

/** Another version is not read: the index is built anew. 2: SQL is a language. 3: the scanner finds where more bodies end. */
const VERSION = 3;
export const MANIFEST_NAME = "manifest.json";
/** A manifest is much shorter; a longer file is none. In bytes. */
const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

/** A generation of files on the disk: `NAME.files` and `NAME.chunks`. */
export interface StoredGeneration {
  readonly name: string;
  readonly files: number;
  readonly chunks: number;
}

/** Commits on the disk: `NAME.commits`. */
export interface StoredCommits {
  readonly name: string;
  readonly count: number;
}

export interface Manifest {
  /** The real path of the work tree. */
  readonly root: string;
  /** Later generations replace files of earlier ones. */
  readonly generations: readonly StoredGeneration[];
  readonly commits: readonly StoredCommits[];
  /** Names of files with what the parser said, `NAME.parsed`: later ones were written later. */
  readonly parsed: readonly string[];
  /** The commit whose history the commits are; null: none was read. */
  readonly head: string | null;
  /** Commits that are stored but no longer reached, by the 16 digits of their names. */
  readonly unreached: readonly string[];
  /** When all files were last looked at, in milliseconds since 1970. */
  readonly lookedAt: number;
}

/** The manifest of a folder; null when there is none, or it cannot be understood. */
export function readManifest(files: FileSystem, folder: string): Manifest | null {
  try {
    const path = `${folder}/${MANIFEST_NAME}`;
    const found = files.identify(path);
    if (found === null || found.size > MANIFEST_BYTES_MAX) return null;
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(files.load(path)));
    if (!isManifest(parsed)) return null;
    // Older ones know of no parser.
    return { ...parsed, parsed: parsed.parsed ?? [] };
  } catch {
    return null;
  }
}

/** Puts a manifest in place, durably. Throws IO. */
export function writeManifest(files: FileSystem, folder: string, manifest: Manifest): void {
  const text = JSON.stringify({ version: VERSION, ...manifest });
  replaceWhole(files, `${folder}/${MANIFEST_NAME}`, new TextEncoder().encode(text));
}

/** The names of the files that a manifest needs. */
export function filesOf({
  generations,
  commits,
  parsed,
}: Pick<Manifest, "generations" | "commits" | "parsed">): string[] {
  return [
    ...parsed.map((name) => `${name}.parsed`),
    ...generations.flatMap(({ name }) => [`${name}.files`, `${name}.chunks`]),
    ...commits.map(({ name }) => `${name}.commits`),
  ];
}

const SEGMENT_NAME = /^[a-z0-9-]{1,40}$/;

function isManifest(value: unknown): value is Omit<Manifest, "parsed"> & Partial<Manifest> {
  if (typeof value !== "object" || value === null) return false;
  const { version, root, generations, commits, parsed, head, unreached, lookedAt } = value as Record<string, unknown>;
  return (
    version === VERSION &&
    typeof root === "string" &&
    typeof lookedAt === "number" &&
    (head === null || typeof head === "string") &&
    isListOf(generations, (each) => isNamed(each, ["files", "chunks"])) &&
    isListOf(commits, (each) => isNamed(each, ["count"])) &&
    (parsed === undefined || isListOf(parsed, isSegmentName)) &&
    isListOf(unreached, (each) => typeof each === "string")
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isNamed(value: unknown, counts: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  // A name that led elsewhere would make helix open files of others.
  return isSegmentName(fields.name) && counts.every((name) => Number.isSafeInteger(fields[name]));
}

function isSegmentName(value: unknown): boolean {
  return typeof value === "string" && SEGMENT_NAME.test(value);
}
