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
