// The files of snapshots in the knowledge base: `plans/snapshots/HASH`, each under the hash of its text, compressed.
// Invariants:
// - What is read is what was written: a damaged file is no snapshot.

import { orNull } from "../../base/errors.ts";
import { nameOf, parentOf } from "../../base/path-names.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { refuseLinks } from "../../platform/linked-folder.ts";
import { hashOf } from "../../platform/tree-entries.ts";
import { readWhole } from "../../platform/whole-file.ts";
import type { Snapshot, SnapshotEntry } from "./snapshot.ts";

const HASH = /^[0-9a-f]{32}$/;
const LAST = /^last-[0-9a-f]{32}$/;
const HASH_BYTES_MAX = 64;
const BYTES_MAX = 256 * 1024 * 1024;
const PRUNED_MS = 60 * 60 * 1000;
const VERSION = 1;

/** The files of snapshots: `plans/snapshots/HASH`, and which was the last of each tree. */
export class SnapshotStore {
  readonly #files: FileSystem;
  readonly #folder: string;

  /** `folder` is that of the snapshots in the knowledge base. */
  constructor(files: FileSystem, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Keeps a snapshot, and gives its hash. Throws IO. */
  write(snapshot: Snapshot): string {
    const text = textOf(snapshot);
    const hash = hashOf(text);
    refuseLinks(parentOf(this.#folder), this.#folder);
    this.#files.makeDirectory(this.#folder);
    const path = `${this.#folder}/${hash}`;
    // What is there under this name is the same, unless it was damaged: so it is written anew.
    replaceWhole(this.#files, path, Bun.zstdCompressSync(new TextEncoder().encode(text), { level: 1 }));
    replaceWhole(this.#files, this.#lastOf(snapshot.root), new TextEncoder().encode(hash));
    return hash;
  }

  /** Null where there is none of this hash, or where it is damaged. */
  read(hash: string): Snapshot | null {
    if (!HASH.test(hash)) return null;
    return orNull(() => {
      const bytes = readWhole(this.#files, `${this.#folder}/${hash}`, BYTES_MAX);
      if (bytes === null || bytes === "too long") return null;
      const text = new TextDecoder().decode(Bun.zstdDecompressSync(new Uint8Array(bytes)));
      return hashOf(text) === hash ? snapshotFrom(text) : null;
    });
  }

  /** The last snapshot of a tree, which spares reading what is still the same; null where there is none. */
  last(root: string): Snapshot | null {
    const name = orNull(() => readWhole(this.#files, this.#lastOf(root), HASH_BYTES_MAX));
    return name === null || name === "too long" ? null : this.read(new TextDecoder().decode(name).trim());
  }

  /** Removes snapshots that no workspace needs, but the last of each tree and those of the last hour. */
  prune(needed: ReadonlySet<string>, now: number): void {
    const names = this.#files.list(this.#folder);
    const kept = new Set(needed);
    for (const name of names.filter((each) => LAST.test(each))) {
      const last = orNull(() => readWhole(this.#files, `${this.#folder}/${name}`, HASH_BYTES_MAX));
      if (last !== null && last !== "too long") kept.add(new TextDecoder().decode(last).trim());
    }
    for (const name of names) {
      if (!HASH.test(name) || kept.has(name)) continue;
      const path = `${this.#folder}/${name}`;
      const isOld = (this.#files.identify(path)?.changedMs ?? now) < now - PRUNED_MS;
      if (isOld) orNull(() => this.#files.remove(path));
    }
  }

  /** Removes all snapshots of a tree but these. Gives how many bytes they had. */
  forget(root: string, needed: ReadonlySet<string>): number {
    const last = nameOf(this.#lastOf(root));
    const names = this.#files
      .list(this.#folder)
      .filter((name) => name === last || (HASH.test(name) && !needed.has(name) && this.read(name)?.root === root));
    let bytes = 0;
    for (const path of names.map((name) => `${this.#folder}/${name}`)) {
      bytes += this.#files.identify(path)?.size ?? 0;
      this.#files.remove(path);
    }
    return bytes;
  }

  #lastOf(root: string): string {
    return `${this.#folder}/last-${hashOf(root)}`;
  }
}

/** One line for the tree, one for each entry, one for each text. Helix 0.2 reads it, and passes over what it does not know. */
function textOf({ root, entries, folders, ignored, rules, listing, isCut, texts, notes }: Snapshot): string {
  const listed = listing && {
    byGit: [...listing.byGit],
    rules: [...listing.rules],
    config: [...listing.config],
  };
  const lines = [
    JSON.stringify({ v: VERSION, root, ignored, rules, isCut, notes, folders: [...folders], listing: listed }),
  ];
  for (const [path, entry] of entries) {
    const { kind, mode, size, modifiedMs, changedMs, inode, content, isFresh } = entry;
    lines.push(JSON.stringify([path, kind, mode, size, modifiedMs, changedMs, inode, content, isFresh ? 1 : 0]));
  }
  for (const [path, text] of texts) lines.push(JSON.stringify({ path, text }));
  return lines.join("\n");
}

function snapshotFrom(text: string): Snapshot | null {
  const [head = "", ...lines] = text.split("\n");
  const { v, root, ignored, rules, isCut, notes, folders = [], listing = null } = JSON.parse(head);
  if (v !== VERSION) return null;
  const entries = new Map<string, SnapshotEntry>();
  const texts = new Map<string, string>();
  for (const line of lines) {
    const parsed = JSON.parse(line);
    if (!Array.isArray(parsed)) {
      texts.set(parsed.path, parsed.text);
      continue;
    }
    const [path, kind, mode, size, modifiedMs, changedMs, inode, content, fresh] = parsed;
    entries.set(path, { kind, mode, size, modifiedMs, changedMs, inode, content, isFresh: fresh === 1 });
  }
  return {
    root,
    entries,
    folders: new Map(folders),
    ignored,
    hidden: new Set(),
    rules,
    listing: listing && {
      byGit: new Set(listing.byGit),
      rules: new Map(listing.rules),
      config: new Map(listing.config),
    },
    isCut,
    texts,
    notes,
    flaw: "",
  };
}
