// The settings of this process, for each project that it works with.

import { type Configuration, configurationReader } from "../config/configuration.ts";
import type { SettingSources } from "../config/setting-file.ts";
import { diskFiles } from "../platform/disk-small-files.ts";
import { type Host, thisProcess } from "./host.ts";

/** Where settings are: `directory` is that of the knowledge base, `root` the top of the work tree without links. */
export function settingSources(
  directory: string,
  root: string | null,
  { environment }: Host = thisProcess,
): SettingSources {
  return { files: diskFiles, directory, root, environment, user: process.geteuid?.() ?? null };
}

/** The settings of projects. They are read again each time, so a change counts at once. */
export class ProjectSettings {
  readonly #directory: string;
  readonly #host: Host;
  readonly #readers = new Map<string | null, () => Configuration>();

  /** `directory`: that of the knowledge base. */
  constructor(directory: string, host: Host = thisProcess) {
    this.#directory = directory;
    this.#host = host;
  }

  /** What holds in the project at `root`, null outside of projects, as the files are now. */
  at(root: string | null): Configuration {
    let reader = this.#readers.get(root);
    if (reader === undefined) {
      reader = configurationReader(settingSources(this.#directory, root, this.#host));
      this.#readers.set(root, reader);
    }
    return reader();
  }
}
