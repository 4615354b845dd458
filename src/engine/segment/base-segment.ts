// The base: index.bin, mapped and read in place. Opening costs only the header; a lookup touches only the pages it
// needs.
// Invariants:
// - Whatever the file holds behind a valid header, no method throws, loops or reads outside the mapping. Damage can
//   give a wrong answer at worst.
// - Merges and compaction ask `isSound` before they build upon the base.

import { crc32 } from "../../base/crc32.ts";
import { lowerBound } from "../../base/sorted-search.ts";
import type { PostingBuffer } from "../postings/posting-buffer.ts";
import { PostingList, type PostingSection } from "../postings/posting-codec.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import {
  type GroupColumn,
  MappedGroups,
  MappedNumbers,
  MappedSets,
  NameColumn,
  type NumberColumn,
  SetColumn,
} from "./columns.ts";
import { type IndexHeader, type IndexPrefix, readIndexPrefix } from "./index-header.ts";
import { MovedOrigins } from "./moved-origins.ts";
import { NameTable } from "./name-table.ts";
import type { Schema } from "./schema.ts";
import type { MergeableSegment, RecoveredVersion } from "./segment.ts";
import { findInSlots, mayBeInSlots } from "./term-slots.ts";

export class BaseSegment implements MergeableSegment {
  readonly schema: Schema;
  readonly header: IndexHeader;
  readonly documentCount: number;
  readonly tokenTotal: number;
  readonly terms: NameTable;
  readonly moved: MovedOrigins;
  readonly lengths: NumberColumn;
  readonly leadingLengths: NumberColumn;
  readonly sizes: NumberColumn;
  readonly offsets: NumberColumn;
  readonly #bytes: Uint8Array;
  readonly #prefix: IndexPrefix;
  readonly #slots: Uint32Array;
  readonly #termPostings: Uint32Array;
  readonly #postings: PostingSection;
  readonly #offset: Uint32Array;

  /** Columns that were asked for. Some ask once a document. */
  readonly #columns = new Map<string, NumberColumn>();
  readonly #nameColumns = new Map<string, NameColumn>();

  #sound: boolean | undefined;

