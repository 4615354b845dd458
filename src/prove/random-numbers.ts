// Numbers that look random and repeat for the same seed, so that a finding can be found again.

/** A whole number from 0 up to, not including, `limit`. */
export type RandomNumbers = (limit: number) => number;

/** The sequence of `seed` (splitmix32). */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
}
