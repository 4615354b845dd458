// Finds the entries that may hold the very text that is given, in whatever topic, without reading any. Such an entry
// has all terms of the text, and as many of them in its first line: the lists of the rarest are walked together, the
// newest entries first. Bounded, however large the knowledge base is and whatever the text holds: a text of nothing but
// words that very many notes have is looked for among the newest of these only, and one without any word among the
// newest notes of its topic.

import { CHUNK_SIZE } from "../../engine/postings/posting-cursor.ts";
import type { Segment } from "../../engine/segment/document.ts";
import type { LiveIndex, NumberedSegment } from "../../engine/segment/live-index.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { sourceTerms } from "../index/source-terms.ts";

/** What is looked for; made before the lock of a write is taken. */
export interface SoughtText {
  /** Without white space at the ends of its lines, and its length in bytes. */
  readonly text: string;
  readonly bytes: number;
  readonly source: string | null;
  /** Tokens of its first line. */
  readonly firstLineLength: number;
  /** Terms that the entry must have. */
  readonly terms: readonly string[];
}

/** So many of a text's terms are looked up, its first ones: among them is a rare one. */
const TERMS_MAX = 24;
/** How many lists are walked together, the rarest; and up to how many entries one is enough. */
const LISTS_MAX = 5;
const FEW = 8;
/** How many chunks of the rarest list are walked, the last ones. */
const CHUNKS_MAX = 32;
/** So many entries of a topic are candidates for a text without any word. */
const WORDLESS_MAX = 64;
/** A record has this much beside its text at most: names, tags, links, white space. Longer ones say more. */
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

/** A text as it is compared: white space at the ends of its lines, and behind the last one, does not count. */
export function comparable(text: string): string {
  return text.replace(/[^\S\n]+$/gm, "").trimEnd();
}

/**
 * Live documents that may hold the text, of entries that `isOwn` takes by the keys of their projects; the newest in the
 * log first.
 */
export function* sameTextCandidates(
  index: LiveIndex,
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

/** The documents of a segment that have all of the terms, the last ones first. */
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
  const ordinal = segment.findTopic(topic);
  if (ordinal < 0) return [];
  const documents = segment.topicDocuments(ordinal);
  return Array.from(documents as Iterable<number> & ArrayLike<number>)
    .slice(-WORDLESS_MAX)
    .reverse();
}

/** Whether a document of the segment may hold the text, by what the index knows of it. */
function fitting(
  segment: Segment,
  { firstLineLength, bytes, source }: SoughtText,
  isOwn: (keys: readonly string[]) => boolean,
): (id: number) => boolean {
  const isOwnDocument = segment.withProject(isOwn);
  return (id) => {
    if (segment.firstLineLengthOf(id) !== firstLineLength) return false;
    const size = segment.sizeOf(id);
    return size >= bytes && size <= bytes + BESIDE_BYTES_MAX && isOwnDocument(id) && segment.sourceOf(id) === source;
  };
}
