// Joins what the words of a query find with what is like it in meaning: one order by reciprocal ranks.

import { fusedRanks } from "../../engine/search/rank-fusion.ts";
import { CLASS_FACTORS, PATH_CLASSES } from "../files/path-class.ts";
import { CHUNKS_MAX, type RankedChunk } from "./chunk-ranking.ts";
import type { SearchedGeneration } from "./field-scores.ts";
import type { RankedFile } from "./file-ranking.ts";

/** A chunk that is like a query in meaning. */
export interface LikeChunk {
  readonly generation: number;
  readonly chunk: number;
  /** The cosine of its vector and that of the query. */
  readonly cosine: number;
}

/** The places of a file in the two orders, from 1; null where it is not in one. */
export interface FileRanks {
  readonly words: number | null;
  readonly meaning: number | null;
}

/** The files and chunks that the words of a query found, best first. */
export interface Ranked {
  readonly files: readonly RankedFile[];
  readonly chunks: readonly RankedChunk[];
}

/** The same in one order with what is alike. */
export interface Fused extends Ranked {
  readonly ranks: ReadonlyMap<string, FileRanks>;
}

/** The file of each chunk that is alike, as a ranked file; null for what is not wanted. */
export type FileOfChunk = (like: LikeChunk) => RankedFile | null;

/** Fuses. `like`: best first. */
export function fuseMeaning({ files, chunks }: Ranked, like: readonly LikeChunk[], fileOf: FileOfChunk): Fused {
  const byFile = new Map(files.map((file) => [keyOf(file.generation, file.file), file]));
  const byChunk = new Map(chunks.map((each) => [keyOf(each.file.generation, each.chunk), each]));
  const likeFiles = new Set<string>();
  const likeChunks: string[] = [];
  for (const each of like) {
    const found = fileOf(each);
    if (found === null) continue;
    const [ofFile, ofChunk] = [keyOf(found.generation, found.file), keyOf(each.generation, each.chunk)];
    likeFiles.add(ofFile);
    likeChunks.push(ofChunk);
    const file = byFile.get(ofFile) ?? found;
    byFile.set(ofFile, file);
    if (!byChunk.has(ofChunk)) byChunk.set(ofChunk, { file, chunk: each.chunk, score: 0 });
  }
  const wordFiles = files.map((file) => keyOf(file.generation, file.file));
  const wordChunks = chunks.map((each) => keyOf(each.file.generation, each.chunk));
  const fused = fusedRanks([wordFiles, [...likeFiles]]).map((key) => byFile.get(key)!);
  const places = (keys: Iterable<string>) => new Map(Array.from(keys, (key, at) => [key, at + 1]));
  const [ofWords, ofMeaning] = [places(wordFiles), places(likeFiles)];
  return {
    files: fused,
    chunks: fusedRanks([wordChunks, likeChunks])
      .slice(0, CHUNKS_MAX)
      .map((key) => byChunk.get(key)!),
    ranks: new Map(
      fused.map((file) => {
        const key = keyOf(file.generation, file.file);
        return [file.path, { words: ofWords.get(key) ?? null, meaning: ofMeaning.get(key) ?? null }];
      }),
    ),
  };
}

/** The file of a chunk that no word of the query found. */
export function fileOfChunk(
  generations: readonly SearchedGeneration[],
  { generation, chunk }: LikeChunk,
): RankedFile | null {
  const { files, chunks, isGone } = generations[generation]!;
  const file = chunks.numbers("file").of(chunk);
  if (isGone?.(file)) return null;
  const paths = files.groups("path");
  const path = paths.names.name(paths.numbers.of(file));
  const factor = CLASS_FACTORS[PATH_CLASSES[files.numbers("class").of(file)] ?? "implementation"];
  return { generation, file, path, score: 0, text: 0, history: 0, factor };
}

function keyOf(generation: number, document: number): string {
  return `${generation}:${document}`;
}
