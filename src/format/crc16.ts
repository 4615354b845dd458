// CRC-16/CCITT (polynomial 0x1021, not reflected): the checksum of log records. It finds every error within 16 bits in a row,
// so a damaged byte never passes as long as the lengths are right.

/** After so many bytes it pays to make the tables for four bytes at a time. */
const FEW_BYTES = 64 * 1024;

let table: Uint16Array | undefined;
let seen = 0;
let wide: Uint16Array[] | undefined;

/** Made on first use: a hook that reads no record has no time for it. */
function makeTable(): Uint16Array {
  const made = new Uint16Array(256);
  // What a byte does to the checksum is what its bits do, together.
  for (let bit = 1, value = 0x1021; bit < 256; bit *= 2) {
    for (let below = 0; below < bit; below++) made[bit + below] = value ^ made[below]!;
    value = (value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1) & 0xffff;
  }
  return made;
}

/** What a byte does to the checksum when none, one, two or three more come behind it. */
function makeWide(first: Uint16Array): Uint16Array[] {
  const made = [first];
  while (made.length < 4) {
    const nearer = made[made.length - 1]!;
    made.push(nearer.map((value) => ((value << 8) & 0xffff) ^ first[value >>> 8]!));
  }
  return made;
}

/** Continues the checksum `value` over `bytes[from, to)`. Start with a seed of `log-layout.ts`. */
export function crc16(value: number, bytes: Uint8Array, from: number, to: number): number {
  table ??= makeTable();
  seen += to - from;
  if (seen > FEW_BYTES) wide ??= makeWide(table);
  let checksum = value;
  let index = from;
  if (wide !== undefined) {
    const [last, third, second, first] = wide as [Uint16Array, Uint16Array, Uint16Array, Uint16Array];
    for (; index + 3 < to; index += 4) {
      checksum =
        first[(checksum >>> 8) ^ bytes[index]!]! ^
        second[(checksum & 0xff) ^ bytes[index + 1]!]! ^
        third[bytes[index + 2]!]! ^
        last[bytes[index + 3]!]!;
    }
  }
  for (; index < to; index++) {
    checksum = ((checksum << 8) & 0xffff) ^ (table[(checksum >>> 8) ^ (bytes[index] as number)] as number);
  }
  return checksum;
}
