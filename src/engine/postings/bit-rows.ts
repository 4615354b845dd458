// A block of ascending numbers as a row of bits. A number is the bit `number & 31` of the word `number >>> 5`. The row
// goes from the word of the smallest possible number to the word of the greatest. Where numbers are close together a
// row takes no more room than their gaps, and it tells whether it holds a number without decoding the others.

/** How many words a row takes for numbers in `[from, last]`. */
export function rowWords(from: number, last: number): number {
  return (last >>> 5) - (from >>> 5) + 1;
}

/**
 * Sets the bits of `count` numbers, from `numbers[offset]` on and none below `from`, in the row at `into[at …]`, which
 * is zero there.
 */
export function setBits(
  numbers: Uint32Array,
  offset: number,
  count: number,
  from: number,
  into: Uint32Array,
  at: number,
): void {
  const first = at - (from >>> 5);
  for (let index = offset; index < offset + count; index++) {
    const number = numbers[index]!;
    into[first + (number >>> 5)]! |= 1 << (number & 31);
  }
}

/**
 * Writes the numbers in `[from, last]` of the row at `words[at …]` to `into[to …]`, at most `most`; returns how many
 * there were.
 */
export function readBits(
  words: Uint32Array,
  at: number,
  from: number,
  last: number,
  into: Uint32Array,
  to: number,
  most: number,
): number {
  let size = 0;
  for (let row = from >>> 5, word = at; row <= last >>> 5; row++, word++) {
    let rest = words[word]! & maskOf(row, from, last);
    while (rest !== 0) {
      if (size === most) return size;
      into[to + size++] = row * 32 + 31 - Math.clz32(rest & -rest);
      rest &= rest - 1;
    }
  }
  return size;
}

/** How many numbers of the row at `words[at …]` are in `[from, number)`. */
export function rankOf(words: Uint32Array, at: number, from: number, number: number): number {
  let rank = 0;
  for (let row = from >>> 5, word = at; row < number >>> 5; row++, word++) rank += bitCount(words[word]!);
  return rank + bitCount(words[at + rowWords(from, number) - 1]! & ((1 << (number & 31)) - 1));
}

/** The bits of a row's word that stand for numbers in `[from, last]`. */
export function maskOf(row: number, from: number, last: number): number {
  let mask = -1;
  if (row === from >>> 5) mask <<= from & 31;
  if (row === last >>> 5) mask &= -1 >>> (31 - (last & 31));
  return mask;
}

/** How many bits of a word of 32 are set. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
