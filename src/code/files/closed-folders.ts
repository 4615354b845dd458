// Folders of a work tree that are there and may not be entered. What git says lies in them cannot be looked at, and must
// not pass for gone.

import type { SourceFiles } from "../../platform/source-files.ts";

export class ClosedFolders {
  readonly #root: string;
  readonly #sources: SourceFiles;
  /** The names in a folder, by its path below the root; null: it cannot be listed. */
  readonly #names = new Map<string, ReadonlySet<string> | null>();

  constructor(root: string, sources: SourceFiles) {
    this.#root = root;
    this.#sources = sources;
  }

  /** The folder above `path` that may not be entered, by its path below the root; null: none, so the file is gone. */
  above(path: string): string | null {
    let folder = "";
    for (const name of path.split("/")) {
      const names = this.#namesIn(folder);
      if (names === null) return folder;
      if (!names.has(name)) return null;
      const next = folder === "" ? name : `${folder}/${name}`;
      // Its name can be read, and nothing else of it.
      const entry = this.#sources.look(`${this.#root}/${next}`);
      if (entry === null) return folder;
      if (entry.kind !== "directory") return null;
      folder = next;
    }
    return null;
  }

  #namesIn(folder: string): ReadonlySet<string> | null {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    const entries = this.#sources.list(folder === "" ? this.#root : `${this.#root}/${folder}`, this.#root);
    const names = entries === null ? null : new Set(entries.map(({ name }) => name));
    this.#names.set(folder, names);
    return names;
  }
}
