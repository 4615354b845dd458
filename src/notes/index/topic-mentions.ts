// Cross-references: which topics mention which others. An entry mentions another topic if it holds the topic's name as
// a word (`build-gotchas`, `BuildGotchas` and `build_gotchas` are the same word) in its text or tags. Its source is no
// text: `src/cache.rs` mentions no topic `src`. Mentions are counted while terms are merged, from the posting list of
// each topic's name, as far as the name is one term. Callers that want cross-references ask cross-references.ts.

import type { Derive } from "../../engine/segment/segment-writer.ts";
import { termGroups, tokenize } from "../../engine/text/tokenizer.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import type { NOTE_COLUMNS } from "./note-schema.ts";

/**
 * The terms that an entry must hold to mention the topic. A name that another program stored is looked for as it would
 * be written now (`Ünï Topic/X` as `ünï-topic-x`). A name in a script without spaces has several terms.
 */
export function mentionTerms(topic: string): string[] {
  const groups = termGroups(sanitiseTopic(topic) || topic);
  return [...new Set(groups.flatMap((group) => (group.whole === null ? group.parts : [group.whole])))];
}

/** The term under which a mention of the topic is indexed; null for a name of several words or of none. */
export function mentionTerm(topic: string): string | null {
  const groups = termGroups(topic);
  const group = groups[0];
  if (groups.length !== 1 || group === undefined) return null;
  return group.whole ?? (group.parts.length === 1 ? group.parts[0]! : null);
}

/**
 * How often terms occur in sources, which are names of a column. A source is looked at once, when it is first asked
 * about.
 */
export class SourceWords {
  readonly #nameOf: (number: number) => string | null;
  readonly #isOfTopics: (term: string) => boolean;
  /** By number of a source: its terms that are of topics, as often as they occur; null for none. */
  readonly #terms: (readonly string[] | null | undefined)[] = [];

  /** `nameOf`: the source that a number stands for. `isOfTopics`: whether a term may be asked about. */
  constructor(nameOf: (number: number) => string | null, isOfTopics: (term: string) => boolean) {
    this.#nameOf = nameOf;
    this.#isOfTopics = isOfTopics;
  }

  /** How often a source holds the term; 0 for the number 0, which is no source. */
  countOf(number: number, term: string): number {
    if (number === 0) return 0;
    let terms = this.#terms[number];
    if (terms === undefined) {
      const found = tokenize(this.#nameOf(number) ?? "").filter(this.#isOfTopics);
      terms = found.length === 0 ? null : found;
      this.#terms[number] = terms;
    }
    return terms === null ? 0 : terms.filter((each) => each === term).length;
  }
}

/** Counts mentions while terms are merged: `mentions` has triples of topic, topic that it mentions, and how many notes do. */
export const deriveMentions: Derive = ({ groups, names }) => {
  const { names: topics, of: topicOf } = groups.get("topic" satisfies keyof typeof NOTE_COLUMNS)!;
  const sources = names.get("source" satisfies keyof typeof NOTE_COLUMNS)!;
  const byTerm = new Map<string, number[]>();
  topics.forEach((topic, ordinal) => {
    const term = mentionTerm(topic);
    if (term === null) return;
    const same = byTerm.get(term);
    if (same) same.push(ordinal);
    else byTerm.set(term, [ordinal]);
  });
  const counts = new Map<number, Map<number, number>>();
  const inSources = new SourceWords(sources.nameOf, (term) => byTerm.has(term));
  return {
    wants: (term) => byTerm.has(term),
    visit(term, postings) {
      for (const target of byTerm.get(term) ?? []) {
        const inName = new Map<number, number>();
        const perTopic = new Map<number, number>();
        for (let index = 0; index < postings.count; index++) {
          const document = postings.documents[index]!;
          const source = topicOf[document]!;
          if (source === target) continue;
          // The name of the entry's own topic is among its terms and is no mention.
          let own = inName.get(source);
          if (own === undefined) {
            own = tokenize(topics[source]!).filter((token) => token === term).length;
            inName.set(source, own);
          }
          const frequency = postings.frequencies[index]! - own;
          if (frequency > 0 && frequency > inSources.countOf(sources.numbers[document]!, term))
            perTopic.set(source, (perTopic.get(source) ?? 0) + 1);
        }
        counts.set(target, perTopic);
      }
    },
    sections() {
      const triples: number[] = [];
      for (const [target, perTopic] of counts) {
        for (const [source, count] of perTopic) triples.push(source, target, count);
      }
      return { mentions: Uint32Array.from(triples) };
    },
  };
};
