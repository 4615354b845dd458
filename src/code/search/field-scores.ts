// Scores chunks by their own terms and those of their file's path: BM25F (Robertson, Zaragoza and Taylor, "Simple BM25
// Extension to Multiple Weighted Fields", CIKM 2004), with the fields body, names, file name and folders. A path is
// stored once, with its file, and counts for each of the file's chunks.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import { inverseDocumentFrequency, K1 } from "../../engine/search/bm25.ts";
import type { Segment } from "../../engine/segment/segment.ts";

/** Weights and strengths of the length normalisation, by field. */
const BODY = { weight: 1, b: 0.6 };
const NAMES = { weight: 2, b: 0.4 };
const FILE_NAME = { weight: 4, b: 0.4 };
const FOLDERS = { weight: 2, b: 0.4 };

/** Files with their chunks, as they are searched. */
export interface SearchedGeneration {
  readonly files: Segment;
  readonly chunks: Segment;
  /** Whether a later generation replaces a file, by its document; null where none is replaced. */
  readonly isGone: ((file: number) => boolean) | null;
}

/** Sums over all live chunks. */
export interface CodeTotals {
  readonly chunks: number;
  readonly files: number;
  /** Mean lengths of the fields; at least a little above 0. */
  readonly body: number;
  readonly names: number;
  readonly fileName: number;
  readonly folders: number;
}

/** The sums of the generations. */
export function totalsOf(generations: readonly SearchedGeneration[]): CodeTotals {
  const sums = { chunks: 0, files: 0, body: 0, names: 0, fileName: 0, folders: 0 };
  for (const { files, chunks, isGone } of generations) {
    const counts = files.numbers("chunks").all;
    const firsts = files.numbers("firstChunk").all;
    const [fileLengths, nameLengths] = [files.lengths.all, files.leadingLengths.all];
    const [lengths, leading] = [chunks.lengths.all, chunks.leadingLengths.all];
    for (let file = 0; file < files.documentCount; file++) {
      if (isGone?.(file)) continue;
      const count = counts[file] ?? 0;
      sums.files++;
      sums.chunks += count;
      sums.fileName += nameLengths[file] ?? 0;
      sums.folders += (fileLengths[file] ?? 0) - (nameLengths[file] ?? 0);
      const first = firsts[file] ?? 0;
      for (let chunk = first; chunk < first + count; chunk++) {
        sums.names += leading[chunk] ?? 0;
        sums.body += (lengths[chunk] ?? 0) - (leading[chunk] ?? 0);
      }
    }
  }
  const mean = (sum: number, count: number) => Math.max(1e-9, sum / Math.max(1, count));
  return {
    chunks: sums.chunks,
    files: sums.files,
    body: mean(sums.body, sums.chunks),
    names: mean(sums.names, sums.chunks),
    fileName: mean(sums.fileName, sums.files),
    folders: mean(sums.folders, sums.files),
  };
}

/** The scores of a generation's chunks, by chunk; 0 for those without any term. */
export type ChunkScores = Float64Array;

/** Scores all chunks of the generations for weighted terms. */
export function scoreChunks(
  generations: readonly SearchedGeneration[],
  totals: CodeTotals,
  terms: ReadonlyMap<string, number>,
): ChunkScores[] {
  const scorers = generations.map((generation) => new GenerationScorer(generation, totals));
  for (const [term, weight] of terms) {
    const frequency = scorers.reduce((sum, scorer) => sum + scorer.load(term), 0);
    if (frequency === 0) continue;
    const gain = weight * inverseDocumentFrequency(totals.chunks, Math.min(frequency, totals.chunks));
    for (const scorer of scorers) scorer.add(gain);
  }
  return scorers.map(({ scores }) => scores);
}

class GenerationScorer {
  readonly scores: Float64Array;
  readonly #generation: SearchedGeneration;
  readonly #totals: CodeTotals;
  readonly #inChunks = new PostingBuffer();
  readonly #inFiles = new PostingBuffer();
  /** By file: what its path has of the term. */
  readonly #ofPath: Float64Array;
  /** By chunk: whether it was scored for the term already. */
  readonly #isScored: Uint8Array;
  readonly #fileOf: ArrayLike<number>;
  readonly #first: ArrayLike<number>;
  readonly #count: ArrayLike<number>;
  readonly #lengths: ArrayLike<number>;
  readonly #nameLengths: ArrayLike<number>;

