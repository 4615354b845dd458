// Looks at everything that may stand in a work tree, links and modes included, and takes hashes of contents. Hooks load
// it, so it needs little.
//
// Invariants:
// - Names of any bytes are told apart: a byte that is not UTF-8 is a lone surrogate, U+DC00 and the byte, in a text.
// - Links are not followed in the last name of a path. Nothing blocks, and nothing throws.

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { orElse, orNull, systemCodeOf } from "../base/errors.ts";
import { readInto } from "./read-whole.ts";
import { realPath } from "./real-path.ts";

/** `closed`: something may be there, which cannot be looked at. */
export type TreeKind = "file" | "directory" | "link" | "other" | "closed";

/** What stands at a path. As long as all of it is the same, the content is most probably the same. */
export interface TreeEntry {
  readonly kind: TreeKind;
  /** The permission bits, with those above them, e.g. 0o644, 0o4755. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
}

export interface NamedEntry {
  readonly name: string;
  readonly kind: TreeKind;
}

export interface TreeEntries {
  /** Null: nothing is there. */
  look(path: string): TreeEntry | null;
  /** What a folder holds, by name; null where it cannot be listed. */
  list(folder: string): NamedEntry[] | null;
  /** What a link says; null for no link. */
  target(path: string): string | null;
  /** A hash of a regular file of at most `bytesMax` bytes, in hexadecimal; null for any other. */
  hash(path: string, bytesMax: number): string | null;
  /** The bytes of such a file; null for any other. */
  bytes(path: string, bytesMax: number): Uint8Array | null;
  /** The path without links; null where it leads nowhere. */
  realPath(path: string): string | null;
}

const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const MODE_BITS = 0o7777;
const MISSING: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);
const CLOSED: TreeEntry = { kind: "closed", mode: 0, size: 0, modifiedMs: 0, changedMs: 0, inode: 0 };
const HASH_DIGITS = 32;
/** A lone surrogate that stands for a byte. */
const RAW_BYTE = /[\udc80-\udcff]/;
const REPLACED = "\ufffd";

/** The trees of this machine. */
export const diskTreeEntries: TreeEntries = {
  look(path) {
    try {
      const stats = lstatSync(nativePath(path), { throwIfNoEntry: false });
      return stats === undefined ? null : entryOf(stats);
    } catch (error) {
      return MISSING.has(systemCodeOf(error)) ? null : CLOSED;
    }
  },
  list: (folder) => orNull(() => namesIn(folder).sort((a, b) => (a.name < b.name ? -1 : 1))),
  target: (path) => orNull(() => decodedName(readlinkSync(nativePath(path), { encoding: "buffer" }))),
  hash: (path, bytesMax) =>
    orNull(() => {
      const bytes = readBounded(path, bytesMax);
      return bytes === null ? null : hashOf(bytes);
    }),
  bytes: (path, bytesMax) => orNull(() => readBounded(path, bytesMax)),
  realPath: (path) => orNull(() => realPath(path)),
};

/** A hash of bytes or of a text, in hexadecimal. */
export function hashOf(content: Uint8Array | string): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, HASH_DIGITS);
}

/** A name as text; each byte that is not UTF-8 becomes a lone surrogate. */
export function decodedName(bytes: Uint8Array): string {
  const plain = orNull(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  if (plain !== null) return plain;
  let name = "";
  for (let at = 0; at < bytes.length; ) {
    const length = [4, 3, 2, 1].find((count) => isCharacter(bytes.subarray(at, at + count), count)) ?? 0;
    name +=
      length === 0
        ? String.fromCharCode(0xdc00 + bytes[at]!)
        : new TextDecoder().decode(bytes.subarray(at, at + length));
    at += Math.max(1, length);
  }
  return name;
}

/** A name for readers: bytes that are not UTF-8, and characters that would break a line, as `\xff`. */
export function shownName(name: string): string {
  return name.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]/g, (sign, at: number) => {
    const code = sign.charCodeAt(0);
    if (code >= 0xdc80 && code <= 0xdcff && !isHigh(name.charCodeAt(at - 1)))
      return `\\x${(code - 0xdc00).toString(16)}`;
    if (code < 0xd800 || code > 0xdfff) return `\\u{${code.toString(16)}}`;
    return sign;
  });
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isCharacter(bytes: Uint8Array, count: number): boolean {
  if (bytes.length !== count) return false;
  const text = orElse("", () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  return [...text].length === 1;
}

/** A path with lone surrogates as the bytes that they stand for. */
function nativePath(path: string): string | Buffer {
  if (!RAW_BYTE.test(path) || path.isWellFormed()) return path;
  const parts: Buffer[] = [];
  for (const sign of path) {
    const code = sign.charCodeAt(0);
    parts.push(
      sign.length === 1 && code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(sign),
    );
  }
  return Buffer.concat(parts);
}

function namesIn(folder: string): NamedEntry[] {
  const path = nativePath(folder);
  const entries = readdirSync(path, { withFileTypes: true });
  if (typeof path === "string" && !entries.some(({ name }) => name.includes(REPLACED))) {
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  }
  // A name may have been replaced in part: it is asked for as bytes.
  return readdirSync(path, { encoding: "buffer" }).map((bytes) => {
    const name = decodedName(bytes);
    return { name, kind: diskTreeEntries.look(`${folder}/${name}`)?.kind ?? "other" };
  });
}

function entryOf(stats: Stats): TreeEntry {
  const { mode, size, mtimeMs, ctimeMs, ino } = stats;
  return { kind: kindOf(stats), mode: mode & MODE_BITS, size, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

function kindOf(entry: Dirent | Stats): TreeKind {
  if (entry.isFile()) return "file";
  if (entry.isSymbolicLink()) return "link";
  return entry.isDirectory() ? "directory" : "other";
}

/** Null for what is no regular file, and for one above the bound. Throws the system's error. */
function readBounded(path: string, bytesMax: number): Uint8Array | null {
  const descriptor = openSync(nativePath(path), OPEN_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > bytesMax) return null;
    // One byte more than the file has: a file that grows meanwhile is none that was hashed whole.
    const bytes = Buffer.allocUnsafe(stats.size + 1);
    return readInto(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}
