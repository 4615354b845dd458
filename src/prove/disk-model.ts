// What a disk may hold after a power cut, worked out from the record of what was asked of it. Nothing is taken for done
// that was not synced, and nothing is taken to be done in order:
// - of each file, every sector may be as of the last sync or as of any write since, and the length may be any that it
//   had since, or any between two of them; sectors that were never written read as zeros;
// - of each directory, every creation, renaming and removal since its last sync may have happened or not, whatever
//   became of the others and of the bytes of the files. That is more than any journaling file system leaves behind, and
//   includes all that one does.

import type { RecordedOperation } from "../platform/recording-file-system.ts";

/** What stands on a disk: whether the directory is there, and its files by name. */
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

  /** `start` is on the disk already; its files have the numbers from 0, in their order. */
  constructor(start: DiskImage) {
    this.#directory = start.directory;
    let file = 0;
    for (const [name, bytes] of start.files) {
      this.#files.set(file, { durable: bytes, pending: [] });
      this.#durableNames.set(name, file++);
    }
  }

  /** Takes in the next operation. */
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

  /** The changes of names that are not durable yet, in order. */
  get pendingNames(): readonly NameChange[] {
    return this.#pendingNames;
  }

  /** The files with the names that there are when those of `pendingNames` have happened that `happened` says. */
  namesAfter(happened: (at: number) => boolean): Map<string, number> {
    const names = new Map(this.#durableNames);
    this.#pendingNames.forEach((change, at) => {
      if (happened(at)) applyName(names, change);
    });
    return names;
  }

  /**
   * The versions that a file has had since its last sync, that one first and the present one last; at most `most` of
   * those between.
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

  /** The disk with these names and the content that `contentOf` gives their files. */
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

/**
 * What a file holds whose length made it to the disk as `size`, and of each sector the version that `versionOf` says.
 */
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
