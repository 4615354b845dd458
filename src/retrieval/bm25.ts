// The ranking formula, as small pure functions. Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
// 2009) with the inverse document frequency of Lucene, which is never negative, times what helix knows of an entry.

/** Saturation of the term frequency. */
export const K1 = 1.2;
/** Strength of the length normalization. */
export const B = 0.75;
/** How many times as much a word counts in the first line, which is the title of an entry. */
export const FIRST_LINE_WEIGHT = 5;
/** Strength of the length normalization of the first line, and the length in tokens that counts as neither long nor short. */
export const FIRST_LINE_B = 0.25;
export const FIRST_LINE_TYPICAL = 12;
/** An entry whose source has changed is believed no more than this, whatever its confidence. */
export const STALE_CONFIDENCE_MAX = 0.7;
/** How much an entry of the project that is asked from counts more. */
export const PROJECT_BOOST = 1.5;

/** ln(1 + (N - df + 0.5) / (df + 0.5)) for a term in `documentFrequency` of `documentCount` entries. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** What one term adds: idf x tf x (k1 + 1) / (tf + k1 x (1 - b + b x length / average length)). */
export function termScore(idf: number, frequency: number, length: number, averageLength: number): number {
  const norm = K1 * (1 - B + (B * length) / averageLength);
  return (idf * frequency * (K1 + 1)) / (frequency + norm);
}

/**
 * What one term adds where the first line is a field of its own: BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple
 * Weighted Fields", 2004). Each field's frequency is divided by its length normalization and multiplied by its weight, the sum saturates:
 * idf x tf x (k1 + 1) / (tf + k1). `inFirstLine` of the `frequency` occurrences are in the first line, which has `firstLength` tokens.
 */
export function fieldScore(
  idf: number,
  frequency: number,
  inFirstLine: number,
  length: number,
  firstLength: number,
  averageLength: number,
): number {
  const norm = 1 - B + (B * length) / averageLength;
  // The same with one division, for the many that have it elsewhere.
  if (inFirstLine === 0) return (idf * frequency * (K1 + 1)) / (frequency + K1 * norm);
  const firstNorm = 1 - FIRST_LINE_B + (FIRST_LINE_B * firstLength) / FIRST_LINE_TYPICAL;
  const sum = (frequency - inFirstLine) / norm + (FIRST_LINE_WEIGHT * inFirstLine) / firstNorm;
  return (idf * sum * (K1 + 1)) / (sum + K1);
}

/** No frequency in an entry of any length makes a term score reach this. */
export function termScoreMax(idf: number): number {
  return idf * (K1 + 1);
}
