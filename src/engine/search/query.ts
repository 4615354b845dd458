// Parses the words of a query. Stop words are dropped unless the query has no other words.

import { isStopWord, repeatedTerms, type TermGroup, termGroups } from "../text/tokenizer.ts";

export interface Query {
  /** The words to find. */
  readonly groups: readonly TermGroup[];
  /** Stop words. They find nothing by themselves, but raise the score of found documents that hold them. */
  readonly stopTerms: readonly TermGroup[];
  /** The terms of words that the query repeats, with the number of times. */
  readonly repeated: ReadonlyMap<string, number>;
  /** Whether the text held words, even if none of them can be searched (single letters). */
  readonly hasWords: boolean;
}

/** Parses words. The caller bounds their length. */
export function parseWords(words: string): Query {
  const groups = termGroups(words);
  const content = groups.filter((group) => !isStopWord(group));
  return {
    groups: content.length > 0 ? content : groups,
    stopTerms: content.length > 0 ? groups.filter(isStopWord) : [],
    repeated: repeatedTerms(words),
    hasWords: words.trim() !== "",
  };
}
