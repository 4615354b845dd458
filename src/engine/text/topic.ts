// Names of topics: how a name is made storable. Which known names are near a wrong one is near-names.ts.

const NOT_IN_NAMES = /[^\p{L}\p{N}\p{M}]+/gu;
const VARIATION_SELECTORS = /[\uFE00-\uFE0F]|\uDB40[\uDD00-\uDDEF]/g;

/**
 * The name that a topic is stored under: lower case, every run of anything but letters, digits and marks one "-", none
 * at the ends. "" when nothing is left; the caller says so.
 */
export function sanitiseTopic(name: string): string {
  const plain = name.replace(VARIATION_SELECTORS, "").normalize("NFC").toLowerCase().normalize("NFC");
  const dashed = plain.toWellFormed().replace(NOT_IN_NAMES, "-");
  return dashed.slice(
    dashed.startsWith("-") ? 1 : 0,
    dashed.endsWith("-") ? Math.max(dashed.length - 1, 0) : undefined,
  );
}
