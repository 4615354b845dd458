// Measures how close texts are to the subject of the first of them. Words that several of the first texts share, and
// that the query does not have, are words of the subject. This is pseudo-relevance feedback with a relevance model
// (Lavrenko and Croft, "Relevance-Based Language Models", 2001), used to reorder results without a second search. A
// word counts by its share of a text, both in the texts that define the subject and in those that are judged: a long
// text says many things, and little of it is the subject.
// Invariants:
// - All forms of a word count as one word.
// - The same texts in the same order give the same result to the last digit.

import { STOP_WORDS } from "../text/tokenizer.ts";
import { stemOf } from "../text/word-forms.ts";
import { frequencyGain, informationOf, termWeight } from "./information.ts";

/** The subject is taken from this many first texts. At least SHARED_MIN of them must have a word of the subject. */
const SAMPLES = 5;
const SHARED_MIN = 2;
/**
 * The most words of a subject. With fewer than ENOUGH_WORDS the feedback is weaker: two texts may share a word by
 * chance.
 */
const SUBJECT_WORDS = 30;
const ENOUGH_WORDS = 10;
/**
 * Texts that share more than this part of their words follow one template or are copies. As samples they count once.
 */
const TWINS_SHARE = 0.75;
/**
 * In a knowledge base with fewer documents the feedback is weaker. There the first texts are a large part of all texts,
 * and their common words say less about the query.
 */
const ENOUGH_ENTRIES = 100;
/** How many terms of a text are read, from its beginning: about twelve thousand characters. */
export const TERMS_READ_MAX = 2000;

/** What is known of words, independent of the texts. */
export interface Lexicon {
  /** The number of documents, and their average number of terms. */
  readonly documentCount: number;
  readonly averageLength: number;
  /** Returns all known forms of a word, the word itself first. */
  formsOf(word: string): readonly string[];
  /** Returns how many documents have any of these forms of one word. */
  holdersOf(forms: readonly string[]): number;
}

/** A word that the first texts have. */
interface SharedWord {
  /** One of its forms in the texts: the first in alphabetical order, whatever the order of the texts. */
  form: string;
  /** How many of the samples have it. */
  texts: number;
  /** Its share of a text, summed over the samples. The first sample counts whole, the others less. */
  share: number;
  /** How often the current text has it. */
  count: number;
  /** The samples that have it, one bit for each. */
  samples: number;
}

/**
 * Returns how close each text is to the subject of the first texts: 1 for the closest one, 0 for all when there is no
 * subject. All values are lower when the subject has few words or the knowledge base few documents. The texts are given
 * by their terms, the best first. `asked` are the terms of the query in all their forms.
 */
export function feedbackOf(
  texts: readonly (readonly string[])[],
  asked: Iterable<string>,
  lexicon: Lexicon,
): Float64Array {
  const words = subjectOf(texts.slice(0, SAMPLES), asked);
  const { documentCount, averageLength } = lexicon;
  const wordOf = new Map<string, number>();
  const weighed = words.map(({ form, share }, word) => {
    const forms = lexicon.formsOf(form);
    for (const one of forms) wordOf.set(one, word);
    const holders = lexicon.holdersOf(forms);
    return { weight: share * termWeight(documentCount, holders), gain: frequencyGain(documentCount, holders) };
  });
  const counts = new Uint32Array(words.length);
  const feedback = Float64Array.from(texts, (terms) => {
    counts.fill(0);
    for (const term of terms) {
      const word = wordOf.get(term);
      if (word !== undefined) counts[word]!++;
    }
    let sum = 0;
    for (let word = 0; word < counts.length; word++) {
      if (counts[word] === 0) continue;
      const { weight, gain } = weighed[word]!;
      sum += weight * informationOf(gain, (counts[word]! * averageLength) / terms.length);
    }
    return sum;
  });
  const most = Math.max(...feedback);
  const sureness = Math.min(1, words.length / ENOUGH_WORDS) * Math.min(1, documentCount / ENOUGH_ENTRIES);
  return most > 0 ? feedback.map((sum) => (sureness * sum) / most) : feedback.fill(0);
}

/** Returns the words of the subject of these texts, those with the largest share first. */
function subjectOf(texts: readonly (readonly string[])[], asked: Iterable<string>): SharedWord[] {
  const words = new Map<string, SharedWord>();
  /** By term: the word of which it is a form; null for a term that says nothing. */
  const wordOf = new Map<string, SharedWord | null>();
  const askedStems = new Set(Array.from(asked, stemOf));
  const lookUp = (term: string): SharedWord | null => {
    const stem = isStopTerm(term) ? null : stemOf(term);
    if (stem === null || askedStems.has(stem)) return null;
    const known = words.get(stem);
    if (known !== undefined) {
      if (term < known.form) known.form = term;
      return known;
    }
    const word = { form: term, texts: 0, share: 0, count: 0, samples: 0 };
    words.set(stem, word);
    return word;
  };
  /** The number of words of each sample. */
  const sizes: number[] = [];
  texts.forEach((terms, rank) => {
    const gain = 1 / (Math.log2(rank + 2) * terms.length);
    const found: SharedWord[] = [];
    for (const term of terms) {
      let word = wordOf.get(term);
      if (word === undefined) {
        word = lookUp(term);
        wordOf.set(term, word);
      }
      if (word !== null && word.count++ === 0) found.push(word);
    }
    const isTwin = sizes.some((size, sample) => {
      const shared = found.reduce((sum, { samples }) => sum + ((samples >>> sample) & 1), 0);
      return shared > TWINS_SHARE * Math.min(size, found.length);
    });
    for (const word of found) {
      if (!isTwin) {
        word.texts++;
        word.share += gain * word.count;
        word.samples |= 1 << sizes.length;
      }
      word.count = 0;
    }
    if (!isTwin) sizes.push(found.length);
  });
  return [...words.values()]
    .filter((word) => word.texts >= SHARED_MIN)
    .sort((a, b) => b.share - a.share || (a.form < b.form ? -1 : 1))
    .slice(0, SUBJECT_WORDS);
}

/** Whether a term is a single character, or a word that nearly all texts have. */
function isStopTerm(term: string): boolean {
  return term.length < 2 || STOP_WORDS.has(term);
}
