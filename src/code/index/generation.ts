// A generation is a set of files with their chunks: two segments. An index is generations, of which the later ones
// replace files of the earlier ones.

import type { MergeableSegment } from "../../engine/segment/segment.ts";
import { pathClassOf } from "../files/path-class.ts";
import { chunkDocument, chunkText, type FileStamp, fileDocument } from "./code-document.ts";
import { CHUNK_SCHEMA, FILE_SCHEMA } from "./code-schemas.ts";
import { SegmentBuilder } from "./segment-builder.ts";

export interface Generation {
  readonly files: MergeableSegment;
  readonly chunks: MergeableSegment;
}

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

  /** Adds a file with its text. */
  add(path: string, text: string, stamp: FileStamp): void {
    const chunked = chunkText(path, text);
    const file = this.#files.count;
    this.#files.add(fileDocument(path, pathClassOf(path), chunked, this.#chunks.count, stamp));
    for (const chunk of chunked.chunks) this.#chunks.add(chunkDocument(file, chunked.lines, chunk));
  }
}
