// Base and delta as one: the live entries, numbered through (the base's first, then the delta's). Visiting the records
// of the log in order keeps them current.
// Invariants:
// - Counts and totals are of live entries only, as if they had all been indexed anew.
// - A tombstone hides its target from the moment it is visited. It also decides the origin of the record before it.
// - Nothing here reads files.

import { decodeUtf8 } from "../../base/utf8.ts";
import { CHANGE_DELETED, CHANGE_RESTORED } from "../log/log-layout.ts";
import type { EntryRecord, TombstoneRecord } from "../log/log-record.ts";
import { minutesOfStored, nextTimeBase, type TimeBase } from "../log/log-time.ts";
import type { BaseSegment } from "./base-segment.ts";
import { DeletedDocuments } from "./deleted-documents.ts";
import type {
  GrowingSegment,
  MergeInput,
  RecordLocation,
  RecoveredVersion,
  Segment,
  SnippetReader,
} from "./document.ts";
import { DocumentCache } from "./document-cache.ts";
import { compareTimes } from "./entry-order.ts";
import { LiveDocument } from "./live-document.ts";

/** One of the two segments with the number of its first document. */
export interface NumberedSegment {
  readonly segment: Segment;
  readonly first: number;
}

export interface TopicSummary {
  readonly name: string;
  readonly count: number;
  /** Times of the oldest and the newest entry, UTC minutes since 1970. */
  readonly oldest: number;
  readonly newest: number;
}

/** Bytes of the log that hold no record. */
export interface Damage {
  readonly from: number;
  readonly to: number;
}

/** How many damaged regions are remembered one by one; all are counted. */
const DAMAGE_LISTED_MAX = 100;

export class LiveIndex {
  readonly base: BaseSegment | null;
  readonly delta: GrowingSegment;
  readonly segments: readonly NumberedSegment[];
  readonly documents: DocumentCache;
  timeBase: TimeBase;
  readonly damages: Damage[] = [];
  damageCount: number;
  damageBytes: number;
  readonly #baseCount: number;
  readonly #readSnippet: SnippetReader;
  readonly #deleted = new DeletedDocuments();
  /** The entry record visited last, if nothing else was visited after it. */
  #previous: { id: number; end: number } | null = null;
  readonly recoveredVersions: RecoveredVersion[];
  /** Topic keys of the delta's topics, as far as they were asked for. */
  readonly #deltaKeys: number[] = [];
  #topicAsked: { segment: Segment | null; ordinal: number; name: string } = { segment: null, ordinal: -1, name: "" };

