// A disk in memory behind the `FileSystem` seam, for tests that need thousands of disks or bad ones.
// - `fault` is asked before every operation that changes something, and may make it fail, an append after a part of its
//   bytes.
// - Each file remembers what of it was synced, each directory which names were: `afterPowerCut` gives the disk that is
//   left. Paths are absolute, directories need not be made before files (but a file in place of a directory is an
//   error, as on a disk).

import type { FileHandle, FileIdentity, FileSystem, HeldLock, OpenMode } from "../../src/platform/file-system.ts";

export type OperationKind =
  | "create"
  | "append"
  | "sync"
  | "truncate"
  | "rename"
  | "remove"
  | "makeDirectory"
  | "syncDirectory"
  | "lock";

export interface Operation {
  readonly kind: OperationKind;
  readonly path: string;
}

/** How an operation fails: the system's code, and how many bytes of an append were written before. */
export interface Fault {
  readonly code: string;
  readonly written?: number;
}

interface Node {
  readonly inode: number;
  bytes: Uint8Array;
  length: number;
  changes: number;
  /** The content as of the last sync. */
  durable: Uint8Array;
}

/** An error as the system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up by a test`), { code });
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

let nextInode = 1;

export class MemoryFileSystem implements FileSystem {
  fault: (operation: Operation) => Fault | null = () => null;
  /** Everything that was asked to be changed, in order. */
  readonly operations: Operation[] = [];
  /** Bytes read from files by name, mappings not counted. */
  bytesRead = 0;
  readonly #names = new Map<string, Node>();
  readonly #durableNames = new Map<string, Node>();
  /** Files that are locked, whatever their names are by now. */
  readonly #locks = new Set<Node>();

  /** Puts a file there, durably and without asking `fault`. */
  write(path: string, bytes: Uint8Array): void {
    const node = newNode(bytes);
    this.#names.set(path, node);
    this.#durableNames.set(path, node);
  }

  /** The content of the file at `path`; null when there is none. */
  content(path: string): Uint8Array | null {
    const node = this.#names.get(path);
    return node ? node.bytes.slice(0, node.length) : null;
  }

  /** Changes the bytes of a file where they are: same file, other content. */
  overwrite(path: string, bytes: Uint8Array): void {
    const node = this.#names.get(path)!;
    node.bytes = new Uint8Array(bytes);
    node.length = bytes.length;
    node.durable = new Uint8Array(bytes);
    node.changes++;
  }

  paths(): string[] {
    return [...this.#names.keys()].sort();
  }

  isLocked(path: string): boolean {
    const node = this.#names.get(path);
    return node !== undefined && this.#locks.has(node);
  }

  /**
   * The disk after the power went: names that were not synced are as they were before (`names: "synced"`) or as they
   * are, and `keep` says how many of a file's unsynced bytes at its end made it (0 to `unsynced`).
   */
  afterPowerCut(names: "synced" | "all", keep: (unsynced: number) => number): MemoryFileSystem {
    const disk = new MemoryFileSystem();
    for (const [path, node] of names === "all" ? this.#names : this.#durableNames) {
      const unsynced = Math.max(0, node.length - node.durable.length);
      const kept = node.bytes.subarray(node.durable.length, node.durable.length + keep(unsynced));
      disk.write(path, Buffer.concat([node.durable, kept]));
    }
    return disk;
  }

  open(path: string, mode: OpenMode): FileHandle {
    this.#checkParent(path);
    const found = this.#names.get(path);
    if (mode === "create" && found) throw systemError("EEXIST");
    if (found) return this.#handle(path, found);
    if (mode === "read") throw systemError("ENOENT");
    this.#change("create", path);
    const node = newNode(new Uint8Array(0));
    this.#names.set(path, node);
    return this.#handle(path, node);
  }

  identify(path: string): FileIdentity | null {
    const node = this.#names.get(path);
    return node ? identityOf(node) : null;
  }

  rename(from: string, to: string): void {
    this.#change("rename", to);
    const node = this.#names.get(from);
    if (!node) throw systemError("ENOENT");
    this.#names.delete(from);
    this.#names.set(to, node);
  }

  remove(path: string): void {
    this.#change("remove", path);
    if (!this.#names.delete(path)) throw systemError("ENOENT");
  }

  makeDirectory(path: string): void {
    this.#change("makeDirectory", path);
    if (this.#names.has(path)) throw systemError("EEXIST");
    this.#checkParent(`${path}/`);
  }

  syncDirectory(path: string): void {
    this.#change("syncDirectory", path);
    for (const name of [...this.#durableNames.keys()]) {
      if (parentOf(name) === path && !this.#names.has(name)) this.#durableNames.delete(name);
    }
    for (const [name, node] of this.#names) if (parentOf(name) === path) this.#durableNames.set(name, node);
  }

  list(path: string): string[] {
    return [...this.#names.keys()].filter((name) => parentOf(name) === path).map((name) => name.slice(path.length + 1));
  }

  load(path: string): Uint8Array {
    return this.map(path);
  }

  map(path: string): Uint8Array {
    const content = this.content(path);
    if (content === null) throw systemError("ENOENT");
    return content;
  }

  tryLock(path: string): HeldLock | null {
    this.#change("lock", path);
    this.#checkParent(path);
    const node = this.#names.get(path) ?? newNode(new Uint8Array(0));
    if (this.#locks.has(node)) return null;
    this.#names.set(path, node);
    this.#locks.add(node);
    return { release: () => this.#locks.delete(node) };
  }

  #handle(path: string, node: Node): FileHandle {
    let isOpen = true;
    const whileOpen = <T>(action: () => T): T => {
      if (!isOpen) throw systemError("EBADF");
      return action();
    };
    return {
      read: (target, position) =>
        whileOpen(() => {
          const part = node.bytes.subarray(position, Math.min(node.length, position + target.length));
          target.set(part);
          this.bytesRead += part.length;
          return part.length;
        }),
      append: (bytes) =>
        whileOpen(() => {
          this.operations.push({ kind: "append", path });
          const fault = this.fault({ kind: "append", path });
          appendTo(node, fault ? bytes.subarray(0, fault.written ?? 0) : bytes);
          if (fault) throw systemError(fault.code);
        }),
      overwrite: (bytes, position) =>
        whileOpen(() => {
          this.#change("append", path);
          node.bytes.set(bytes, position);
          node.changes++;
        }),
      sync: () =>
        whileOpen(() => {
          this.#change("sync", path);
          node.durable = node.bytes.slice(0, node.length);
        }),
      truncate: (size) =>
        whileOpen(() => {
          this.#change("truncate", path);
          node.length = Math.min(node.length, size);
          node.changes++;
          // A disk may have cut the file or not: the worse of the two for what is appended later is that it has.
          if (node.durable.length > size) node.durable = node.durable.slice(0, size);
        }),
      identity: () => whileOpen(() => identityOf(node)),
      close: () => {
        isOpen = false;
      },
    };
  }

  #change(kind: OperationKind, path: string): void {
    const operation = { kind, path };
    this.operations.push(operation);
    const fault = this.fault(operation);
    if (fault) throw systemError(fault.code);
  }

  #checkParent(path: string): void {
    for (let parent = parentOf(path); parent !== "/"; parent = parentOf(parent)) {
      if (this.#names.has(parent)) throw systemError("ENOTDIR");
    }
  }
}

function newNode(bytes: Uint8Array): Node {
  // A slice of a Buffer shares its memory.
  return {
    inode: nextInode++,
    changes: 0,
    bytes: new Uint8Array(bytes),
    length: bytes.length,
    durable: new Uint8Array(bytes),
  };
}

function appendTo(node: Node, bytes: Uint8Array): void {
  const length = node.length + bytes.length;
  if (length > node.bytes.length) {
    const grown = new Uint8Array(Math.max(length, node.bytes.length * 2));
    grown.set(node.bytes.subarray(0, node.length));
    node.bytes = grown;
  }
  node.bytes.set(bytes, node.length);
  node.length = length;
  node.changes++;
}

function identityOf({ inode, length, changes }: Node): FileIdentity {
  return { inode, device: 1, size: length, changedMs: changes };
}
