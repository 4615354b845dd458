// Cross-references between the topics of live entries: which topics refer to which others, and by which entries. An
// entry refers to another topic if its text or tags hold the topic's name as a word, or if it links to an entry of that
// topic. Each entry counts once for a topic.
// Invariants:
// - The base holds counts of mentions (topic-mentions.ts). The count for a topic is used only while it is exact: no
//   entry of a topic that mentions it is deleted or left out, and no link leads to it.
// - In all other cases, and in the delta, posting lists are counted. Both ways give the same numbers.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { BaseSegment } from "../../engine/segment/base-segment.ts";
import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import type { Segment } from "../../engine/segment/segment.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import type { DocumentTest } from "./document-test.ts";
import { linkTermsBy, targetsOfIdLinks } from "./link-lookup.ts";
import { idOfLinkTerm, linkPrefix } from "./link-terms.ts";
import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";
import type { NOTE_SECTIONS } from "./note-schema.ts";
import { mentionTerm, mentionTerms, SourceWords } from "./topic-mentions.ts";

/** How many live entries of one topic refer to another. */
export interface TopicReference {
  readonly source: string;
  readonly target: string;
  readonly count: number;
}

/** Looks up references in one live index. It is valid until something is added to that index. */
export class CrossReferences {
  readonly #index: NoteIndex;
  readonly #segments: readonly NumberedSegment[];
  /** The terms of links in each segment, by the prefix that names the linked topic. */
  readonly #linkTerms: readonly ReadonlyMap<string, readonly number[]>[];
  /**
   * The counts of the base by the ordinal of the topic that is mentioned, and the ordinals of the topics of the base
   * that have entries which do not count.
   */
  readonly #edges = new Map<number, { source: number; count: number }[]>();
  readonly #withBuried = new Set<number>();
  /** For each segment and term: how often the term occurs in the name of each topic, by the topic's ordinal. */
  readonly #inNames: readonly ReadonlyMap<string, ReadonlyMap<number, number>>[];
  /** For each segment: terms of topic names in the sources of its entries. */
  readonly #inSources: readonly SourceWords[];
  readonly #topicKeyOf: (id: number) => number;
  readonly #buffer = new PostingBuffer();
  /** Counters by topic key; all are zero between two counts. */
  readonly #perKey: Uint32Array;
  readonly #isWanted: DocumentTest | null;

