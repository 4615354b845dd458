// What is live at one moment: the notes (note-view.ts), and searches, topics and figures. All reads are synchronous and
// use the live index. Only bodies are read from the log, one record each.

import type { Searcher } from "../../engine/search/searcher.ts";
import { termStatistics } from "../../engine/segment/term-statistics.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import { documentWithAlias } from "../index/alias-terms.ts";
import type { NoteIndex, TopicSummary } from "../index/note-index.ts";
import { noteWithId } from "../index/note-with-id.ts";
import { type NoteResults, type SearchRequest, searchNotes } from "../search/note-search.ts";
import { splitBody } from "../text/entry-text.ts";
import { formatNoteId, parseNoteId } from "../text/note-id.ts";
import type { LogRead } from "./log-snippets.ts";
import { beginningOfText } from "./log-text.ts";
import { type EntryReader, NoteView } from "./note-view.ts";

/** How a user names the topic without a name. */
const EMPTY_NAME = '""';

/** Figures of the knowledge base; sizes in bytes, times in UTC minutes since 1970. */
export interface ViewStatistics {
  readonly entries: number;
  readonly topics: number;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly logBytes: number;
  readonly watermark: number;
  readonly tailEntries: number;
  readonly deleted: number;
  readonly tornBytes: number;
  readonly damageCount: number;
  readonly damageBytes: number;
  readonly indexBytes: number;
  readonly indexTerms: number;
  readonly indexPostings: number;
}

/** A reader that can also read raw bytes of the log. */
export interface TextReader extends EntryReader {
  /** Reads raw bytes into `target`; returns how many, fewer at the end of the log. */
  readInto(target: Uint8Array, offset: number): number;
}

/** The source of a view: an index, its log, and how far the log was read. */
export interface ViewSource {
  readonly index: NoteIndex;
  readonly log: TextReader | null;
  readonly end: number;
  readonly tornBytes: number;
}

export class KnowledgeView extends NoteView {
  readonly #log: TextReader | null;
  readonly #end: number;
  readonly #tornBytes: number;
  readonly #searcher: Searcher;
  readonly #onDamage: () => void;

  /** `onDamage`: see `NoteView`. */
  constructor(source: ViewSource, searcher: Searcher, onDamage: () => void) {
    super(source.index, source.log, onDamage);
    this.#log = source.log;
    this.#end = source.end;
    this.#tornBytes = source.tornBytes;
    this.#searcher = searcher;
    this.#onDamage = onDamage;
  }

  /**
   * An object that stays the same, over all views, as long as offsets in the log mean the same records. null while
   * there is no log.
   */
  get logIdentity(): object | null {
    return this.#log;
  }

  search(request: SearchRequest): NoteResults {
    const textOf = request.textOf ?? ((id, most) => this.#text(id, most));
    return searchNotes(this.#searcher, this.index, { ...request, textOf });
  }

  /**
   * The text of an entry. If its record is longer than `most` bytes, only the text in its first `most` bytes. null if
   * it is damaged.
   */
  #text(id: number, most: number): string | null {
    const location = this.index.recordOf(id);
    const log = this.#log;
    if (log === null || location.size <= most) {
      const body = this.body(id);
      return body === null ? null : splitBody(body).text;
    }
    const read: LogRead = (target, position) => log.readInto(target, position);
    const text = beginningOfText(read, location, this.index.topicOf(id), most);
    if (text === null) this.#onDamage();
    return text;
  }

  /** All topics with their counts, by name. */
  topics(): TopicSummary[] {
    return this.index.topics();
  }

  /** How many live entries a topic, given by its stored name, has; cheap. */
  topicCount(name: string): number {
    return this.index.topicCount(name);
  }

  /**
   * The stored name that `name` means: the name itself or else its sanitised form. null if no such topic has entries.
   */
  resolveTopic(name: string): string | null {
    if (this.index.hasTopic(name)) return name;
    // The original program accepts an empty name. Answers show it as two quotes, and users give it so.
    if (name === EMPTY_NAME) return this.index.hasTopic("") ? "" : null;
    const sanitised = sanitiseTopic(name);
    return sanitised !== "" && this.index.hasTopic(sanitised) ? sanitised : null;
  }

  /**
   * The live note that an id names, as it is given: by its own id, else by one of a note that was merged into it. Null
   * for none, and for what is no id.
   */
  findNote(given: string): number | null {
    const key = parseNoteId(given);
    if (key === null) return null;
    return noteWithId(this.index, key) ?? documentWithAlias(this.index, formatNoteId(key));
  }

  /**
   * What a caller names: a topic by its stored name, or a note by its id, as its topic and its index there. A topic of
   * that name comes first, unless `@` says that it is an id. Null for none.
   */
  resolve(given: string): { topic: string; index?: number } | null {
    const topic = given.startsWith("@") && parseNoteId(given) !== null ? null : this.resolveTopic(given);
    if (topic !== null) return { topic };
    const id = this.findNote(given);
    if (id === null) return null;
    const found = this.index.topicOf(id);
    return { topic: found, index: this.topicDocuments(found).indexOf(id) };
  }

  /** Bytes of the log, an incomplete record at its end included. */
  get logBytes(): number {
    return this.#end + this.#tornBytes;
  }

  /** Figures of the index. Unlike `statistics`, their cost does not grow with the number of topics. */
  indexFigures(): Pick<ViewStatistics, "entries" | "indexTerms" | "indexPostings" | "indexBytes"> {
    const { terms, postings } = termStatistics(this.index);
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
      deleted: index.deletedCount,
      tornBytes: this.#tornBytes,
      damageCount: index.damageCount,
      damageBytes: index.damageBytes,
    };
  }
}
