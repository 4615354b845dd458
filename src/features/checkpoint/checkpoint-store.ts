// Saves and clears checkpoints. checkpoint-file.ts reads the file and describes its format.
// Invariants:
// - A writer sees what others saved before, and no reader ever sees a part of a file.
// - What helix does not understand stays: fields, checkpoints, and a whole damaged file under another name.

import { HelixError } from "../../base/errors.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { LOCK_WAIT_MS, WriteLock } from "../../engine/log/write-lock.ts";
import { freeName, replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { unusableDirectory } from "../../platform/io-error.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { rawCheckpoint } from "./checkpoint-data.ts";
import {
  CHECKPOINT_FILE_BYTES_MAX,
  type Checkpoints,
  type Content,
  checkpointPath,
  checkpointsIn,
  EMPTY,
  isOf,
  newestFirst,
  type Parsed,
  parsed,
  readContent,
} from "./checkpoint-file.ts";

const FILE_VERSION = 1;

/** What was there before a checkpoint was saved. */
export interface Saved {
  readonly replaced: Checkpoint | null;
  /** The name under which a damaged file was kept; null when the file was not damaged. */
  readonly keptAside: string | null;
}

export class CheckpointStore {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #lock: WriteLock;

  constructor(files: FileSystem, directory: string, lockWaitMs = LOCK_WAIT_MS) {
    this.#files = files;
    this.#directory = directory;
    this.path = checkpointPath(directory);
    this.#lock = new WriteLock(files, `${directory}/.lock`, lockWaitMs);
  }

  /**
   * The checkpoint of the project with `keys` (empty: of no project), and the others. Throws CORRUPTION for a damaged
   * file, IO.
   */
  load(keys: readonly string[]): Checkpoints {
    return checkpointsIn(soundContent(this.#files, this.path), keys);
  }

  /** Replaces the checkpoint of its project by `checkpoint`. Throws LIMIT, LOCKED, IO; then nothing was changed. */
  async save(checkpoint: Checkpoint, now: number): Promise<Saved> {
    try {
      this.#files.makeDirectory(this.#directory);
    } catch (error) {
      throw unusableDirectory(this.#directory, error);
    }
    return this.#lock.run(() => {
      const content = readContent(this.#files, this.path);
      const keptAside = content === "damaged" ? freeName(this.#files, this.path, `damaged-${now}`) : null;
      const { items, rest } = content === "damaged" ? EMPTY : content;
      const [mine, others] = divide(items, checkpoint.projects);
      const previous = newestFirst(mine.map(({ checkpoint: each }) => each))[0] ?? null;
      const raw = rawCheckpoint(checkpoint, mine.find(({ checkpoint: each }) => each === previous)?.raw);
      this.#write({ items: [...others, raw], rest }, keptAside);
      return { replaced: previous, keptAside };
    });
  }

  /**
   * Removes the checkpoint of the project with `keys` and returns it; null when there is none. Throws CORRUPTION,
   * LOCKED, IO.
   */
  async clear(keys: readonly string[]): Promise<Checkpoint | null> {
    // Without a checkpoint nothing is created, not even the lock.
    if (this.load(keys).own === null) return null;
    return this.#lock.run(() => {
      const { items, rest } = soundContent(this.#files, this.path);
      const [mine, others] = divide(items, keys);
      if (mine.length > 0) this.#write({ items: others, rest }, null);
      return newestFirst(mine.map(({ checkpoint }) => checkpoint))[0] ?? null;
    });
  }

  #write({ items, rest }: Content, keepAs: string | null): void {
    const json = JSON.stringify({ version: FILE_VERSION, ...rest, checkpoints: items }, null, 2);
    const bytes = encodeUtf8(`${json}\n`);
    if (bytes.length > CHECKPOINT_FILE_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        (say) =>
          `${this.path} would be longer than ${CHECKPOINT_FILE_BYTES_MAX} bytes; nothing was saved: clear checkpoints of other projects where they belong, with ${say.either("helix checkpoint --clear", "topics action=clear_checkpoint")}`,
      );
    }
    replaceWhole(this.#files, this.path, bytes, keepAs);
  }
}

/** The content of the file at `path`. Throws CORRUPTION for a damaged file, IO. */
function soundContent(files: FileSystem, path: string): Content {
  const content = readContent(files, path);
  if (content !== "damaged") return content;
  throw new HelixError(
    "CORRUPTION",
    (say) =>
      `${path} is damaged or not a file of checkpoints; it was left alone: mend it, or save a new checkpoint, which keeps it under another name, e.g. ${say.either('helix checkpoint "port the attention kernel"', 'topics action=checkpoint task="port the attention kernel"')}`,
  );
}

/** The checkpoints of the project with `keys`, and the rest as it is. */
function divide(items: readonly unknown[], keys: readonly string[]): [Parsed[], unknown[]] {
  const mine = items.flatMap(parsed).filter(({ checkpoint }) => isOf(checkpoint, keys));
  const taken = new Set<unknown>(mine.map(({ raw }) => raw));
  return [mine, items.filter((item) => !taken.has(item))];
}
