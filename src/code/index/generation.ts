// A generation is a set of files with their chunks: two segments. An index is generations, of which the later ones
// replace files of the earlier ones.

import type { MergeableSegment, Segment } from "../../engine/segment/segment.ts";
import { pathClassOf } from "../files/path-class.ts";
import { type ChunkedText, chunkDocument, chunkText, type FileStamp, fileDocument } from "./code-document.ts";
import { CHUNK_SCHEMA, FILE_SCHEMA } from "./code-schemas.ts";
import { SegmentBuilder } from "./segment-builder.ts";

/** Files with their chunks. */
export interface Generation {
  readonly files: Segment;
  readonly chunks: Segment;
}

/** What became of a file: it was read, it is gone, or why it is listed only. */
export const FILE_STATES = [
  "read",
  "gone",
  "secret",
  "binary",
  "minified",
  "generated",
  "large",
  "unreadable",
] as const;
export type FileState = (typeof FILE_STATES)[number];

const NO_TEXT: ChunkedText = { language: null, lines: [], chunks: [] };

/** Collects files into a generation. */
export class GenerationBuilder implements Generation {
  readonly #files = new SegmentBuilder(FILE_SCHEMA);
  readonly #chunks = new SegmentBuilder(CHUNK_SCHEMA);

  get files(): MergeableSegment {
    return this.#files.segment;
  }

  get chunks(): MergeableSegment {
    return this.#chunks.segment;
  }

  /** Adds a file with its text; returns its document. */
  add(path: string, text: string, stamp: FileStamp): number {
    return this.#add(path, "read", chunkText(path, text), stamp);
  }

  /** Adds a file without text: it is gone, or listed only. */
  addUnread(path: string, state: Exclude<FileState, "read">, stamp: FileStamp): number {
    return this.#add(path, state, NO_TEXT, stamp);
  }

  #add(path: string, state: FileState, chunked: ChunkedText, stamp: FileStamp): number {
    const file = this.#files.count;
    const about = { path, pathClass: pathClassOf(path), state: FILE_STATES.indexOf(state), stamp };
    this.#files.add(fileDocument(about, chunked, this.#chunks.count));
    for (const chunk of chunked.chunks) this.#chunks.add(chunkDocument(file, chunked.lines, chunk));
    return file;
  }
}
