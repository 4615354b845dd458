// How much less a note counts because it is old. A note about a moment ages: a status, a measurement, a bug until it is
// fixed, steps until a tool changes. A note on how things are made, what must hold, what was decided or what to beware
// of does not age. It holds until somebody revises it or its source changes, and helix checks sources. The tags of a
// note tell the two apart. Ages are compared by their ratio, because a day matters to a note of yesterday and not to
// one of last year.

import type { Segment } from "../../engine/segment/segment.ts";
import { singular } from "../../engine/text/singular.ts";
import { noteColumns } from "../index/note-columns.ts";

/** The factor for a note that is ten times as old. It is mild, because a note that fits better should stay first. */
const TENFOLD_AGE = 0.9;
const EXPONENT = Math.log10(TENFOLD_AGE);
const DAY_MINUTES = 1440;

/**
 * The tags of a briefing's architecture, data flow, invariants, gotchas and decisions, without those of bugs and of
 * changes under way.
 */
export const LASTING_TAGS: ReadonlySet<string> = new Set(
  (
    "architecture module-map coupling interface module overview data-flow lifecycle protocol flow " +
    "invariant boundary concurrency security gotcha error-handling decision design"
  ).split(" "),
);

/** Returns 0.9 ^ log10(1 + age in days). Both times are in minutes. A document from the future counts as new. */
export function ageFactor(minutes: number, nowMinutes: number): number {
  return (1 + Math.max(0, nowMinutes - minutes) / DAY_MINUTES) ** EXPONENT;
}

/** Whether a tag says that a note does not age. Older logs hold tags as they were typed. */
export function isLastingTag(tag: string): boolean {
  return LASTING_TAGS.has(tag) || LASTING_TAGS.has(singular(tag.toLowerCase()));
}

/** By segment: the verdict on each of its tag sets, by number. The meaning of a number never changes. */
const verdictsOf = new WeakMap<Segment, (boolean | undefined)[]>();

/** Makes the function that says whether a document of the segment has a tag that does not age. */
export function lastingIn(segment: Segment): (document: number) => boolean {
  const { numbers, sets } = noteColumns(segment).tags;
  // Many searches find nothing in a segment, so the verdicts are fetched at the first document.
  let verdicts: (boolean | undefined)[] | undefined;
  let tagSets: ArrayLike<number> | undefined;
  return (document) => {
    verdicts ??= knownVerdicts(segment);
    tagSets ??= numbers.all;
    const tagSet = tagSets[document] ?? 0;
    const known = verdicts[tagSet];
    if (known !== undefined) return known;
    const verdict = sets.namesOf(tagSet).some(isLastingTag);
    verdicts[tagSet] = verdict;
    return verdict;
  };
}

function knownVerdicts(segment: Segment): (boolean | undefined)[] {
  const known = verdictsOf.get(segment) ?? [];
  verdictsOf.set(segment, known);
  return known;
}
