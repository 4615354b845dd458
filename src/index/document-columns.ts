// The documents of a new index as columns, taken in one at a time: what stays of a document are some sixty bytes and its names,
// so a merge of a million entries holds no million objects.
// Invariants: documents are numbered in the order in which they are added; topic and tag ordinals of the finished sections are
// those of the ascending names.

import { bytesOf } from "../format/bytes.ts";
import { CONFIDENCE_SCALE, PAIR_FLAG, type SectionName } from "../format/index-layout.ts";
import type { IndexedDocument } from "./document.ts";
import { compareOrder } from "./entry-order.ts";
import { InternedNames, NameTableWriter } from "./name-table.ts";

export type Sections = Record<SectionName, Uint8Array>;

const U16_MAX = 0xffff;

export class DocumentColumns {
  count = 0;
  tokenTotal = 0;
  firstLineTotal = 0;
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
  readonly #topics = new Ordinals();
  readonly #tags = new Ordinals();
  readonly #tagSets = new Ordinals();
  /** Tags of all sets, one set after the other, and where each set begins. Set 0 is the empty one. */
  readonly #tagSetTags: number[] = [];
  readonly #tagSetOffsets: number[] = [0];
  readonly #sources = new InternedNames();
  readonly #projects = new InternedNames();
  readonly #snippets = new NameTableWriter();

  /** Makes room for `capacity` documents. */
  constructor(capacity: number) {
    this.#offset = new Uint32Array(capacity);
    this.#size = new Uint32Array(capacity);
    this.#place = new Uint32Array(capacity);
    this.#stored = new Int32Array(capacity);
    this.#topic = new Uint32Array(capacity);
    this.#length = new Uint32Array(capacity);
    this.#firstLength = new Uint16Array(capacity);
    this.#confidence = new Uint16Array(capacity);
    this.#tagSet = new Uint32Array(capacity);
    this.#source = new Uint32Array(capacity);
    this.#project = new Uint32Array(capacity);
    this.#tagSetOf([]);
  }

  /** Adds a document; returns its number. */
  add(document: IndexedDocument): number {
    const id = this.count++;
    const { source, projects, snippet } = document;
    this.#offset[id] = document.offset;
    this.#size[id] = document.pair ? document.size + PAIR_FLAG : document.size;
    this.#place[id] = document.place;
    this.#stored[id] = document.stored;
    this.#topic[id] = this.#topics.of(document.topic);
    this.#length[id] = document.length;
    this.#firstLength[id] = Math.min(document.firstLineLength, U16_MAX);
    this.#confidence[id] = Math.round(document.confidence * CONFIDENCE_SCALE);
    this.#tagSet[id] = this.#tagSetOf(document.tags);
    this.#source[id] = source === null ? 0 : this.#sources.ordinal(source) + 1;
    this.#project[id] = projects.length === 0 ? 0 : this.#projects.ordinal(projects.join(", ")) + 1;
    this.#snippets.add(snippet[1] === "" ? snippet[0] : `${snippet[0]}\n${snippet[1]}`);
    this.tokenTotal += document.length;
    this.firstLineTotal += document.firstLineLength;
    return id;
  }

  /** Tokens of a document that was added. */
  lengthOf(id: number): number {
    return this.#length[id]!;
  }

