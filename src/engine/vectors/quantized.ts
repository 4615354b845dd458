// A vector as bytes with signs: of length 1, then times 127 over its greatest number. What that loses of a dot product
// of two such vectors is far below what tells two texts apart.

const MOST = 127;

export interface QuantizedVector {
  readonly bytes: Int8Array;
  /** A number of the vector is its byte times this. */
  readonly scale: number;
}

/** Quantizes a finite vector that is not zero. */
export function quantized(vector: Float32Array): QuantizedVector {
  let [sum, greatest] = [0, 0];
  for (const value of vector) {
    sum += value * value;
    greatest = Math.max(greatest, Math.abs(value));
  }
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < vector.length; at++) bytes[at] = Math.round((vector[at]! / greatest) * MOST);
  return { bytes, scale: greatest / Math.sqrt(sum) / MOST };
}
