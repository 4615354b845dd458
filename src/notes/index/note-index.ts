// The live notes: the live index of their documents, and what is asked of notes. Visiting the records of the log in
// order keeps it current.
// Invariants:
// - A tombstone hides its target from the moment it is visited. It also decides the origin of the record before it.
// - Nothing here reads files.

import { decodeUtf8 } from "../../base/utf8.ts";
import { CHANGE_DELETED, CHANGE_RESTORED } from "../../engine/log/log-layout.ts";
import type { EntryRecord, TombstoneRecord } from "../../engine/log/log-record.ts";
import { minutesOfStored, nextTimeBase, type TimeBase } from "../../engine/log/log-time.ts";
import type { Scope } from "../../engine/search/quick-search.ts";
import type { BaseSegment } from "../../engine/segment/base-segment.ts";
import type { LiveGroups } from "../../engine/segment/live-groups.ts";
import { LiveIndex } from "../../engine/segment/live-index.ts";
import type { Values } from "../../engine/segment/schema.ts";
import type { AnalyzedDocument, GrowingSegment, RecoveredVersion } from "../../engine/segment/segment.ts";
import { DocumentCache } from "./document-cache.ts";
import { type NoteColumns, noteColumns } from "./note-columns.ts";
import { NoteDocument, type NotePlace, type SnippetReader } from "./note-document.ts";
import type { NOTE_COLUMNS } from "./note-schema.ts";

export interface TopicSummary {
  readonly name: string;
  readonly count: number;
  /** Times of the oldest and the newest note, UTC minutes since 1970. */
  readonly oldest: number;
  readonly newest: number;
}

/** Bytes of the log that hold no record. */
export interface Damage {
  readonly from: number;
  readonly to: number;
}

/** The parts of a note that are indexed. */
export interface AnalyzedNote extends AnalyzedDocument {
  readonly values: Values<typeof NOTE_COLUMNS>;
}

/** A note as the log has it. */
export interface LoggedNote {
  readonly topic: string;
  /** Time as the record stores it. */
  readonly stored: number;
  /** The record, and whether it has a checksum. Its bytes are valid only during the call. */
  readonly record: Pick<EntryRecord, "body" | "checksummed">;
}

/** Says which parts of a note are indexed. */
export type Analyze = (note: LoggedNote) => AnalyzedNote;

/** How many damaged regions are remembered one by one; all are counted. */
const DAMAGE_LISTED_MAX = 100;

export class NoteIndex extends LiveIndex {
  readonly documents: DocumentCache;
  readonly #inBase: NoteColumns | null;
  readonly #inDelta: NoteColumns;
  readonly #analyze: Analyze;
  readonly #readSnippet: SnippetReader;
  timeBase: TimeBase;
  readonly damages: Damage[] = [];
  damageCount: number;
  damageBytes: number;
  readonly recoveredVersions: RecoveredVersion[];
  /** The entry record visited last, if nothing else was visited after it. */
  #previous: { id: number; end: number } | null = null;

