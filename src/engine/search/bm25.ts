// The score of hooks, and what all rankings share, as small pure functions. The score is Okapi BM25 (Robertson and
// Zaragoza, "The Probabilistic Relevance Framework", 2009) with the inverse document frequency of Lucene, which is
// never negative. What is known of a document besides its words multiplies the score.

/** Saturation of the term frequency. */
export const K1 = 1.2;
/** Strength of the length normalization. */
const B = 0.75;

/** Returns ln(1 + (N - df + 0.5) / (df + 0.5)) for a term in `documentFrequency` of `documentCount` documents. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** Returns the score of one term: idf x tf x (k1 + 1) / (tf + k1 x (1 - b + b x length / average length)). */
export function termScore(idf: number, frequency: number, length: number, averageLength: number): number {
  const norm = K1 * (1 - B + (B * length) / averageLength);
  return (idf * frequency * (K1 + 1)) / (frequency + norm);
}
