// What the parser said of texts, by the keys of the texts: in memory until it is saved, then in files.
//
// A key says content and language, so what was parsed once serves in every branch, after a move, and for copies.
//
// Invariants:
// - What is missing or damaged is parsed again. Nothing else depends on it.
// - A file once written is never changed; what no text of the tree has goes when files are merged.

import { version } from "../../base/version.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { Language } from "../languages.ts";
import { parserFingerprint } from "../parse/languages/all.ts";
import { CODEC_VERSION } from "../parse/parsed-codec.ts";
import { type ParsedEntry, ParsedSegment, writeParsedSegment } from "./parsed-segment.ts";

/** So much is kept in memory when it cannot be saved, in bytes. */
const MEMORY_MAX = 64 * 1024 * 1024;
/** A file stays when it has more than so many times the texts of all later ones. */
const TIER = 2;
/** With a larger share of texts that nothing has any more, everything is written anew. */
const DEAD_SHARE_MAX = 0.5;

/**
 * What another version of helix wrote may be what another parser said. Builds of one version count as one, or two of
 * them on one tree would take each other's work away.
 */
const PARSER = Bun.hash.xxHash3(`${version} ${CODEC_VERSION} ${parserFingerprint()}`);

/** The key of a text, from the hash of its content. */
export function parsedKey(content: bigint, language: Language): bigint {
  return Bun.hash.xxHash3(`${content} ${language}`);
}

export class ParsedStore {
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #memory = new Map<bigint, Uint8Array>();
  #memoryBytes = 0;
  #segments: { readonly name: string; readonly segment: ParsedSegment }[] = [];
  /** Another number after each change. */
  version = 0;

  constructor(files: FileSystem, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** How many texts are in memory only, and their bytes. */
  get newCount(): number {
    return this.#memory.size;
  }

  get newBytes(): number {
    return this.#memoryBytes;
  }

  /** Takes the files that a manifest names, in place of those before. */
  take(names: readonly string[]): void {
    const open = new Map(this.#segments.map((each) => [each.name, each.segment]));
    if (open.size === names.length && names.every((name) => open.has(name))) return;
    this.#segments = names.flatMap((name) => {
      const segment = open.get(name) ?? ParsedSegment.open(this.#files, this.#path(name), PARSER);
      return segment === null ? [] : [{ name, segment }];
    });
    for (const key of this.#memory.keys()) if (this.#isSaved(key)) this.#drop(key);
    this.version++;
  }

  has(key: bigint): boolean {
    return this.#memory.has(key) || this.#isSaved(key);
  }

  get(key: bigint): Uint8Array | null {
    const kept = this.#memory.get(key);
    if (kept !== undefined) return kept;
    let isDamaged = false;
    for (const { segment } of this.#segments) {
      const isThere = segment.has(key);
      const bytes = isThere ? segment.get(key) : null;
      if (bytes !== null) return bytes;
      isDamaged ||= isThere;
    }
    // It counts as missing from now on.
    if (isDamaged) this.version++;
    return null;
  }

  put(key: bigint, bytes: Uint8Array): void {
    if (this.#memoryBytes + bytes.length > MEMORY_MAX) return;
    this.#drop(key);
    this.#memory.set(key, bytes);
    this.#memoryBytes += bytes.length;
    this.version++;
  }

  /**
   * Saves what is in memory; returns the names of the files that count now. The caller holds the lock and names them in
   * the manifest. `live`: the keys of the texts that the tree has. Throws the system's error.
   */
  save(newName: () => string, live: ReadonlySet<bigint>): string[] {
    const names = this.#segments.map(({ name }) => name);
    if (this.newCount === 0) return names;
    const kept = this.#keptCount(live);
    const merged = this.#segments.slice(kept).map(({ segment }) => segment);
    const name = newName();
    const entries = this.#entries(merged, (key) => live.has(key));
    writeParsedSegment(this.#files, this.#path(name), PARSER, entries);
    return [...names.slice(0, kept), name];
  }

  #keptCount(live: ReadonlySet<bigint>): number {
    const total = this.#segments.reduce((sum, { segment }) => sum + segment.count, 0);
    let saved = 0;
    for (const key of live) if (this.#isSaved(key)) saved++;
    if (total - saved > total * DEAD_SHARE_MAX) return 0;
    let kept = this.#segments.length;
    for (let size = this.newCount; kept > 0 && this.#segments[kept - 1]!.segment.count <= TIER * size; ) {
      size += this.#segments[--kept]!.segment.count;
    }
    return kept;
  }

  *#entries(merged: readonly ParsedSegment[], isLive: (key: bigint) => boolean): Generator<ParsedEntry> {
    for (const segment of merged) yield* segment.entries(isLive);
    yield* this.#memory;
  }

  #isSaved(key: bigint): boolean {
    return this.#segments.some(({ segment }) => segment.has(key));
  }

  #drop(key: bigint): void {
    this.#memoryBytes -= this.#memory.get(key)?.length ?? 0;
    this.#memory.delete(key);
  }

  #path(name: string): string {
    return `${this.#folder}/${name}.parsed`;
  }
}
