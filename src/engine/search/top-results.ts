// Keeps the best results of many: a few in their order, into which each is put; of more a buffer of some times their
// number that is sorted and cut when it is full. What falls below the last of the best cannot come back, so whoever
// offers results may leave out those below `threshold` unscored.
// Invariant: what stays is the beginning of the total
// order of all that were offered, those held back by the cap left out.
//
// The cap does not change that. The best so far hold the first three of a topic, or as many as are above the threshold;
// of what is cut away some three of the topic are better, or so many results as are asked for. Both stay so, whatever
// is offered later.

/** Which documents count as better among those of one score: positive when `b` comes first. */
export type NewestFirst = (a: number, b: number) => number;

/** So many are kept in their order. */
const ORDERED_MAX = 64;
/** How many results beyond the wanted ones are taken in before the buffer is cut. */
const SLACK = 32;

export class TopResults {
  /** Results with a lower score are not wanted. */
  threshold = Number.NEGATIVE_INFINITY;
  /** How many were looked at: whoever offers results keeps count. */
  offered = 0;
  readonly #limit: number;
  readonly #order: NewestFirst;
  /** The topic of a document, and how many of one are wanted; null: as many as there are. */
  readonly #cap: { readonly topicOf: (id: number) => number; readonly most: number } | null;
  #ids: number[] = [];
  #scores: number[] = [];
  /** The last of the wanted ones, once there are so many. */
  #last = -1;

  constructor(limit: number, order: NewestFirst, cap: { topicOf: (id: number) => number; most: number } | null) {
    this.#limit = limit;
    this.#order = order;
    this.#cap = cap;
  }

  /** Takes in a result. */
  add(id: number, score: number): void {
    if (score < this.threshold || (score === this.threshold && this.#last >= 0 && this.#order(id, this.#last) > 0))
      return;
    if (this.#limit <= ORDERED_MAX) {
      this.#insert(id, score);
      return;
    }
    this.#ids.push(id);
    this.#scores.push(score);
    if (this.#ids.length >= 2 * this.#limit + SLACK) this.#cut();
  }

  /** The best results in order. */
  finish(): { readonly ids: readonly number[]; readonly scores: readonly number[] } {
    if (this.#limit > ORDERED_MAX) this.#cut();
    return { ids: this.#ids, scores: this.#scores };
  }

  /**
   * Puts a result in its place among those that are in order, unless it is held back; one of its topic, or the last,
   * goes for it.
   */
  #insert(id: number, score: number): void {
    const ids = this.#ids;
    const scores = this.#scores;
    let place = ids.length;
    while (place > 0 && score >= scores[place - 1]! && this.#isBefore(id, score, place - 1)) place--;
    const gone = this.#heldBackFor(id);
    // All that its topic may have are better.
    if (gone < place) return;
    for (let at = Math.min(gone, ids.length); at > place; at--) {
      ids[at] = ids[at - 1]!;
      scores[at] = scores[at - 1]!;
    }
    ids[place] = id;
    scores[place] = score;
    if (ids.length < this.#limit) return;
    this.threshold = scores[this.#limit - 1]!;
    this.#last = ids[this.#limit - 1]!;
  }

  #isBefore(id: number, score: number, place: number): boolean {
    return score > this.#scores[place]! || this.#order(id, this.#ids[place]!) < 0;
  }

  /** Where the result is that goes when one more of the document's topic comes: the last of the topic, or of all. */
  #heldBackFor(id: number): number {
    const cap = this.#cap;
    const end = Math.min(this.#ids.length, this.#limit - 1);
    if (cap === null) return end;
    const topic = cap.topicOf(id);
    let count = 0;
    let last = 0;
    for (let at = 0; at < this.#ids.length; at++) {
      if (cap.topicOf(this.#ids[at]!) !== topic) continue;
      count++;
      last = at;
    }
    return count < cap.most ? end : last;
  }

  #cut(): void {
    const ids = this.#ids;
    const scores = this.#scores;
    const places: number[] = [];
    for (let place = 0; place < ids.length; place++) places.push(place);
    places.sort((a, b) => scores[b]! - scores[a]! || this.#order(ids[a]!, ids[b]!));
    const cap = this.#cap;
    const shown = new Map<number, number>();
    this.#ids = [];
    this.#scores = [];
    for (const place of places) {
      if (this.#ids.length === this.#limit) break;
      const id = ids[place]!;
      if (cap !== null) {
        const topic = cap.topicOf(id);
        const count = shown.get(topic) ?? 0;
        if (count === cap.most) continue;
        shown.set(topic, count + 1);
      }
      this.#ids.push(id);
      this.#scores.push(scores[place]!);
    }
    if (this.#ids.length < this.#limit) return;
    this.threshold = this.#scores.at(-1)!;
    this.#last = this.#ids.at(-1)!;
  }
}
