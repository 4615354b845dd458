// The index of a note in its topic, as callers give it, and as answers tell it.

import { HelixError } from "../../base/errors.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { entryRange, topicName } from "../../notes/text/topic-names.ts";

export const INDEX_MAX = 100_000_000;

/** The error for an index beyond the end of a topic. */
export function unknownIndex(topic: string, index: number, count: number): HelixError {
  return new HelixError(
    "NOT_FOUND",
    (say) =>
      `${topicName(topic)} has no entry ${index}: it has ${entryRange(count)}, e.g. ${say.option("index", String(count - 1))}`,
  );
}

/**
 * The index that is meant by the one that was given and that of the note that an id names; undefined without either.
 * Throws INVALID_ARGUMENT when they differ.
 */
export function oneIndex(topic: string, given: number | undefined, named: number | undefined): number | undefined {
  if (given === undefined || named === undefined || given === named) return given ?? named;
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${say.given("index", String(given))} is not accepted with the id of an entry, which is ${topicName(topic)}:${named}: give one of them`,
  );
}

/** Makes a function that returns the index of a document in its topic. Each topic is read once. */
export function indexFinder(view: KnowledgeView): (id: number) => number {
  const known = new Map<string, ReadonlyMap<number, number>>();
  return (id) => {
    const { topic } = view.document(id);
    let positions = known.get(topic);
    if (positions === undefined) {
      positions = new Map(view.topicDocuments(topic).map((document, index) => [document, index]));
      known.set(topic, positions);
    }
    return positions.get(id) ?? -1;
  };
}
