// A deterministic corpus: Zipf vocabulary of made-up words, identifiers, topics, tags, sources. Equal arguments give
// equal entries on every machine.

export interface CorpusEntry {
  readonly topic: string;
  readonly text: string;
  readonly tags: string;
  readonly source: string;
}

const SYLLABLES = "ka to mi re son der lin pro gra vel ter mon ste cra pul bri nor fen dax qui".split(" ");
const TAGS = ["gotcha", "decision", "performance", "invariant", "how-to", "architecture"];
const VOCABULARY_SIZE = 20_000;
const ZIPF_EXPONENT = 1.07;
const WORDS_MIN = 35;
const WORDS_SPREAD = 35;
const IDENTIFIER_SHARE = 0.08;

/** Draws numbers in [0, 1) from a seed (a linear congruential generator; quality does not matter here). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}

export class Corpus {
  #random: Random;
  readonly #words: string[] = [];
  readonly #cumulative = new Float64Array(VOCABULARY_SIZE);
  readonly #topics: number;

  /** `seed` makes the vocabulary; what is drawn from it goes on with that seed, or begins at `draws`. */
  constructor(seed: number, topics: number, draws?: number) {
    this.#random = new Random(seed);
    this.#topics = topics;
    const seen = new Set<string>();
    while (this.#words.length < VOCABULARY_SIZE) {
      const length = 2 + this.#random.below(3);
      const word = Array.from({ length }, () => SYLLABLES[this.#random.below(SYLLABLES.length)]).join("");
      if (!seen.has(word)) this.#words.push(word);
      seen.add(word);
    }
    let sum = 0;
    for (let rank = 0; rank < VOCABULARY_SIZE; rank++) {
      sum += 1 / (rank + 1) ** ZIPF_EXPONENT;
      this.#cumulative[rank] = sum;
    }
    if (draws !== undefined) this.#random = new Random(draws);
  }

  /** A word, drawn by Zipf's law. */
  word(): string {
    const wanted = this.#random.next() * this.#cumulative[VOCABULARY_SIZE - 1]!;
    let low = 0;
    let high = VOCABULARY_SIZE - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]!;
  }

  /** One entry of about 400 bytes, in one of the topics or in the one given. */
  entry(topic?: string): CorpusEntry {
    const random = this.#random;
    const words = Array.from({ length: WORDS_MIN + random.below(WORDS_SPREAD) }, () =>
      random.next() < IDENTIFIER_SHARE ? camelCase(this.word(), this.word()) : this.word(),
    );
    const breakAt = 8 + random.below(10);
    return {
      topic: topic ?? `topic-${random.below(this.#topics)}`,
      text: `${words.slice(0, breakAt).join(" ")}\n${words.slice(breakAt).join(" ")}`,
      tags: TAGS[random.below(TAGS.length)]!,
      source: `src/${this.word()}.ts:${1 + random.below(400)}`,
    };
  }

  /** Two words of medium frequency, as people search for. */
  query(): string {
    return `${this.word()} ${this.word()}`;
  }
}

function camelCase(first: string, second: string): string {
  return first + second[0]!.toUpperCase() + second.slice(1);
}
