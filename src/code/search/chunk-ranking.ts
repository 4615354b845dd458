// Ranks chunks, most of them functions, within the files that were ranked before.

import type { ChunkScores, SearchedGeneration } from "./field-scores.ts";
import type { RankedFile } from "./file-ranking.ts";

/** What the score of its file adds to that of a chunk. */
const FILE_SHARE = 0.4;

export interface RankedChunk {
  readonly file: RankedFile;
  /** Its document in the segment of chunks. */
  readonly chunk: number;
  readonly score: number;
}

/** Which chunks are wanted, by generation and document; left out: all. */
export type WantsChunk = (generation: number, chunk: number) => boolean;

/**
 * Ranks the chunks of ranked files, best first. In a file that only its path or commits speak for, the chunks keep the
 * order of their lines.
 */
export function rankChunks(
  generations: readonly SearchedGeneration[],
  scores: readonly ChunkScores[],
  files: readonly RankedFile[],
  wants: WantsChunk = () => true,
): RankedChunk[] {
  let best = 0;
  for (const [generation, ofChunks] of scores.entries()) {
    const { isGone, chunks } = generations[generation]!;
    const fileOf = chunks.numbers("file").all;
    for (let chunk = 0; chunk < ofChunks.length; chunk++) {
      if (ofChunks[chunk]! > best && !isGone?.(fileOf[chunk] ?? 0)) best = ofChunks[chunk]!;
    }
  }
  const ranked: RankedChunk[] = [];
  for (const file of files) {
    const { files: segment } = generations[file.generation]!;
    const first = segment.numbers("firstChunk").of(file.file);
    const end = first + segment.numbers("chunks").of(file.file);
    for (let chunk = first; chunk < end; chunk++) {
      if (!wants(file.generation, chunk)) continue;
      const own = best === 0 ? 0 : (scores[file.generation]![chunk] ?? 0) / best;
      ranked.push({ file, chunk, score: file.factor * own + FILE_SHARE * file.score });
    }
  }
  return ranked.sort((a, b) => b.score - a.score);
}
