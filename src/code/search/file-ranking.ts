// Ranks files by their chunks, by the class of their path, and by earlier commits that are like the query. Constants and
// what each step is worth: docs/RANKING.md.

import { CLASS_FACTORS, PATH_CLASSES } from "../files/path-class.ts";
import type { ChunkScores, SearchedGeneration } from "./field-scores.ts";

/** What the best chunks of a file count. */
const BEST_CHUNKS = [1, 0.5, 0.25] as const;
/** What a file that the query names gets, as a share of the best score. */
const NAMED_GAIN = 0.3;

/** A file in a generation. */
export interface FilePlace {
  readonly generation: number;
  readonly file: number;
}

export interface RankedFile extends FilePlace {
  readonly path: string;
  /** The score that ranks it, and the parts of it before the factor: of the text and of commits, each at most 1. */
  readonly score: number;
  readonly text: number;
  readonly history: number;
  readonly factor: number;
}

/** What ranks files besides their text. */
export interface FileSignals {
  /** What earlier commits say of a path, at most 1; and how far that is to be believed, 0 to 1. */
  readonly history: ReadonlyMap<string, number>;
  readonly confidence: number;
  /** Names of files and parts of paths, in lower case. */
  readonly named: readonly string[];
}

/** Ranks all files that have a score, best first; the order of paths decides among equals. */
export function rankFiles(
  generations: readonly SearchedGeneration[],
  scores: readonly ChunkScores[],
  { history, confidence, named }: FileSignals,
): RankedFile[] {
  const found: { generation: number; file: number; path: string; text: number; factor: number }[] = [];
  let best = 0;
  for (const [generation, { files, isGone }] of generations.entries()) {
    const [firsts, counts] = [files.numbers("firstChunk").all, files.numbers("chunks").all];
    const classes = files.numbers("class").all;
    const paths = files.groups("path");
    for (let file = 0; file < files.documentCount; file++) {
      if (isGone?.(file)) continue;
      const first = firsts[file] ?? 0;
      const text = bestSum(scores[generation]!, first, first + (counts[file] ?? 0));
      best = Math.max(best, text);
      if (text === 0 && history.size === 0 && named.length === 0) continue;
      const factor = CLASS_FACTORS[PATH_CLASSES[classes[file] ?? 0] ?? "implementation"];
      found.push({ generation, file, path: paths.names.name(paths.numbers.of(file)), text, factor });
    }
  }
  const weight = Math.sqrt(confidence);
  const ranked: RankedFile[] = [];
  for (const { text: raw, factor, ...place } of found) {
    const ofCommits = history.get(place.path) ?? 0;
    const text = best === 0 ? 0 : raw / best;
    const isNamed = named.length > 0 && named.some((name) => isPathEnd(place.path, name));
    const score = factor * (text + weight * ofCommits + (isNamed ? NAMED_GAIN : 0));
    if (score > 0) ranked.push({ ...place, score, text, history: ofCommits, factor });
  }
  return ranked.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

function bestSum(scores: ChunkScores, from: number, to: number): number {
  let [first, second, third] = [0, 0, 0];
  for (let at = from; at < to; at++) {
    const score = scores[at] ?? 0;
    if (score <= third) continue;
    if (score > first) [first, second, third] = [score, first, second];
    else if (score > second) [second, third] = [score, second];
    else third = score;
  }
  return BEST_CHUNKS[0] * first + BEST_CHUNKS[1] * second + BEST_CHUNKS[2] * third;
}

/** Whether a path ends with whole segments of `name`. */
function isPathEnd(path: string, name: string): boolean {
  const lower = path.toLowerCase();
  return lower.endsWith(name) && (lower.length === name.length || lower[lower.length - name.length - 1] === "/");
}
