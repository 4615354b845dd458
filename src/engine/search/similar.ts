// Finds documents of a group that say nearly the same as a text, without reading the group.
//
// Two token sets with a Jaccard similarity above t share more than t of the tokens of either. So in any order of a
// set's n tokens, a similar set must hold one of the first (1 - t) n + 1, and one more with each further token (the
// prefix filter of Chaudhuri, Ganti and Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning", 2006).
// With the rarest tokens first, few documents have to be checked. In a larger knowledge base only the posting lists
// cost more, and the number of postings read is bounded.

import { BLOCK_SIZE } from "../postings/bit-packing.ts";
import { PostingBuffer } from "../postings/posting-buffer.ts";
import type { GroupColumn } from "../segment/columns.ts";
import type { LiveIndex } from "../segment/live-index.ts";
import type { Segment } from "../segment/segment.ts";

/** Two documents are near-duplicates above this Jaccard similarity. */
export const DUPLICATE_SIMILARITY = 0.7;
/** A text with fewer tokens says too little to be compared. */
export const DUPLICATE_TOKENS_MIN = 6;
/** The most candidates that are worth comparing in full. */
const CANDIDATES_MAX = 16;
/** How many tokens are looked up beyond those of which a similar document must hold one. */
const FURTHER_TOKENS = 2;
/** How many postings may be decoded for one text. The rarest tokens come first, and at least one list is read. */
const POSTINGS_MAX = 30_000;

/** The number of documents that hold a token. */
export type FrequencyOf = (token: string) => number;

/**
 * Makes a function that asks the index only once for each token. It serves several texts, which share many words, as
 * long as the index does not change.
 */
export function rememberedFrequencies(index: LiveIndex): FrequencyOf {
  const known = new Map<string, number>();
  return (token) => {
    let frequency = known.get(token);
    if (frequency === undefined) {
      frequency = index.documentFrequency(token);
      known.set(token, frequency);
    }
    return frequency;
  };
}

/** A group of documents: its name in a column of groups. */
export interface Group {
  readonly column: string;
  readonly name: string;
}

/** Returns live documents of a group that may be similar to `tokens`, the likeliest first. */
export function similarCandidates(
  index: LiveIndex,
  group: Group,
  tokens: ReadonlySet<string>,
  frequencyOf: FrequencyOf = (token) => index.documentFrequency(token),
): number[] {
  if (index.groups(group.column).count(group.name) === 0) return [];
  const members = new GroupMembers(index, group);
  const rarestFirst = [...tokens]
    .map((token) => ({ token, frequency: frequencyOf(token) }))
    .sort((a, b) => a.frequency - b.frequency);
  const sharedMin = Math.floor(DUPLICATE_SIMILARITY * tokens.size) + 1;
  const shared = new Map<number, number>();
  let lists = 0;
  let read = 0;
  for (const { token, frequency } of rarestFirst.slice(0, tokens.size - sharedMin + 1 + FURTHER_TOKENS)) {
    const cost = members.costOf(frequency);
    if (lists > 0 && read + cost > POSTINGS_MAX) break;
    lists++;
    read += cost;
    if (frequency > 0) members.count(token, shared);
  }
  const touched: number[] = [];
  for (const [id, count] of shared) {
    if (count + tokens.size - lists >= sharedMin && !index.isDeleted(id)) touched.push(id);
  }
  // A document may hold all the tokens and be no duplicate, because it says much more. So its length counts as well.
  const lengths = index.lengths();
  const resemblance = (id: number) => {
    const length = lengths(id);
    return (shared.get(id)! * Math.min(tokens.size, length)) / Math.max(tokens.size, length);
  };
  return highest(touched, resemblance, CANDIDATES_MAX);
}

/** Returns the `count` documents of the highest value, highest first. Of equal ones the newer comes first. */
function highest(documents: readonly number[], resemblance: (id: number) => number, count: number): number[] {
  const best: { id: number; value: number }[] = [];
  for (const id of documents) {
    const value = resemblance(id);
    const last = best[count - 1];
    if (last !== undefined && (value < last.value || (value === last.value && id < last.id))) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]!.value < value || (best[at - 1]!.value === value && best[at - 1]!.id < id))) at--;
    best.splice(at, 0, { id, value });
    if (best.length > count) best.pop();
  }
  return best.map(({ id }) => id);
}

/** A group in a segment: its ordinal, and its documents, ascending. */
interface Part {
  readonly segment: Segment;
  readonly first: number;
  readonly column: GroupColumn;
  readonly ordinal: number;
  readonly members: Uint32Array;
}

/** The documents of a group, and a count of the tokens that each holds. Deleted documents count. */
class GroupMembers {
  readonly #parts: readonly Part[];
  readonly #most: number;
  readonly #kept: Uint32Array;
  #buffer: PostingBuffer | null = null;

  constructor(index: LiveIndex, group: Group) {
    this.#parts = index.segments.flatMap(({ segment, first }) => {
      const column = segment.groups(group.column);
      const ordinal = column.names.find(group.name);
      if (ordinal < 0) return [];
      return [{ segment, first, column, ordinal, members: ascending(column.documents(ordinal)) }];
    });
    this.#most = Math.max(0, ...this.#parts.map(({ members }) => members.length));
    this.#kept = new Uint32Array(this.#most);
  }

  /**
   * The most postings that are decoded for a list of `frequency` postings. A group of few documents meets few blocks of
   * it.
   */
  costOf(frequency: number): number {
    return Math.min(frequency, this.#most * BLOCK_SIZE);
  }

  /** Adds one to the count of each document of the group that holds the token. */
  count(token: string, counts: Map<number, number>): void {
    for (const part of this.#parts) {
      const { segment, first, members } = part;
      const term = segment.findTerm(token);
      if (term < 0) continue;
      if (segment.frequencyOf(term) <= members.length) {
        this.#countList(part, term, counts);
        continue;
      }
      this.#kept.set(members);
      const kept = segment.retain(term, this.#kept, members.length);
      for (let at = 0; at < kept; at++) addOne(counts, first + this.#kept[at]!);
    }
  }

  /** Reads the whole list. It is used for a list that is no longer than the group. */
  #countList({ segment, first, column, ordinal }: Part, term: number, counts: Map<number, number>): void {
    const { numbers } = column;
    this.#buffer ??= new PostingBuffer();
    const buffer = this.#buffer;
    buffer.count = 0;
    segment.postings(term, buffer);
    for (let at = 0; at < buffer.count; at++) {
      const id = buffer.documents[at]!;
      if (numbers.of(id) === ordinal) addOne(counts, first + id);
    }
  }
}

/** Returns a copy in ascending order. Only the few documents that were given the places of others are out of order. */
function ascending(documents: ArrayLike<number>): Uint32Array {
  const copy = Uint32Array.from(documents);
  for (let at = 1; at < copy.length; at++) if (copy[at - 1]! > copy[at]!) return copy.sort();
  return copy;
}

function addOne(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
