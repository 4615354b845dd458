// Which chunks are those of a file.

import type { Segment } from "../../engine/segment/segment.ts";

/** The documents of the chunks of a document of files: from `first`, up to `end` and without it. */
export function chunksOf(files: Segment, file: number): { readonly first: number; readonly end: number } {
  const first = files.numbers("firstChunk").of(file);
  return { first, end: first + files.numbers("chunks").of(file) };
}