  /** Fills the sections of documents, topics, tags, sources, projects and snippets; nothing can be added afterwards. */
  finish(sections: Sections): { topics: string[]; topicOf: Uint32Array } {
    const { count } = this;
    const topics = this.#finishTopics(sections);
    this.#finishTags(sections);
    sections.documentOffset = bytesOf(this.#offset.subarray(0, count));
    sections.documentSize = bytesOf(this.#size.subarray(0, count));
    sections.documentPlace = bytesOf(this.#place.subarray(0, count));
    sections.documentStored = bytesOf(this.#stored.subarray(0, count));
    sections.documentTopic = bytesOf(this.#topic.subarray(0, count));
    sections.documentLength = bytesOf(this.#length.subarray(0, count));
    sections.documentFirstLength = bytesOf(this.#firstLength.subarray(0, count));
    sections.documentConfidence = bytesOf(this.#confidence.subarray(0, count));
    sections.documentTagSet = bytesOf(this.#tagSet.subarray(0, count));
    sections.documentSource = bytesOf(this.#source.subarray(0, count));
    sections.documentProject = bytesOf(this.#project.subarray(0, count));
    sections.snippetOffsets = bytesOf(this.#snippets.offsets());
    sections.snippets = this.#snippets.pool();
    sections.sourceNameOffsets = bytesOf(this.#sources.table.offsets());
    sections.sourceNames = this.#sources.table.pool();
    sections.projectNameOffsets = bytesOf(this.#projects.table.offsets());
    sections.projectNames = this.#projects.table.pool();
    return { topics, topicOf: this.#topic };
  }

  #tagSetOf(tags: readonly string[]): number {
    const ordinal = this.#tagSets.of(tags.join("\n"));
    if (ordinal === this.#tagSetOffsets.length - 1) {
      for (const tag of tags) this.#tagSetTags.push(this.#tags.of(tag));
      this.#tagSetOffsets.push(this.#tagSetTags.length);
    }
    return ordinal;
  }

  /** Turns the topic column to ascending ordinals and lists each topic's documents in order. */
  #finishTopics(sections: Sections): string[] {
    const { names, renumbered } = this.#topics.ascending();
    const offsets = new Uint32Array(names.length + 1);
    for (let id = 0; id < this.count; id++) {
      const topic = renumbered[this.#topic[id]!]!;
      this.#topic[id] = topic;
      offsets[topic + 1]!++;
    }
    for (let topic = 0; topic < names.length; topic++) offsets[topic + 1]! += offsets[topic]!;
    const next = offsets.slice();
    const documents = new Uint32Array(this.count);
    for (let id = 0; id < this.count; id++) documents[next[this.#topic[id]!]!++] = id;
    const compare = (a: number, b: number) =>
      compareOrder(this.#stored[a]!, this.#place[a]!, this.#stored[b]!, this.#place[b]!);
    for (let topic = 0; topic < names.length; topic++) {
      documents.subarray(offsets[topic], offsets[topic + 1]).sort(compare);
    }
    writeNames(names, "topicNameOffsets", "topicNames", sections);
    sections.topicDocumentOffsets = bytesOf(offsets);
    sections.topicDocuments = bytesOf(documents);
    return names;
  }

  #finishTags(sections: Sections): void {
    const { names, renumbered } = this.#tags.ascending();
    writeNames(names, "tagNameOffsets", "tagNames", sections);
    sections.tagSetOffsets = bytesOf(Uint32Array.from(this.#tagSetOffsets));
    sections.tagSetTags = bytesOf(Uint32Array.from(this.#tagSetTags, (tag) => renumbered[tag]!));
  }
}

function writeNames(names: readonly string[], offsets: SectionName, pool: SectionName, sections: Sections): void {
  const table = new NameTableWriter();
  for (const name of names) table.add(name);
  sections[offsets] = bytesOf(table.offsets());
  sections[pool] = table.pool();
}

/** Numbers names as they come. */
class Ordinals {
  readonly #ordinals = new Map<string, number>();

  of(name: string): number {
    let ordinal = this.#ordinals.get(name);
    if (ordinal === undefined) {
      ordinal = this.#ordinals.size;
      this.#ordinals.set(name, ordinal);
    }
    return ordinal;
  }

  /** The names in ascending order, and the ascending ordinal of each one given before. */
  ascending(): { names: string[]; renumbered: Uint32Array } {
    const names = [...this.#ordinals.keys()].sort((a, b) => (a < b ? -1 : 1));
    const renumbered = new Uint32Array(names.length);
    names.forEach((name, ordinal) => {
      renumbered[this.#ordinals.get(name)!] = ordinal;
    });
    return { names, renumbered };
  }
}
