// Views between typed arrays and bytes. Every machine that helix runs on is little-endian, as its files are.

/** The memory of a typed array as bytes. */
export function bytesOf(array: Uint8Array | Uint16Array | Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
