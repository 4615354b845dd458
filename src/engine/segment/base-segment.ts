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
import type { MergeColumns, MergeSource, RecoveredVersion, SegmentSurvey } from "./document.ts";
import { type IndexHeader, type IndexPrefix, readIndexPrefix } from "./index-header.ts";
import { CONFIDENCE_SCALE, INDEX_PREFIX_BYTES, type SectionName } from "./index-layout.ts";
import { MovedOrigins } from "./moved-origins.ts";
import { NameTable } from "./name-table.ts";
import { findInSlots, mayBeInSlots } from "./term-slots.ts";

/** A column whose numbers take one, two or four bytes each. */
type Narrow = Uint8Array | Uint16Array | Uint32Array;

export class BaseSegment implements MergeSource {
  readonly header: IndexHeader;
  readonly documentCount: number;
  readonly topicCount: number;
  readonly tokenTotal: number;
  readonly terms: NameTable;
  readonly topics: NameTable;
  readonly tags: NameTable;
  readonly sources: NameTable;
  readonly projects: NameTable;
  readonly moved: MovedOrigins;
  readonly #bytes: Uint8Array;
  readonly #prefix: IndexPrefix;
  readonly #slots: Uint32Array;
  readonly #termPostings: Uint32Array;
  readonly #postings: PostingSection;
  readonly #offset: Uint32Array;
  readonly #size: Narrow;
  readonly #stored: Int32Array;
  readonly #topic: Narrow;
  readonly #length: Narrow;
  readonly #firstLength: Narrow;
  readonly #confidence: Narrow;
  readonly #keyHigh: Uint32Array;
  readonly #keyLow: Uint32Array;
  readonly #tagSet: Narrow;
  readonly #source: Narrow;
  readonly #project: Narrow;
  readonly #topicDocumentOffsets: Uint32Array;
  readonly #topicDocuments: Uint32Array;
  readonly #tagSetOffsets: Uint32Array;
  readonly #tagSetTags: Uint32Array;

  #sound: boolean | undefined;

