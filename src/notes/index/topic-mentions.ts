// Cross-references: which topics mention which others. An entry mentions another topic if it holds the topic's name as
// a word (`build-gotchas`, `BuildGotchas` and `build_gotchas` are the same word). Mentions are counted while terms are
// merged, from the posting list of each topic's name, as far as the name is one term. Callers that want
// cross-references ask cross-references.ts.

import type { Derive } from "../../engine/segment/segment-writer.ts";
import { termGroups, tokenize } from "../../engine/text/tokenizer.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";

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

/** Counts mentions while terms are merged: `edges` has triples of topic, topic that it mentions, and how many notes do. */
export const deriveMentions: Derive = (groups) => {
  const { names: topics, of: topicOf } = groups.get("topic")!;
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
    visit(term, postings) {
      for (const target of byTerm.get(term) ?? []) {
        const inName = new Map<number, number>();
        const perTopic = new Map<number, number>();
        for (let index = 0; index < postings.count; index++) {
          const source = topicOf[postings.documents[index]!]!;
          if (source === target) continue;
          // The name of the entry's own topic is among its terms and is no mention.
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
    sections() {
      const triples: number[] = [];
      for (const [target, perTopic] of counts) {
        for (const [source, count] of perTopic) triples.push(source, target, count);
      }
      return { edges: Uint32Array.from(triples) };
    },
  };
};
