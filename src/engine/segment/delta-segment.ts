// The delta: the entries behind the watermark, indexed in memory as they are read from the log.
// Invariants:
// - Documents are in the order of the log, so posting lists ascend.
// - The delta only grows. Its owner keeps the deleted documents (`live-index.ts`).

import { partitionPoint } from "../../base/sorted-search.ts";
import { PostingBuffer } from "../postings/posting-buffer.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import type { Analyze, GrowingSegment, MergeColumns, NewEntry, SegmentSurvey } from "./document.ts";
import { compareTimes } from "./entry-order.ts";
import { CONFIDENCE_SCALE } from "./index-layout.ts";
import { InternedNames } from "./interned-names.ts";
import { MovedOrigins } from "./moved-origins.ts";
import { NumberColumn } from "./number-column.ts";
import { PostingLists } from "./posting-lists.ts";

/** First characters below this are namespaces (see `termNames` in index-layout.ts). */
const NAMESPACES_END = 32;

/** The columns while they grow. */
type GrowingColumns = { readonly [Name in keyof MergeColumns]: NumberColumn };

interface TopicMembers {
  readonly documents: number[];
  /**
   * Whether `documents` is in order. It is sorted when asked for, so that older entries that come later cost no more.
   */
  isSorted: boolean;
}

