// Finds the documents of a segment that match a query. They are handed out in batches, the newest batch first,
// ascending within each batch.
//
// To match every word, the rarest word leads: of each chunk of its list those documents stay that the other lists hold,
// too. To match any word, each list sets its bits in a range of documents at a time. Matching reads no frequencies.
// Only the few documents that can be among the best are scored (scorer.ts).

import { PostingBuffer } from "../postings/posting-buffer.ts";
import { CHUNK_SIZE, PostingCursor } from "../postings/posting-cursor.ts";
import type { QueryTerms, QueryWord } from "./query-terms.ts";
import type { TermCursor } from "./term-cursor.ts";

/** Receives the first `count` documents of a buffer, which it may overwrite. */
export type Receiver = (documents: Uint32Array, count: number) => void;

/** The range of documents that is matched at a time when any word is enough. */
const RANGE = 1 << 16;

/** Buffers for matching, kept from one search to the next. Between two searches all bits are zero. */
export class MatchBuffers {
  readonly documents = new Uint32Array(CHUNK_SIZE);
  readonly bits = new Uint32Array(RANGE >>> 5);
}

/** Hands out the documents of the segment at `at` that hold every word. */
export function matchAll({ words }: QueryTerms, at: number, { documents }: MatchBuffers, receive: Receiver): void {
  const cursors: TermCursor[] = [];
  for (const word of words) {
    const cursor = wordCursor(word, at);
    if (cursor === null) return;
    cursors.push(cursor);
  }
  const [lead, ...others] = cursors.sort((a, b) => a.count - b.count);
  for (let chunk = lead!.chunkCount - 1; chunk >= 0; chunk--) {
    let count = lead!.readChunk(chunk, documents);
    for (const other of others) if (count > 0) count = other.retain(documents, count);
    if (count > 0) receive(documents, count);
  }
}

/** Hands out the documents below `documentCount` of the segment at `at` that hold any term. */
export function matchAny(
  { terms }: QueryTerms,
  at: number,
  documentCount: number,
  { documents, bits }: MatchBuffers,
  receive: Receiver,
): void {
  const cursors = terms.flatMap((term) => term.cursors[at] ?? []);
  if (cursors.length === 0) return;
  for (let from = Math.floor(documentCount / RANGE) * RANGE; from >= 0; from -= RANGE) {
    const to = Math.min(from + RANGE, documentCount);
    for (const cursor of cursors) cursor.mark(from, to, bits);
    const rows = (to - from + 31) >>> 5;
    let count = 0;
    for (let row = 0; row < rows; row++) {
      let rest = bits[row]!;
      if (rest === 0) continue;
      bits[row] = 0;
      while (rest !== 0) {
        const bit = 31 - Math.clz32(rest & -rest);
        documents[count++] = from + row * 32 + bit;
        rest &= rest - 1;
      }
      if (count <= CHUNK_SIZE - 32) continue;
      receive(documents, count);
      count = 0;
    }
    if (count > 0) receive(documents, count);
  }
}

/**
 * Returns a cursor over the documents that have a word, for matching only: an existing list, or several lists combined.
 * Null when no document has the word.
 */
function wordCursor({ parts, whole }: QueryWord, at: number): TermCursor | null {
  const wholeCursor = whole?.cursors[at] ?? null;
  if (parts.length === 0) return wholeCursor;
  if (parts.length === 1 && wholeCursor === null) return parts[0]!.cursors[at] ?? null;
  const found = new PostingBuffer();
  const cursors = parts.map((part) => part.cursors[at] ?? null).filter((cursor) => cursor !== null);
  if (cursors.length === parts.length) intersect(cursors, found);
  return PostingCursor.overBuffer(wholeCursor === null ? found : union(found, wholeCursor));
}

/** Adds the documents that all lists hold, ascending. */
function intersect(cursors: TermCursor[], into: PostingBuffer): void {
  const [lead, ...others] = cursors.sort((a, b) => a.count - b.count);
  const documents = new Uint32Array(CHUNK_SIZE);
  for (let chunk = 0; chunk < lead!.chunkCount; chunk++) {
    let count = lead!.readChunk(chunk, documents);
    for (const other of others) count = other.retain(documents, count);
    for (let index = 0; index < count; index++) into.push(documents[index]!, 1, 0);
  }
}

function union(found: PostingBuffer, cursor: TermCursor): PostingBuffer {
  const merged = new PostingBuffer(found.count + cursor.count);
  const documents = new Uint32Array(CHUNK_SIZE);
  let next = 0;
  for (let chunk = 0; chunk < cursor.chunkCount; chunk++) {
    const count = cursor.readChunk(chunk, documents);
    for (let index = 0; index < count; index++) {
      const document = documents[index]!;
      for (; next < found.count && found.documents[next]! < document; next++) merged.push(found.documents[next]!, 1, 0);
      if (next < found.count && found.documents[next] === document) next++;
      merged.push(document, 1, 0);
    }
  }
  for (; next < found.count; next++) merged.push(found.documents[next]!, 1, 0);
  return merged;
}

/** Hands out all documents below `documentCount`. */
export function matchEverything(documentCount: number, { documents }: MatchBuffers, receive: Receiver): void {
  for (let from = Math.floor(documentCount / CHUNK_SIZE) * CHUNK_SIZE; from >= 0; from -= CHUNK_SIZE) {
    const count = Math.min(CHUNK_SIZE, documentCount - from);
    for (let next = 0; next < count; next++) documents[next] = from + next;
    if (count > 0) receive(documents, count);
  }
}
