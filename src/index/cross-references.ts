// Cross-references of what is live: which topics refer to which others, and by which entries. An entry refers to another topic when it
// holds the topic's name as a word, in its text, tags or source, or links to one of its entries; however often, it counts once.
// The base has the mentions counted (topic-mentions.ts); that count is used for a topic as long as it holds: none of the entries behind
// it is buried, and no links add to it. Otherwise, and in the delta, posting lists are counted. Both give the same numbers.

import { PostingBuffer } from "../format/posting-codec.ts";
import { tokenize } from "../text/tokenizer.ts";
import { sanitiseTopic } from "../text/topic.ts";
import type { BaseSegment } from "./base-segment.ts";
import type { DeltaSegment } from "./delta-segment.ts";
import { LINK_NAMESPACE, linkPrefix } from "./link-terms.ts";
import type { LiveIndex } from "./live-index.ts";
import { mentionTerm, mentionTerms } from "./topic-mentions.ts";

/** How many live entries of one topic refer to another. */
export interface TopicReference {
  readonly source: string;
  readonly target: string;
  readonly count: number;
}

/** Looks up references in one live index; valid as long as nothing is added to that. */
export class CrossReferences {
  readonly #index: LiveIndex;
  readonly #segments: readonly { segment: BaseSegment | DeltaSegment; first: number }[];
  /** Terms of links in each segment, by what they begin with. */
  readonly #linkTerms: readonly ReadonlyMap<string, readonly number[]>[];
  /** The counts of the base by the topic that is mentioned, and the topics of the base that have buried entries; by ordinal. */
  readonly #edges = new Map<number, { source: number; count: number }[]>();
  readonly #withBuried = new Set<number>();
  readonly #buffer = new PostingBuffer();

  constructor(index: LiveIndex) {
    const { base, delta } = index;
    this.#index = index;
    this.#segments =
      base === null
        ? [{ segment: delta, first: 0 }]
        : [
            { segment: base, first: 0 },
            { segment: delta, first: base.documentCount },
          ];
    this.#linkTerms = this.#segments.map(({ segment }) => linkTermsOf(segment));
    if (base === null) return;
    for (const { source, target, count } of base.edges()) {
      const known = this.#edges.get(target);
      if (known) known.push({ source, count });
      else this.#edges.set(target, [{ source, count }]);
    }
    for (let id = 0; id < base.documentCount; id++) if (index.isBuried(id)) this.#withBuried.add(base.topicOf(id));
  }

  /** The live entries of other topics that refer to `topic`, a stored name; ascending. */
  documentsReferringTo(topic: string): number[] {
    const found = new Set<number>();
    const terms = mentionTerms(topic);
    this.#segments.forEach((_, at) => {
      for (const id of this.#mentionsIn(at, topic, terms)) found.add(id);
      for (const id of this.#linksIn(at, topic)) found.add(id);
    });
    return [...found].sort((a, b) => a - b);
  }

  /** Every topic that refers to `topic`, a stored name, and by how many entries. */
  countsFor(topic: string): Map<string, number> {
    const base = this.#countedInBase(topic);
    const counts = base ?? new Map<string, number>();
    const add = (id: number) => {
      const source = this.#topicOf(id);
      counts.set(source, (counts.get(source) ?? 0) + 1);
    };
    if (base === null) for (const id of this.documentsReferringTo(topic)) add(id);
    else for (const id of this.#mentionsIn(this.#segments.length - 1, topic, mentionTerms(topic))) add(id);
    return counts;
  }

  /** All references between topics. */
  all(): TopicReference[] {
    return this.#index
      .topicNames()
      .flatMap((target) => Array.from(this.countsFor(target), ([source, count]) => ({ source, target, count })));
  }

  /** The counts of the base, if they are what a count of its live entries would give; else null. */
  #countedInBase(topic: string): Map<string, number> | null {
    const { base } = this.#index;
    if (base === null || sanitiseTopic(topic) !== topic || mentionTerm(topic) === null) return null;
    if (this.#linkTerms.some((terms) => terms.has(linkPrefix(topic)))) return null;
    const target = base.findTopic(topic);
    // A topic that the base does not know was not counted there.
    if (target < 0) return null;
    const edges = this.#edges.get(target) ?? [];
    if (edges.some(({ source }) => this.#withBuried.has(source))) return null;
    return new Map(edges.map(({ source, count }) => [base.topicName(source), count]));
  }

  /** The live entries of a segment, not of the topic itself, that hold all terms of its name. */
  #mentionsIn(at: number, topic: string, terms: readonly string[]): number[] {
    const { segment, first } = this.#segments[at]!;
    const own = segment.findTopic(topic);
    let found: number[] | null = null;
    for (const term of terms) {
      const ordinal = segment.findTerm(term);
      if (ordinal < 0) return [];
      const candidates: ReadonlySet<number> | null = found === null ? null : new Set(found);
      found = [];
      // How often the term stands in the name of each topic: an entry's own topic name is among its terms and is no mention.
      const inNames = new Map<number, number>();
      const { documents, frequencies, count } = this.#read(segment, ordinal);
      for (let posting = 0; posting < count; posting++) {
        const id = documents[posting]!;
        if (candidates?.has(first + id) === false || this.#index.isBuried(first + id)) continue;
        const source = segment.topicOf(id);
        if (source === own) continue;
        let inName = inNames.get(source);
        if (inName === undefined) {
          inName = tokenize(segment.topicName(source)).filter((token) => token === term).length;
          inNames.set(source, inName);
        }
        if (frequencies[posting]! > inName) found.push(first + id);
      }
    }
    return found ?? [];
  }

  /** The live entries of a segment, not of the topic itself, that link to it. */
  #linksIn(at: number, topic: string): number[] {
    const { segment, first } = this.#segments[at]!;
    const own = segment.findTopic(topic);
    const found: number[] = [];
    for (const ordinal of this.#linkTerms[at]!.get(linkPrefix(topic)) ?? []) {
      const { documents, count } = this.#read(segment, ordinal);
      for (let posting = 0; posting < count; posting++) {
        const id = documents[posting]!;
        if (segment.topicOf(id) !== own && !this.#index.isBuried(first + id)) found.push(first + id);
      }
    }
    return found;
  }

  /** The postings of a term; valid until the next call. */
  #read(segment: BaseSegment | DeltaSegment, ordinal: number): PostingBuffer {
    this.#buffer.count = 0;
    segment.postings(ordinal, this.#buffer);
    return this.#buffer;
  }

  #topicOf(id: number): string {
    const { segment, first } = this.#segments.findLast((each) => id >= each.first)!;
    return segment.topicName(segment.topicOf(id - first));
  }
}

/** The terms of links by what they begin with, which says the topic that they lead to. */
function linkTermsOf(segment: BaseSegment | DeltaSegment): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const ordinal of segment.termsWithPrefix(LINK_NAMESPACE, Number.MAX_SAFE_INTEGER)) {
    const term = segment.termName(ordinal);
    const prefix = term.slice(0, term.lastIndexOf(":") + 1);
    const known = found.get(prefix);
    if (known) known.push(ordinal);
    else found.set(prefix, [ordinal]);
  }
  return found;
}
