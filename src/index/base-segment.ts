// The base: index.bin, mapped, read in place. Opening costs the header only; a lookup touches the pages it needs.
// Invariant: whatever the file holds behind a valid header, no method throws, loops or reads outside the mapping; damage can
// give a wrong answer at worst. Nothing is built upon it unseen: folds and compaction ask `isSound` first.

import { crc32 } from "../format/crc32.ts";
import { type IndexHeader, type IndexPrefix, readIndexPrefix } from "../format/index-header.ts";
import { CONFIDENCE_SCALE, INDEX_PREFIX_BYTES, PAIR_FLAG, SECTIONS, type SectionName } from "../format/index-layout.ts";
import { type PostingBuffer, PostingList, type PostingSection } from "../format/posting-codec.ts";
import { PostingCursor } from "../format/posting-cursor.ts";
import { findInSlots } from "../format/term-slots.ts";
import type { IndexedDocument, MergeSource, RecordPlace, SegmentSurvey, StandIn } from "./document.ts";
import { NameTable } from "./name-table.ts";

export class BaseSegment implements MergeSource {
  readonly header: IndexHeader;
  readonly documentCount: number;
  readonly termCount: number;
  readonly topicCount: number;
  readonly tokenTotal: number;
  readonly #bytes: Uint8Array;
  readonly #prefix: IndexPrefix;
  readonly #terms: NameTable;
  readonly #topics: NameTable;
  readonly #tags: NameTable;
  readonly #sources: NameTable;
  readonly #projects: NameTable;
  readonly #snippets: NameTable;
  readonly #slots: Uint32Array;
  readonly #termPostings: Uint32Array;
  readonly #postings: PostingSection;
  readonly #offset: Uint32Array;
  readonly #size: Uint32Array;
  readonly #place: Uint32Array;
  readonly #stored: Int32Array;
  readonly #topic: Uint32Array;
  readonly #length: Uint32Array;
  readonly #firstLength: Uint16Array;
  readonly #confidence: Uint16Array;
  readonly #tagSet: Uint32Array;
  readonly #source: Uint32Array;
  readonly #project: Uint32Array;
  readonly #topicDocumentOffsets: Uint32Array;
  readonly #topicDocuments: Uint32Array;
  readonly #tagSetOffsets: Uint32Array;
  readonly #tagSetTags: Uint32Array;

  #sound: boolean | undefined;

  private constructor(bytes: Uint8Array, prefix: IndexPrefix) {
    this.#bytes = bytes;
    this.#prefix = prefix;
    this.header = prefix.header;
    this.#terms = this.#names("termNameOffsets", "termNames");
    this.#topics = this.#names("topicNameOffsets", "topicNames");
    this.#tags = this.#names("tagNameOffsets", "tagNames");
    this.#sources = this.#names("sourceNameOffsets", "sourceNames");
    this.#projects = this.#names("projectNameOffsets", "projectNames");
    this.#snippets = this.#names("snippetOffsets", "snippets");
    this.#slots = this.#u32("termSlots");
    this.#termPostings = this.#u32("termPostings");
    this.#offset = this.#u32("documentOffset");
    this.#size = this.#u32("documentSize");
    this.#place = this.#u32("documentPlace");
    const stored = this.#u32("documentStored");
    this.#stored = new Int32Array(stored.buffer, stored.byteOffset, stored.length);
    this.#topic = this.#u32("documentTopic");
    this.#length = this.#u32("documentLength");
    this.#firstLength = this.#u16("documentFirstLength");
    this.#confidence = this.#u16("documentConfidence");
    this.#tagSet = this.#u32("documentTagSet");
    this.#source = this.#u32("documentSource");
    this.#project = this.#u32("documentProject");
    this.#topicDocumentOffsets = this.#u32("topicDocumentOffsets");
    this.#topicDocuments = this.#u32("topicDocuments");
    this.#tagSetOffsets = this.#u32("tagSetOffsets");
    this.#tagSetTags = this.#u32("tagSetTags");
    // Counts of the header are believed only as far as the columns reach.
    this.documentCount = Math.min(prefix.header.documentCount, this.#offset.length, this.#topic.length);
    this.termCount = this.#terms.count;
    this.#postings = {
      bytes: this.#section("postings"),
      words: this.#wordsOf("postings"),
      documentCount: this.documentCount,
    };
    this.topicCount = this.#topics.count;
    this.tokenTotal = prefix.header.tokenTotal;
  }

