// Parses what a user searches for: field filters (`tag:`, `topic:`, `source:`, `near:`) and words.

import { HelixError } from "../../base/errors.ts";
import { parseWords, type Query } from "../../engine/search/query.ts";

export const QUERY_CHARACTERS_MAX = 10_000;

/** The words of a query, and the fields that it names. */
export interface NoteQuery extends Query {
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  readonly sources: readonly string[];
  /** Files whose neighbours notes must be about. */
  readonly near: readonly string[];
}

/** A `near:` that begins or ends a query needs no value to be one; elsewhere it may be a word of a message. */
const FILTER = /(?:^|\s)(?:(tag|topic|source|near):(?:"([^"]*)"|(\S+))|(near):(?:(?=\s*$)|(?<=^\s*near:)(?=\s)))/gi;

/** A query without the fields that it names: its words, for what is no note. */
export function withoutFields(text: string): string {
  return text.replace(FILTER, " ").trim();
}

/** Parses a query. Throws INVALID_ARGUMENT when it is too long. */
export function parseQuery(text: string): NoteQuery {
  if (text.length > QUERY_CHARACTERS_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("query")} has ${text.length} characters, at most ${QUERY_CHARACTERS_MAX} are accepted: give the words that matter, e.g. ${say.option("query", "linker arm64")}`,
    );
  }
  const found = { tag: [] as string[], topic: [] as string[], source: [] as string[], near: [] as string[] };
  const words = text.replace(FILTER, (_, field?: string, quoted?: string, plain?: string, empty?: string) => {
    found[(field ?? empty)!.toLowerCase() as keyof typeof found].push(quoted ?? plain ?? "");
    return " ";
  });
  return { ...parseWords(words), tags: found.tag, topics: found.topic, sources: found.source, near: found.near };
}