  private constructor(schema: Schema, bytes: Uint8Array, prefix: IndexPrefix) {
    this.schema = schema;
    this.#bytes = bytes;
    this.#prefix = prefix;
    this.header = prefix.header;
    this.terms = this.#names("term");
    this.moved = new MovedOrigins(this.#u32("movedDocuments"), this.#u32("movedOrigins"));
    this.#slots = this.#u32("term.slots");
    this.#termPostings = this.#u32("term.postings");
    this.#offset = this.#u32("documentOffset");
    this.offsets = new MappedNumbers(this.#offset);
    this.sizes = this.#narrow("documentSize");
    this.lengths = this.#narrow("documentLength");
    this.leadingLengths = this.#narrow("documentLeadingLength");
    // The count of the header is believed only as far as the columns reach that group documents.
    let count = Math.min(prefix.header.documentCount, this.#offset.length);
    for (const column in schema.columns) {
      if (schema.columns[column] === "group") count = Math.min(count, this.numbers(column).all.length);
    }
    this.documentCount = count;
    this.#postings = {
      bytes: this.#section("postings"),
      words: this.#u32("postings"),
      documentCount: count,
    };
    this.tokenTotal = prefix.header.tokenTotal;
  }

  /** Opens a segment over the bytes of an index file; null when they are no whole index of this version and schema. */
  static open(schema: Schema, bytes: Uint8Array): BaseSegment | null {
    const prefix = readIndexPrefix(schema, bytes);
    return prefix === null ? null : new BaseSegment(schema, bytes, prefix);
  }

  /** Whether the bytes behind the header have the checksum that the header states. Reads the whole file, once. */
  isSound(): boolean {
    this.#sound ??= crc32(this.#bytes.subarray(this.schema.prefixBytes)) === this.header.bodyChecksum;
    return this.#sound;
  }

  findTerm(term: string): number {
    return findInSlots(this.#slots, this.terms.count, term, this.terms);
  }

  mayHaveTerm(hash: number): boolean {
    return mayBeInSlots(this.#slots, this.terms.count, hash);
  }

  frequencyOf(ordinal: number): number {
    return this.encodedPostings(ordinal)?.count ?? 0;
  }

  postings(ordinal: number, into: PostingBuffer): void {
    this.encodedPostings(ordinal)?.decode(into);
  }

  cursor(ordinal: number): PostingCursor | null {
    const list = this.encodedPostings(ordinal);
    return list === null || list.count === 0 ? null : PostingCursor.overList(list);
  }

  retain(ordinal: number, candidates: Uint32Array, count: number): number {
    return this.cursor(ordinal)?.retain(candidates, count) ?? 0;
  }

  /** Null for a term that does not exist. */
  encodedPostings(ordinal: number): PostingList | null {
    const number = this.#termPostings[ordinal];
    return number === undefined ? null : new PostingList(this.#postings, number);
  }

  termsWithPrefix(prefix: string, limit: number): number[] {
    const found: number[] = [];
    for (let ordinal = this.terms.lowerBound(prefix); ordinal < this.terms.count && found.length < limit; ordinal++) {
      if (!this.terms.name(ordinal).startsWith(prefix)) break;
      found.push(ordinal);
    }
    return found;
  }

  documentAt(offset: number): number {
    const id = lowerBound(this.#offset, offset, this.documentCount);
    return id < this.documentCount && this.#offset[id] === offset ? id : -1;
  }

  offsetOf(id: number): number {
    return this.#offset[id] ?? 0;
  }

  sizeOf(id: number): number {
    return this.sizes.of(id) >>> 1;
  }

  isReplacement(id: number): boolean {
    return (this.sizes.of(id) & 1) === 1;
  }

  originOf(id: number): number {
    return this.moved.of(id, this.offsetOf(id));
  }

  numbers(column: string): NumberColumn {
    let numbers = this.#columns.get(column);
    if (numbers === undefined) {
      numbers = this.#numbersOf(column);
      this.#columns.set(column, numbers);
    }
    return numbers;
  }

  #numbersOf(column: string): NumberColumn {
    const kind = this.schema.columns[column];
    if (kind !== "i32" && kind !== "u32") return this.#narrow(column);
    const words = this.#u32(column);
    return new MappedNumbers(kind === "u32" ? words : new Int32Array(words.buffer, words.byteOffset, words.length));
  }

  names(column: string): NameColumn {
    let names = this.#nameColumns.get(column);
    if (names === undefined) {
      names = new NameColumn(this.numbers(column), this.#names(column));
      this.#nameColumns.set(column, names);
    }
    return names;
  }

  sets(column: string): SetColumn {
    const names = this.#names(column);
    const sets = new MappedSets(this.#u32(`${column}.setOffsets`), this.#u32(`${column}.sets`), names);
    return new SetColumn(this.numbers(column), names, sets);
  }

  groups(column: string): GroupColumn {
    const lists = [this.#u32(`${column}.documentOffsets`), this.#u32(`${column}.documents`)] as const;
    return new MappedGroups([this.numbers(column), this.#names(column)], lists, this.documentCount);
  }

  /** The numbers of a section that the schema's owner derived at the merge. */
  derived(section: string): Uint32Array {
    return this.#u32(section);
  }

  /** The older versions that stand where an edit was damaged. */
  recoveredVersions(): RecoveredVersion[] {
    const numbers = this.#u32("recoveredVersions");
    const recoveredVersions: RecoveredVersion[] = [];
    for (let index = 0; index + 2 < numbers.length; index += 3) {
      recoveredVersions.push({ from: numbers[index]!, to: numbers[index + 1]!, entry: numbers[index + 2]! });
    }
    return recoveredVersions;
  }

  #section(name: string): Uint8Array {
    const { offset, length } = this.#prefix.sections[name]!;
    return this.#bytes.subarray(offset, offset + length);
  }

  #u32(name: string): Uint32Array {
    const { offset, length } = this.#prefix.sections[name]!;
    return new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length >>> 2);
  }

  #narrow(name: string): NumberColumn {
    const { offset, length } = this.#prefix.sections[name]!;
    const count = this.#prefix.header.documentCount;
    const { buffer, byteOffset } = this.#bytes;
    if (length === count) return new MappedNumbers(new Uint8Array(buffer, byteOffset + offset, length));
    if (length === 2 * count) return new MappedNumbers(new Uint16Array(buffer, byteOffset + offset, count));
    return new MappedNumbers(new Uint32Array(buffer, byteOffset + offset, length >>> 2));
  }

  /** The name table of a column, or of the terms. */
  #names(column: string): NameTable {
    return new NameTable(this.#u32(`${column}.nameOffsets`), this.#section(`${column}.names`));
  }
}
