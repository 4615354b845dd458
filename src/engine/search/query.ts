// Parses the words of a query. Stop words are dropped unless the query has no other words.

import { isArticle, isSingle, searchGroups } from "../text/marked-words.ts";
import { isStopWord, repeatedTerms, type TermGroup } from "../text/tokenizer.ts";

export interface Query {
  /** The words to find. */
  readonly groups: readonly TermGroup[];
  /** Stop words. They find nothing by themselves, but raise the score of found documents that hold them. */
  readonly stopTerms: readonly TermGroup[];
  /** The terms of words that the query repeats, with the number of times. */
  readonly repeated: ReadonlyMap<string, number>;
  /** Whether the text held words, even if none of them can be searched (`&&`). */
  readonly hasWords: boolean;
}

/**
 * Parses words. The caller bounds their length. Single letters and digits are searched for where the query has nothing
 * else, and capital letters always (`R`, `plan B`); the others count beside words as stop words do.
 */
export function parseWords(words: string): Query {
  const all = searchGroups(words);
  const telling = all.filter((group) => !isStopWord(group) && !isArticle(group));
  const content = telling.filter((group) => !isSingle(group) || /\p{Lu}/u.test(group.word));
  const groups = [content, telling, all].find(({ length }) => length > 0) ?? all;
  return {
    groups,
    stopTerms: all.filter((group) => !groups.includes(group) && !isArticle(group)),
    repeated: repeatedTerms(words),
    hasWords: words.trim() !== "",
  };
}
