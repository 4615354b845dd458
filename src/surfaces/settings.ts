// The settings of this process, for each project that it works with.

import { type Configuration, configurationReader } from "../config/configuration.ts";
import type { SettingSources } from "../config/setting-file.ts";
import { diskFiles } from "../platform/disk-small-files.ts";

/** Where settings are: `directory` is that of the knowledge base, `root` the top of the work tree without links. */
export function settingSources(directory: string, root: string | null): SettingSources {
  return { files: diskFiles, directory, root, environment: process.env, user: process.geteuid?.() ?? null };
}

/** The settings of projects. They are read again each time, so a change counts at once. */
export class ProjectSettings {
  readonly #directory: string;
  readonly #readers = new Map<string, () => Configuration>();

  /** `directory`: that of the knowledge base. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** What holds in the project at `root`, as the files are now. */
  at(root: string): Configuration {
    let reader = this.#readers.get(root);
    if (reader === undefined) {
      reader = configurationReader(settingSources(this.#directory, root));
      this.#readers.set(root, reader);
    }
    return reader();
  }
}
