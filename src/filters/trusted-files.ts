// Which files of projects a person has trusted, by the hash of their content: an edit takes the trust away.

import { createHash } from "node:crypto";
import { orNull } from "../base/errors.ts";

/** The filters of a project, from the top of its work tree. */
export const PROJECT_FILE = ".helix/filters.toml";
/** The record, in the knowledge base directory: hash of the content by path. */
export const TRUST_FILE = "trusted-filters.json";
const TRUST_BYTES_MAX = 1024 * 1024;
/** Of more trusted files the oldest are forgotten. */
const TRUSTED_MAX = 1000;

interface Files {
  readText(path: string, bytesMax: number): string | null;
}

/** Whether the file was trusted with this content. */
export function isTrusted(files: Files, directory: string, path: string, text: string): boolean {
  return trustedFiles(files, directory).get(path) === contentHash(text);
}

/** The hashes of trusted files by path. */
export function trustedFiles(files: Files, directory: string): Map<string, string> {
  const text = files.readText(`${directory}/${TRUST_FILE}`, TRUST_BYTES_MAX);
  const read = text === null ? null : orNull(() => JSON.parse(text) as unknown);
  const entries = typeof read === "object" && read !== null ? Object.entries(read) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** The record with one more trusted file, as text. */
export function withTrusted(trusted: ReadonlyMap<string, string>, path: string, text: string): string {
  const others = [...trusted].filter(([known]) => known !== path);
  const all = [...others, [path, contentHash(text)] as const].slice(-TRUSTED_MAX);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

/** The record without that file, as text. */
export function withoutTrusted(trusted: ReadonlyMap<string, string>, path: string): string {
  return `${JSON.stringify(Object.fromEntries([...trusted].filter(([known]) => known !== path)), null, 2)}\n`;
}

/** The hash by which content is known. */
export function contentHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