  /** `isWanted`: entries that it refuses do not count, as if they did not exist. */
  constructor(index: NoteIndex, isWanted: DocumentTest | null = null) {
    const { base } = index;
    this.#index = index;
    this.#isWanted = isWanted;
    this.#segments = index.segments;
    const targets = targetsOfIdLinks(index);
    const prefixOf = (term: string) => {
      const id = idOfLinkTerm(term);
      if (id === null) return term.slice(0, term.lastIndexOf(":") + 1);
      const target = targets.get(id);
      return target === undefined ? null : linkPrefix(index.topicOf(target));
    };
    this.#linkTerms = this.#segments.map(({ segment }) => linkTermsBy(segment, prefixOf));
    this.#inNames = this.#segments.map(({ segment }) => termsOfNames(segment));
    const terms = new Set(index.topicNames().flatMap(mentionTerms));
    this.#inSources = this.#segments.map(({ segment }) => {
      const { sources } = noteColumns(segment);
      return new SourceWords(
        (number) => sources.nameOf(number),
        (term) => terms.has(term),
      );
    });
    this.#topicKeyOf = index.topicKeys();
    this.#perKey = new Uint32Array(index.topicKeyCount);
    if (base === null) return;
    const gone = this.#findGone(base);
    const { topics } = noteColumns(base);
    for (const { source, target, count } of edgesOf(base)) {
      // A topic without an entry that counts has no references to others.
      if (gone[source] === topics.size(source)) continue;
      const known = this.#edges.get(target);
      if (known) known.push({ source, count });
      else this.#edges.set(target, [{ source, count }]);
    }
    gone.forEach((count, topic) => {
      if (count > 0) this.#withBuried.add(topic);
    });
  }

  /** How many documents of each topic of the base do not count, by the topic's ordinal. */
  #findGone(base: Segment): Uint32Array {
    const { numbers, names } = noteColumns(base).topics;
    const gone = new Uint32Array(names.count);
    for (let id = 0; id < base.documentCount; id++) if (this.#isGone(id)) gone[numbers.of(id)]!++;
    return gone;
  }

  #isGone(id: number): boolean {
    return this.#index.isDeleted(id) || this.#isWanted?.(id) === false;
  }

  /**
   * The live entries of other topics, or only those of `source`, that refer to `topic`, ascending. Both are stored
   * names.
   */
  documentsReferringTo(topic: string, source?: string): number[] {
    const terms = mentionTerms(topic);
    const mentions = this.#segments.flatMap((_, at) => this.#mentionsIn(at, topic, terms, source));
    const links = this.#segments.flatMap((_, at) => this.#linksIn(at, topic, source));
    return union(
      mentions,
      links.sort((a, b) => a - b),
    );
  }

  /** Every topic that refers to `topic`, a stored name, and by how many entries. */
  countsFor(topic: string): Map<string, number> {
    const edges = this.#countedInBase(topic);
    if (edges === null) return this.#countedByTopic(this.documentsReferringTo(topic), new Map());
    const counts = new Map(edges.map(({ source, count }) => [this.#index.topicOfKey(source), count]));
    return this.#countedByTopic(this.#mentionsIn(this.#segments.length - 1, topic, mentionTerms(topic)), counts);
  }

  /** Every topic that `source`, a stored name, refers to, and by how many of its entries. */
  countsFrom(source: string): Map<string, number> {
    const counts = new Map<string, number>();
    const inBase = this.#ordinalInBase(source);
    for (const topic of this.#index.topicNames()) {
      if (topic === source) continue;
      const edges = this.#countedInBase(topic);
      const count =
        edges === null
          ? this.documentsReferringTo(topic, source).length
          : (edges.find((edge) => edge.source === inBase)?.count ?? 0) +
            this.#mentionsIn(this.#segments.length - 1, topic, mentionTerms(topic), source).length;
      if (count > 0) counts.set(topic, count);
    }
    return counts;
  }

  #countedByTopic(documents: readonly number[], counts: Map<string, number>): Map<string, number> {
    const perKey = this.#perKey;
    const keys: number[] = [];
    for (const id of documents) {
      const key = this.#topicKeyOf(id);
      if (perKey[key]!++ === 0) keys.push(key);
    }
    for (const key of keys) {
      const source = this.#index.topicOfKey(key);
      counts.set(source, (counts.get(source) ?? 0) + perKey[key]!);
      perKey[key] = 0;
    }
    return counts;
  }

  /** All references between topics. */
  all(): TopicReference[] {
    return this.#index
      .topicNames()
      .flatMap((target) => Array.from(this.countsFor(target), ([source, count]) => ({ source, target, count })));
  }

  /** The counts of the base if they equal a count of the live entries; else null. */
  #countedInBase(topic: string): readonly { source: number; count: number }[] | null {
    const { base } = this.#index;
    if (base === null || sanitiseTopic(topic) !== topic || mentionTerm(topic) === null) return null;
    if (this.#linkTerms.some((terms) => terms.has(linkPrefix(topic)))) return null;
    const target = this.#ordinalInBase(topic);
    // A topic that the base does not know was not counted there.
    if (target < 0) return null;
    const edges = this.#edges.get(target) ?? [];
    if (edges.some(({ source }) => this.#withBuried.has(source))) return null;
    return edges;
  }

  /**
   * The live entries of a segment, outside of the topic itself, that hold all terms of its name. `only` limits them to
   * one topic.
   */
  #mentionsIn(at: number, topic: string, terms: readonly string[], only?: string): number[] {
    const { segment, first } = this.#segments[at]!;
    const { topics, sources } = noteColumns(segment);
    const { numbers, names } = topics;
    const inSources = this.#inSources[at]!;
    const own = names.find(topic);
    const wanted = only === undefined ? null : names.find(only);
    if (wanted === -1) return [];
    let found: number[] | null = null;
    for (const term of terms) {
      const ordinal = segment.findTerm(term);
      if (ordinal < 0) return [];
      const candidates: ReadonlySet<number> | null = found === null ? null : new Set(found);
      found = [];
      const inNames = this.#inNames[at]!.get(term);
      const { documents, frequencies, count } = this.#read(segment, ordinal);
      for (let posting = 0; posting < count; posting++) {
        const id = documents[posting]!;
        const source = numbers.of(id);
        if (wanted !== null && source !== wanted) continue;
        if (candidates?.has(first + id) === false || this.#isGone(first + id)) continue;
        // The name of an entry's own topic and its source are among the entry's terms, but are no mention.
        const frequency = frequencies[posting]! - (inNames?.get(source) ?? 0);
        if (source === own || frequency <= 0) continue;
        if (frequency > inSources.countOf(sources.numbers.of(id), term)) found.push(first + id);
      }
    }
    return found ?? [];
  }

  /** The live entries of a segment, outside of the topic itself, that link to it. `only` limits them to one topic. */
  #linksIn(at: number, topic: string, only?: string): number[] {
    const { segment, first } = this.#segments[at]!;
    const { numbers, names } = noteColumns(segment).topics;
    const own = names.find(topic);
    const wanted = only === undefined ? null : names.find(only);
    const found: number[] = [];
    for (const ordinal of this.#linkTerms[at]!.get(linkPrefix(topic)) ?? []) {
      const { documents, count } = this.#read(segment, ordinal);
      for (let posting = 0; posting < count; posting++) {
        const id = documents[posting]!;
        const source = numbers.of(id);
        if (wanted !== null && source !== wanted) continue;
        if (source !== own && !this.#isGone(first + id)) found.push(first + id);
      }
    }
    return found;
  }

  /** A topic's ordinal in the base, or -1. */
  #ordinalInBase(topic: string): number {
    const { base } = this.#index;
    return base === null ? -1 : noteColumns(base).topics.names.find(topic);
  }

  /** The postings of a term; valid until the next call. */
  #read(segment: Segment, ordinal: number): PostingBuffer {
    this.#buffer.count = 0;
    segment.postings(ordinal, this.#buffer);
    return this.#buffer;
  }
}

/** Topic mentions: how many notes of topic `source` mention topic `target`, for every pair that has any. */
export function edgesOf(base: BaseSegment): { source: number; target: number; count: number }[] {
  const numbers = base.derived("mentions" satisfies keyof typeof NOTE_SECTIONS);
  const edges: { source: number; target: number; count: number }[] = [];
  for (let index = 0; index + 2 < numbers.length; index += 3) {
    edges.push({ source: numbers[index]!, target: numbers[index + 1]!, count: numbers[index + 2]! });
  }
  return edges;
}

/** How often each term occurs in the name of each topic, by the topic's ordinal. */
function termsOfNames(segment: Segment): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  const { names } = noteColumns(segment).topics;
  for (let ordinal = 0; ordinal < names.count; ordinal++) {
    for (const term of tokenize(names.name(ordinal))) {
      const counts = found.get(term) ?? new Map<number, number>();
      counts.set(ordinal, (counts.get(ordinal) ?? 0) + 1);
      found.set(term, counts);
    }
  }
  return found;
}

/** The numbers of two ascending lists in one ascending list, each once. */
function union(a: readonly number[], b: readonly number[]): number[] {
  if (b.length === 0) return [...a];
  const all: number[] = [];
  let next = 0;
  const take = (id: number) => {
    if (all.at(-1) !== id) all.push(id);
  };
  for (const id of a) {
    while (next < b.length && b[next]! < id) take(b[next++]!);
    take(id);
  }
  while (next < b.length) take(b[next++]!);
  return all;
}
