// Finds the similar ones among many token sets without comparing every set with every other.
//
// Two token sets with a Jaccard similarity of t or more share t n of the n tokens of either. So if the tokens of every
// set are in one order, rarest first, similar sets share one of the first n - ceil(t n) + 1 (the prefix filter of
// Chaudhuri, Ganti and Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning", 2006). How many tokens
// they may share from the first shared one on is bounded by how many are left in both (the positional filter of Xiao et
// al., "Efficient Similarity Joins for Near-Duplicate Detection", 2008). Only sets that pass both are compared.

/** Comparing two sets counts as one for every so many tokens of the set that has fewer left. */
const STEPS_PER_WORK = 4;
/** For rounding up a number that may lie just above a whole one. */
const ROUNDING_ERROR = 1e-9;
const NONE: readonly number[] = [];

/** Gives names numbers: 0, 1, 2 and so on. */
export class Numbering {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known === undefined) this.#numbers.set(name, this.#numbers.size);
    return known ?? this.#numbers.size - 1;
  }

  /** The numbers of a set's tokens. */
  ofAll(tokens: ReadonlySet<string>): Uint32Array {
    const numbers = new Uint32Array(tokens.size);
    let at = 0;
    for (const token of tokens) numbers[at++] = this.of(token);
    return numbers;
  }
}

/**
 * Makes a function that returns the tokens of one of the sets as ranks, ascending. The token that the fewest sets hold
 * has rank 0; of two that as many hold the one with the lower number comes first.
 */
export function rankedByRarity(sets: readonly Uint32Array[]): (tokens: Uint32Array) => Uint32Array {
  let end = 0;
  for (const tokens of sets) for (const token of tokens) end = Math.max(end, token + 1);
  const frequency = new Uint32Array(end);
  for (const tokens of sets) for (const token of tokens) frequency[token]!++;
  const rankOf = new Uint32Array(end);
  const rarestFirst = Uint32Array.from(frequency.keys()).sort((a, b) => frequency[a]! - frequency[b]! || a - b);
  rarestFirst.forEach((token, rank) => {
    rankOf[token] = rank;
  });
  return (tokens) => tokens.map((token) => rankOf[token]!).sort();
}

/** Compares one set after the other with those that were added before. */
export class SimilarityJoin {
  readonly #sets: readonly Uint32Array[];
  readonly #threshold: number;
  readonly #workMax: number;
  readonly #tokensEnd: number;
  /** By token and scope in one number: sets whose prefix has the token, each followed by the token's place in it. */
  readonly #holders = new Map<number, number[]>();
  /** The last set that each set was met by. */
  readonly #met: Int32Array;
  #work = 0;
  #isWhole = true;

  /**
   * The sets are ascending ranks (`rankedByRarity`) and known by their positions. `workMax` bounds the work: meeting a
   * set that shares a token of the prefix counts as one, and comparing it as a part of its size.
   */
  constructor(sets: readonly Uint32Array[], threshold: number, workMax = Number.POSITIVE_INFINITY) {
    this.#sets = sets;
    this.#threshold = threshold;
    this.#workMax = workMax;
    this.#tokensEnd = sets.reduce((most, tokens) => Math.max(most, (tokens.at(-1) ?? 0) + 1), 0);
    this.#met = new Int32Array(sets.length).fill(-1);
  }

  /** Whether all was compared, within the bound of the work. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Lets later sets of the scope be compared with the set at this position. */
  add(position: number, scope = 0): void {
    const tokens = this.#sets[position]!;
    for (let place = 0; place < this.#prefixSize(tokens); place++) {
      const key = tokens[place]! + scope * this.#tokensEnd;
      const holders = this.#holders.get(key);
      if (holders === undefined) this.#holders.set(key, [position, place]);
      else holders.push(position, place);
    }
  }

  /**
   * The added sets of the scope whose similarity is the threshold or more. Those that share the rarest tokens come
   * first, of those of one token the one added first. Sets that are not wanted are not compared.
   */
  similarTo(position: number, scope = 0, isWanted: (other: number) => boolean = () => true) {
    const found: { readonly position: number; readonly similarity: number }[] = [];
    const tokens = this.#sets[position]!;
    for (let left = 0; left < this.#prefixSize(tokens); left++) {
      const holders = this.#holders.get(tokens[left]! + scope * this.#tokensEnd) ?? NONE;
      for (let at = 0; at < holders.length; at += 2) {
        this.#isWhole = ++this.#work <= this.#workMax;
        if (!this.#isWhole) return found;
        const other = holders[at]!;
        if (this.#met[other] === position) continue;
        // This is the first token that both sets hold. They share nothing before it, so a later one gives nothing more.
        this.#met[other] = position;
        if (!isWanted(other)) continue;
        const similarity = this.#similarity(tokens, left, this.#sets[other]!, holders[at + 1]!);
        if (similarity >= this.#threshold) found.push({ position: other, similarity });
      }
    }
    return found;
  }

  #prefixSize(tokens: Uint32Array): number {
    return Math.min(tokens.length, tokens.length - Math.ceil(this.#threshold * tokens.length) + 1);
  }

  /** The similarity of sets that share nothing before `left` and `right`; 0 once it is known to be too low. */
  #similarity(a: Uint32Array, left: number, b: Uint32Array, right: number): number {
    const total = a.length + b.length;
    const sharedMin = Math.ceil((this.#threshold / (1 + this.#threshold)) * total - ROUNDING_ERROR);
    let rest = Math.min(a.length - left, b.length - right);
    if (rest < sharedMin) return 0;
    this.#work += Math.ceil(rest / STEPS_PER_WORK);
    let shared = 0;
    while (rest > 0) {
      if (shared + rest < sharedMin) return 0;
      const difference = a[left]! - b[right]!;
      if (difference === 0) shared++;
      if (difference <= 0) left++;
      if (difference >= 0) right++;
      rest = Math.min(a.length - left, b.length - right);
    }
    return shared / (total - shared);
  }
}
