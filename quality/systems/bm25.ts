// Plain BM25 (Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), k1 1.2, b 0.75:
// every word counts, none is stemmed or dropped, and a document needs but one of them. The floor that anything cleverer
// has to beat.

import type { JudgedDocument } from "../judged-set.ts";
import { DEPTH } from "../metrics.ts";
import { plainWords, type RankingSystem } from "./system.ts";

const K1 = 1.2;
const B = 0.75;

const NAME = "BM25, plain";

export const plainBm25: RankingSystem = {
  name: NAME,
  async load(documents) {
    const index = new PlainBm25(documents);
    return { rankers: [{ name: NAME, problem: "", search: (query) => index.search(query) }], close() {} };
  },
};

class PlainBm25 {
  readonly #documents: readonly JudgedDocument[];
  /** Of each word the documents that hold it, by place, with how often. */
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #averageLength: number;

  constructor(documents: readonly JudgedDocument[]) {
    this.#documents = documents;
    documents.forEach(({ text }, at) => {
      const words = plainWords(text);
      this.#lengths.push(words.length);
      for (const word of words) {
        const ofWord = this.#postings.get(word) ?? new Map<number, number>();
        this.#postings.set(word, ofWord.set(at, (ofWord.get(at) ?? 0) + 1));
      }
    });
    this.#averageLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
  }

  search(query: string): string[] {
    const scores = new Map<number, number>();
    for (const word of new Set(plainWords(query))) {
      const ofWord = this.#postings.get(word);
      if (ofWord === undefined) continue;
      const idf = Math.log(1 + (this.#documents.length - ofWord.size + 0.5) / (ofWord.size + 0.5));
      for (const [at, count] of ofWord) {
        const saturated = count + K1 * (1 - B + (B * this.#lengths[at]!) / this.#averageLength);
        scores.set(at, (scores.get(at) ?? 0) + (idf * count * (K1 + 1)) / saturated);
      }
    }
    const best = [...scores].sort(([a, left], [b, right]) => right - left || a - b).slice(0, DEPTH);
    return best.map(([at]) => this.#documents[at]!.id);
  }
}