  /** Lays a segment over the bytes of an index file; null when they are not a whole index of this version. */
  static open(bytes: Uint8Array): BaseSegment | null {
    const prefix = readIndexPrefix(bytes);
    return prefix === null ? null : new BaseSegment(bytes, prefix);
  }

  /** Whether what stands behind the header has the checksum that the header states. Reads the whole file, once. */
  isSound(): boolean {
    this.#sound ??= crc32(this.#bytes.subarray(INDEX_PREFIX_BYTES)) === this.header.bodyChecksum;
    return this.#sound;
  }

  document(id: number): IndexedDocument {
    const snippet = this.#snippets.name(id);
    const lineEnd = snippet.indexOf("\n");
    const project = this.#project[id] ?? 0;
    return {
      offset: this.#offset[id] ?? 0,
      size: this.sizeOf(id),
      pair: (this.#size[id] ?? 0) >= PAIR_FLAG,
      place: this.placeOf(id),
      stored: this.storedOf(id),
      topic: this.topicName(this.topicOf(id)),
      length: this.lengthOf(id),
      firstLineLength: this.#firstLength[id] ?? 0,
      confidence: this.confidenceOf(id),
      tags: this.#tagNames(this.#tagSet[id] ?? 0),
      source: this.sourceOf(id),
      projects: project === 0 ? [] : this.#projects.name(project - 1).split(", "),
      snippet: lineEnd < 0 ? [snippet, ""] : [snippet.slice(0, lineEnd), snippet.slice(lineEnd + 1)],
    };
  }

  recordOf(id: number): RecordPlace {
    return { offset: this.#offset[id] ?? 0, size: this.sizeOf(id), pair: (this.#size[id] ?? 0) >= PAIR_FLAG };
  }

  sourceOf(id: number): string | null {
    const source = this.#source[id] ?? 0;
    return source === 0 ? null : this.#sources.name(source - 1);
  }

  findTerm(term: string): number {
    return findInSlots(this.#slots, this.termCount, term, this.#terms);
  }

  termName(ordinal: number): string {
    return this.#terms.name(ordinal);
  }

  sortedTerms(): Uint32Array {
    return Uint32Array.from({ length: this.termCount }, (_, ordinal) => ordinal);
  }

  frequencyOf(ordinal: number): number {
    return this.#listOf(ordinal)?.count ?? 0;
  }

  postings(ordinal: number, into: PostingBuffer): void {
    this.#listOf(ordinal)?.decode(into);
  }

  cursor(ordinal: number): PostingCursor | null {
    const list = this.#listOf(ordinal);
    return list === null || list.count === 0 ? null : PostingCursor.overList(list);
  }

  termsWithPrefix(prefix: string, limit: number): number[] {
    const found: number[] = [];
    for (let ordinal = this.#terms.lowerBound(prefix); ordinal < this.termCount && found.length < limit; ordinal++) {
      if (!this.#terms.name(ordinal).startsWith(prefix)) break;
      found.push(ordinal);
    }
    return found;
  }

  documentAt(offset: number): number {
    let low = 0;
    let high = this.documentCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offset[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low < this.documentCount && this.#offset[low] === offset ? low : -1;
  }

  topicName(ordinal: number): string {
    return this.#topics.name(ordinal);
  }

  findTopic(name: string): number {
    return this.#topics.find(name);
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
    return (this.#size[id] ?? 0) % PAIR_FLAG;
  }

  placeOf(id: number): number {
    return this.#place[id] ?? 0;
  }

  confidenceOf(id: number): number {
    return (this.#confidence[id] ?? CONFIDENCE_SCALE) / CONFIDENCE_SCALE;
  }

  /** A number that documents with the same tags share. */
  tagSetOf(id: number): number {
    return this.#tagSet[id] ?? 0;
  }

  tagsOf(id: number): readonly string[] {
    return this.#tagNames(this.#tagSet[id] ?? 0);
  }

  withTag(tag: string): ((id: number) => boolean) | null {
    const ordinal = this.#tags.find(tag);
    if (ordinal < 0) return null;
    const sets = new Set<number>();
    for (let set = 0; set < this.#tagSetOffsets.length - 1; set++) {
      if (this.#tagOrdinals(set).includes(ordinal)) sets.add(set);
    }
    return (id) => sets.has(this.#tagSet[id] ?? 0);
  }

  withSource(matches: (source: string) => boolean, needle: string): ((id: number) => boolean) | null {
    const sources = new Set<number>();
    for (const ordinal of this.#sources.containing(needle)) {
      if (matches(this.#sources.name(ordinal))) sources.add(ordinal + 1);
    }
    return sources.size === 0 ? null : (id) => sources.has(this.#source[id] ?? 0);
  }

  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean {
    // Quicker than a map where nothing is compiled yet.
    const verdicts: (boolean | undefined)[] = [];
    return (id) => {
      const project = this.#project[id] ?? 0;
      let verdict = verdicts[project];
      if (verdict === undefined) {
        verdict = matches(project === 0 ? [] : this.#projects.name(project - 1).split(", "));
        verdicts[project] = verdict;
      }
      return verdict;
    };
  }

  survey(tags: readonly string[], classify: (keys: readonly string[]) => number): SegmentSurvey {
    const { count } = this.#projects;
    const classOfProject = Array.from({ length: count + 1 }, (_, project) =>
      classify(project === 0 ? [] : this.#projects.name(project - 1).split(", ")),
    );
    const tagOfSet = new Uint8Array(Math.max(1, this.#tagSetOffsets.length - 1));
    // The last tag first: what comes later wins.
    for (let place = tags.length; place > 0; place--) {
      const ordinal = this.#tags.find(tags[place - 1]!);
      if (ordinal < 0) continue;
      for (let set = 0; set < tagOfSet.length; set++) if (this.#isInSet(ordinal, set)) tagOfSet[set] = place;
    }
    return {
      topics: this.#topic,
      tagSets: this.#tagSet,
      projects: this.#project,
      tagOfSet,
      classOfProject,
    };
  }

  /** Topic mentions: how many entries of `source` mention `target`, for every pair that has any. */
  edges(): { source: number; target: number; count: number }[] {
    const numbers = this.#u32("edges");
    const edges: { source: number; target: number; count: number }[] = [];
    for (let index = 0; index + 2 < numbers.length; index += 3) {
      edges.push({ source: numbers[index]!, target: numbers[index + 1]!, count: numbers[index + 2]! });
    }
    return edges;
  }

  /** Entries that stand in for a lost edit of theirs. */
  standIns(): StandIn[] {
    const numbers = this.#u32("standIns");
    const standIns: StandIn[] = [];
    for (let index = 0; index + 2 < numbers.length; index += 3) {
      standIns.push({ from: numbers[index]!, to: numbers[index + 1]!, entry: numbers[index + 2]! });
    }
    return standIns;
  }

  #isInSet(tag: number, set: number): boolean {
    const to = Math.min(this.#tagSetOffsets[set + 1] ?? 0, this.#tagSetTags.length);
    for (let at = this.#tagSetOffsets[set] ?? 0; at < to; at++) if (this.#tagSetTags[at] === tag) return true;
    return false;
  }

  #tagOrdinals(set: number): Uint32Array {
    const from = this.#tagSetOffsets[set] ?? 0;
    const to = this.#tagSetOffsets[set + 1] ?? 0;
    return this.#tagSetTags.subarray(from, Math.max(from, to));
  }

  #tagNames(set: number): string[] {
    const ordinals = this.#tagOrdinals(set);
    const names: string[] = [];
    for (let at = 0; at < ordinals.length; at++) names.push(this.#tags.name(ordinals[at]!));
    return names;
  }

  #section(name: SectionName): Uint8Array {
    const { offset, length } = this.#prefix.sections[name];
    return this.#bytes.subarray(offset, offset + length);
  }

  /** The posting list of a term; null for a term that there is not. */
  #listOf(ordinal: number): PostingList | null {
    const number = this.#termPostings[ordinal];
    return number === undefined ? null : new PostingList(this.#postings, number);
  }

  #u32(name: SectionName): Uint32Array {
    if (SECTIONS[name].type === "bytes") throw new RangeError(`${name} holds bytes`);
    return this.#wordsOf(name);
  }

  #wordsOf(name: SectionName): Uint32Array {
    const { offset, length } = this.#prefix.sections[name];
    return new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length >>> 2);
  }

  #u16(name: SectionName): Uint16Array {
    const { offset, length } = this.#prefix.sections[name];
    return new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length >>> 1);
  }

  #names(offsets: SectionName, pool: SectionName): NameTable {
    return new NameTable(this.#u32(offsets), this.#section(pool));
  }
}
