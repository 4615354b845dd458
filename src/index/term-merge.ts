// The k-way merge of the terms of several segments into one term dictionary, its hash table and its posting lists.
// Invariant: terms come out in ascending order, each once, with its postings ascending and without buried documents; a term
// that lost all its documents is gone.

import { bytesOf } from "../format/bytes.ts";
import { fnv1a } from "../format/fnv.ts";
import type { SectionName } from "../format/index-layout.ts";
import { PostingBuffer } from "../format/posting-codec.ts";
import { PostingWriter } from "../format/posting-writer.ts";
import { termSlots } from "../format/term-slots.ts";
import { ByteWriter } from "../format/varint.ts";
import type { MergeInput } from "./document.ts";
import { NameTableWriter } from "./name-table.ts";
import type { TopicMentions } from "./topic-mentions.ts";

/** One input's terms in order, and where the merge stands in them. */
interface Cursor {
  readonly input: MergeInput;
  readonly renumbered: Int32Array;
  readonly ordinals: ArrayLike<number>;
  index: number;
  name: string;
}

/** Fills the term and posting sections; returns how many terms and postings there are. `lengthOf` is of the new documents. */
export function mergeTerms(
  inputs: readonly MergeInput[],
  renumbered: readonly Int32Array[],
  lengthOf: (document: number) => number,
  mentions: TopicMentions,
  sections: Record<SectionName, Uint8Array>,
): { termCount: number; postingTotal: number } {
  const cursors: Cursor[] = inputs.map((input, index) => {
    const ordinals = input.segment.sortedTerms();
    return { input, renumbered: renumbered[index]!, ordinals, index: -1, name: "" };
  });
  for (const cursor of cursors) advance(cursor);
  const names = new NameTableWriter();
  const hashes: number[] = [];
  const places: number[] = [];
  const lists = new ByteWriter(1024 * 1024);
  const writer = new PostingWriter(lists, lengthOf);
  const source = new PostingBuffer();
  const merged = new PostingBuffer();
  let postingTotal = 0;
  for (let term = lowest(cursors); term !== null; term = lowest(cursors)) {
    merged.count = 0;
    for (const cursor of cursors) {
      if (cursor.index >= cursor.ordinals.length || cursor.name !== term) continue;
      source.count = 0;
      cursor.input.segment.postings(cursor.ordinals[cursor.index]!, source);
      for (let index = 0; index < source.count; index++) {
        const document = cursor.renumbered[source.documents[index]!]!;
        if (document >= 0) merged.push(document, source.frequencies[index]!, source.firstLine[index]!);
      }
      advance(cursor);
    }
    if (merged.count === 0) continue;
    names.add(term);
    hashes.push(fnv1a(term));
    places.push(writer.add(merged));
    postingTotal += merged.count;
    mentions.count(term, merged);
  }
  sections.termNameOffsets = bytesOf(names.offsets());
  sections.termNames = names.pool();
  sections.termSlots = bytesOf(termSlots(hashes));
  sections.termPostings = bytesOf(Uint32Array.from(places));
  sections.postings = lists.view();
  return { termCount: hashes.length, postingTotal };
}

function advance(cursor: Cursor): void {
  cursor.index++;
  if (cursor.index < cursor.ordinals.length) {
    cursor.name = cursor.input.segment.termName(cursor.ordinals[cursor.index]!);
  }
}

function lowest(cursors: readonly Cursor[]): string | null {
  let best: string | null = null;
  for (const cursor of cursors) {
    if (cursor.index < cursor.ordinals.length && (best === null || cursor.name < best)) best = cursor.name;
  }
  return best;
}
