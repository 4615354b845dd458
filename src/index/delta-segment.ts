// The delta: the entries behind the watermark, indexed in memory as they are read from the log.
// Invariants: documents are in the order of the log; posting lists are ascending because of that; it only grows, and burials
// are kept by the owner (`live-index.ts`), not here.

import { PostingBuffer } from "../format/posting-codec.ts";
import { PostingCursor } from "../format/posting-cursor.ts";
import { decodeUtf8, encodeUtf8 } from "../format/utf8.ts";
import type { GrowingSegment, IndexedDocument, NewEntry, RecordPlace, SegmentSurvey } from "./document.ts";
import { analyzeEntry } from "./document-terms.ts";
import { compareOrder } from "./entry-order.ts";
import { PostingLists } from "./posting-lists.ts";

/** First characters below this are namespaces (see format/index-layout.ts). */
const NAMESPACES_END = 32;

interface DeltaTopic {
  readonly name: string;
  readonly documents: number[];
  /** Whether `documents` is in order; sorted when it is asked for, so that older entries coming later cost no more. */
  isSorted: boolean;
}

export class DeltaSegment implements GrowingSegment {
  readonly #documents: IndexedDocument[] = [];
  readonly #topicOf: number[] = [];
  readonly #terms = new Map<string, number>();
  readonly #termNames: string[] = [];
  /** Ordinals of the terms that are no words of a text. */
  readonly #namespaced: number[] = [];
  readonly #postings = new PostingLists();
  readonly #topics = new Map<string, number>();
  readonly #topicList: DeltaTopic[] = [];
  readonly #byOffset = new Map<number, number>();
  tokenTotal = 0;

  /** Adds the entry at `offset`; returns its document number. */
  add(entry: NewEntry): number {
    const { body, ...record } = entry;
    const { topic } = record;
    const { document, firstLineTerms, otherTerms } = analyzeEntry(topic, body);
    const id = this.#documents.length;
    this.#documents.push({ ...record, ...document });
    this.#byOffset.set(record.offset, id);
    for (const term of firstLineTerms) this.#postings.count(this.#ordinalOf(term), id, true);
    for (const terms of otherTerms) for (const term of terms) this.#postings.count(this.#ordinalOf(term), id, false);
    this.#addToTopic(topic, id);
    this.tokenTotal += document.length;
    return id;
  }

