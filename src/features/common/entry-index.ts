// The index of a note in its topic, as callers give it.

import { HelixError } from "../../base/errors.ts";
import { entryRange, topicName } from "../../notes/text/topic-names.ts";

export const INDEX_MAX = 100_000_000;

/** The error for an index beyond the end of a topic. */
export function unknownIndex(topic: string, index: number, count: number): HelixError {
  return new HelixError(
    "NOT_FOUND",
    `${topicName(topic)} has no entry ${index}: it has ${entryRange(count)}, e.g. index="${count - 1}"`,
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
    `index=${given} is not accepted with the id of an entry, which is ${topicName(topic)}:${named}: give one of them`,
  );
}
