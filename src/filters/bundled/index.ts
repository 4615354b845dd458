// The filters that helix brings along: the text of each file in this folder. A new file is one line here, and one entry.

/** A bundled file and its text. */
export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

/** All bundled files, by name. */
export const BUNDLED: readonly BundledFile[] = [];