  /** Gives the newest document another place: it turned out to replace an older entry. */
  movePlace(id: number, place: number): void {
    const document = { ...this.#documents[id]!, place };
    this.#documents[id] = document;
    this.#topicList[this.#topicOf[id]!]!.isSorted = false;
  }

  get documentCount(): number {
    return this.#documents.length;
  }

  document(id: number): IndexedDocument {
    return this.#documents[id]!;
  }

  recordOf(id: number): RecordPlace {
    return this.#documents[id]!;
  }

  sourceOf(id: number): string | null {
    return this.#documents[id]!.source;
  }

  get postingTotal(): number {
    return this.#postings.total;
  }

  get termCount(): number {
    return this.#termNames.length;
  }

  termName(ordinal: number): string {
    return this.#termNames[ordinal]!;
  }

  sortedTerms(): number[] {
    const names = this.#termNames;
    return names.map((_, ordinal) => ordinal).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  }

  findTerm(term: string): number {
    return this.#terms.get(term) ?? -1;
  }

  frequencyOf(ordinal: number): number {
    return this.#postings.lengthOf(ordinal);
  }

  postings(ordinal: number, into: PostingBuffer): void {
    this.#postings.read(ordinal, into);
  }

  cursor(ordinal: number): PostingCursor | null {
    const postings = new PostingBuffer(this.#postings.lengthOf(ordinal));
    this.#postings.read(ordinal, postings);
    return PostingCursor.overBuffer(postings);
  }

  termsWithPrefix(prefix: string, limit: number): number[] {
    // Every write asks who links to its topic: it must not go through all the words of the tail for that.
    const candidates = isNamespaced(prefix) ? this.#namespaced : this.#termNames.keys();
    const found: number[] = [];
    for (const ordinal of candidates) {
      if (found.length >= limit) break;
      if (this.#termNames[ordinal]!.startsWith(prefix)) found.push(ordinal);
    }
    return found;
  }

  documentAt(offset: number): number {
    return this.#byOffset.get(offset) ?? -1;
  }

  get topicCount(): number {
    return this.#topicList.length;
  }

  topicName(ordinal: number): string {
    return this.#topicList[ordinal]!.name;
  }

  findTopic(name: string): number {
    return this.#topics.get(name) ?? -1;
  }

  topicSize(ordinal: number): number {
    return this.#topicList[ordinal]!.documents.length;
  }

  topicDocuments(ordinal: number): readonly number[] {
    const topic = this.#topicList[ordinal]!;
    if (!topic.isSorted) topic.documents.sort((a, b) => this.#compare(a, b));
    topic.isSorted = true;
    return topic.documents;
  }

  topicDocument(ordinal: number, at: number): number {
    return this.topicDocuments(ordinal)[at] ?? -1;
  }

  topicOf(id: number): number {
    return this.#topicOf[id]!;
  }

  lengthOf(id: number): number {
    return this.#documents[id]!.length;
  }

  storedOf(id: number): number {
    return this.#documents[id]!.stored;
  }

  sizeOf(id: number): number {
    return this.#documents[id]!.size;
  }

  placeOf(id: number): number {
    return this.#documents[id]!.place;
  }

  confidenceOf(id: number): number {
    return this.#documents[id]!.confidence;
  }

  tagsOf(id: number): readonly string[] {
    return this.#documents[id]!.tags;
  }

  withTag(tag: string): ((id: number) => boolean) | null {
    return (id) => this.#documents[id]!.tags.includes(tag);
  }

  withSource(matches: (source: string) => boolean): ((id: number) => boolean) | null {
    return (id) => {
      const { source } = this.#documents[id]!;
      return source !== null && matches(source);
    };
  }

  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean {
    return (id) => matches(this.#documents[id]!.projects);
  }

  survey(tags: readonly string[], classify: (keys: readonly string[]) => number): SegmentSurvey {
    // Each document is a set, and a project, of its own.
    const numbers = this.#documents.keys().toArray();
    return {
      topics: this.#topicOf,
      tagSets: numbers,
      projects: numbers,
      tagOfSet: this.#documents.map((document) => tags.findIndex((tag) => document.tags.includes(tag)) + 1),
      classOfProject: this.#documents.map(({ projects }) => classify(projects)),
    };
  }

  #ordinalOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const ordinal = this.#postings.addTerm();
    // A term cut out of a text would keep the whole text in memory.
    const name = decodeUtf8(encodeUtf8(term));
    this.#terms.set(name, ordinal);
    this.#termNames.push(name);
    if (isNamespaced(name)) this.#namespaced.push(ordinal);
    return ordinal;
  }

  #addToTopic(name: string, id: number): void {
    let ordinal = this.#topics.get(name);
    if (ordinal === undefined) {
      ordinal = this.#topicList.length;
      this.#topics.set(name, ordinal);
      this.#topicList.push({ name, documents: [], isSorted: true });
    }
    this.#topicOf.push(ordinal);
    const topic = this.#topicList[ordinal]!;
    const last = topic.documents.at(-1);
    if (last !== undefined && this.#compare(id, last) < 0) topic.isSorted = false;
    topic.documents.push(id);
  }

  #compare(a: number, b: number): number {
    const left = this.#documents[a]!;
    const right = this.#documents[b]!;
    return compareOrder(left.stored, left.place, right.stored, right.place);
  }
}

/** Whether a term begins with the control character of a namespace; no text holds such terms. */
function isNamespaced(term: string): boolean {
  return term.charCodeAt(0) < NAMESPACES_END;
}
