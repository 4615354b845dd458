// The vectors of notes: which have one, those that are like a query, and embedding what has none. A note's vector is
// found by the hash of its text; which text a record has is listed by where the record stands.

import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import { type EmbedPorts, embedMissing, type Listed } from "../../engine/vectors/embed-missing.ts";
import type { Embedder } from "../../engine/vectors/embedder.ts";
import { QueryVectors } from "../../engine/vectors/query-vectors.ts";
import { type VectorCounts, VectorStore } from "../../engine/vectors/vector-store.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { noteColumns } from "../index/note-columns.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { splitBody } from "../text/entry-text.ts";
import type { KnowledgeView } from "./knowledge-view.ts";

/** The vectors of notes, in the knowledge base directory. */
export const NOTE_VECTORS_NAME = "vectors.bin";

/** By document: the key of its list, and the row of its vector, -1 for none. */
interface Rows {
  readonly keys: BigUint64Array;
  readonly rows: Int32Array;
  readonly version: number;
}

export class NoteVectors {
  /** The vectors of queries. */
  readonly queries: QueryVectors;
  readonly #embedder: Embedder;
  readonly #store: VectorStore;
  readonly #rows = new WeakMap<object, Rows>();

  /** `directory`: of the knowledge base. */
  constructor(files: FileSystem, directory: string, embedder: Embedder) {
    this.#embedder = embedder;
    this.queries = new QueryVectors(embedder);
    this.#store = new VectorStore(files, `${directory}/${NOTE_VECTORS_NAME}`, embedder.model);
  }

  /** See `Embedder`. */
  get readableAt(): string | null {
    return this.#embedder.readableAt ?? null;
  }

  /** The vectors of masked texts, which are kept nowhere. Throws what `Embedder.embed` throws. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    return this.#embedder.embed(texts, { signal });
  }

  /** Whether nothing has a vector. */
  get isEmpty(): boolean {
    this.#store.refresh();
    return this.#store.count === 0;
  }

  /** The cosine of each live document's vector and a query's, 0 for none. Null where they cannot be compared. */
  cosines(index: NoteIndex, query: Float32Array): ((id: number) => number) | null {
    if (this.isEmpty) return () => 0;
    const cosines = this.#store.cosines(query);
    if (cosines === null) return null;
    const parts = index.segments.map((numbered) => ({ ...numbered, rows: this.#rowsOf(index, numbered).rows }));
    return (id) => {
      const { rows, first } = parts.findLast((each) => each.first <= id)!;
      const row = rows[id - first] ?? -1;
      return row < 0 ? 0 : cosines[row]!;
    };
  }

  /** What there is of the notes of a view. */
  counts({ index }: KnowledgeView): VectorCounts {
    this.#store.refresh();
    let [embedded, texts] = [0, 0];
    for (const numbered of index.segments) {
      const { rows } = this.#rowsOf(index, numbered);
      for (const [document, row] of rows.entries()) {
        if (index.isDeleted(numbered.first + document)) continue;
        texts++;
        if (row >= 0) embedded++;
      }
    }
    return this.#store.counts(embedded, texts);
  }

  /** Embeds what has no vector; see `embedMissing`. The view is asked for anew whenever others had their turn. */
  async embedMissing(
    view: () => Promise<KnowledgeView>,
    ports: Omit<EmbedPorts, "embedder">,
  ): Promise<"done" | "busy" | "full"> {
    const { index } = await view();
    const listed: Listed[] = [];
    for (const numbered of index.segments) {
      for (const [document, key] of this.#rowsOf(index, numbered).keys.entries()) {
        const id = numbered.first + document;
        if (!index.isDeleted(id)) listed.push({ key, texts: () => textsOf(view, id, key) });
      }
    }
    return embedMissing(this.#store, listed, { ...ports, embedder: this.#embedder });
  }

  #rowsOf(index: NoteIndex, numbered: NumberedSegment): Rows {
    const { segment } = numbered;
    const known = this.#rows.get(segment);
    const count = segment.documentCount;
    const { version } = this.#store;
    if (known?.keys.length === count && known.version === version) return known;
    const keys =
      known?.keys.length === count
        ? known.keys
        : BigUint64Array.from({ length: count }, (_, document) => keyOf(index, numbered, document));
    const rows = Int32Array.from(keys, (key) => this.#store.rowOf(this.#store.list(key)?.[0] ?? 0n));
    const made = { keys, rows, version };
    this.#rows.set(segment, made);
    return made;
  }
}

const hashed = new Float64Array(4);

/** The key of a document's list: of the note's id, and of where its record stands. */
function keyOf(index: NoteIndex, { segment, first }: NumberedSegment, document: number): bigint {
  const { keyHigh, keyLow } = noteColumns(segment);
  const { offset, size } = index.recordOf(first + document);
  hashed[0] = offset;
  hashed[1] = size;
  hashed[2] = keyHigh.of(document);
  hashed[3] = keyLow.of(document);
  return Bun.hash.xxHash3(hashed);
}

/** The text of a note; null where another record has that number by now. */
async function textsOf(view: () => Promise<KnowledgeView>, id: number, key: bigint): Promise<string[] | null> {
  const now = await view();
  const numbered = now.index.segments.findLast(({ first }) => first <= id)!;
  const document = id - numbered.first;
  if (document >= numbered.segment.documentCount || keyOf(now.index, numbered, document) !== key) return null;
  const body = now.body(id);
  return body === null ? null : [splitBody(body).text];
}
