// Which of some texts are on what the first of them are on: words that several of these share, and that the query does
// not have, are words of its subject. Pseudo-relevance feedback, as a relevance model has it (Lavrenko and Croft,
// "Relevance-Based Language Models", 2001), but to put in order anew what was found, without a second search. A word
// counts by the share of a text that it is, in the texts that it is taken from as in those that are judged: a long text
// says many things, and little of it is the subject. Invariants: a word is all of its forms; the same texts in the same
// order are alike to the last digit.

import { FAINT_WORDS } from "../text/tokenizer.ts";
import { stemOf } from "../text/word-forms.ts";
import { frequencyGain, informationOf, termWeight } from "./information.ts";

/** The subject is taken from so many texts, the first; and a word is of the subject if so many of them have it. */
const SOURCES = 5;
const SHARED_MIN = 2;
/** So many words are the subject. Fewer than these tell less: two texts may have a word in common by chance. */
const SUBJECT_WORDS = 30;
const ENOUGH_WORDS = 10;
/** Texts that share more of their words than this are of one template, or copies: as sources they are one. */
const TWINS_SHARE = 0.75;
/**
 * In a base of fewer entries the first texts are a part of all there are, and what they share tells less of what was
 * asked.
 */
const ENOUGH_ENTRIES = 100;
/** So many terms of a text are looked at, from its beginning: some twelve thousand characters. */
export const TERMS_READ_MAX = 2000;

/** What is known of words, whatever the texts are. */
export interface Lexicon {
  /** How many entries there are, and how many terms they have on average. */
  readonly documentCount: number;
  readonly averageLength: number;
  /** All forms of a word that there are, itself first. */
  formsOf(word: string): readonly string[];
  /** How many entries have any of these forms of one word. */
  holdersOf(forms: readonly string[]): number;
}

/** A word that the first texts have. */
interface SharedWord {
  /** One of its forms there: the first by its letters, whatever the texts' order. */
  form: string;
  /** How many of the texts have it. */
  texts: number;
  /** What share of a text it is, of all of them together: of the first whole, of the others less. */
  share: number;
  /** How often the text has it that is being read. */
  count: number;
  /** Which sources have it, a bit for each. */
  sources: number;
}

/**
 * How much each of some texts is on the subject of the first: 1 for the one that is most of all, less for all where few
 * words are the subject, and 0 where none is. Texts are given by their terms, the best first; `asked` are the terms of
 * the query, in all their forms.
 */
export function feedbackOf(
  texts: readonly (readonly string[])[],
  asked: Iterable<string>,
  lexicon: Lexicon,
): Float64Array {
  const words = subjectOf(texts.slice(0, SOURCES), asked);
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

/** The words of the subject of these texts, those that are most of them first. */
function subjectOf(texts: readonly (readonly string[])[], asked: Iterable<string>): SharedWord[] {
  const words = new Map<string, SharedWord>();
  /** By term: the word that it is a form of; null for one that says nothing. */
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
    const word = { form: term, texts: 0, share: 0, count: 0, sources: 0 };
    words.set(stem, word);
    return word;
  };
  /** How many words each source has. */
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
    const isTwin = sizes.some((size, source) => {
      const shared = found.reduce((sum, { sources }) => sum + ((sources >>> source) & 1), 0);
      return shared > TWINS_SHARE * Math.min(size, found.length);
    });
    for (const word of found) {
      if (!isTwin) {
        word.texts++;
        word.share += gain * word.count;
        word.sources |= 1 << sizes.length;
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

/** Whether a term is a single character, or in nearly all texts. */
function isStopTerm(term: string): boolean {
  return term.length < 2 || FAINT_WORDS.has(term);
}
