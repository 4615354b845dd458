// How often what is made by chance is tried: a tenth in `npm test`, all in `npm run test:thorough`.

/** Whether tests are as thorough as they can be: HELIX_TESTS is `thorough`, or `all`. */
export const isThorough = process.env.HELIX_TESTS !== undefined;

/** The fewest tries of a quick run, unless fewer are asked for. */
const LEAST = 10;

/** `thorough` tries, or a tenth of them where the tests are quick. */
export function runs(thorough: number): number {
  return isThorough ? thorough : Math.max(Math.ceil(thorough / 10), Math.min(thorough, LEAST));
}

/** Of places that can be tried one after the other: each, or where the tests are quick each eleventh, a prime. */
export const PLACES_STEP = isThorough ? 1 : 11;
