// Cross-references: which topics mention which others. A topic is mentioned by an entry of another topic that holds its
// name as a word (`build-gotchas`, `BuildGotchas` and `build_gotchas` are the same word). Counted while terms are
// merged, from the posting list of each topic's name, as far as that is one term. Who asks for them asks
// cross-references.ts.

import type { PostingBuffer } from "../postings/posting-buffer.ts";
import { termGroups, tokenize } from "../text/tokenizer.ts";
import { sanitiseTopic } from "../text/topic.ts";

/**
 * The terms that an entry must hold to mention the topic. Names that other programs stored are looked for as they would
 * be written now (`Ünï Topic/X` as `ünï-topic-x`); a name in a script without spaces has several terms.
 */
export function mentionTerms(topic: string): string[] {
  const groups = termGroups(sanitiseTopic(topic) || topic);
  return [...new Set(groups.flatMap((group) => (group.whole === null ? group.parts : [group.whole])))];
}

/** The term that a mention of the topic is indexed under; null for a name of several words or of none. */
export function mentionTerm(topic: string): string | null {
  const groups = termGroups(topic);
  const group = groups[0];
  if (groups.length !== 1 || group === undefined) return null;
  return group.whole ?? (group.parts.length === 1 ? group.parts[0]! : null);
}

export interface TopicMentions {
  /** Whether a term is the name of a topic, so that its postings count. */
  wants(term: string): boolean;
  /** Looks at the postings of such a term. */
  count(term: string, postings: PostingBuffer): void;
  /** Triples: topic, topic that it mentions, in how many entries. */
  edges(): Uint32Array;
}

/** Prepares the count for these topics; `topicOf` has the topic of each document. */
export function topicMentions(topics: readonly string[], topicOf: Uint32Array): TopicMentions {
  const byTerm = new Map<string, number[]>();
  topics.forEach((topic, ordinal) => {
    const term = mentionTerm(topic);
    if (term === null) return;
    const same = byTerm.get(term);
    if (same) same.push(ordinal);
    else byTerm.set(term, [ordinal]);
  });
  const counts = new Map<number, Map<number, number>>();
  return {
    wants: (term) => byTerm.has(term),
    count(term, postings) {
      for (const target of byTerm.get(term) ?? []) {
        const inName = new Map<number, number>();
        const perTopic = new Map<number, number>();
        for (let index = 0; index < postings.count; index++) {
          const source = topicOf[postings.documents[index]!]!;
          if (source === target) continue;
          // The entry's own topic name is among its terms and is no mention.
          let own = inName.get(source);
          if (own === undefined) {
            own = tokenize(topics[source]!).filter((token) => token === term).length;
            inName.set(source, own);
          }
          if (postings.frequencies[index]! > own) perTopic.set(source, (perTopic.get(source) ?? 0) + 1);
        }
        counts.set(target, perTopic);
      }
    },
    edges() {
      const triples: number[] = [];
      for (const [target, perTopic] of counts) {
        for (const [source, count] of perTopic) triples.push(source, target, count);
      }
      return Uint32Array.from(triples);
    },
  };
}
