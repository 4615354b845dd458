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

/** A ranked file whose path is read when it is asked for: most files are never shown. */
class FoundFile implements RankedFile {
  readonly generation: number;
  readonly file: number;
  readonly score: number;
  readonly text: number;
  readonly history: number;
  readonly factor: number;
  readonly #pathOf: (file: number) => string;
  #path: string | null = null;

  constructor(found: Omit<RankedFile, "path">, pathOf: (file: number) => string) {
    this.generation = found.generation;
    this.file = found.file;
    this.score = found.score;
    this.text = found.text;
    this.history = found.history;
    this.factor = found.factor;
    this.#pathOf = pathOf;
  }

  get path(): string {
    this.#path ??= this.#pathOf(this.file);
    return this.#path;
  }
}

/** What ranks files besides their text. */
export interface FileSignals {
  /** What earlier commits say of a path, at most 1; and how far that is to be believed, 0 to 1. */
  readonly history: ReadonlyMap<string, number>;
  readonly confidence: number;
  /** Names of files and parts of paths, in lower case. */
  readonly named: readonly string[];
  /** Where a path stands; null if there is no such file. */
  readonly placeOf: (path: string) => FilePlace | null;
}

/** Ranks all files that have a score, best first; the order of paths decides among equals. */
export function rankFiles(
  generations: readonly SearchedGeneration[],
  scores: readonly ChunkScores[],
  { history, confidence, named, placeOf }: FileSignals,
): RankedFile[] {
  const texts = generations.map((generation, at) => fileTexts(generation, scores[at]!));
  const shares = generations.map(({ files }) => new Float64Array(files.documentCount));
  for (const [path, share] of history) {
    const place = placeOf(path);
    if (place !== null) shares[place.generation]![place.file] = share;
  }
  let best = 0;
  for (const ofFiles of texts) for (const text of ofFiles) if (text > best) best = text;
  const weight = Math.sqrt(confidence);
  const ranked: RankedFile[] = [];
  for (const [generation, { files, isGone }] of generations.entries()) {
    const classes = files.numbers("class").all;
    const paths = files.groups("path");
    const pathOf = (file: number) => paths.names.name(paths.numbers.of(file));
    const [ofText, ofCommits] = [texts[generation]!, shares[generation]!];
    for (let file = 0; file < files.documentCount; file++) {
      if (ofText[file] === 0 && ofCommits[file] === 0 && named.length === 0) continue;
      if (isGone?.(file)) continue;
      const factor = CLASS_FACTORS[PATH_CLASSES[classes[file] ?? 0] ?? "implementation"];
      const text = best === 0 ? 0 : ofText[file]! / best;
      const isNamed = named.length > 0 && named.some((name) => isPathEnd(pathOf(file), name));
      const score = factor * (text + weight * ofCommits[file]! + (isNamed ? NAMED_GAIN : 0));
      if (score === 0) continue;
      ranked.push(new FoundFile({ generation, file, score, text, history: ofCommits[file]!, factor }, pathOf));
    }
  }
  return ranked.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** What the text of each file scores; 0 for those that a later generation replaces. */
function fileTexts({ files, isGone }: SearchedGeneration, scores: ChunkScores): Float64Array {
  const [firsts, counts] = [files.numbers("firstChunk").all, files.numbers("chunks").all];
  const texts = new Float64Array(files.documentCount);
  for (let file = 0; file < texts.length; file++) {
    const first = firsts[file] ?? 0;
    const text = bestSum(scores, first, first + (counts[file] ?? 0));
    if (text > 0 && !isGone?.(file)) texts[file] = text;
  }
  return texts;
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
