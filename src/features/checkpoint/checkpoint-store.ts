// checkpoint.json in the knowledge base directory: one checkpoint for each project, and one for work outside of any.
//   {"version": 1, "checkpoints": [{"projects": ["owner/repo", "repo-1a2b3c4d"], "saved": "2026-02-21T06:11:00.000Z", "task": ...}]}
// The original program's file is a single checkpoint, {"task": ..., "done": [...]}: that counts as the one outside of projects.
// Invariants:
// - who saves sees what others saved before, and no reader ever sees a part of a file;
// - what is not understood stays: fields, checkpoints, and a whole file that is damaged under another name.
// Loads nothing that a hook would have to wait for; reading takes no lock.

import { HelixError } from "../../errors.ts";
import { decodeUtf8, encodeUtf8, isPlainText } from "../../format/utf8.ts";
import { sameProject } from "../../knowledge/project.ts";
import { freeName, readWhole, replaceWhole } from "../../storage/atomic-file.ts";
import { unusableDirectory } from "../../storage/data-log.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { LOCK_WAIT_MS, WriteLock } from "../../storage/write-lock.ts";
import { type Checkpoint, isRecord, parseCheckpoint, type RawCheckpoint, rawCheckpoint } from "./checkpoint.ts";

export const CHECKPOINT_NAME = "checkpoint.json";
/** The longest file that is read or written, in bytes. */
export const CHECKPOINT_FILE_BYTES_MAX = 4 * 1024 * 1024;
const FILE_VERSION = 1;

/** What there is for one project, and beside it. */
export interface Checkpoints {
  readonly own: Checkpoint | null;
  /** Those of other projects, newest first. */
  readonly others: readonly Checkpoint[];
}

/** What became of what was there before a checkpoint was saved. */
export interface Saved {
  readonly replaced: Checkpoint | null;
  /** The name under which a damaged file was kept. */
  readonly keptAside: string | null;
}

/** The file as JSON: its checkpoints, understood or not, and everything else. */
interface Content {
  readonly items: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export class CheckpointStore {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #lock: WriteLock;

  constructor(files: FileSystem, directory: string, lockWaitMs = LOCK_WAIT_MS) {
    this.#files = files;
    this.#directory = directory;
    this.path = `${directory}/${CHECKPOINT_NAME}`;
    this.#lock = new WriteLock(files, `${directory}/.lock`, lockWaitMs);
  }

  /** The checkpoint of the project with `keys` (none: of no project). Throws CORRUPTION for a damaged file, IO. */
  load(keys: readonly string[]): Checkpoints {
    const found = this.#parsed().map(({ checkpoint }) => checkpoint);
    return {
      own: newestFirst(found.filter((each) => isOf(each, keys)))[0] ?? null,
      others: newestFirst(found.filter((each) => !isOf(each, keys))),
    };
  }

  /** Puts `checkpoint` in the place of the one of its project. Throws LIMIT, LOCKED, IO; then nothing was changed. */
  async save(checkpoint: Checkpoint, now: number): Promise<Saved> {
    try {
      this.#files.makeDirectory(this.#directory);
    } catch (error) {
      throw unusableDirectory(this.#directory, error);
    }
    return this.#lock.run(() => {
      const content = this.#read();
      const keptAside = content === "damaged" ? freeName(this.#files, this.path, `damaged-${now}`) : null;
      const { items, rest } = content === "damaged" ? EMPTY : content;
      const [mine, others] = divide(items, checkpoint.projects);
      const previous = newestFirst(mine.map(({ checkpoint: each }) => each))[0] ?? null;
      const raw = rawCheckpoint(checkpoint, mine.find(({ checkpoint: each }) => each === previous)?.raw);
      this.#write({ items: [...others, raw], rest }, keptAside);
      return { replaced: previous, keptAside };
    });
  }

  /** Removes the checkpoint of the project with `keys` and returns it; null when there is none. Throws CORRUPTION, LOCKED, IO. */
  async clear(keys: readonly string[]): Promise<Checkpoint | null> {
    // Where nothing is, nothing is created for it.
    if (this.load(keys).own === null) return null;
    return this.#lock.run(() => {
      const { items, rest } = this.#sound();
      const [mine, others] = divide(items, keys);
      if (mine.length > 0) this.#write({ items: others, rest }, null);
      return newestFirst(mine.map(({ checkpoint }) => checkpoint))[0] ?? null;
    });
  }

  #parsed(): Parsed[] {
    return this.#sound().items.flatMap(parsed);
  }

  #sound(): Content {
    const content = this.#read();
    if (content !== "damaged") return content;
    throw new HelixError(
      "CORRUPTION",
      `${this.path} is damaged or not a file of checkpoints; it was left alone: mend it, or save a new checkpoint, which keeps it under another name, e.g. topics action=checkpoint task="port the attention kernel"`,
    );
  }

  #read(): Content | "damaged" {
    const bytes = readWhole(this.#files, this.path, CHECKPOINT_FILE_BYTES_MAX);
    if (bytes === null || bytes.length === 0) return EMPTY;
    return bytes === "too long" || !isPlainText(bytes) ? "damaged" : parseContent(decodeUtf8(bytes));
  }

  #write({ items, rest }: Content, keepAs: string | null): void {
    const json = JSON.stringify({ version: FILE_VERSION, ...rest, checkpoints: items }, null, 2);
    const bytes = encodeUtf8(`${json}\n`);
    if (bytes.length > CHECKPOINT_FILE_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `${this.path} would be longer than ${CHECKPOINT_FILE_BYTES_MAX} bytes; nothing was saved: clear checkpoints of other projects where they belong, with topics action=clear_checkpoint`,
      );
    }
    replaceWhole(this.#files, this.path, bytes, keepAs);
  }
}

const EMPTY: Content = { items: [], rest: {} };

/** One checkpoint of the file that is understood. */
interface Parsed {
  readonly raw: RawCheckpoint;
  readonly checkpoint: Checkpoint;
}

function parsed(raw: unknown): Parsed[] {
  const checkpoint = parseCheckpoint(raw);
  return checkpoint === null ? [] : [{ raw: raw as RawCheckpoint, checkpoint }];
}

function parseContent(json: string): Content | "damaged" {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
    // What is nested too deep to be written again cannot be kept in a new file.
    JSON.stringify(value);
  } catch {
    return "damaged";
  }
  if (!isRecord(value)) return "damaged";
  const { checkpoints, ...rest } = value;
  if (Array.isArray(checkpoints)) return { items: checkpoints, rest };
  return parseCheckpoint(value) === null ? "damaged" : { items: [value], rest: {} };
}

/** The checkpoints of the project with `keys`, and the rest as it is. */
function divide(items: readonly unknown[], keys: readonly string[]): [Parsed[], unknown[]] {
  const mine = items.flatMap(parsed).filter(({ checkpoint }) => isOf(checkpoint, keys));
  const taken = new Set<unknown>(mine.map(({ raw }) => raw));
  return [mine, items.filter((item) => !taken.has(item))];
}

function isOf({ projects }: Checkpoint, keys: readonly string[]): boolean {
  return keys.length === 0 ? projects.length === 0 : sameProject(projects, keys);
}

function newestFirst(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  const time = ({ saved }: Checkpoint) => saved ?? Number.NEGATIVE_INFINITY;
  return checkpoints.toSorted((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a)));
}