  /** `delta` is empty. Without `readSnippet` nobody may ask for snippets. */
  constructor(base: BaseSegment | null, delta: GrowingSegment, readSnippet: SnippetReader = noSnippet) {
    this.base = base;
    this.delta = delta;
    this.#readSnippet = readSnippet;
    this.documents = new DocumentCache((id) => this.#locate(id), readSnippet);
    this.#baseCount = base?.documentCount ?? 0;
    this.segments = base
      ? [
          { segment: base, first: 0 },
          { segment: this.delta, first: this.#baseCount },
        ]
      : [{ segment: this.delta, first: 0 }];
    this.timeBase = base?.header.timeBase ?? "utc-2024";
    this.damageCount = base?.header.damageCount ?? 0;
    this.damageBytes = base?.header.damageBytes ?? 0;
    this.recoveredVersions = base?.recoveredVersions() ?? [];
  }

  /** A new entry record of the log. */
  entry(record: EntryRecord, offset: number): void {
    const id = this.delta.add({
      offset,
      size: record.size,
      isReplacement: record.isReplacement,
      origin: offset,
      stored: record.stored,
      topic: decodeUtf8(record.topic),
      record,
    });
    this.timeBase = nextTimeBase(this.timeBase, record.stored);
    this.#previous = { id: this.#baseCount + id, end: offset + record.size };
  }

  /** A tombstone of the log. If its target is unknown or already deleted, it changes nothing. */
  tombstone(record: TombstoneRecord, offset: number): void {
    const previous = this.#previous?.end === offset ? this.#previous.id : -1;
    this.#previous = null;
    if (record.change === CHANGE_RESTORED) {
      if (previous >= 0) this.delta.moveOrigin(previous - this.#baseCount, record.target);
      return;
    }
    const target = this.#documentFor(record.target);
    if (target < 0 || this.isDeleted(target)) return;
    this.#markDeleted(target);
    if (previous < 0 || previous === target) return;
    const replaces = record.checksummed ? record.change !== CHANGE_DELETED : this.#looksReplaced(previous, target);
    if (replaces) this.delta.moveOrigin(previous - this.#baseCount, this.document(target).origin);
  }

  /** A stretch of the log without records; `edited`: see `LogVisitor`. */
  damage(from: number, to: number, edited = -1): void {
    this.damageCount++;
    this.damageBytes += to - from;
    if (this.damages.length < DAMAGE_LISTED_MAX) this.damages.push({ from, to });
    if (edited >= 0) this.recoveredVersions.push({ from, to, entry: edited });
  }

  /** Whether an entry was found at this offset. */
  knows(offset: number): boolean {
    return this.documentAt(offset) >= 0;
  }

  /** One more than the highest document number; deleted ones are numbered too. */
  get capacity(): number {
    return this.#baseCount + this.delta.documentCount;
  }

  get liveCount(): number {
    return this.capacity - this.#deleted.count;
  }

  /** Tokens of all live entries. */
  get tokenTotal(): number {
    return (this.base?.tokenTotal ?? 0) + this.delta.tokenTotal - this.#deleted.tokens;
  }

  /** How many documents, of those numbered, are deleted. */
  get deletedCount(): number {
    return this.#deleted.count;
  }

  isDeleted(id: number): boolean {
    return this.#deleted.has(id);
  }

  /** The deleted documents of a segment, by the numbers that they have there, ascending. */
  deletedIn({ first }: NumberedSegment): Uint32Array {
    const all = this.#deleted.ascending();
    const inBase = all.findIndex((id) => id >= this.#baseCount);
    const split = inBase < 0 ? all.length : inBase;
    return first < this.#baseCount ? all.slice(0, split) : all.subarray(split).map((id) => id - first);
  }

  document(id: number): LiveDocument {
    return new LiveDocument(...this.#locate(id), this.#readSnippet);
  }

  #locate(id: number): readonly [Segment, number] {
    const first = this.#baseCount;
    return id < first ? [this.base!, id] : [this.delta, id - first];
  }

  /** Where the record of a document stands; quicker than by way of `document`. */
  recordOf(id: number): RecordLocation {
    const inBase = id < this.#baseCount;
    const segment = inBase ? this.base! : this.delta;
    const local = inBase ? id : id - this.#baseCount;
    return {
      offset: segment.offsetOf(local),
      size: segment.sizeOf(local),
      isReplacement: segment.isReplacement(local),
    };
  }

  /** The origin of a document, which orders documents of one minute (see `IndexedDocument`). */
  originOf(id: number): number {
    return id < this.#baseCount ? this.base!.originOf(id) : this.delta.originOf(id - this.#baseCount);
  }

  /** The source that a document cites; quicker than by way of `document`. */
  sourceOf(id: number): string | null {
    return id < this.#baseCount ? this.base!.sourceOf(id) : this.delta.sourceOf(id - this.#baseCount);
  }

  /** The stored name of a document's topic, read once for documents of one topic in a row. */
  topicOf(id: number): string {
    const inBase = id < this.#baseCount;
    const segment = inBase ? this.base! : this.delta;
    const ordinal = segment.topicOf(inBase ? id : id - this.#baseCount);
    if (this.#topicAsked.segment !== segment || this.#topicAsked.ordinal !== ordinal) {
      this.#topicAsked = { segment, ordinal, name: segment.topicName(ordinal) };
    }
    return this.#topicAsked.name;
  }

  /** The confidence of an entry, 0 to 1. */
  confidenceOf(id: number): number {
    return id < this.#baseCount ? this.base!.confidenceOf(id) : this.delta.confidenceOf(id - this.#baseCount);
  }

  /** The live or deleted document whose record begins at `offset`, or -1. */
  documentAt(offset: number): number {
    const inDelta = this.delta.documentAt(offset);
    if (inDelta >= 0) return this.#baseCount + inDelta;
    return this.base?.documentAt(offset) ?? -1;
  }

  /** A function for the lengths of documents in tokens; quicker than by way of `document`. */
  lengths(): (id: number) => number {
    const { base, delta } = this;
    if (base === null) return (id) => delta.lengthOf(id);
    const first = this.#baseCount;
    return (id) => (id < first ? base.lengthOf(id) : delta.lengthOf(id - first));
  }

  /** How many topic keys there are; see `topicKeys`. */
  get topicKeyCount(): number {
    return (this.base?.topicCount ?? 0) + this.delta.topicCount;
  }

  /** A function for a document's topic key: topics of both segments numbered through, equal names with one key. */
  topicKeys(): (id: number) => number {
    const { base, delta } = this;
    if (base === null) return (id) => delta.topicOf(id);
    const first = this.#baseCount;
    // Topics are only ever added to the delta, so keys that were looked up stay.
    const deltaKeys = this.#deltaKeys;
    for (let ordinal = deltaKeys.length; ordinal < delta.topicCount; ordinal++) {
      const inBase = base.findTopic(delta.topicName(ordinal));
      deltaKeys.push(inBase >= 0 ? inBase : base.topicCount + ordinal);
    }
    return (id) => (id < first ? base.topicOf(id) : deltaKeys[delta.topicOf(id - first)]!);
  }

  /** The name behind a topic key. */
  topicOfKey(key: number): string {
    const inBase = this.base?.topicCount ?? 0;
    return key < inBase ? this.base!.topicName(key) : this.delta.topicName(key - inBase);
  }

  /** The time of a document as its record stores it. */
  storedOf(id: number): number {
    return id < this.#baseCount ? this.base!.storedOf(id) : this.delta.storedOf(id - this.#baseCount);
  }

  /** Minutes since 1970 (UTC) of a document. */
  minutesOf(id: number): number {
    return minutesOfStored(this.storedOf(id));
  }

  /** Negative when document `a` comes before `b` in time, then origin. */
  compare(a: number, b: number): number {
    return compareTimes(this.storedOf(a), this.storedOf(b)) || this.originOf(a) - this.originOf(b);
  }

  /** How many live entries the topic has. */
  topicCount(name: string): number {
    let count = 0;
    this.segments.forEach(({ segment }, at) => {
      const ordinal = segment.findTopic(name);
      if (ordinal >= 0) count += this.liveIn(at, ordinal);
    });
    return count;
  }

  hasTopic(name: string): boolean {
    return this.topicCount(name) > 0;
  }

  /** The live documents of a topic in order of time, then origin. */
  topicDocuments(name: string): number[] {
    const all: number[] = [];
    const anyBuried = this.deletedCount > 0;
    for (const { segment, first } of this.segments) {
      const ordinal = segment.findTopic(name);
      if (ordinal < 0) continue;
      const documents = segment.topicDocuments(ordinal);
      for (let at = 0; at < documents.length; at++) {
        const id = documents[at]! + first;
        if (!anyBuried || !this.isDeleted(id)) all.push(id);
      }
    }
    // The base is in the order of its writer's time zone. In another one wall-clock times move against UTC times.
    for (let at = 1; at < all.length; at++) {
      if (this.compare(all[at - 1]!, all[at]!) > 0) return all.sort((a, b) => this.compare(a, b));
    }
    return all;
  }

  hasTerm(term: string): boolean {
    return (this.base !== null && this.base.findTerm(term) >= 0) || this.delta.findTerm(term) >= 0;
  }

  /** Whether there may be a term with this hash (FNV-1a); quicker than looking for one. */
  mayHaveTerm(hash: number): boolean {
    return this.base?.mayHaveTerm(hash) === true || this.delta.mayHaveTerm(hash);
  }

  /** In how many documents a term stands, deleted ones included. */
  documentFrequency(term: string): number {
    let frequency = 0;
    for (const { segment } of this.segments) {
      const ordinal = segment.findTerm(term);
      if (ordinal >= 0) frequency += segment.frequencyOf(ordinal);
    }
    return frequency;
  }

  /** All topics with live entries, by name. */
  topics(): TopicSummary[] {
    const found = new Map<string, TopicSummary>();
    this.segments.forEach(({ segment, first }, at) => {
      for (let ordinal = 0; ordinal < segment.topicCount; ordinal++) {
        const count = this.liveIn(at, ordinal);
        if (count === 0) continue;
        const documents = segment.topicDocuments(ordinal);
        const oldest = this.minutesOf(this.#firstLive(documents, first, 1));
        const newest = this.minutesOf(this.#firstLive(documents, first, -1));
        const name = segment.topicName(ordinal);
        const known = found.get(name) ?? { count: 0, oldest, newest };
        found.set(name, {
          name,
          count: known.count + count,
          oldest: Math.min(known.oldest, oldest),
          newest: Math.max(known.newest, newest),
        });
      }
    });
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Names of all topics with live entries, ascending. */
  topicNames(): string[] {
    const names = new Set<string>();
    this.segments.forEach(({ segment }, at) => {
      for (let ordinal = 0; ordinal < segment.topicCount; ordinal++) {
        if (this.liveIn(at, ordinal) > 0) names.add(segment.topicName(ordinal));
      }
    });
    return [...names].sort((a, b) => (a < b ? -1 : 1));
  }

  /** What the segment writer merges: both segments, without the deleted documents. */
  mergeInputs(): MergeInput[] {
    const inputs: MergeInput[] = [];
    if (this.base) inputs.push({ segment: this.base, isDeleted: (id) => this.isDeleted(id) });
    inputs.push({ segment: this.delta, isDeleted: (id) => this.isDeleted(this.#baseCount + id) });
    return inputs;
  }

  /** The document that a tombstone for `offset` deletes, or -1. */
  #documentFor(offset: number): number {
    const found = this.documentAt(offset);
    if (found >= 0) return found;
    const recoveredVersion = this.recoveredVersions.find(({ from, to }) => offset >= from && offset < to);
    return recoveredVersion === undefined ? -1 : this.documentAt(recoveredVersion.entry);
  }

  /** How many live documents the topic with this ordinal in the segment at `at` has. */
  liveIn(at: number, ordinal: number): number {
    return this.segments[at]!.segment.topicSize(ordinal) - this.#deleted.inTopic(at, ordinal);
  }

  /** The first live document of a topic's list from one end (`step` 1) or the other (-1); -1 when there is none. */
  #firstLive(documents: ArrayLike<number>, first: number, step: 1 | -1): number {
    for (let index = step > 0 ? 0 : documents.length - 1; index >= 0 && index < documents.length; index += step) {
      if (!this.isDeleted(first + documents[index]!)) return first + documents[index]!;
    }
    return -1;
  }

  /** Whether the record before a tombstone of the original program replaces the tombstone's target. */
  #looksReplaced(previous: number, target: number): boolean {
    const newer = this.document(previous);
    const older = this.document(target);
    return newer.topic === older.topic && newer.stored === older.stored;
  }

  #markDeleted(id: number): void {
    const at = this.segments.findLastIndex(({ first }) => id >= first);
    const { segment, first } = this.segments[at]!;
    this.#deleted.add(id, at, segment.topicOf(id - first), segment.lengthOf(id - first));
  }
}

function noSnippet(): never {
  throw new Error("this index was opened without its log");
}
