// Names of topics: makes a name storable. near-names.ts finds the known names near a wrong one.

const NOT_IN_NAMES = /[^\p{L}\p{N}\p{M}]+/gu;
const VARIATION_SELECTORS = /[\uFE00-\uFE0F]|\uDB40[\uDD00-\uDDEF]/g;

/**
 * Returns the name under which a topic is stored: lower case, with every run of anything but letters, digits and marks
 * replaced by one "-", and no "-" at the ends. Returns "" when nothing is left; the caller reports that.
 */
export function sanitiseTopic(name: string): string {
  const plain = name.replace(VARIATION_SELECTORS, "").normalize("NFC").toLowerCase().normalize("NFC");
  const dashed = plain.toWellFormed().replace(NOT_IN_NAMES, "-");
  return dashed.slice(
    dashed.startsWith("-") ? 1 : 0,
    dashed.endsWith("-") ? Math.max(dashed.length - 1, 0) : undefined,
  );
}
