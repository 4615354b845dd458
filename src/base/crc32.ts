// CRC-32 (IEEE 802.3, reflected): the checksum of the index header and the fingerprint of the log that an index covers.

/** The CRC-32 of `bytes`, as an unsigned 32-bit number. `seed` is the checksum of the bytes before them. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  return Bun.hash.crc32(bytes, seed);
}
