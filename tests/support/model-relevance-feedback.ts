// How much texts are on the subject of the first of them, for the search model: from the description alone, term by
// term against all others. Imports nothing of src/.

import { isModelFaint, modelWords } from "./model-tokenizer.ts";

/** What is known of terms, whatever the texts are. */
export interface ModelLexicon {
  readonly documentCount: number;
  readonly averageLength: number;
  /** Whether two terms are forms of one word. */
  isSame(a: string, b: string): boolean;
  /** How many entries have a term in any form. */
  holdersOf(term: string): number;
}

/**
 * What texts, the best first, gain as shares of what the best has; `asked` are the terms of the query in all their
 * forms.
 */
export function modelLikeness(texts: readonly string[], asked: readonly string[], lexicon: ModelLexicon): number[] {
  const { documentCount, averageLength, isSame } = lexicon;
  const all = texts.map((text) => modelWords(text).flatMap(({ terms }) => terms));
  const first = all.slice(0, 5);
  const countIn = (terms: readonly string[], word: string) => terms.filter((term) => isSame(term, word)).length;
  const says = (term: string) =>
    term.length > 1 && !modelWords(term).some(isModelFaint) && !asked.some((other) => isSame(other, term));
  // A word is called as the first of its forms is.
  const words = [...new Set(first.flat())]
    .filter(says)
    .sort()
    .filter((term, at, sorted) => sorted.findIndex((other) => isSame(other, term)) === at);
  // Of texts that share more than three quarters of the words of one of them the first counts.
  const wordsOf = first.map((terms) => words.filter((word) => countIn(terms, word) > 0));
  const sources: number[] = [];
  for (const rank of first.keys()) {
    const isTwin = sources.some((source) => {
      const shared = wordsOf[rank]!.filter((word) => wordsOf[source]!.includes(word)).length;
      return shared > 0.75 * Math.min(wordsOf[rank]!.length, wordsOf[source]!.length);
    });
    if (!isTwin) sources.push(rank);
  }
  const subject = words
    .map((word) => {
      const having = sources.filter((rank) => wordsOf[rank]!.includes(word));
      const share = having.reduce(
        (sum, rank) => sum + countIn(first[rank]!, word) * (1 / (Math.log2(rank + 2) * first[rank]!.length)),
        0,
      );
      return { word, share, texts: having.length };
    })
    .filter((one) => one.texts >= 2)
    .sort((a, b) => b.share - a.share)
    .slice(0, 30);
  const sums = all.map((terms) =>
    subject.reduce((sum, { word, share }) => {
      const count = countIn(terms, word);
      if (count === 0) return sum;
      const holders = lexicon.holdersOf(word);
      const telling = Math.min(1, 2 * (1 - holders / (documentCount + 1)));
      const frequency = Math.min(16, (count * averageLength) / terms.length);
      return sum + share * telling * Math.log(1 + (0.2 * documentCount * frequency) / holders);
    }, 0),
  );
  const most = Math.max(0, ...sums);
  return sums.map((sum) =>
    most > 0 ? (Math.min(1, subject.length / 10) * Math.min(1, documentCount / 100) * sum) / most : 0,
  );
}
