// Files in memory behind the seams to the disk: a knowledge base that nobody else sees and that is gone with the
// process. It is for running code on notes that belong to nobody (surfaces/mcp/warm-up-steps.ts). It is no disk to try
// crashes on: everything is there as soon as it is written.

import type { FileEnd, OpenableFiles } from "./appended-files.ts";
import type { FileHandle, FileIdentity, FileSystem } from "./file-system.ts";
import { directoryOf } from "./io-error.ts";

interface Content {
  readonly inode: number;
  bytes: Buffer;
  changes: number;
}

/** Files by path. One process uses them, so a lock is always free. */
export class MemoryFiles implements FileSystem {
  readonly #contents = new Map<string, Content>();
  #nextInode = 1;

  open(path: string, mode: "read" | "append" | "create"): FileHandle {
    let content = this.#contents.get(path);
    if (content === undefined && mode === "read") throw systemError("ENOENT");
    if (content !== undefined && mode === "create") throw systemError("EEXIST");
    if (content === undefined) {
      content = { inode: this.#nextInode++, bytes: Buffer.alloc(0), changes: 0 };
      this.#contents.set(path, content);
    }
    return new MemoryFile(content);
  }

  identify(path: string): FileIdentity | null {
    const content = this.#contents.get(path);
    return content === undefined ? null : identityOf(content);
  }

  rename(from: string, to: string): void {
    this.#contents.set(to, this.#existing(from));
    this.#contents.delete(from);
  }

  remove(path: string): void {
    this.#existing(path);
    this.#contents.delete(path);
  }

  makeDirectory(): void {}

  syncDirectory(): void {}

  list(path: string): string[] {
    const paths = [...this.#contents.keys()].filter((name) => directoryOf(name) === path);
    return paths.map((name) => name.slice(path.length + 1));
  }

  load(path: string): Uint8Array {
    return this.map(path);
  }

  map(path: string): Uint8Array {
    return new Uint8Array(this.#existing(path).bytes);
  }

  tryLock() {
    return { release() {} };
  }

  #existing(path: string): Content {
    const content = this.#contents.get(path);
    if (content === undefined) throw systemError("ENOENT");
    return content;
  }
}

class MemoryFile implements FileHandle {
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
  }

  read(target: Uint8Array, position: number): number {
    const part = this.#content.bytes.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  }

  append(bytes: Uint8Array): void {
    this.#change(Buffer.concat([this.#content.bytes, bytes]));
  }

  overwrite(bytes: Uint8Array, position: number): void {
    const { bytes: before } = this.#content;
    this.#change(Buffer.concat([before.subarray(0, position), bytes, before.subarray(position + bytes.length)]));
  }

  sync(): void {}

  truncate(size: number): void {
    this.#change(this.#content.bytes.subarray(0, size));
  }

  identity(): FileIdentity {
    return identityOf(this.#content);
  }

  close(): void {}

  #change(bytes: Buffer): void {
    this.#content.bytes = bytes;
    this.#content.changes++;
  }
}

/** Appended files in memory; each keeps all of its text. */
export class MemoryAppendedFiles implements OpenableFiles {
  readonly #texts = new Map<string, string>();

  readEnd(path: string, bytesMax: number): FileEnd | null {
    const text = this.#texts.get(path);
    if (text === undefined) return null;
    return { text: text.slice(-bytesMax), modifiedMs: Date.now(), size: Buffer.byteLength(text) };
  }

  append(path: string, text: string): boolean {
    this.#texts.set(path, (this.#texts.get(path) ?? "") + text);
    return true;
  }

  open(path: string) {
    return { isThere: () => true, append: (text: string) => this.append(path, text), close: () => undefined };
  }
}

function identityOf({ inode, bytes, changes }: Content): FileIdentity {
  return { inode, device: 0, size: bytes.length, changedMs: changes };
}

/** An error as the system throws it. */
function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no such file in memory`), { code });
}
