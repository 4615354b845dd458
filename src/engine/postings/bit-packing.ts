// A block of numbers, all in the same number of bits. Number i stands in the bits [i * width, (i + 1) * width) of a row
// of 32-bit words, the low bits first. A block of 128 numbers takes a whole number of words at any width.

/** How many numbers a block has. */
export const BLOCK_SIZE = 128;

/** How many words a block of this width takes. */
export function packedWords(width: number): number {
  return (BLOCK_SIZE / 32) * width;
}

/** How many bits `value` needs. */
export function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

/** Packs the first block of `values` into `into[at …]`, which is zero there; widths up to 31. */
export function pack(values: Uint32Array, width: number, into: Uint32Array, at: number): void {
  if (width === 0) return;
  for (let index = 0, bit = 0; index < BLOCK_SIZE; index++, bit += width) {
    const word = at + (bit >>> 5);
    const shift = bit & 31;
    into[word]! |= values[index]! << shift;
    if (shift + width > 32) into[word + 1]! |= values[index]! >>> (32 - shift);
  }
}

/** Unpacks the block at `words[at …]` to `into[to …]` and adds `added` to each number. Missing words count as zero. */
export function unpack(
  words: Uint32Array,
  at: number,
  width: number,
  added: number,
  into: Uint32Array,
  to: number,
): void {
  if (width === 0) {
    into.fill(added, to, to + BLOCK_SIZE);
    return;
  }
  const mask = (1 << width) - 1;
  if ((width & (width - 1)) === 0) {
    // No number spans two words.
    const end = at + packedWords(width);
    for (let word = at, index = to; word < end; word++) {
      let bits = words[word]!;
      for (let left = 32 / width; left > 0; left--) {
        into[index++] = (bits & mask) + added;
        bits >>>= width;
      }
    }
    return;
  }
  for (let index = 0, bit = 0; index < BLOCK_SIZE; index++, bit += width) {
    const word = at + (bit >>> 5);
    const shift = bit & 31;
    let value = words[word]! >>> shift;
    if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
    into[to + index] = (value & mask) + added;
  }
}

/** The number at `index` of the block at `words[at …]`. */
export function unpackOne(words: Uint32Array, at: number, width: number, index: number): number {
  if (width === 0) return 0;
  const bit = index * width;
  const word = at + (bit >>> 5);
  const shift = bit & 31;
  let value = words[word]! >>> shift;
  if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
  return value & ((1 << width) - 1);
}

/**
 * Unpacks the gaps of ascending numbers, each stored less one; `previous` is the number before the first. Returns the
 * last number. Damaged words can make it so large that the array does not hold it, but the numbers before it ascend all
 * the same.
 */
export function unpackAscending(
  words: Uint32Array,
  at: number,
  width: number,
  previous: number,
  into: Uint32Array,
  to: number,
): number {
  let last = previous;
  if (width === 0) {
    for (let index = 0; index < BLOCK_SIZE; index++) into[to + index] = ++last;
    return last;
  }
  const mask = (1 << width) - 1;
  for (let index = 0, bit = 0; index < BLOCK_SIZE; index++, bit += width) {
    const word = at + (bit >>> 5);
    const shift = bit & 31;
    let value = words[word]! >>> shift;
    if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
    last += (value & mask) + 1;
    into[to + index] = last;
  }
  return last;
}
