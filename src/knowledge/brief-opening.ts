// The way of a hook to a view of what is live: one look, nothing kept current, nothing written, no more of the log read than a hook has time
// for. The one exception to the promise that what is stored is found: without a usable index a long log is not read.

import type { FileSystem } from "../storage/file-system.ts";
import { KnowledgeView } from "./knowledge-view.ts";
import { LogFollower } from "./log-follower.ts";

/** How much of the log is read at most, in bytes. */
const LOG_BYTES_MAX = 4 * 1024 * 1024;

export class BriefOpening {
  readonly #files: FileSystem;
  readonly #directory: string;
  #view: KnowledgeView | null | undefined;

  constructor(files: FileSystem, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  /** What is live, as of the first call; null when it cannot be read, or not in a hook's time. */
  view(): KnowledgeView | null {
    if (this.#view === undefined) this.#view = this.#open();
    return this.#view;
  }

  #open(): KnowledgeView | null {
    try {
      const follower = new LogFollower(this.#files, this.#directory);
      if (follower.attach() > LOG_BYTES_MAX) return null;
      follower.read();
      return new KnowledgeView(follower, null, () => undefined);
    } catch {
      return null;
    }
  }
}
