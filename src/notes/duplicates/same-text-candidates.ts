// Finds the entries of all topics that may hold exactly a given text, without reading any. Such an entry has all terms
// of the text, and as many tokens in its first line. So the posting lists of the rarest terms are intersected, the
// newest entries first.
// Invariants:
// - The work is bounded, however large the knowledge base is and whatever the text holds.
// - For a text whose words all occur in very many notes, only the newest of those notes are candidates.
// - For a text without any word, only the newest notes of its topic are candidates.

import { CHUNK_SIZE } from "../../engine/postings/posting-cursor.ts";
import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import type { Segment } from "../../engine/segment/segment.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { noteColumns } from "../index/note-columns.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { sourceTerms } from "../index/source-terms.ts";

/** The text to look for, prepared before the write lock is taken. */
export interface SoughtText {
  /** The text without white space at the ends of its lines, and its length in bytes. */
  readonly text: string;
  readonly bytes: number;
  readonly source: string | null;
  /** The number of tokens in the first line. */
  readonly firstLineLength: number;
  /** The terms that the entry must have. */
  readonly terms: readonly string[];
}

/** How many terms of a text are looked up: the first ones. A rare one is among them. */
const TERMS_MAX = 24;
/** How many lists are intersected: those of the rarest terms. A list with at most `FEW` entries is used alone. */
const LISTS_MAX = 5;
const FEW = 8;
/** How many chunks of the rarest list are read: the last ones. */
const CHUNKS_MAX = 32;
/** How many entries of a topic are candidates for a text without any word. */
const WORDLESS_MAX = 64;
/** The most bytes that a record has besides its text: names, tags, links, white space. A longer record says more. */
const BESIDE_BYTES_MAX = 32 * 1024;

/** Prepares the search for a text that is stored with this source. */
export function soughtText(given: string, source: string | null): SoughtText {
  const text = comparable(given);
  const lineEnd = text.indexOf("\n");
  const firstLine = tokenize(lineEnd < 0 ? text : text.slice(0, lineEnd));
  const terms = new Set([...sourceTerms(source), ...firstLine]);
  if (lineEnd >= 0 && terms.size < TERMS_MAX)
    for (const term of tokenize(text.slice(lineEnd), TERMS_MAX)) terms.add(term);
  return {
    text,
    bytes: Buffer.byteLength(text),
    source,
    firstLineLength: firstLine.length,
    terms: [...terms].slice(0, TERMS_MAX),
  };
}

/**
 * A text in the form in which texts are compared: without white space at the ends of lines and behind the last line.
 */
export function comparable(text: string): string {
  return text.replace(/[^\S\n]+$/gm, "").trimEnd();
}

/**
 * The live documents that may hold the text; the newest in the log come first. `isOwn` gets the project keys of an
 * entry and says whether the entry counts.
 */
export function* sameTextCandidates(
  index: NoteIndex,
  sought: SoughtText,
  topic: string,
  isOwn: (keys: readonly string[]) => boolean,
): Generator<number> {
  for (const numbered of index.segments.toReversed()) {
    const { segment, first } = numbered;
    const fits = fitting(segment, sought, isOwn);
    const found = sought.terms.length > 0 ? withTerms(segment, sought.terms) : newestOf(numbered, topic);
    for (const id of found) if (fits(id) && !index.isDeleted(first + id)) yield first + id;
  }
}

/**
 * The documents of a segment that have all of the terms, the last ones first. Terms beyond the lists that are read are
 * not checked.
 */
function* withTerms(segment: Segment, terms: readonly string[]): Generator<number> {
  const lists: { ordinal: number; count: number }[] = [];
  for (const term of terms) {
    const ordinal = segment.findTerm(term);
    if (ordinal < 0) return;
    lists.push({ ordinal, count: segment.frequencyOf(ordinal) });
  }
  lists.sort((a, b) => a.count - b.count);
  const [lead, ...others] = lists
    .slice(0, lists[0]!.count > FEW ? LISTS_MAX : 1)
    .map(({ ordinal }) => segment.cursor(ordinal));
  if (lead === null || lead === undefined) return;
  const documents = new Uint32Array(Math.min(CHUNK_SIZE, lead.count));
  const last = lead.chunkCount - 1;
  for (let chunk = last; chunk >= 0 && chunk > last - CHUNKS_MAX; chunk--) {
    let count = lead.readChunk(chunk, documents);
    for (const other of others) count = other?.retain(documents, count) ?? 0;
    for (let at = count - 1; at >= 0; at--) yield documents[at]!;
  }
}

function newestOf({ segment }: NumberedSegment, topic: string): number[] {
  const { topics } = noteColumns(segment);
  const ordinal = topics.names.find(topic);
  if (ordinal < 0) return [];
  return Array.from(topics.documents(ordinal)).slice(-WORDLESS_MAX).reverse();
}

/** Makes a function that says, by what the index knows of a document, whether the document may hold the text. */
function fitting(
  segment: Segment,
  { firstLineLength, bytes, source }: SoughtText,
  isOwn: (keys: readonly string[]) => boolean,
): (id: number) => boolean {
  const columns = noteColumns(segment);
  const isOwnDocument = columns.withProject(isOwn);
  return (id) => {
    if (segment.leadingLengths.of(id) !== firstLineLength) return false;
    const size = segment.sizeOf(id);
    return size >= bytes && size <= bytes + BESIDE_BYTES_MAX && isOwnDocument(id) && columns.sources.of(id) === source;
  };
}
