// The information of a term in a document: how unlikely its frequency is in a document that came by chance. The model
// is the log-logistic one of Clinchant and Gaussier, "Information-Based Models for Ad Hoc IR", 2010: -ln P(frequency at
// least tf) = ln(1 + tf / s), where s is the share of documents that have the term. Compared with Okapi BM25 it asks
// for more of the words: repeating a rare word adds to its information instead of multiplying it. Frequencies are those
// of BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields", 2004): the frequency
// in each field is divided by the field's length normalization and multiplied by its weight.
// Invariants:
// No term has more information in a document than `informationMax`.

/** Strength of the length normalization. */
const B = 0.75;
/** How many times as much a word counts in the first line, which is the title of a document. */
const FIRST_LINE_WEIGHT = 5;
/**
 * Length normalization of the first line: its strength, and the length in tokens that counts as neither long nor short.
 */
const FIRST_LINE_B = 0.25;
const FIRST_LINE_TYPICAL = 12;
/**
 * The gain of a frequency of 1 is this, divided by the share of documents that have the term. A term with a greater
 * share says little.
 */
const FREQUENCY_WORTH = 0.2;
/** A greater frequency counts as this one. Otherwise no bound could tell which documents need not be scored. */
const FREQUENCY_MAX = 16;

/**
 * Returns the gain of a frequency of 1 for a term that `documentFrequency` of `documentCount` documents have: 0.2 /
 * share, or 0 if none has it.
 */
export function frequencyGain(documentCount: number, documentFrequency: number): number {
  return documentFrequency > 0 ? FREQUENCY_WORTH * Math.max(1, documentCount / documentFrequency) : 0;
}

/**
 * Returns the weight of a term: 1, or 2 (1 - df / (N + 1)) if more than half of the documents have it. A term that all
 * documents have tells none from another.
 */
export function termWeight(documentCount: number, documentFrequency: number): number {
  return Math.min(1, 2 * (1 - Math.min(documentFrequency, documentCount) / (documentCount + 1)));
}

/**
 * Returns the information of one term in a document: ln(1 + gain x tf). `inFirstLine` of the `frequency` occurrences
 * are in the first line, which has `firstLength` tokens. The document has `length` tokens, and the average is
 * `averageLength`.
 */
export function information(
  gain: number,
  frequency: number,
  inFirstLine: number,
  length: number,
  firstLength: number,
  averageLength: number,
): number {
  let sum = (frequency - inFirstLine) / (1 - B + (B * length) / averageLength);
  if (inFirstLine > 0) {
    sum += (FIRST_LINE_WEIGHT * inFirstLine) / (1 - FIRST_LINE_B + (FIRST_LINE_B * firstLength) / FIRST_LINE_TYPICAL);
  }
  // In a damaged index the first line can hold more occurrences than the document.
  return sum > 0 ? informationOf(gain, sum) : 0;
}

/** Returns the information of a term with this gain and a normalized frequency: ln(1 + gain x tf). */
export function informationOf(gain: number, frequency: number): number {
  return Math.log(1 + gain * (frequency < FREQUENCY_MAX ? frequency : FREQUENCY_MAX));
}

/** Returns the most information that a term with this gain has in any document. */
export function informationMax(gain: number): number {
  return Math.log(1 + gain * FREQUENCY_MAX);
}
