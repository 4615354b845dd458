// Who made which transaction: a line for each in `changes.jsonl`, beside the log. The log alone says what was done, and
// this file is no second truth: a transaction without a line is nobody's. A line counts only for the very file that it
// was written for, and for a transaction with this beginning and this end.
// Invariants:
// - A line is written under the write lock, behind the write. What cannot be written is left out.
// - The file is bounded. A compaction begins it anew, since it ends what can be taken back.

import type { AppendedFiles } from "../../platform/appended-files.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { TransactionExtent } from "./log-appender.ts";

export const AUTHORS_NAME = "changes.jsonl";
/** How much of the file's end is read. */
const READ_BYTES_MAX = 1024 * 1024;
/** A longer file is begun anew. */
const FILE_BYTES_MAX = 8 * READ_BYTES_MAX;
const VERSION = 1;

/** Who makes a change. */
export interface Author {
  /** The client's session, or the server's own name for itself; "" for none. */
  readonly session: string;
  /** The keys of the project; none outside of projects. */
  readonly project: readonly string[];
}

/** Who made a transaction, and when, in milliseconds since 1970. */
export interface Authored extends Author, TransactionExtent {
  readonly atMs: number;
}

export interface AuthorsOptions {
  readonly lines: AppendedFiles;
  /** Who makes the changes of this process, as far as they name nobody else. */
  author(): Author;
}

/** The authors of the transactions of one log. */
export class TransactionAuthors {
  readonly #options: AuthorsOptions;
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #logPath: string;

  constructor(options: AuthorsOptions, files: FileSystem, directory: string, logPath: string) {
    this.#options = options;
    this.#files = files;
    this.#path = `${directory}/${AUTHORS_NAME}`;
    this.#logPath = logPath;
  }

  /** Notes who made a transaction; `author` undefined: this process. Never throws. */
  note({ start, end }: TransactionExtent, atMs: number, author = this.#options.author()): void {
    try {
      if ((this.#files.identify(this.#path)?.size ?? 0) > FILE_BYTES_MAX) this.#files.remove(this.#path);
      const { session, project } = author;
      const line = { v: VERSION, log: this.#log(), start, end, at: atMs, session, project };
      this.#options.lines.append(this.#path, `${JSON.stringify(line)}\n`);
    } catch {
      // The transaction is nobody's.
    }
  }

  /** The authors that are known, by where their transactions begin and end (`extentKey`). */
  known(): Map<string, Authored> {
    const found = new Map<string, Authored>();
    const log = this.#log();
    for (const line of this.#options.lines.readEnd(this.#path, READ_BYTES_MAX)?.text.split("\n") ?? []) {
      const authored = parseLine(line, log);
      if (authored !== null) found.set(extentKey(authored), authored);
    }
    return found;
  }

  /** Forgets all authors: the log was rewritten. */
  clear(): void {
    try {
      this.#files.remove(this.#path);
    } catch {
      // Its lines name another file, and count for nothing.
    }
  }

  /** What tells this log from one that was put in its place. */
  #log(): string {
    const found = this.#files.identify(this.#logPath);
    return found === null ? "" : `${found.device}.${found.inode}`;
  }
}

/** The key of a transaction in the map of authors. */
export function extentKey({ start, end }: TransactionExtent): string {
  return `${start} ${end}`;
}

/** Null for a line that is damaged, of another version, or of another log. */
function parseLine(line: string, log: string): Authored | null {
  if (line === "") return null;
  try {
    const { v, log: of, start, end, at, session, project } = JSON.parse(line) as Record<string, unknown>;
    const isWhole = v === VERSION && of === log && [start, end, at].every(Number.isSafeInteger);
    if (!isWhole || typeof session !== "string" || !Array.isArray(project)) return null;
    const keys = project.filter((key) => typeof key === "string");
    return { start: start as number, end: end as number, atMs: at as number, session, project: keys };
  } catch {
    return null;
  }
}
