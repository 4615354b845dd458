// Inputs made from other inputs: bytes flipped, cut out, doubled, moved, exchanged for telling numbers or words of a
// dictionary, two inputs joined. Equal seeds give equal inputs.

/** Numbers in [0, limit) from a seed (mulberry32). */
export type Random = (limit: number) => number;

/** Texts that break things in any format. */
const WORDS: readonly (string | number[])[] = [
  [0],
  [0xff],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0x7f],
  [0, 0, 0, 0x80],
  [1, 0, 0, 0],
  [0xed, 0xa0, 0x80],
  [0xc0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x80, 0xa8],
  "\n",
  "\r\n",
  "\t",
  " ",
  '"',
  "'",
  "\\",
  "\\u0000",
  "\\ud800",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "-1",
  "1e999",
  "18446744073709551616",
  "null",
  "true",
  "__proto__",
  "constructor",
  "../..",
  "/",
  "%00",
  "*",
  "?",
  "[tags: a]",
  "[source: a:1]",
  "[project: o/r]",
  "\u001b[31m",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\u0301",
  "ﷺ",
  "İ",
  "検索",
  "한국",
  "ไทย",
  "🧭",
  "👨‍👩‍👧",
];
const ENCODED = WORDS.map((word) => (typeof word === "string" ? Buffer.from(word) : Buffer.from(word)));

/** An input made from one of the pool, changed in a few places, in at most `lengthMax` bytes. */
export function mutated(
  pool: readonly Uint8Array[],
  dictionary: readonly Uint8Array[],
  next: Random,
  lengthMax: number,
): Uint8Array {
  let bytes: Uint8Array = Uint8Array.from(pool[next(pool.length)]!);
  for (let round = 1 << next(5); round > 0; round--) bytes = changed(bytes, pool, dictionary, next);
  return bytes.length > lengthMax ? bytes.slice(0, lengthMax) : bytes;
}

function changed(
  bytes: Uint8Array,
  pool: readonly Uint8Array[],
  dictionary: readonly Uint8Array[],
  next: Random,
): Uint8Array {
  const at = next(bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + next(next(4) === 0 ? bytes.length + 1 : 8));
  const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
  const words = dictionary.length > 0 && next(2) === 0 ? dictionary : ENCODED;
  const word = words[next(words.length)]!;
  switch (next(10)) {
    case 0:
    case 1: {
      if (at < bytes.length) bytes[at]! ^= 1 << next(8);
      return bytes;
    }
    case 2: {
      if (at < bytes.length) bytes[at] = next(256);
      return bytes;
    }
    case 3:
      return joined(bytes.subarray(0, at), bytes.subarray(to));
    case 4:
      return joined(bytes.subarray(0, to), bytes.subarray(at));
    case 5:
    case 6:
      return joined(bytes.subarray(0, at), word, bytes.subarray(next(2) === 0 ? at : to));
    case 7: {
      bytes.set(word.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
      return bytes;
    }
    case 8: {
      const other = pool[next(pool.length)]!;
      const from = next(other.length + 1);
      return joined(bytes.subarray(0, at), other.subarray(from, from + 1 + next(200)), bytes.subarray(to));
    }
    default: {
      const piece = bytes.slice(at, to);
      const times = next(6) === 0 ? 200 : 3;
      return joined(bytes.subarray(0, to), ...Array.from({ length: times }, () => piece), bytes.subarray(to));
    }
  }
}

/**
 * The smallest input found that still fails: pieces are taken out, from halves to single bytes. At most `triesMax`
 * tries.
 */
export async function shrunk(
  input: Uint8Array,
  fails: (candidate: Uint8Array) => Promise<boolean>,
  triesMax = 1500,
): Promise<Uint8Array> {
  let smallest = input;
  let tries = 0;
  for (let size = Math.ceil(smallest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && tries < triesMax; tries++) {
      const candidate = new Uint8Array(Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]));
      if (await fails(candidate)) smallest = candidate;
      else at += size;
    }
  }
  return smallest;
}
