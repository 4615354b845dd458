// Reads files and writes them as a generation. A server does so in threads of its own, a command where it is.

import type { FileSystem } from "../../platform/file-system.ts";
import { GenerationBuilder } from "../index/generation.ts";
import type { StoredGeneration } from "./manifest.ts";
import { readFile } from "./read-file.ts";
import { removeQuietly, writeSegmentFile } from "./segment-file.ts";
import type { TreeReader } from "./tree-reader.ts";

/**
 * A generation takes in so much text, in code units. It needs some fifteen times as much memory until it is written, and
 * a server builds two at once.
 */
export const GENERATION_TEXT_MAX = 8 * 1024 * 1024;
/** Progress is told after so many files. */
const PROGRESS_FILES = 100;

export interface GenerationRequest {
  /** The folder of the index. */
  readonly folder: string;
  /** The name of the generation; no generation has it yet. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Paths that are none of the tree's any more, whatever stands there. */
  readonly gone: readonly string[];
}

export interface BuiltGeneration extends StoredGeneration {
  /** How many of the paths are in it, the first ones; the rest did not fit. */
  readonly done: number;
}

/**
 * Writes a generation, durably. Paths without a file become tombstones. Throws the system's error; then nothing is left.
 */
export function buildGeneration(
  files: FileSystem,
  tree: Pick<TreeReader, "facts" | "read" | "looks">,
  request: GenerationRequest,
  onProgress: (done: number) => void = () => undefined,
): BuiltGeneration {
  const built = writeGeneration(files, tree, request, onProgress);
  // Another one follows: a machine with much memory would let the garbage of several come together.
  if (built.done < request.paths.length) Bun.gc(true);
  return built;
}

function writeGeneration(
  files: FileSystem,
  tree: Pick<TreeReader, "facts" | "read" | "looks">,
  { folder, name, paths, gone }: GenerationRequest,
  onProgress: (done: number) => void,
): BuiltGeneration {
  const builder = new GenerationBuilder();
  let done = 0;
  let factsOf = tree.looks();
  for (let text = 0; done < paths.length && text < GENERATION_TEXT_MAX; ) {
    const path = paths[done]!;
    const { content, stamp } = readFile(tree, path, factsOf);
    if ("text" in content) {
      builder.add(path, content.text, stamp);
      text += content.text.length;
    } else builder.addUnread(path, content.unread, stamp);
    if (++done % PROGRESS_FILES !== 0) continue;
    onProgress(done);
    factsOf = tree.looks();
  }
  for (const path of gone) builder.addUnread(path, "gone", { facts: 0n, content: 0n });
  writeSegmentFile(files, `${folder}/${name}.files`, builder.files);
  try {
    writeSegmentFile(files, `${folder}/${name}.chunks`, builder.chunks);
  } catch (error) {
    removeQuietly(files, `${folder}/${name}.files`);
    throw error;
  }
  return { name, files: builder.files.documentCount, chunks: builder.chunks.documentCount, done };
}
