// What judged uses make of a note's score: a little more for a note that helped, a little less for one that misled. A note
// that was never judged keeps its score.

/** How much of its effectiveness beyond a half a note's score gains. */
const SHARE = 0.3;

/** The factor is never above this one: no effectiveness is above 1. */
export const JUDGED_FACTOR_MAX = 1 + SHARE * 0.5;

/** The factor of a note's score by its effectiveness, which lies between 0 and 1. */
export function judgedFactor(effectiveness: number): number {
  return 1 + SHARE * (effectiveness - 0.5);
}
