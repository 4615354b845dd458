// Finds the files that define a name. The index narrows them down; who shows a definition reads it in the file.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import { termGroups } from "../../engine/text/tokenizer.ts";
import type { SearchedGeneration } from "./field-scores.ts";

/** The paths of files with a chunk that defines all words of `name`, the last part of a qualified name. */
export function filesDefining(generations: readonly SearchedGeneration[], name: string): string[] {
  if (termOf(name) === null) {
    const isNamed = (symbol: string) => symbol.slice(symbol.lastIndexOf(".") + 1) === name;
    return [...new Set(symbolsNamed(generations, isNamed, Number.POSITIVE_INFINITY).map(({ path }) => path))].sort();
  }
  return filesWith(generations, name, (buffer, at) => buffer.firstLine[at]! > 0);
}

/**
 * The paths of files with a chunk that holds `name`, as a definition or otherwise. All files of code for a name that is
 * no word to the index, as one of a single letter.
 */
export function filesHolding(generations: readonly SearchedGeneration[], name: string): string[] {
  if (termOf(name) === null) return filesOfCode(generations);
  return filesWith(generations, name, () => true);
}

/** The term that stands for a name in the index. */
function termOf(name: string): string | null {
  const group = termGroups(name)[0];
  return group === undefined ? null : (group.whole ?? group.parts[0] ?? null);
}

function filesOfCode(generations: readonly SearchedGeneration[]): string[] {
  return generations
    .flatMap(({ files, isGone }) => {
      const languages = files.names("language");
      const all = Array.from({ length: files.documentCount }, (_, file) => file);
      return all.filter((file) => !isGone?.(file) && languages.of(file) !== null).map((file) => pathOf(files, file));
    })
    .sort();
}

function filesWith(
  generations: readonly SearchedGeneration[],
  name: string,
  accepts: (buffer: PostingBuffer, at: number) => boolean,
): string[] {
  const term = termOf(name)!;
  const paths = new Set<string>();
  const buffer = new PostingBuffer();
  for (const { files, chunks, isGone } of generations) {
    const ordinal = chunks.findTerm(term);
    if (ordinal < 0) continue;
    buffer.count = 0;
    chunks.postings(ordinal, buffer);
    const fileOf = chunks.numbers("file");
    for (let at = 0; at < buffer.count; at++) {
      const file = fileOf.of(buffer.documents[at]!);
      if (accepts(buffer, at) && !isGone?.(file)) paths.add(pathOf(files, file));
    }
  }
  return [...paths].sort();
}

/** A symbol by its full name, and the file that defines it. */
export interface IndexedSymbol {
  readonly path: string;
  readonly symbol: string;
}

/** All symbols with a full name that `matches` accepts, each once a file, in the order of the index; at most `most`. */
export function symbolsNamed(
  generations: readonly SearchedGeneration[],
  matches: (symbol: string) => boolean,
  most: number,
): IndexedSymbol[] {
  const found = new Map<string, IndexedSymbol>();
  for (const { files, chunks, isGone } of generations) {
    const symbols = chunks.names("symbol");
    const isWanted = symbols.where((symbol) => symbol !== null && matches(symbol));
    const fileOf = chunks.numbers("file");
    for (let chunk = 0; chunk < chunks.documentCount && found.size < most; chunk++) {
      if (!isWanted(chunk)) continue;
      const file = fileOf.of(chunk);
      if (isGone?.(file)) continue;
      const place = { path: pathOf(files, file), symbol: symbols.of(chunk)! };
      found.set(`${place.path}\n${place.symbol}`, place);
    }
  }
  return [...found.values()];
}

function pathOf(files: SearchedGeneration["files"], file: number): string {
  const paths = files.groups("path");
  return paths.names.name(paths.numbers.of(file));
}
