// Parses the text of a query into field filters (`tag:`, `topic:`, `source:`) and words. Stop words are dropped unless
// the query has no other words.

import { HelixError } from "../../base/errors.ts";
import { isStopWord, repeatedTerms, type TermGroup, termGroups } from "../text/tokenizer.ts";

export const QUERY_CHARACTERS_MAX = 10_000;

export interface Query {
  /** The words to find. */
  readonly groups: readonly TermGroup[];
  /** Stop words. They find nothing by themselves, but raise the score of found documents that hold them. */
  readonly stopTerms: readonly TermGroup[];
  /** The terms of words that the query repeats, with the number of times. */
  readonly repeated: ReadonlyMap<string, number>;
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  readonly sources: readonly string[];
  /** Whether the text held words, even if none of them can be searched (single letters). */
  readonly hasWords: boolean;
}

const FILTER = /(?:^|\s)(tag|topic|source):(?:"([^"]*)"|(\S+))/gi;

/** Parses a query. Throws INVALID_ARGUMENT when it is too long. */
export function parseQuery(text: string): Query {
  if (text.length > QUERY_CHARACTERS_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `query has ${text.length} characters, at most ${QUERY_CHARACTERS_MAX} are accepted: give the words that matter, e.g. query="linker arm64"`,
    );
  }
  const found = { tag: [] as string[], topic: [] as string[], source: [] as string[] };
  const words = text.replace(FILTER, (_, field: string, quoted?: string, plain?: string) => {
    found[field.toLowerCase() as keyof typeof found].push(quoted ?? plain ?? "");
    return " ";
  });
  const groups = termGroups(words);
  const content = groups.filter((group) => !isStopWord(group));
  return {
    groups: content.length > 0 ? content : groups,
    stopTerms: content.length > 0 ? groups.filter(isStopWord) : [],
    repeated: repeatedTerms(words),
    tags: found.tag,
    topics: found.topic,
    sources: found.source,
    hasWords: words.trim() !== "",
  };
}
