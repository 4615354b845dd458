// The filters that helix brings along: the text of each file in this folder. A new file is one import and one
// entry here.

import df from "./df.toml" with { type: "text" };

/** A bundled file and its text. */
export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

/** All bundled files, by name. */
export const BUNDLED: readonly BundledFile[] = [{ name: "df.toml", text: df }];
