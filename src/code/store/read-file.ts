// Reads one file with what the system says of it.

import { encodeUtf8 } from "../../base/utf8.ts";
import type { FileStamp } from "../index/code-document.ts";
import type { FileContent } from "../index/live-files.ts";
import type { TreeReader } from "./tree-reader.ts";

export interface ReadFile {
  readonly content: FileContent;
  readonly stamp: FileStamp;
}

/**
 * Reads a file. The facts are those from before reading; 0n where the file changed meanwhile. `factsOf` is given where
 * many files are read in a short time.
 */
export function readFile(
  tree: Pick<TreeReader, "facts" | "read">,
  path: string,
  factsOf: (path: string) => bigint | null = (each) => tree.facts(each),
): ReadFile {
  const before = factsOf(path);
  if (before === null) return { content: { unread: "gone" }, stamp: { facts: 0n, content: 0n } };
  const content = tree.read(path);
  const facts = factsOf(path) === before ? before : 0n;
  return { content, stamp: { facts, content: "text" in content ? contentHash(content.text) : 0n } };
}

/** A hash of a text, 64 bits. */
export function contentHash(text: string): bigint {
  return Bun.hash.xxHash3(encodeUtf8(text));
}
