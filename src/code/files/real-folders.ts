// Which folders of a work tree are folders in it: none of those above them is a link. Each is looked at once.

export class RealFolders {
  readonly #isLink: (folder: string) => boolean;
  readonly #known = new Map<string, boolean>([["", true]]);

  /** `isLink` says whether a path below the root is a link; false where there is nothing. */
  constructor(isLink: (folder: string) => boolean) {
    this.#isLink = isLink;
  }

  /** Whether a folder, by its path below the root, and those above it are no links. A folder that is not there is none. */
  has(folder: string): boolean {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    // A loop: folders may be a thousand deep.
    let isReal = true;
    for (let at = folder.indexOf("/"); isReal; at = folder.indexOf("/", at + 1)) {
      const each = at < 0 ? folder : folder.slice(0, at);
      const before = this.#known.get(each);
      isReal = before ?? !this.#isLink(each);
      if (before === undefined) this.#known.set(each, isReal);
      if (at < 0) break;
    }
    this.#known.set(folder, isReal);
    return isReal;
  }
}
