// Ranks chunks, most of them functions, within the files that were ranked before.

import { partitionPoint } from "../../base/sorted-search.ts";
import { TopResults } from "../../engine/search/top-results.ts";
import type { ChunkScores, SearchedGeneration } from "./field-scores.ts";
import { chunksOf } from "./file-chunks.ts";
import type { RankedFile } from "./file-ranking.ts";

/** What the score of its file adds to that of a chunk. */
const FILE_SHARE = 0.4;
/** So many chunks are ranked, the best: more than any answer shows. */
export const CHUNKS_MAX = 1000;

export interface RankedChunk {
  readonly file: RankedFile;
  /** Its document in the segment of chunks. */
  readonly chunk: number;
  readonly score: number;
}

/** Which chunks are wanted, by generation and document; left out: all. */
export type WantsChunk = (generation: number, chunk: number) => boolean;

/**
 * Ranks the chunks of ranked files, best first, CHUNKS_MAX of them at most. In a file that only its path or commits speak for, the chunks keep the
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
  const top = new TopResults(CHUNKS_MAX, (a, b) => a - b, null);
  const offered: { file: RankedFile; first: number; from: number }[] = [];
  let count = 0;
  for (const file of files) {
    const ofFile = scores[file.generation]!;
    const { first, end } = chunksOf(generations[file.generation]!.files, file.file);
    offered.push({ file, first, from: count });
    const share = FILE_SHARE * file.score;
    for (let chunk = first; chunk < end; chunk++, count++) {
      const own = best === 0 ? 0 : (ofFile[chunk] ?? 0) / best;
      const score = file.factor * own + share;
      if (score >= top.threshold && wants(file.generation, chunk)) top.add(count, score);
    }
  }
  const { ids, scores: ranked } = top.finish();
  return ids.map((id, at) => {
    const { file, first, from } = offered[partitionPoint(0, offered.length, (each) => offered[each]!.from <= id) - 1]!;
    return { file, chunk: first + id - from, score: ranked[at]! };
  });
}
