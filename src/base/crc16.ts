// CRC-16/CCITT (polynomial 0x1021, not reflected): the checksum of log records. It finds every error within 16 bits in
// a row, so a damaged byte never passes as long as the lengths are right.
//
// The checksum goes on a byte at a time with one table. A process that has summed up many bytes makes three more tables
// and goes on four bytes at a time (slicing, as Kounavis and Berry describe it). Table n says what a byte does to the
// checksum of n more bytes. A hook reads too few records for these tables to pay.

const WIDTH = 256;
const TABLES = 4;
/** After this many bytes all tables are made. */
const MUCH_BYTES = 32 * 1024;

let tables: Uint16Array | undefined;
let summed = 0;

/** The first `count` tables, one behind the other. */
function makeTables(count: number): Uint16Array {
  const made = new Uint16Array(count * WIDTH);
  // A byte changes the checksum as all its bits do together.
  for (let bit = 1, value = 0x1021; bit < WIDTH; bit *= 2) {
    for (let below = 0; below < bit; below++) made[bit + below] = value ^ made[below]!;
    value = (value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1) & 0xffff;
  }
  for (let at = WIDTH; at < made.length; at++) {
    const before = made[at - WIDTH]!;
    made[at] = ((before << 8) & 0xffff) ^ made[before >>> 8]!;
  }
  return made;
}

/** Continues the checksum `value` over `bytes[from, to)`. Start with a seed of `log-layout.ts`. */
export function crc16(value: number, bytes: Uint8Array, from: number, to: number): number {
  if (tables === undefined) tables = makeTables(1);
  else if (tables.length === WIDTH && summed > MUCH_BYTES) tables = makeTables(TABLES);
  summed += to - from;
  const table = tables;
  let checksum = value;
  let index = from;
  if (table.length > WIDTH) {
    for (; index + TABLES <= to; index += TABLES) {
      checksum =
        table[3 * WIDTH + ((checksum >>> 8) ^ bytes[index]!)]! ^
        table[2 * WIDTH + ((checksum & 0xff) ^ bytes[index + 1]!)]! ^
        table[WIDTH + bytes[index + 2]!]! ^
        table[bytes[index + 3]!]!;
    }
  }
  for (; index < to; index++) checksum = ((checksum << 8) & 0xffff) ^ table[(checksum >>> 8) ^ bytes[index]!]!;
  return checksum;
}
