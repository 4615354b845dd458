// The documents of plans: `plans/documents/HASH.json`, each under the hash of its bytes. Events cite the hash.
// Invariants:
// - A document never changes. Whoever writes the same again writes nothing.
// - What is read is what was written: a damaged file is no document.

import { orNull } from "../../base/errors.ts";
import { parentOf } from "../../base/path-names.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { refuseLinks } from "../../platform/linked-folder.ts";
import { sweepTemporaryFiles } from "../../platform/temporary-file.ts";
import { orIoError } from "../../platform/told-failure.ts";
import { readWhole } from "../../platform/whole-file.ts";
import type { Exploration, Plan, Report } from "./plan-documents.ts";

/** The bodies of documents by their kind. A reason is that of an override. */
export interface DocumentBodies {
  readonly exploration: Exploration;
  readonly plan: Plan;
  readonly report: Report;
  readonly reason: { readonly text: string };
}

export type DocumentKind = keyof DocumentBodies;

/** A document. `project` is the key of the project that it belongs to, so that no other has the same document. */
export type PlanDocument = {
  readonly [Kind in DocumentKind]: {
    readonly kind: Kind;
    readonly project: string;
    readonly body: DocumentBodies[Kind];
  };
}[DocumentKind];

const VERSION = 1;
const HASH_LENGTH = 32;
const NAME = /^([0-9a-f]{32})\.json$/;
const DRAFT = /^([0-9a-f]{32})\.json\.tmp-/;
const HASH = /^[0-9a-f]{32}$/;
/** More than any document has. */
export const DOCUMENT_BYTES_MAX = 2 * 1024 * 1024;
/** So many characters of a hash are shown. */
const SHOWN_LENGTH = 10;

/** A hash as it is shown. It is accepted as the whole hash is. */
export function shownHash(hash: string): string {
  return hash.slice(0, SHOWN_LENGTH);
}

export class DocumentStore {
  readonly #files: FileSystem;
  readonly #folder: string;

  /** `folder` is that of the documents in the knowledge base. */
  constructor(files: FileSystem, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Keeps a document, and returns its hash. It is on the disk then. Throws IO. */
  write(document: PlanDocument): string {
    const bytes = encoded(document);
    const hash = hashOf(bytes);
    if (this.read(hash) !== null) return hash;
    refuseLinks(parentOf(this.#folder), this.#folder);
    orIoError(`cannot make ${this.#folder}; nothing was saved`, () => this.#files.makeDirectory(this.#folder));
    this.#sweep();
    replaceWhole(this.#files, this.#path(hash), bytes);
    return hash;
  }

  /** Removes what killed processes left: each would else stay, since nobody writes a document of that hash again. */
  #sweep(): void {
    for (const name of this.#files.list(this.#folder)) {
      const [, hash] = DRAFT.exec(name) ?? [];
      if (hash !== undefined) sweepTemporaryFiles(this.#files, this.#path(hash));
    }
  }

  /** The document of a hash; null where there is none, or where it is damaged. */
  read(hash: string): PlanDocument | null {
    const bytes = this.bytesOf(hash);
    return bytes === null ? null : documentFrom(bytes);
  }

  /** The body of a document of this kind; null where there is none. */
  body<Kind extends DocumentKind>(kind: Kind, hash: string): DocumentBodies[Kind] | null {
    const document = this.read(hash);
    return document?.kind === kind ? (document.body as DocumentBodies[Kind]) : null;
  }

  /** The bytes of a document, null where there is none of this hash or where they are damaged. */
  bytesOf(hash: string): Uint8Array | null {
    if (!HASH.test(hash)) return null;
    const bytes = orNull(() => readWhole(this.#files, this.#path(hash), DOCUMENT_BYTES_MAX));
    if (bytes === null || bytes === "too long" || hashOf(bytes) !== hash) return null;
    return bytes;
  }

  /**
   * All documents, a line each, in the order of their hashes. Calls `damaged` for each that is left out. What JSON may
   * write in two ways may be written in either; `adopt` takes both.
   */
  *lines(damaged: () => void): Generator<string> {
    for (const hash of this.hashes()) {
      const bytes = this.bytesOf(hash);
      if (bytes === null) damaged();
      else yield new TextDecoder().decode(bytes);
    }
  }

  /** Keeps a document by its line. Returns whether it is new; null for a line that is no document. Throws IO. */
  adopt(line: string): { readonly hash: string; readonly isNew: boolean } | null {
    const document = line.length > DOCUMENT_BYTES_MAX ? null : documentFrom(new TextEncoder().encode(line));
    if (document === null) return null;
    const known = hashOf(encoded(document));
    const isNew = this.bytesOf(known) === null;
    return { hash: this.write(document), isNew };
  }

  /** The hashes of the files here that are damaged, or cannot be read. */
  damaged(): string[] {
    return this.hashes().filter((hash) => this.bytesOf(hash) === null);
  }

  /** The hashes of all files here, whole or damaged. */
  hashes(): string[] {
    return this.#files
      .list(this.#folder)
      .flatMap((name) => NAME.exec(name)?.[1] ?? [])
      .sort();
  }

  #path(hash: string): string {
    return `${this.#folder}/${hash}.json`;
  }
}

function encoded({ kind, project, body }: PlanDocument): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ v: VERSION, kind, project, body })}\n`);
}

function hashOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, HASH_LENGTH);
}

const KINDS: readonly unknown[] = ["exploration", "plan", "report", "reason"] satisfies DocumentKind[];

function documentFrom(bytes: Uint8Array): PlanDocument | null {
  return orNull(() => {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    const { v, kind, project, body } = value;
    const isDocument = v === VERSION && KINDS.includes(kind) && typeof project === "string";
    return isDocument && typeof body === "object" && body !== null ? ({ kind, project, body } as PlanDocument) : null;
  });
}