  private constructor(bytes: Uint8Array, prefix: IndexPrefix) {
    this.#bytes = bytes;
    this.#prefix = prefix;
    this.header = prefix.header;
    this.terms = this.#names("termNameOffsets", "termNames");
    this.topics = this.#names("topicNameOffsets", "topicNames");
    this.tags = this.#names("tagNameOffsets", "tagNames");
    this.sources = this.#names("sourceNameOffsets", "sourceNames");
    this.projects = this.#names("projectNameOffsets", "projectNames");
    this.moved = new MovedOrigins(this.#u32("movedDocuments"), this.#u32("movedOrigins"));
    this.#slots = this.#u32("termSlots");
    this.#termPostings = this.#u32("termPostings");
    this.#offset = this.#u32("documentOffset");
    this.#size = this.#narrow("documentSize");
    const stored = this.#u32("documentStored");
    this.#stored = new Int32Array(stored.buffer, stored.byteOffset, stored.length);
    this.#topic = this.#narrow("documentTopic");
    this.#length = this.#narrow("documentLength");
    this.#firstLength = this.#narrow("documentFirstLength");
    this.#confidence = this.#narrow("documentConfidence");
    this.#keyHigh = this.#u32("documentKeyHigh");
    this.#keyLow = this.#u32("documentKeyLow");
    this.#tagSet = this.#narrow("documentTagSet");
    this.#source = this.#narrow("documentSource");
    this.#project = this.#narrow("documentProject");
    this.#topicDocumentOffsets = this.#u32("topicDocumentOffsets");
    this.#topicDocuments = this.#u32("topicDocuments");
    this.#tagSetOffsets = this.#u32("tagSetOffsets");
    this.#tagSetTags = this.#u32("tagSetTags");
    // Counts of the header are believed only as far as the columns reach.
    this.documentCount = Math.min(prefix.header.documentCount, this.#offset.length, this.#topic.length);
    this.#postings = {
      bytes: this.#section("postings"),
      words: this.#u32("postings"),
      documentCount: this.documentCount,
    };
    this.topicCount = this.topics.count;
    this.tokenTotal = prefix.header.tokenTotal;
  }

  /** Opens a segment over the bytes of an index file; null when they are not a whole index of this version. */
  static open(bytes: Uint8Array): BaseSegment | null {
    const prefix = readIndexPrefix(bytes);
    return prefix === null ? null : new BaseSegment(bytes, prefix);
  }

  /** Whether the bytes behind the header have the checksum that the header states. Reads the whole file, once. */
  isSound(): boolean {
    this.#sound ??= crc32(this.#bytes.subarray(INDEX_PREFIX_BYTES)) === this.header.bodyChecksum;
    return this.#sound;
  }

  get columns(): MergeColumns {
    return {
      offset: this.#offset,
      size: this.#size,
      stored: this.#stored,
      topic: this.#topic,
      length: this.#length,
      firstLength: this.#firstLength,
      confidence: this.#confidence,
      keyHigh: this.#keyHigh,
      keyLow: this.#keyLow,
      tagSet: this.#tagSet,
      source: this.#source,
      project: this.#project,
    };
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

  topicName(ordinal: number): string {
    return this.topics.name(ordinal);
  }

  findTopic(name: string): number {
    return this.topics.find(name);
  }

  topicSize(ordinal: number): number {
    const from = this.#topicDocumentOffsets[ordinal] ?? 0;
    const to = this.#topicDocumentOffsets[ordinal + 1] ?? 0;
    return Math.min(Math.max(0, to - from), this.documentCount);
  }

  topicDocuments(ordinal: number): ArrayLike<number> {
    const from = this.#topicDocumentOffsets[ordinal] ?? 0;
    const to = this.#topicDocumentOffsets[ordinal + 1] ?? 0;
    const documents = this.#topicDocuments.subarray(from, Math.max(from, to));
    for (let index = 0; index < documents.length; index++) {
      if (documents[index]! >= this.documentCount) return documents.filter((id) => id < this.documentCount);
    }
    return documents;
  }

  topicDocument(ordinal: number, at: number): number {
    return this.#topicDocuments[(this.#topicDocumentOffsets[ordinal] ?? 0) + at] ?? -1;
  }

  offsetOf(id: number): number {
    return this.#offset[id] ?? 0;
  }

  topicOf(id: number): number {
    return this.#topic[id] ?? 0;
  }

  lengthOf(id: number): number {
    return this.#length[id] ?? 0;
  }

  storedOf(id: number): number {
    return this.#stored[id] ?? 0;
  }

  sizeOf(id: number): number {
    return (this.#size[id] ?? 0) >>> 1;
  }

  isReplacement(id: number): boolean {
    return ((this.#size[id] ?? 0) & 1) === 1;
  }

  originOf(id: number): number {
    return this.moved.of(id, this.offsetOf(id));
  }

  firstLineLengthOf(id: number): number {
    return this.#firstLength[id] ?? 0;
  }

  keyHighOf(id: number): number {
    return this.#keyHigh[id] ?? 0;
  }

  keyLowOf(id: number): number {
    return this.#keyLow[id] ?? 0;
  }

  documentsWithKey(high: number, low: number): number[] {
    const found: number[] = [];
    const count = Math.min(this.documentCount, this.#keyLow.length);
    for (let id = this.#keyLow.indexOf(low); id >= 0 && id < count; id = this.#keyLow.indexOf(low, id + 1)) {
      if (this.#keyHigh[id] === high) found.push(id);
    }
    return found;
  }

  confidenceOf(id: number): number {
    return (this.#confidence[id] ?? CONFIDENCE_SCALE) / CONFIDENCE_SCALE;
  }

  tagSetOf(id: number): number {
    return this.#tagSet[id] ?? 0;
  }

  tagsOf(id: number): readonly string[] {
    return this.#tagNames(this.#tagSet[id] ?? 0);
  }

  sourceOf(id: number): string | null {
    const source = this.#source[id] ?? 0;
    return source === 0 ? null : this.sources.name(source - 1);
  }

  projectsOf(id: number): string[] {
    return this.#keysOf(this.#project[id] ?? 0);
  }

  get tagSetCount(): number {
    return Math.max(0, this.#tagSetOffsets.length - 1);
  }

  withTag(tag: string): ((id: number) => boolean) | null {
    const ordinal = this.tags.find(tag);
    if (ordinal < 0) return null;
    const sets = new Set<number>();
    for (let set = 0; set < this.tagSetCount; set++) {
      if (this.#isInSet(ordinal, set)) sets.add(set);
    }
    return (id) => sets.has(this.#tagSet[id] ?? 0);
  }

  withSource(matches: (source: string) => boolean, needle: string): ((id: number) => boolean) | null {
    const sources = new Set<number>();
    for (const ordinal of this.sources.containing(needle)) {
      if (matches(this.sources.name(ordinal))) sources.add(ordinal + 1);
    }
    return sources.size === 0 ? null : (id) => sources.has(this.#source[id] ?? 0);
  }

  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean {
    // An array is quicker than a map where nothing is compiled yet.
    const verdicts: (boolean | undefined)[] = [];
    return (id) => {
      const project = this.#project[id] ?? 0;
      let verdict = verdicts[project];
      if (verdict === undefined) {
        verdict = matches(this.#keysOf(project));
        verdicts[project] = verdict;
      }
      return verdict;
    };
  }

  survey(tags: readonly string[], classify: (keys: readonly string[]) => number): SegmentSurvey {
    const classOfProject = Array.from({ length: this.projects.count + 1 }, (_, project) =>
      classify(this.#keysOf(project)),
    );
    const tagOfSet = new Uint8Array(Math.max(1, this.tagSetCount));
    // The last tag comes first, so that the first tag of a set wins.
    for (let origin = tags.length; origin > 0; origin--) {
      const ordinal = this.tags.find(tags[origin - 1]!);
      if (ordinal < 0) continue;
      for (let set = 0; set < tagOfSet.length; set++) if (this.#isInSet(ordinal, set)) tagOfSet[set] = origin;
    }
    return {
      topics: this.#topic,
      tagSets: this.#tagSet,
      projects: this.#project,
      tagOfSet,
      classOfProject,
    };
  }

  /** Topic mentions: how many entries of topic `source` mention topic `target`, for every pair that has any. */
  edges(): { source: number; target: number; count: number }[] {
    const numbers = this.#u32("edges");
    const edges: { source: number; target: number; count: number }[] = [];
    for (let index = 0; index + 2 < numbers.length; index += 3) {
      edges.push({ source: numbers[index]!, target: numbers[index + 1]!, count: numbers[index + 2]! });
    }
    return edges;
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

  #isInSet(tag: number, set: number): boolean {
    const to = Math.min(this.#tagSetOffsets[set + 1] ?? 0, this.#tagSetTags.length);
    for (let at = this.#tagSetOffsets[set] ?? 0; at < to; at++) if (this.#tagSetTags[at] === tag) return true;
    return false;
  }

  tagsOfSet(set: number): Uint32Array {
    const from = this.#tagSetOffsets[set] ?? 0;
    const to = this.#tagSetOffsets[set + 1] ?? 0;
    return this.#tagSetTags.subarray(from, Math.max(from, to));
  }

  #tagNames(set: number): string[] {
    const ordinals = this.tagsOfSet(set);
    const names: string[] = [];
    for (let at = 0; at < ordinals.length; at++) names.push(this.tags.name(ordinals[at]!));
    return names;
  }

  /** The keys of the project with this number; its ordinal is one less, and 0 is no project. */
  #keysOf(project: number): string[] {
    return project === 0 ? [] : this.projects.name(project - 1).split(", ");
  }

  #section(name: SectionName): Uint8Array {
    const { offset, length } = this.#prefix.sections[name];
    return this.#bytes.subarray(offset, offset + length);
  }

  #u32(name: SectionName): Uint32Array {
    const { offset, length } = this.#prefix.sections[name];
    return new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length >>> 2);
  }

  #narrow(name: SectionName): Narrow {
    const { offset, length } = this.#prefix.sections[name];
    const count = this.#prefix.header.documentCount;
    const { buffer, byteOffset } = this.#bytes;
    if (length === count) return new Uint8Array(buffer, byteOffset + offset, length);
    if (length === 2 * count) return new Uint16Array(buffer, byteOffset + offset, count);
    return new Uint32Array(buffer, byteOffset + offset, length >>> 2);
  }

  #names(offsets: SectionName, pool: SectionName): NameTable {
    return new NameTable(this.#u32(offsets), this.#section(pool));
  }
}
