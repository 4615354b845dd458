// The vectors of one work tree: which of its chunks have one, those that are like a query, and embedding what has none.
// A file's chunks are listed by its content, so a branch or a move brings nothing new; a chunk's vector is found by its
// text, so an edit brings its own chunks only.

import { orNull } from "../../base/errors.ts";
import { type EmbedPorts, embedMissing, type Listed } from "../../engine/vectors/embed-missing.ts";
import type { Embedder } from "../../engine/vectors/embedder.ts";
import { QueryVectors } from "../../engine/vectors/query-vectors.ts";
import { type VectorCounts, VectorStore } from "../../engine/vectors/vector-store.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { chunkText, stampOf } from "../index/code-document.ts";
import { FILE_STATES } from "../index/generation.ts";
import type { SearchedGeneration } from "../search/field-scores.ts";
import type { LikeChunk } from "../search/meaning-ranks.ts";
import { type Mask, maskedLines } from "../shown-code.ts";
import { VECTORS_NAME } from "./code-folders.ts";
import type { CodeView } from "./code-view.ts";
import { contentHash } from "./read-file.ts";

/** So many chunks that are like a query are fused with those that its words find. */
const LIKE_MAX = 200;
const READ = FILE_STATES.indexOf("read");

export class CodeVectors {
  /** The vectors of queries. */
  readonly queries: QueryVectors;
  readonly #embedder: Embedder;
  readonly #store: VectorStore;
  /** By segment of files: the row of each chunk's vector, -1 for none; and the version of the store that they are of. */
  readonly #rows = new WeakMap<object, { readonly version: number; readonly rows: Int32Array }>();

  /** `folder` is where the index is kept. */
  constructor(files: FileSystem, folder: string, embedder: Embedder) {
    this.#embedder = embedder;
    this.queries = new QueryVectors(embedder);
    this.#store = new VectorStore(files, `${folder}/${VECTORS_NAME}`, embedder.model);
  }

  /** See `Embedder`. */
  get readableAt(): string | null {
    return this.#embedder.readableAt ?? null;
  }

  /** Whether nothing has a vector. */
  get isEmpty(): boolean {
    this.#store.refresh();
    return this.#store.count === 0;
  }

  /** The chunks that are most like a query's vector, best first. Null where they cannot be compared. */
  like({ generations }: CodeView, query: Float32Array): LikeChunk[] | null {
    if (this.isEmpty) return [];
    const cosines = this.#store.cosines(query);
    if (cosines === null) return null;
    const found: LikeChunk[] = [];
    let least = 0;
    for (const [generation, each] of generations.entries()) {
      const fileOf = each.chunks.numbers("file").all;
      for (const [chunk, row] of this.#rowsOf(each).entries()) {
        const cosine = row < 0 ? 0 : cosines[row]!;
        if (cosine <= least || each.isGone?.(fileOf[chunk] ?? 0)) continue;
        found.push({ generation, chunk, cosine });
        if (found.length >= 2 * LIKE_MAX) least = keepBest(found);
      }
    }
    keepBest(found);
    return found;
  }

  /** What there is of the chunks of a view. */
  counts({ generations }: CodeView): VectorCounts {
    this.#store.refresh();
    let [embedded, texts] = [0, 0];
    for (const generation of generations) {
      const rows = this.#rowsOf(generation);
      for (const { first, end, key } of listedFiles(generation)) {
        const list = this.#store.list(key);
        for (let chunk = first; chunk < end; chunk++) {
          if (list?.[chunk - first] === 0n) continue;
          texts++;
          if (rows[chunk]! >= 0) embedded++;
        }
      }
    }
    return this.#store.counts(embedded, texts);
  }

  /** Embeds what has no vector; see `embedMissing`. */
  embedMissing(view: CodeView, ports: Omit<EmbedPorts, "embedder">): Promise<"done" | "busy" | "full"> {
    const listed = view.generations.flatMap((generation) =>
      [...listedFiles(generation)].map(
        ({ path, key }): Listed => ({ key, texts: () => chunksAt(view, path, key, ports.mask) }),
      ),
    );
    return embedMissing(this.#store, listed, { ...ports, embedder: this.#embedder });
  }

  #rowsOf(generation: SearchedGeneration): Int32Array {
    const { files, chunks } = generation;
    const known = this.#rows.get(files);
    // Of what is in memory the number of documents grows.
    if (known?.version === this.#store.version && known.rows.length === chunks.documentCount) return known.rows;
    const rows = new Int32Array(chunks.documentCount).fill(-1);
    for (const { first, end, key } of listedFiles({ ...generation, isGone: null })) {
      const texts = this.#store.list(key);
      if (texts?.length !== end - first) continue;
      for (const [at, text] of texts.entries()) rows[first + at] = this.#store.rowOf(text);
    }
    this.#rows.set(files, { version: this.#store.version, rows });
    return rows;
  }
}

/** Keeps the best LIKE_MAX, in order. Returns the cosine of the last, 0 where there is room. */
function keepBest(found: LikeChunk[]): number {
  found.sort((a, b) => b.cosine - a.cosine || a.generation - b.generation || a.chunk - b.chunk);
  found.length = Math.min(found.length, LIKE_MAX);
  return found.length < LIKE_MAX ? 0 : found.at(-1)!.cosine;
}

interface ListedFile {
  readonly path: string;
  readonly first: number;
  readonly end: number;
  readonly key: bigint;
}

/** The live files of a generation that were read and have chunks. */
function* listedFiles({ files, isGone }: SearchedGeneration): Generator<ListedFile> {
  const paths = files.groups("path");
  const [states, firsts, counts] = ["state", "firstChunk", "chunks"].map((name) => files.numbers(name).all);
  for (let file = 0; file < files.documentCount; file++) {
    const count = counts![file] ?? 0;
    if (count === 0 || states![file] !== READ || isGone?.(file)) continue;
    const path = paths.names.name(paths.numbers.of(file));
    const first = firsts![file] ?? 0;
    yield { path, first, end: first + count, key: listKey(path, stampOf(files, file).content, count) };
  }
}

/** Names the chunks of a content. What its extension is, and so how it is cut, changes them. */
function listKey(path: string, content: bigint, chunks: number): bigint {
  const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? "";
  return Bun.hash.xxHash3(`${content} ${chunks} ${extension}`);
}

/** The texts of a file's chunks, masked; null where it is not as the view has it. */
function chunksAt(view: CodeView, path: string, key: bigint, mask: Mask): string[] | null {
  const read = orNull(() => view.tree.read(path));
  if (read === null || !("text" in read)) return null;
  const { lines, chunks } = chunkText(path, read.text);
  if (listKey(path, contentHash(read.text), chunks.length) !== key) return null;
  const safe = maskedLines(lines, mask);
  return chunks.map(({ from, to }) => safe.slice(from - 1, to).join("\n"));
}
