// What is live at one moment: searches, topics, entries and their bodies. Plain synchronous reads over the live index; only
// bodies are read from the log, one record each.

import type { EntryRecord } from "../format/log-record.ts";
import { decodeUtf8 } from "../format/utf8.ts";
import type { IndexedDocument, RecordPlace } from "../index/document.ts";
import type { LiveIndex, TopicSummary } from "../index/live-index.ts";
import type { Searcher, SearchRequest, SearchResults } from "../retrieval/searcher.ts";
import { splitBody } from "../text/entry-text.ts";
import { sanitiseTopic } from "../text/topic.ts";
import { beginningOfText, type LogRead } from "./log-snippets.ts";

/** Figures of the knowledge base; sizes in bytes, times in UTC minutes since 1970. */
export interface ViewStatistics {
  readonly entries: number;
  readonly topics: number;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly logBytes: number;
  readonly watermark: number;
  readonly tailEntries: number;
  readonly buried: number;
  readonly tornBytes: number;
  readonly damageCount: number;
  readonly damageBytes: number;
  readonly indexBytes: number;
  readonly indexTerms: number;
  readonly indexPostings: number;
}

/** Where bodies come from: the log. */
export interface EntryReader {
  /**
   * The entry record of `size` bytes at `offset`; null when it is not there, damaged, or not half an edit as `pair` says. Its bytes
   * stay only until the next one is read.
   */
  readEntry(place: RecordPlace): EntryRecord | null;
  /** Reads raw bytes into `target`; returns how many, fewer at the end of the log. */
  readInto(target: Uint8Array, offset: number): number;
}

/** What a view is of: an index, the log that it is of, and how far the log was read. */
export interface ViewSource {
  readonly index: LiveIndex;
  readonly log: EntryReader | null;
  readonly end: number;
  readonly tornBytes: number;
}

export class KnowledgeView {
  /** The index that document numbers belong to. */
  readonly index: LiveIndex;
  readonly #log: EntryReader | null;
  readonly #end: number;
  readonly #tornBytes: number;
  readonly #searcher: Searcher | null;
  readonly #onDamage: () => void;

  /** `onDamage` is called when a record turns out to have been damaged since it was indexed. */
  constructor(source: ViewSource, searcher: Searcher | null, onDamage: () => void) {
    this.index = source.index;
    this.#log = source.log;
    this.#end = source.end;
    this.#tornBytes = source.tornBytes;
    this.#searcher = searcher;
    this.#onDamage = onDamage;
  }

  /** The same as long as offsets in the log mean the same records, over all views; null while there is no log. */
  get logIdentity(): object | null {
    return this.#log;
  }

  /** Not for views that were opened without a searcher. */
  search(request: SearchRequest): SearchResults {
    return this.#searcher!.search(this.index, {
      ...request,
      textOf: request.textOf ?? ((id, most) => this.#text(id, most)),
    });
  }

  document(id: number): IndexedDocument {
    return this.index.document(id);
  }

  /** UTC minutes since 1970. */
  minutesOf(id: number): number {
    return this.index.minutesOf(id);
  }

  /**
   * The stored body; null when its record was damaged since it was indexed. The index is then built anew in the background, and
   * counts what is lost.
   */
  body(id: number): string | null {
    const record = this.#log?.readEntry(this.index.recordOf(id)) ?? null;
    if (record === null || decodeUtf8(record.topic) !== this.index.topicOf(id)) {
      this.#onDamage();
      return null;
    }
    return decodeUtf8(record.body);
  }

  /** The text of an entry; of a record of more than `most` bytes what stands in those. Null where it is damaged. */
  #text(id: number, most: number): string | null {
    const place = this.index.recordOf(id);
    const log = this.#log;
    if (log === null || place.size <= most) {
      const body = this.body(id);
      return body === null ? null : splitBody(body).text;
    }
    const read: LogRead = (target, position) => log.readInto(target, position);
    const text = beginningOfText(read, place, this.index.topicOf(id), most);
    if (text === null) this.#onDamage();
    return text;
  }

  /** All topics with their counts, by name. */
  topics(): TopicSummary[] {
    return this.index.topics();
  }

  /** Live entries of a topic, by stored name, in order: position = index. */
  topicDocuments(name: string): number[] {
    return this.index.topicDocuments(name);
  }

  /** How many live entries a topic has, by stored name; cheap. */
  topicCount(name: string): number {
    return this.index.topicCount(name);
  }

  /** The stored name that `name` means: exactly, else sanitised; null when no such topic has entries. */
  resolveTopic(name: string): string | null {
    if (this.index.hasTopic(name)) return name;
    const sanitised = sanitiseTopic(name);
    return sanitised !== "" && this.index.hasTopic(sanitised) ? sanitised : null;
  }

  /** Bytes of the log, an incomplete record at its end included. */
  get logBytes(): number {
    return this.#end + this.#tornBytes;
  }

  /** What the index holds; unlike `statistics` its cost does not grow with the number of topics. */
  indexFigures(): Pick<ViewStatistics, "entries" | "indexTerms" | "indexPostings" | "indexBytes"> {
    const { terms, postings } = this.index.termStatistics();
    return {
      entries: this.index.liveCount,
      indexBytes: this.index.base?.header.fileSize ?? 0,
      indexTerms: terms,
      indexPostings: postings,
    };
  }

  statistics(): ViewStatistics {
    const { index } = this;
    const topics = index.topics();
    const oldest =
      topics.length === 0 ? null : topics.reduce((least, topic) => Math.min(least, topic.oldest), Infinity);
    const newest = topics.length === 0 ? null : topics.reduce((most, topic) => Math.max(most, topic.newest), -Infinity);
    return {
      ...this.indexFigures(),
      topics: topics.length,
      oldest,
      newest,
      logBytes: this.logBytes,
      watermark: index.base?.header.watermark ?? 0,
      tailEntries: index.delta.documentCount,
      buried: index.buriedCount,
      tornBytes: this.#tornBytes,
      damageCount: index.damageCount,
      damageBytes: index.damageBytes,
    };
  }
}