export class DeltaSegment implements GrowingSegment {
  readonly topics = new InternedNames();
  readonly tags = new InternedNames();
  readonly sources = new InternedNames();
  readonly projects = new InternedNames();
  readonly terms = new InternedNames();
  readonly moved: MovedOrigins;
  readonly #columns: GrowingColumns = {
    offset: new NumberColumn(),
    size: new NumberColumn(),
    stored: new NumberColumn(),
    topic: new NumberColumn(),
    length: new NumberColumn(),
    firstLength: new NumberColumn(),
    confidence: new NumberColumn(),
    keyHigh: new NumberColumn(),
    keyLow: new NumberColumn(),
    tagSet: new NumberColumn(),
    source: new NumberColumn(),
    project: new NumberColumn(),
  };
  readonly #movedIds: number[] = [];
  readonly #movedOrigins: number[] = [];
  /** Tag sets by their tags, and the tags of each set: as names, and as ordinals. */
  readonly #tagSets = new InternedNames();
  readonly #namesOfSet: (readonly string[])[] = [];
  readonly #tagsOfSet: (readonly number[])[] = [];
  readonly #keysOfProject: (readonly string[])[] = [[]];
  /** Ordinals of the terms in a namespace, which are no words of a text. */
  readonly #namespaced: number[] = [];
  readonly #postings = new PostingLists();
  readonly #members: TopicMembers[] = [];
  readonly #analyze: Analyze;
  tokenTotal = 0;

  /** `analyze` says which parts of an entry are indexed. */
  constructor(analyze: Analyze) {
    this.#analyze = analyze;
    this.moved = new MovedOrigins(this.#movedIds, this.#movedOrigins);
  }

  /** Adds the entry at `offset`; returns its document number. */
  add({ offset, size, isReplacement, origin, stored, topic, record }: NewEntry): number {
    const { facts, firstLineTerms, otherTerms } = this.#analyze({ topic, stored, record });
    const columns = this.#columns;
    const id = columns.offset.length;
    columns.offset.push(offset);
    columns.size.push(size * 2 + (isReplacement ? 1 : 0));
    columns.stored.push(stored);
    columns.topic.push(this.topics.add(topic));
    columns.length.push(facts.length);
    columns.firstLength.push(facts.firstLineLength);
    columns.keyHigh.push(facts.keyHigh);
    columns.keyLow.push(facts.keyLow);
    columns.confidence.push(Math.round(facts.confidence * CONFIDENCE_SCALE));
    columns.tagSet.push(this.#tagSetOf(facts.tags));
    columns.source.push(facts.source === null ? 0 : this.sources.add(facts.source) + 1);
    columns.project.push(this.#projectOf(facts.projects));
    if (origin !== offset) this.#move(id, origin);
    for (const term of firstLineTerms) this.#postings.count(this.#ordinalOf(term), id, true);
    for (const terms of otherTerms) for (const term of terms) this.#postings.count(this.#ordinalOf(term), id, false);
    this.#addToTopic(columns.topic.at(id), id);
    this.tokenTotal += facts.length;
    return id;
  }

  /** Gives the newest document another origin: it turned out to replace an older entry. */
  moveOrigin(id: number, origin: number): void {
    if (origin !== this.originOf(id)) this.#move(id, origin);
    this.#members[this.topicOf(id)]!.isSorted = false;
  }

  get columns(): MergeColumns {
    const columns = this.#columns;
    return {
      offset: columns.offset.all(),
      size: columns.size.all(),
      stored: columns.stored.all(),
      topic: columns.topic.all(),
      length: columns.length.all(),
      firstLength: columns.firstLength.all(),
      confidence: columns.confidence.all(),
      keyHigh: columns.keyHigh.all(),
      keyLow: columns.keyLow.all(),
      tagSet: columns.tagSet.all(),
      source: columns.source.all(),
      project: columns.project.all(),
    };
  }

  get documentCount(): number {
    return this.#columns.offset.length;
  }

  get postingTotal(): number {
    return this.#postings.total;
  }

  findTerm(term: string): number {
    return this.terms.find(term);
  }

  mayHaveTerm(hash: number): boolean {
    return this.terms.mayHave(hash);
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

  retain(ordinal: number, candidates: Uint32Array, count: number): number {
    return this.#postings.retain(ordinal, candidates, count);
  }

  encodedPostings(): null {
    return null;
  }

  termsWithPrefix(prefix: string, limit: number): number[] {
    // Every write asks which entries link to its topic. That must not go through all the words of the delta.
    const isNamed = isNamespaced(prefix);
    const count = isNamed ? this.#namespaced.length : this.terms.count;
    const found: number[] = [];
    for (let at = 0; at < count && found.length < limit; at++) {
      const ordinal = isNamed ? this.#namespaced[at]! : at;
      if (this.terms.name(ordinal).startsWith(prefix)) found.push(ordinal);
    }
    return found;
  }

  documentAt(offset: number): number {
    const offsets = this.#columns.offset;
    const id = partitionPoint(0, offsets.length, (at) => offsets.at(at) < offset);
    return id < offsets.length && offsets.at(id) === offset ? id : -1;
  }

  get topicCount(): number {
    return this.topics.count;
  }

  topicName(ordinal: number): string {
    return this.topics.name(ordinal);
  }

  findTopic(name: string): number {
    return this.topics.find(name);
  }

  topicSize(ordinal: number): number {
    return this.#members[ordinal]!.documents.length;
  }

  topicDocuments(ordinal: number): readonly number[] {
    const members = this.#members[ordinal]!;
    if (!members.isSorted) members.documents.sort((a, b) => this.#compare(a, b));
    members.isSorted = true;
    return members.documents;
  }

  topicDocument(ordinal: number, at: number): number {
    return this.topicDocuments(ordinal)[at] ?? -1;
  }

  offsetOf(id: number): number {
    return this.#columns.offset.at(id);
  }

  sizeOf(id: number): number {
    return this.#columns.size.at(id) >>> 1;
  }

  isReplacement(id: number): boolean {
    return (this.#columns.size.at(id) & 1) === 1;
  }

  originOf(id: number): number {
    return this.moved.of(id, this.#columns.offset.at(id));
  }

  storedOf(id: number): number {
    return this.#columns.stored.at(id) | 0;
  }

  topicOf(id: number): number {
    return this.#columns.topic.at(id);
  }

  lengthOf(id: number): number {
    return this.#columns.length.at(id);
  }

  firstLineLengthOf(id: number): number {
    return this.#columns.firstLength.at(id);
  }

  keyHighOf(id: number): number {
    return this.#columns.keyHigh.at(id);
  }

  keyLowOf(id: number): number {
    return this.#columns.keyLow.at(id);
  }

  documentsWithKey(high: number, low: number): number[] {
    const [highs, lows] = [this.#columns.keyHigh, this.#columns.keyLow];
    const found: number[] = [];
    for (let id = 0; id < lows.length; id++) if (lows.at(id) === low && highs.at(id) === high) found.push(id);
    return found;
  }

  confidenceOf(id: number): number {
    return this.#columns.confidence.at(id) / CONFIDENCE_SCALE;
  }

  tagSetOf(id: number): number {
    return this.#columns.tagSet.at(id);
  }

  tagsOf(id: number): readonly string[] {
    return this.#namesOfSet[this.#columns.tagSet.at(id)]!;
  }

  sourceOf(id: number): string | null {
    const source = this.#columns.source.at(id);
    return source === 0 ? null : this.sources.name(source - 1);
  }

  projectsOf(id: number): readonly string[] {
    return this.#keysOfProject[this.#columns.project.at(id)]!;
  }

  get tagSetCount(): number {
    return this.#tagsOfSet.length;
  }

  tagsOfSet(set: number): readonly number[] {
    return this.#tagsOfSet[set]!;
  }

  withTag(tag: string): ((id: number) => boolean) | null {
    return (id) => this.tagsOf(id).includes(tag);
  }

  withSource(matches: (source: string) => boolean): ((id: number) => boolean) | null {
    return (id) => {
      const source = this.sourceOf(id);
      return source !== null && matches(source);
    };
  }

  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean {
    return (id) => matches(this.projectsOf(id));
  }

  survey(tags: readonly string[], classify: (keys: readonly string[]) => number): SegmentSurvey {
    return {
      topics: this.#columns.topic.all(),
      tagSets: this.#columns.tagSet.all(),
      projects: this.#columns.project.all(),
      tagOfSet: this.#namesOfSet.map((names) => tags.findIndex((tag) => names.includes(tag)) + 1),
      classOfProject: this.#keysOfProject.map(classify),
    };
  }

  #ordinalOf(term: string): number {
    const count = this.terms.count;
    const ordinal = this.terms.add(term);
    if (ordinal === count) {
      this.#postings.addTerm();
      if (isNamespaced(term)) this.#namespaced.push(ordinal);
    }
    return ordinal;
  }

  #tagSetOf(tags: readonly string[]): number {
    const count = this.#tagSets.count;
    const set = this.#tagSets.add(tags.join("\n"));
    if (set === count) {
      const ordinals = tags.map((tag) => this.tags.add(tag));
      this.#tagsOfSet.push(ordinals);
      this.#namesOfSet.push(ordinals.map((ordinal) => this.tags.name(ordinal)));
    }
    return set;
  }

  /** The ordinal of a project + 1; 0 for none. */
  #projectOf(keys: readonly string[]): number {
    if (keys.length === 0) return 0;
    const count = this.projects.count;
    const ordinal = this.projects.add(keys.join(", "));
    if (ordinal === count) this.#keysOfProject.push(this.projects.name(ordinal).split(", "));
    return ordinal + 1;
  }

  /** Moves only the newest document, so the list stays ascending. */
  #move(id: number, origin: number): void {
    if (this.#movedIds.at(-1) === id) this.#movedOrigins.pop();
    else this.#movedIds.push(id);
    this.#movedOrigins.push(origin);
  }

  #addToTopic(topic: number, id: number): void {
    if (topic === this.#members.length) this.#members.push({ documents: [], isSorted: true });
    const members = this.#members[topic]!;
    const last = members.documents.at(-1);
    if (last !== undefined && this.#compare(id, last) < 0) members.isSorted = false;
    members.documents.push(id);
  }

  #compare(a: number, b: number): number {
    return compareTimes(this.storedOf(a), this.storedOf(b)) || this.originOf(a) - this.originOf(b);
  }
}

/** Whether a term begins with the control character of a namespace; no text holds such terms. */
function isNamespaced(term: string): boolean {
  return term.charCodeAt(0) < NAMESPACES_END;
}
