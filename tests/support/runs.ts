// How often what is made by chance is tried: a tenth in `npm test`, all in `npm run test:thorough`.

/** Whether these are the thorough tests. */
export const isThorough = process.env.HELIX_THOROUGH === "1";

/** The fewest tries of a quick run, unless fewer are asked for. */
const LEAST = 10;

/** `thorough` tries, or a tenth of them where the tests are quick. */
export function runs(thorough: number): number {
  return isThorough ? thorough : Math.max(Math.ceil(thorough / 10), Math.min(thorough, LEAST));
}
