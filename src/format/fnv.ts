// FNV-1a, 32 bits: the hash of the term table.

const PRIME = 0x0100_0193;
/** Modulo 2^32. */
const PRIME_SQUARED = 0x2602_7a69;

/** The FNV-1a hash of the UTF-16 code units of `text`, two bytes each, low byte first. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x100) {
      // The high byte is zero: both steps in one.
      hash = Math.imul(hash ^ unit, PRIME_SQUARED);
      continue;
    }
    hash = Math.imul(hash ^ (unit & 0xff), PRIME);
    hash = Math.imul(hash ^ (unit >>> 8), PRIME);
  }
  return hash >>> 0;
}
