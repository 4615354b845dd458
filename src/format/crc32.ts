// CRC-32 (IEEE 802.3, reflected): the checksum of the index header and the fingerprint of the log that an index covers.

const TABLE = new Uint32Array(256);
for (let index = 0; index < 256; index++) {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  TABLE[index] = value;
}

/** The CRC-32 of `bytes`, as an unsigned 32-bit number; `seed` is the checksum of what stands before them. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  let checksum = ~seed;
  for (let index = 0; index < bytes.length; index++) {
    checksum = (TABLE[(checksum ^ (bytes[index] as number)) & 0xff] as number) ^ (checksum >>> 8);
  }
  return ~checksum >>> 0;
}
