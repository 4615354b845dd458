// FNV-1a, 32 bits: the hash of the term table. Also what spreads its bits.

const PRIME = 0x0100_0193;
/** Modulo 2^32. */
const PRIME_SQUARED = 0x2602_7a69;

/** The hash of no text. */
export const FNV_START = 0x811c9dc5;

/** Goes on with the hash of a text, as a signed number, by one more unit below 0x100. */
export function fnvLetter(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME_SQUARED);
}

/** The FNV-1a hash of the UTF-16 code units of `text`, two bytes each, low byte first. */
export function fnv1a(text: string): number {
  let hash = FNV_START;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x100) {
      // The high byte is zero, so both steps are one.
      hash = fnvLetter(hash, unit);
      continue;
    }
    hash = Math.imul(hash ^ (unit & 0xff), PRIME);
    hash = Math.imul(hash ^ (unit >>> 8), PRIME);
  }
  return hash >>> 0;
}

/** Spreads each bit over all others, so that any part of the hash is a hash too (the finalizer of MurmurHash3). */
export function mixedHash(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
