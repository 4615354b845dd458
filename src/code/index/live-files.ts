// The files of an index as they are now: generations on the disk, and one in memory that grows. A later generation
// replaces files of the earlier ones.
// Invariants:
// - Each path has one live document at most.
// - What is live changes only by `put`.

import type { Language } from "../languages.ts";
import type { SearchedGeneration } from "../search/field-scores.ts";
import { type CodeTotals, totalsOf } from "../search/field-scores.ts";
import { type FileStamp, stampOf } from "./code-document.ts";
import { FILE_STATES, type FileState, type Generation, GenerationBuilder } from "./generation.ts";

const GONE = FILE_STATES.indexOf("gone");

/** Where a file stands. */
export interface LivePlace {
  readonly generation: number;
  readonly file: number;
}

/** What a file holds: its text, or why it has none. */
export type FileContent = { readonly text: string } | { readonly unread: Exclude<FileState, "read"> };

/** A file of code: the hash of its content, and its language. */
export interface LiveCode {
  readonly path: string;
  readonly content: bigint;
  readonly language: Language;
}

export class LiveFiles {
  readonly #generations: readonly Generation[];
  readonly #memory = new GenerationBuilder();
  /** By generation: 1 for each file that a later one replaces. */
  readonly #gone: Uint8Array[];
  readonly #goneInMemory = new Set<number>();
  readonly #places = new Map<string, LivePlace>();
  /** By path: what the system said of the file when it was read, or since, if its content is the same. */
  readonly #facts = new Map<string, bigint>();
  #totals: CodeTotals | null = null;
  /** Another number after each change. */
  version = 0;

  constructor(generations: readonly Generation[]) {
    this.#generations = generations;
    this.#gone = generations.map(({ files }) => new Uint8Array(files.documentCount));
    for (const [generation, { files }] of generations.entries()) {
      const paths = files.groups("path");
      const states = files.numbers("state").all;
      for (let file = 0; file < files.documentCount; file++) {
        const path = paths.names.name(paths.numbers.of(file));
        this.#hide(path);
        if (states[file] === GONE) {
          this.#gone[generation]![file] = 1;
          this.#places.delete(path);
        } else {
          this.#places.set(path, { generation, file });
          this.#facts.set(path, stampOf(files, file).facts);
        }
      }
    }
  }

  /** How many files there are, the listed ones included. */
  get count(): number {
    return this.#places.size;
  }

  /** How many files were put in since the generations were made. */
  get putCount(): number {
    return this.#memory.files.documentCount;
  }

  /** The generations as they are searched. */
  get searched(): SearchedGeneration[] {
    const searched: SearchedGeneration[] = this.#generations.map(({ files, chunks }, at) => {
      const gone = this.#gone[at]!;
      return { files, chunks, isGone: (file) => gone[file] === 1 };
    });
    if (this.putCount > 0) {
      const { files, chunks } = this.#memory;
      searched.push({ files, chunks, isGone: (file) => this.#goneInMemory.has(file) });
    }
    return searched;
  }

  /** Sums over the live chunks. */
  get totals(): CodeTotals {
    this.#totals ??= totalsOf(this.searched);
    return this.#totals;
  }

  /** The live files that are code and were read; `paths`: only of these. */
  *code(paths: Iterable<string> = this.#places.keys()): Generator<LiveCode> {
    for (const path of paths) {
      const place = this.#places.get(path);
      const files = place === undefined ? null : this.#filesOf(place.generation);
      const language = files?.names("language").of(place!.file) ?? null;
      if (files === null || language === null) continue;
      yield { path, content: stampOf(files, place!.file).content, language: language as Language };
    }
  }

  /** All live paths. */
  paths(): IterableIterator<string> {
    return this.#places.keys();
  }

  place(path: string): LivePlace | null {
    return this.#places.get(path) ?? null;
  }

  /** What the system said of a live file; null for a path that has none. */
  facts(path: string): bigint | null {
    return this.#facts.get(path) ?? null;
  }

  /** The stamp of a live file; null for a path that has none. */
  stamp(path: string): FileStamp | null {
    const place = this.#places.get(path);
    const facts = this.#facts.get(path);
    if (place === undefined || facts === undefined) return null;
    return { ...stampOf(this.#filesOf(place.generation), place.file), facts };
  }

  /** What a live file is; null for a path that has none. */
  state(path: string): FileState | null {
    const place = this.#places.get(path);
    if (place === undefined) return null;
    return FILE_STATES[this.#filesOf(place.generation).numbers("state").of(place.file)] ?? null;
  }

  /** Notes other facts of a live file whose content is as it was. */
  settle(path: string, facts: bigint): void {
    this.version++;
    this.#facts.set(path, facts);
  }

  /** Puts a file in, in place of what stood there; of a path that is gone, with the state `gone`. */
  put(path: string, content: FileContent, stamp: FileStamp): void {
    this.version++;
    const isGone = "unread" in content && content.unread === "gone";
    if (isGone && !this.#places.has(path)) return;
    this.#hide(path);
    const file =
      "text" in content
        ? this.#memory.add(path, content.text, stamp)
        : this.#memory.addUnread(path, content.unread, stamp);
    if (isGone) {
      this.#goneInMemory.add(file);
      this.#places.delete(path);
    } else {
      this.#places.set(path, { generation: this.#generations.length, file });
      this.#facts.set(path, stamp.facts);
    }
    this.#totals = null;
  }

  /** The paths that the memory and the generations from number `from` on hold, gone ones included. */
  pathsFrom(from: number): Set<string> {
    const found = new Set<string>();
    for (const { files } of [...this.#generations.slice(from), this.#memory]) {
      const paths = files.groups("path");
      for (let file = 0; file < files.documentCount; file++) found.add(paths.names.name(paths.numbers.of(file)));
    }
    return found;
  }

  /** How many documents of each generation on the disk count no more. */
  get replacedCounts(): number[] {
    return this.#gone.map((gone) => gone.reduce((count, flag) => count + flag, 0));
  }

  #filesOf(generation: number) {
    return (this.#generations[generation] ?? this.#memory).files;
  }

  #hide(path: string): void {
    const place = this.#places.get(path);
    if (place === undefined) return;
    this.#facts.delete(path);
    const gone = this.#gone[place.generation];
    if (gone === undefined) this.#goneInMemory.add(place.file);
    else gone[place.file] = 1;
  }
}
