// Turns a file into the documents of the index: the file, and its chunks.

import type { AnalyzedDocument, Segment } from "../../engine/segment/segment.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import type { Chunk } from "../chunks/chunk.ts";
import { chunkCode } from "../chunks/chunk-code.ts";
import { chunkMarkdown, chunkWindows } from "../chunks/chunk-text.ts";
import { PATH_CLASSES, type PathClass } from "../files/path-class.ts";
import { type Language, languageOfText } from "../languages.ts";
import { scanLines } from "../light-scanner.ts";

/** Longer lines are indexed up to here, in code units: they hold data. */
const LINE_LENGTH_MAX = 2000;
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** A text cut into chunks. */
export interface ChunkedText {
  readonly language: Language | null;
  readonly lines: readonly string[];
  readonly chunks: readonly Chunk[];
}

/** The lines of a text; a line break at its end begins no further line. An empty text has none. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Cuts a text by what its path and its content say it is. */
export function chunkText(path: string, text: string): ChunkedText {
  const lines = linesOf(text);
  const language = languageOfText(path, text);
  if (lines.length === 0) return { language, lines, chunks: [] };
  if (language !== null) {
    const { symbols } = scanLines(text, language, lines.length);
    return { language, lines, chunks: chunkCode(lines, symbols) };
  }
  return { language, lines, chunks: MARKDOWN.test(path) ? chunkMarkdown(lines) : chunkWindows(lines.length) };
}

/** The terms of a file's document: of its name in the leading field, of its folders in the other. */
export function pathTerms(path: string): { name: string[]; folders: string[] } {
  const at = path.lastIndexOf("/") + 1;
  return { name: tokenize(path.slice(at)), folders: tokenize(path.slice(0, at)) };
}

/** What the system says of a file, and what its content is, as hashes. */
export interface FileStamp {
  readonly facts: bigint;
  readonly content: bigint;
}

/** What is known of a file besides its text. */
export interface FileAbout {
  readonly path: string;
  readonly pathClass: PathClass;
  /** Place in FILE_STATES. */
  readonly state: number;
  readonly stamp: FileStamp;
}

/** The document of a file. `firstChunk` is the number of its first chunk in the segment of chunks. */
export function fileDocument(
  about: FileAbout,
  { language, lines, chunks }: ChunkedText,
  firstChunk: number,
): AnalyzedDocument {
  const { path, pathClass, state, stamp } = about;
  const { name, folders } = pathTerms(path);
  return {
    values: {
      path,
      class: PATH_CLASSES.indexOf(pathClass),
      language,
      state,
      lines: lines.length,
      firstChunk,
      chunks: chunks.length,
      factsHigh: Number(stamp.facts >> 32n),
      factsLow: Number(stamp.facts & 0xffff_ffffn),
      contentHigh: Number(stamp.content >> 32n),
      contentLow: Number(stamp.content & 0xffff_ffffn),
    },
    length: name.length + folders.length,
    leadingLength: name.length,
    leadingTerms: name,
    otherTerms: [folders],
  };
}

/** The stamp that a file's document holds. */
export function stampOf(files: Segment, file: number): FileStamp {
  const pair = (high: string, low: string) =>
    (BigInt(files.numbers(high).of(file)) << 32n) | BigInt(files.numbers(low).of(file));
  return { facts: pair("factsHigh", "factsLow"), content: pair("contentHigh", "contentLow") };
}

/** The document of a chunk of file document `file`. */
export function chunkDocument(file: number, lines: readonly string[], chunk: Chunk): AnalyzedDocument {
  const text: string[] = [];
  for (let at = chunk.from - 1; at < chunk.to; at++) {
    const line = lines[at]!;
    text.push(line.length > LINE_LENGTH_MAX ? line.slice(0, LINE_LENGTH_MAX) : line);
  }
  const body = tokenize(text.join("\n"));
  const names = chunk.names.length === 0 ? [] : tokenize(chunk.names.join("\n"));
  return {
    values: {
      file,
      from: chunk.from,
      lines: chunk.to - chunk.from + 1,
      symbol: chunk.symbol,
      kind: chunk.kind,
      declared: chunk.line - chunk.from,
    },
    length: body.length + names.length,
    leadingLength: names.length,
    leadingTerms: names,
    otherTerms: [body],
  };
}