  /** `delta` is empty. `analyze` may be left out if it stays so. Without `readSnippet` nobody may ask for snippets. */
  constructor(
    base: BaseSegment | null,
    delta: GrowingSegment,
    { analyze = never, readSnippet = never }: { analyze?: Analyze; readSnippet?: SnippetReader },
  ) {
    super(base, delta);
    this.#inBase = base && noteColumns(base);
    this.#inDelta = noteColumns(delta);
    this.#analyze = analyze;
    this.#readSnippet = readSnippet;
    this.documents = new DocumentCache((id) => this.#placeOf(id), readSnippet);
    this.timeBase = base?.header.timeBase ?? "utc-2024";
    this.damageCount = base?.header.damageCount ?? 0;
    this.damageBytes = base?.header.damageBytes ?? 0;
    this.recoveredVersions = base?.recoveredVersions() ?? [];
  }

  /** A new entry record of the log. */
  entry(record: EntryRecord, offset: number): void {
    const { size, isReplacement, stored } = record;
    const analyzed = this.#analyze({ topic: decodeUtf8(record.topic), stored, record });
    const id = this.add({ ...analyzed, offset, size, isReplacement, origin: offset });
    this.timeBase = nextTimeBase(this.timeBase, stored);
    this.#previous = { id, end: offset + size };
  }

  /** A tombstone of the log. If its target is unknown or already deleted, it changes nothing. */
  tombstone(record: TombstoneRecord, offset: number): void {
    const previous = this.#previous?.end === offset ? this.#previous.id : -1;
    this.#previous = null;
    if (record.change === CHANGE_RESTORED) {
      if (previous >= 0) this.moveOrigin(previous, record.target);
      return;
    }
    const target = this.#documentFor(record.target);
    if (target < 0 || this.isDeleted(target)) return;
    this.delete(target);
    if (previous < 0 || previous === target) return;
    const replaces = record.checksummed ? record.change !== CHANGE_DELETED : this.#looksReplaced(previous, target);
    if (replaces) this.moveOrigin(previous, this.originOf(target));
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

  document(id: number): NoteDocument {
    return new NoteDocument(this.#placeOf(id), this.#readSnippet);
  }

  /** The source that a note cites; quicker than by way of `document`, as are the next ones. */
  sourceOf(id: number): string | null {
    return id < this.baseCount ? this.#inBase!.sources.of(id) : this.#inDelta.sources.of(id - this.baseCount);
  }

  /** The stored name of a note's topic. */
  topicOf(id: number): string {
    return this.#topics().nameOf(id);
  }

  /** The confidence of a note, 0 to 1. */
  confidenceOf(id: number): number {
    return id < this.baseCount ? this.#inBase!.confidenceOf(id) : this.#inDelta.confidenceOf(id - this.baseCount);
  }

  /** The time of a note as its record stores it. */
  storedOf(id: number): number {
    return id < this.baseCount ? this.#inBase!.stored.of(id) : this.#inDelta.stored.of(id - this.baseCount);
  }

  /** Minutes since 1970 (UTC) of a note. */
  minutesOf(id: number): number {
    return minutesOfStored(this.storedOf(id));
  }

  /** The most topic keys there are; see `topicKeys`. */
  get topicKeyCount(): number {
    return this.#topics().keyCount;
  }

  /** A function for a note's topic key: topics of both segments numbered through, equal names with one key. */
  topicKeys(): (id: number) => number {
    return this.#topics().keys();
  }

  /** The name behind a topic key. */
  topicOfKey(key: number): string {
    return this.#topics().nameOfKey(key);
  }

  /** How many live notes the topic has. */
  topicCount(name: string): number {
    return this.#topics().count(name);
  }

  hasTopic(name: string): boolean {
    return this.topicCount(name) > 0;
  }

  /** The live notes of a topic in order of time, then origin. */
  topicDocuments(name: string): number[] {
    return this.#topics().documents(name);
  }

  /** Names of all topics with live notes, ascending. */
  topicNames(): string[] {
    return this.#topics().names();
  }

  /** All topics with live notes, by name. */
  topics(): TopicSummary[] {
    const found = new Map<string, TopicSummary>();
    const topics = this.#topics();
    topics.visit((name, count, at, ordinal) => {
      const [first, last] = topics.endsIn(at, ordinal);
      const [oldest, newest] = [this.minutesOf(first), this.minutesOf(last)];
      const known = found.get(name) ?? { count: 0, oldest, newest };
      found.set(name, {
        name,
        count: known.count + count,
        oldest: Math.min(known.oldest, oldest),
        newest: Math.max(known.newest, newest),
      });
    });
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #topics(): LiveGroups {
    return this.groups("topic");
  }

  #placeOf(id: number): NotePlace {
    const first = this.baseCount;
    return id < first
      ? { segment: this.base!, columns: this.#inBase!, id }
      : { segment: this.delta, columns: this.#inDelta, id: id - first };
  }

  /** The document that a tombstone for `offset` deletes, or -1. */
  #documentFor(offset: number): number {
    const found = this.documentAt(offset);
    if (found >= 0) return found;
    const recoveredVersion = this.recoveredVersions.find(({ from, to }) => offset >= from && offset < to);
    return recoveredVersion === undefined ? -1 : this.documentAt(recoveredVersion.entry);
  }

  /** Whether the record before a tombstone of the original program replaces the tombstone's target. */
  #looksReplaced(previous: number, target: number): boolean {
    return this.topicOf(previous) === this.topicOf(target) && this.storedOf(previous) === this.storedOf(target);
  }
}

/** What a quick search asks of single notes. */
export function noteScope(index: NoteIndex): Pick<Scope, "beginningOf" | "boostOf"> {
  return {
    beginningOf(id) {
      const { topic, tags, snippet } = index.document(id);
      return `${topic} ${tags.join(" ")} ${snippet[0]} ${snippet[1]}`;
    },
    boostOf: (id) => index.confidenceOf(id),
  };
}

function never(): never {
  throw new Error("this index was opened without its log");
}
