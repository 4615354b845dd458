// The k-way merge of the terms of several segments into one term dictionary, its hash table and its posting lists.
// Invariants:
// - Terms come out in ascending order, each once. Their postings ascend and have no deleted documents.
// - A term that lost all its documents is gone.

import { fnv1a } from "../../base/fnv.ts";
import { ByteWriter } from "../../base/varint.ts";
import { PostingBuffer } from "../postings/posting-buffer.ts";
import { PostingWriter } from "../postings/posting-writer.ts";
import type { MergePlan } from "./document-columns.ts";
import type { DocumentOrder } from "./document-order.ts";
import { NameTableWriter, visitAscending } from "./name-table-writer.ts";
import type { SectionOutput } from "./section-output.ts";
import type { MergeInput } from "./segment.ts";
import { termSlots } from "./term-slots-writer.ts";

/** Posting lists are written when this many bytes of them have come together. */
const LISTS_BYTES = 256 * 1024;
const PARTS_BETWEEN_COLLECTIONS = 8;

/** Looks at some of the terms while they are merged. */
export interface TermVisitor {
  wants(term: string): boolean;
  /** Gets the postings of a term that it wants. They are valid only during the call. */
  visit(term: string, postings: PostingBuffer): void;
}

/** Writes the term and posting sections; returns how many terms and postings there are. */
export function mergeTerms(
  { inputs, order }: MergePlan,
  visitor: TermVisitor,
  out: SectionOutput,
): { termCount: number; postingTotal: number } {
  const countMax = inputs.reduce((total, { segment }) => total + segment.terms.count, 0);
  const names = new NameTableWriter(countMax);
  const hashes = new Uint32Array(countMax);
  const origins = new Uint32Array(countMax);
  const lists = new ListMerger(inputs, order);
  let postingTotal = 0;
  let parts = 0;
  out.begin("postings");
  visitAscending(
    inputs.map(({ segment }) => segment.terms),
    (term, ordinals) => {
      const isWanted = visitor.wants(term);
      if (!lists.merge(ordinals, isWanted)) return;
      if (isWanted) visitor.visit(term, lists.postings);
      hashes[names.count] = fnv1a(term);
      origins[names.count] = lists.origin;
      names.add(term);
      postingTotal += lists.frequency;
      if (lists.bytes.length >= LISTS_BYTES) {
        lists.writer.take((bytes) => out.append(bytes));
        // Names and lists become garbage. A machine with much memory lets hundreds of megabytes of it come together.
        if (++parts % PARTS_BETWEEN_COLLECTIONS === 0) Bun.gc(true);
      }
    },
  );
  lists.writer.take((bytes) => out.append(bytes));
  out.end("postings");
  const { count } = names;
  out.add("term.slots", termSlots(hashes.subarray(0, count)));
  out.add("term.nameOffsets", names.offsets());
  out.add("term.names", names.pool());
  out.add("term.postings", origins.subarray(0, count));
  return { termCount: count, postingTotal };
}

/** Merges the posting lists of one term after another. */
class ListMerger {
  /** Writes the merged lists to `bytes`, which holds those that were not taken yet. */
  readonly writer: PostingWriter;
  readonly bytes = new ByteWriter(2 * LISTS_BYTES);
  /** Of the list merged last: its number, how many postings it has, and the postings, where they were asked for. */
  origin = 0;
  frequency = 0;
  readonly postings = new PostingBuffer();
  readonly #inputs: readonly MergeInput[];
  readonly #order: DocumentOrder;
  readonly #read = new PostingBuffer();
  /** Whether the documents of the first input keep their numbers. Then its lists stay as they are. */
  readonly #isFirstKept: boolean;

  constructor(inputs: readonly MergeInput[], order: DocumentOrder) {
    this.writer = new PostingWriter(this.bytes);
    this.#inputs = inputs;
    this.#order = order;
    this.#isFirstKept = order.renumberings[0]?.numbers === null;
  }

  /**
   * Writes the list of the term with these ordinals in the inputs; false if no document that stays has the term. With
   * `decoded` its postings are in `postings` afterwards.
   */
  merge(ordinals: Int32Array, decoded: boolean): boolean {
    const { postings } = this;
    const list = this.#isFirstKept && ordinals[0]! >= 0 ? this.#inputs[0]!.segment.encodedPostings(ordinals[0]!) : null;
    this.#decode(ordinals, list === null ? 0 : 1);
    this.frequency = postings.count + (list?.count ?? 0);
    if (this.frequency === 0) return false;
    this.origin = list === null ? this.writer.add(postings) : this.writer.extend(list, postings);
    if (list !== null && decoded) this.#decode(ordinals, 0);
    return true;
  }

  /** Decodes the lists of the inputs from `from` on, with their new document numbers. */
  #decode(ordinals: Int32Array, from: number): void {
    const { postings } = this;
    postings.count = 0;
    for (let at = from; at < ordinals.length; at++) if (ordinals[at]! >= 0) this.#add(at, ordinals[at]!);
    if (this.#order.isMixed) postings.sort();
  }

  /** Adds the postings of a term in the input at `at`. */
  #add(at: number, ordinal: number): void {
    const read = this.#read;
    read.count = 0;
    this.#inputs[at]!.segment.postings(ordinal, read);
    const { numbers, first } = this.#order.renumberings[at]!;
    for (let index = 0; index < read.count; index++) {
      const id = read.documents[index]!;
      const document = numbers === null ? first + id : numbers[id]!;
      if (document >= 0) this.postings.push(document, read.frequencies[index]!, read.firstLine[index]!);
    }
  }
}
