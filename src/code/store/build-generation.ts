// Reads files and writes them as a generation. A server does so in threads of its own, a command where it is.

import type { FileSystem } from "../../platform/file-system.ts";
import { GenerationBuilder } from "../index/generation.ts";
import type { StoredGeneration } from "./manifest.ts";
import { readFile } from "./read-file.ts";
import { removeQuietly, writeSegmentFile } from "./segment-file.ts";
import type { TreeReader } from "./tree-reader.ts";

/** Progress is told after so many files. */
const PROGRESS_FILES = 100;

export interface GenerationRequest {
  /** The folder of the index. */
  readonly folder: string;
  /** The name of the generation; no generation has it yet. */
  readonly name: string;
  readonly paths: readonly string[];
}

/** Writes a generation, durably. Paths without a file become tombstones. Throws the system's error; then nothing is left. */
export function buildGeneration(
  files: FileSystem,
  tree: Pick<TreeReader, "facts" | "read">,
  { folder, name, paths }: GenerationRequest,
  onProgress: (done: number) => void = () => undefined,
): StoredGeneration {
  const builder = new GenerationBuilder();
  for (const [at, path] of paths.entries()) {
    const { content, stamp } = readFile(tree, path);
    if ("text" in content) builder.add(path, content.text, stamp);
    else builder.addUnread(path, content.unread, stamp);
    if ((at + 1) % PROGRESS_FILES === 0) onProgress(at + 1);
  }
  writeSegmentFile(files, `${folder}/${name}.files`, builder.files);
  try {
    writeSegmentFile(files, `${folder}/${name}.chunks`, builder.chunks);
  } catch (error) {
    removeQuietly(files, `${folder}/${name}.files`);
    throw error;
  }
  return { name, files: builder.files.documentCount, chunks: builder.chunks.documentCount };
}
