// How much less a note counts because it is old. What stands at a moment ages: a status, a measurement, a bug until it
// is fixed, steps until a tool changes. What says how things are made, what must hold, what was decided and what to
// beware of holds until somebody revises it or its source changes, which helix looks at, and does not age. Its tags
// tell which a note is. Ages are compared by how many times as long they are, since a day matters to a note of
// yesterday and not to one of last year.

import type { Segment } from "../segment/document.ts";
import { singular } from "../text/singular.ts";

/**
 * Each time a note is ten times as old it counts so much of what it counted: a little, since what fits better should
 * stay before it.
 */
const TENFOLD_AGE = 0.9;
const EXPONENT = Math.log10(TENFOLD_AGE);
const DAY_MINUTES = 1440;

/**
 * The tags of a briefing's architecture, data flow, invariants, gotchas and decisions, but for bugs and changes under
 * way.
 */
export const LASTING_TAGS: ReadonlySet<string> = new Set(
  (
    "architecture module-map coupling interface module overview data-flow lifecycle protocol flow " +
    "invariant boundary concurrency security gotcha error-handling decision design"
  ).split(" "),
);

/** 0.9 ^ log10(1 + age in days); both times in minutes, an entry of the future counts as new. */
export function ageFactor(minutes: number, nowMinutes: number): number {
  return (1 + Math.max(0, nowMinutes - minutes) / DAY_MINUTES) ** EXPONENT;
}

/** Whether a tag says that a note does not age. Older logs have tags as they were typed. */
export function isLastingTag(tag: string): boolean {
  return LASTING_TAGS.has(tag) || LASTING_TAGS.has(singular(tag.toLowerCase()));
}

/** By segment, what the numbers of its tag sets turned out to mean: they never come to mean anything else. */
const verdictsOf = new WeakMap<Segment, (boolean | undefined)[]>();

/** Makes the function that says whether a document of the segment has a tag of those that do not age. */
export function lastingIn(segment: Segment): (document: number) => boolean {
  // Many searches find nothing in a segment that they look into.
  let verdicts: (boolean | undefined)[] | undefined;
  return (document) => {
    verdicts ??= knownVerdicts(segment);
    const tagSet = segment.tagSetOf(document);
    const known = verdicts[tagSet];
    if (known !== undefined) return known;
    const verdict = segment.tagsOf(document).some(isLastingTag);
    verdicts[tagSet] = verdict;
    return verdict;
  };
}

function knownVerdicts(segment: Segment): (boolean | undefined)[] {
  const known = verdictsOf.get(segment) ?? [];
  verdictsOf.set(segment, known);
  return known;
}
