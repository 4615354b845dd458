// Has the parser read all code of a tree, ahead of the questions.
// Invariants:
// - One process at a time does so for a tree.
// - What is parsed serves at once, saved or not.
// - A file that the parser failed on is not tried again in this process.

import { orNull } from "../../base/errors.ts";
import type { FileSystem, HeldLock } from "../../platform/file-system.ts";
import type { LiveFiles } from "../index/live-files.ts";
import type { ParsedCode } from "./code-view.ts";
import { ParsedStore, parsedKey } from "./parsed-store.ts";
import type { CodeParser } from "./thread-parser.ts";

/** While this file is locked in the folder of an index, a process parses the tree. */
export const PARSING_LOCK = ".parsing";
/** A request is so many files. */
const SLICE_FILES = 32;
/** So much that is not saved is saved before more is parsed, in bytes. */
const SAVED_BYTES = 8 * 1024 * 1024;

export interface ParsingPorts {
  /** The root of the tree. */
  readonly root: string;
  /** The folder of its index. */
  readonly folder: string;
  readonly disk: FileSystem;
  readonly parser: CodeParser;
}

export class CodeParsing {
  readonly #store: ParsedStore;
  readonly #ports: ParsingPorts;
  readonly #refused = new Set<bigint>();
  #running: Promise<void> | null = null;
  #isClosed = false;
  #known: { readonly live: LiveFiles; readonly state: string; readonly missing: readonly string[] } | null = null;

  constructor(ports: ParsingPorts) {
    this.#store = new ParsedStore(ports.disk, ports.folder);
    this.#ports = ports;
  }

  /** How many texts were parsed and are not saved. */
  get newCount(): number {
    return this.#store.newCount;
  }

  /** Takes the files that a manifest names. */
  take(names: readonly string[]): void {
    this.#store.take(names);
  }

  /** Saves what is not saved; see `ParsedStore.save`. */
  save(newName: () => string, live: LiveFiles): string[] {
    const keys = new Set(live.code().map(({ content, language }) => parsedKey(content, language)));
    return this.#store.save(newName, keys);
  }

  /** What was parsed of the files of a view. */
  of(live: LiveFiles): ParsedCode {
    const stateOf = () => this.#stateOf(live);
    const keyOf = (path: string): bigint | null => {
      for (const { content, language } of live.code([path])) return parsedKey(content, language);
      return null;
    };
    return {
      get: (path) => {
        const key = keyOf(path);
        return key === null ? null : this.#store.get(key);
      },
      put: (path, bytes) => {
        const key = keyOf(path);
        if (key !== null) this.#store.put(key, bytes);
      },
      missing: () => this.missing(live),
      get state() {
        return stateOf();
      },
    };
  }

  /** The files that the parser has not read as they are. */
  missing(live: LiveFiles): readonly string[] {
    const state = this.#stateOf(live);
    if (this.#known?.live !== live || this.#known.state !== state) {
      const missing: string[] = [];
      for (const { path, content, language } of live.code()) {
        const key = parsedKey(content, language);
        if (!this.#store.has(key) && !this.#refused.has(key)) missing.push(path);
      }
      this.#known = { live, state, missing };
    }
    return this.#known.missing;
  }

  #stateOf({ version }: LiveFiles): string {
    return `${version} ${this.#store.version} ${this.#refused.size}`;
  }

  /**
   * Parses what is missing, and calls `save` in between and at the end. Does nothing while another process does. Does
   * not reject.
   */
  run(live: LiveFiles, save: () => Promise<void>, onProgress: (done: number, total: number) => void): Promise<void> {
    this.#running ??= this.#run(live, save, onProgress).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  close(): void {
    this.#isClosed = true;
    this.#ports.parser.close();
  }

  async #run(
    live: LiveFiles,
    save: () => Promise<void>,
    onProgress: (done: number, total: number) => void,
  ): Promise<void> {
    const paths = this.missing(live);
    if (paths.length === 0) return;
    const lock = this.#lock();
    if (lock === "taken") return;
    try {
      let next = 0;
      let done = 0;
      const lane = async () => {
        while (next < paths.length && !this.#isClosed) {
          const slice = paths.slice(next, next + SLICE_FILES);
          next += SLICE_FILES;
          await this.#parse(live, slice);
          done += slice.length;
          onProgress(done, paths.length);
          if (this.#store.newBytes > SAVED_BYTES) await save();
        }
      };
      await Promise.all(Array.from({ length: this.#ports.parser.lanes }, lane));
      if (!this.#isClosed) await save();
    } finally {
      lock?.release();
    }
  }

  async #parse(live: LiveFiles, paths: readonly string[]): Promise<void> {
    try {
      for (const [key, bytes] of await this.#ports.parser.parse(this.#ports.root, paths)) this.#store.put(key, bytes);
    } catch {
      if (this.#isClosed) return;
      // One of them ended the thread: it must not keep the others from being read.
      if (paths.length > 1) for (const path of paths) await this.#parse(live, [path]);
      else this.#refuse(live, paths[0]!);
    }
  }

  #refuse(live: LiveFiles, path: string): void {
    for (const each of live.code([path])) this.#refused.add(parsedKey(each.content, each.language));
  }

  /** Null where nothing can be locked: then each process does its own. */
  #lock(): HeldLock | "taken" | null {
    const { disk, folder } = this.#ports;
    return orNull(() => {
      disk.makeDirectory(folder);
      return disk.tryLock(`${folder}/${PARSING_LOCK}`) ?? "taken";
    });
  }
}
