// Works out what a disk may hold after a power cut, from the record of the operations on it. An operation that was not
// synced may be lost, and operations may reach the disk in any order:
// - Of each file, every sector may be as of the last sync or as of any write since. The length may be any that the file
//   had since, or any between two of them. Sectors that were never written read as zeros.
// - Of each directory, every creation, renaming and removal since its last sync may have happened or not. That does not
//   depend on the other changes, nor on the bytes of the files. No journaling file system leaves more states behind
//   than these, and every state that one leaves is among them.

import type { RecordedOperation } from "../platform/recording-file-system.ts";

/** The contents of a disk: whether the directory exists, and its files by name. */
export interface DiskImage {
  readonly directory: boolean;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const EMPTY_DISK: DiskImage = { directory: false, files: new Map() };

type NameChange = Extract<RecordedOperation, { kind: "create" | "rename" | "remove" }>;
type ByteChange = Extract<RecordedOperation, { kind: "write" | "truncate" }>;

interface FileState {
  durable: Uint8Array;
  pending: ByteChange[];
}

export class DiskModel {
  readonly #files = new Map<number, FileState>();
  readonly #durableNames = new Map<string, number>();
  #pendingNames: NameChange[] = [];
  #directory: boolean;

  /** `start` is on the disk already; its files are numbered from 0, in their order. */
  constructor(start: DiskImage) {
    this.#directory = start.directory;
    let file = 0;
    for (const [name, bytes] of start.files) {
      this.#files.set(file, { durable: bytes, pending: [] });
      this.#durableNames.set(name, file++);
    }
  }

  /** Applies the next operation. */
  apply(operation: RecordedOperation): void {
    switch (operation.kind) {
      case "makeDirectory":
        this.#directory = true;
        return;
      case "syncDirectory":
        for (const change of this.#pendingNames) applyName(this.#durableNames, change);
        this.#pendingNames = [];
        return;
      case "sync": {
        const state = this.#state(operation.file);
        state.durable = state.pending.reduce(applyBytes, state.durable);
        state.pending = [];
        return;
      }
      case "write":
      case "truncate":
        this.#state(operation.file).pending.push(operation);
        return;
      default:
        if (operation.kind === "create") this.#state(operation.file);
        this.#pendingNames.push(operation);
    }
  }

  /** The changes of names that are not synced yet, in order. */
  get pendingNames(): readonly NameChange[] {
    return this.#pendingNames;
  }

  /** The files by name after some of `pendingNames`; `happened` says which of them have happened. */
  namesAfter(happened: (at: number) => boolean): Map<string, number> {
    const names = new Map(this.#durableNames);
    this.#pendingNames.forEach((change, at) => {
      if (happened(at)) applyName(names, change);
    });
    return names;
  }

  /**
   * The versions of a file since its last sync: the synced one first, the present one last, and between them the
   * latest, at most `most`.
   */
  versions(file: number, most = Number.POSITIVE_INFINITY): Uint8Array[] {
    const { durable, pending } = this.#state(file);
    const versions = [durable];
    let bytes = durable;
    pending.forEach((change, at) => {
      bytes = applyBytes(bytes, change);
      if (at === pending.length - 1 || pending.length - 1 - at <= most) versions.push(bytes);
    });
    return versions;
  }

  /** The disk with these names; `contentOf` gives the content of each file. */
  image(names: ReadonlyMap<string, number>, contentOf: (file: number) => Uint8Array): DiskImage {
    const files = new Map<string, Uint8Array>();
    for (const [name, file] of names) files.set(name, contentOf(file));
    return { directory: this.#directory, files: this.#directory ? files : new Map() };
  }

  #state(file: number): FileState {
    let state = this.#files.get(file);
    if (state === undefined) {
      state = { durable: new Uint8Array(0), pending: [] };
      this.#files.set(file, state);
    }
    return state;
  }
}

/** The content of a file whose length reached the disk as `size`. `versionOf` says which version each sector has. */
export function mixed(
  versions: readonly Uint8Array[],
  size: number,
  sectorBytes: number,
  versionOf: (sector: number) => number,
): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let start = 0, sector = 0; start < size; start += sectorBytes, sector++) {
    const version = versions[versionOf(sector)]!;
    bytes.set(version.subarray(start, Math.min(start + sectorBytes, size)), start);
  }
  return bytes;
}

function applyName(names: Map<string, number>, change: NameChange): void {
  if (change.kind === "remove") {
    if (names.get(change.name) === change.file) names.delete(change.name);
    return;
  }
  if (change.kind === "rename" && names.get(change.from) === change.file) names.delete(change.from);
  names.set(change.name, change.file);
}

function applyBytes(bytes: Uint8Array, change: ByteChange): Uint8Array {
  const end = change.kind === "truncate" ? change.size : Math.max(bytes.length, change.position + change.bytes.length);
  const changed = new Uint8Array(end);
  changed.set(bytes.subarray(0, end));
  if (change.kind === "write") changed.set(change.bytes, change.position);
  return changed;
}
