// What a term that an entry has so often says for it: how unlikely that is of an entry that came by chance. The
// log-logistic model of Clinchant and Gaussier, "Information-Based Models for Ad Hoc IR", 2010: -ln P(frequency at
// least tf) = ln(1 + tf / s), where s is the share of entries that have the term. Beside Okapi BM25 it asks for more of
// the words: a rare word that an entry repeats adds to what it says instead of multiplying it. Frequencies are those of
// BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields", 2004): each field's is
// divided by its length normalization and multiplied by its weight.
// Invariant: no term says more of an entry than
// `informationMax`.

/** Strength of the length normalization. */
const B = 0.75;
/** How many times as much a word counts in the first line, which is the title of an entry. */
const FIRST_LINE_WEIGHT = 5;
/**
 * Strength of the length normalization of the first line, and the length in tokens that counts as neither long nor
 * short.
 */
const FIRST_LINE_B = 0.25;
const FIRST_LINE_TYPICAL = 12;
/**
 * What a frequency of 1 is worth, beside the share of entries that have the term: where more than this have it, that
 * says little.
 */
const FREQUENCY_WORTH = 0.2;
/** A greater frequency says no more: no bound could tell what need not be scored. */
const FREQUENCY_MAX = 16;

/**
 * What a frequency of 1 is worth for a term that `documentFrequency` of `documentCount` entries have: 0.2 / share; 0 if
 * none has it.
 */
export function frequencyGain(documentCount: number, documentFrequency: number): number {
  return documentFrequency > 0 ? FREQUENCY_WORTH * Math.max(1, documentCount / documentFrequency) : 0;
}

/**
 * How much a term counts: 1, and less if more than half of the entries have it: 2 (1 - df / (N + 1)). What all have
 * tells none from another.
 */
export function termWeight(documentCount: number, documentFrequency: number): number {
  return Math.min(1, 2 * (1 - Math.min(documentFrequency, documentCount) / (documentCount + 1)));
}

/**
 * What one term says of an entry: ln(1 + worth x tf). `inFirstLine` of the `frequency` occurrences are in the first
 * line, which has `firstLength` tokens; the entry has `length`, and entries have `averageLength`.
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
  // In a damaged index more can be in the first line than there are.
  return sum > 0 ? informationOf(gain, sum) : 0;
}

/** What a term of this worth says of an entry that has it so often: ln(1 + worth x tf). */
export function informationOf(gain: number, frequency: number): number {
  return Math.log(1 + gain * (frequency < FREQUENCY_MAX ? frequency : FREQUENCY_MAX));
}

/** No term of this worth says more of any entry. */
export function informationMax(gain: number): number {
  return Math.log(1 + gain * FREQUENCY_MAX);
}