  constructor(generation: SearchedGeneration, totals: CodeTotals) {
    const { files, chunks } = generation;
    this.#generation = generation;
    this.#totals = totals;
    this.scores = new Float64Array(chunks.documentCount);
    this.#isScored = new Uint8Array(chunks.documentCount);
    this.#ofPath = new Float64Array(files.documentCount);
    this.#fileOf = chunks.numbers("file").all;
    this.#first = files.numbers("firstChunk").all;
    this.#count = files.numbers("chunks").all;
    this.#lengths = chunks.lengths.all;
    this.#nameLengths = chunks.leadingLengths.all;
  }

  /** Reads the postings of a term; returns how many chunks have it, in about. */
  load(term: string): number {
    const { files, chunks } = this.#generation;
    readPostings(chunks, term, this.#inChunks);
    readPostings(files, term, this.#inFiles);
    let byPath = 0;
    for (let at = 0; at < this.#inFiles.count; at++) byPath += this.#count[this.#inFiles.documents[at]!] ?? 0;
    return Math.max(this.#inChunks.count, byPath);
  }

  /** Adds what the loaded term gives to each chunk. */
  add(gain: number): void {
    const { scores } = this;
    this.#loadPaths();
    const { documents, frequencies, firstLine, count } = this.#inChunks;
    const { body, names } = this.#totals;
    for (let at = 0; at < count; at++) {
      const chunk = documents[at]!;
      const inNames = firstLine[at]!;
      const nameLength = this.#nameLengths[chunk] ?? 0;
      const length = (this.#lengths[chunk] ?? 0) - nameLength;
      const inBody = frequencies[at]! - inNames;
      let frequency = (BODY.weight * inBody) / (1 - BODY.b + (BODY.b * length) / body);
      if (inNames > 0) frequency += (NAMES.weight * inNames) / (1 - NAMES.b + (NAMES.b * nameLength) / names);
      frequency += this.#ofPath[this.#fileOf[chunk] ?? 0]!;
      scores[chunk]! += (gain * frequency * (K1 + 1)) / (K1 + frequency);
    }
    this.#addPaths(gain);
  }

  #loadPaths(): void {
    const { files } = this.#generation;
    const { fileName, folders } = this.#totals;
    const [lengths, nameLengths] = [files.lengths.all, files.leadingLengths.all];
    const { documents, frequencies, firstLine, count } = this.#inFiles;
    for (let at = 0; at < count; at++) {
      const file = documents[at]!;
      const inName = firstLine[at]!;
      const inFolders = frequencies[at]! - inName;
      const nameLength = nameLengths[file] ?? 0;
      const folderLength = (lengths[file] ?? 0) - nameLength;
      this.#ofPath[file] =
        (FILE_NAME.weight * inName) / (1 - FILE_NAME.b + (FILE_NAME.b * nameLength) / fileName) +
        (FOLDERS.weight * inFolders) / (1 - FOLDERS.b + (FOLDERS.b * folderLength) / folders);
    }
  }

  /** Adds the term to the chunks that have it in their path only. */
  #addPaths(gain: number): void {
    if (this.#inFiles.count === 0) return;
    const { scores } = this;
    const isScored = this.#isScored;
    const chunks = this.#inChunks;
    for (let at = 0; at < chunks.count; at++) isScored[chunks.documents[at]!] = 1;
    const files = this.#inFiles;
    for (let at = 0; at < files.count; at++) {
      const file = files.documents[at]!;
      const frequency = this.#ofPath[file]!;
      const score = (gain * frequency * (K1 + 1)) / (K1 + frequency);
      const first = this.#first[file] ?? 0;
      const end = Math.min(scores.length, first + (this.#count[file] ?? 0));
      for (let chunk = first; chunk < end; chunk++) if (isScored[chunk] === 0) scores[chunk]! += score;
      this.#ofPath[file] = 0;
    }
    for (let at = 0; at < chunks.count; at++) isScored[chunks.documents[at]!] = 0;
  }
}

function readPostings(segment: Segment, term: string, into: PostingBuffer): void {
  into.count = 0;
  const ordinal = segment.findTerm(term);
  if (ordinal >= 0) segment.postings(ordinal, into);
}
