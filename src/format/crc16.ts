// CRC-16/CCITT (polynomial 0x1021, not reflected): the checksum of log records. It finds every error within 16 bits in a row,
// so a damaged byte never passes as long as the lengths are right.

let table: Uint16Array | undefined;

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

/** Continues the checksum `value` over `bytes[from, to)`. Start with a seed of `log-layout.ts`. */
export function crc16(value: number, bytes: Uint8Array, from: number, to: number): number {
  table ??= makeTable();
  let checksum = value;
  for (let index = from; index < to; index++) {
    checksum = ((checksum << 8) & 0xffff) ^ (table[(checksum >>> 8) ^ (bytes[index] as number)] as number);
  }
  return checksum;
}
