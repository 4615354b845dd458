// The text files of a repository at a revision, bare or not, as git has them.

import { gitObjects, gitText } from "../git/git.ts";

/** Files that helix lists and does not read are no documents either. */
const FILE_BYTES_MAX = 1_500_000;
const READ_AT_ONCE = 500;
const BINARY_PROBE = 8000;

/** A file at the revision. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** What was not read: files that are too large, and files that are no text. */
export interface LeftOut {
  large: number;
  binary: number;
}

/** The text files, in the order of their paths, some hundred in memory at a time; counts what it leaves out. */
export function* treeFiles(folder: string, revision: string, leftOut?: LeftOut): Generator<SourceText> {
  const listed = (gitText(folder, ["ls-tree", "-r", "-l", "-z", "--full-tree", revision]) ?? "").split("\0");
  const all = listed.flatMap((line) => {
    const match = /^100(?:644|755) blob (\S+) +(\d+)\t(.+)$/s.exec(line);
    return match === null ? [] : [{ object: match[1]!, size: Number(match[2]), path: match[3]! }];
  });
  const entries = all.filter(({ size }) => size <= FILE_BYTES_MAX);
  if (leftOut !== undefined) leftOut.large += all.length - entries.length;
  for (let from = 0; from < entries.length; from += READ_AT_ONCE) {
    const part = entries.slice(from, from + READ_AT_ONCE);
    const names = part.map(({ object }) => object);
    for (const [at, content] of gitObjects(folder, names).entries()) {
      if (content === null || content.subarray(0, BINARY_PROBE).includes(0)) {
        if (leftOut !== undefined) leftOut.binary++;
        continue;
      }
      yield { path: part[at]!.path, text: new TextDecoder().decode(content) };
    }
  }
}
