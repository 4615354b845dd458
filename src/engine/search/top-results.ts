// Keeps the best of many results. A small number is kept in order, and each result is put into its place. For a larger
// number a buffer takes in up to twice the number and some more. It is sorted and cut when it is full. A result below
// the last of the best cannot come back, so the caller may leave results below `threshold` unscored.
// Invariants:
// The kept results are the beginning of the total order of all that were offered, without those that the cap holds
// back.
//
// The cap does not break this. The best so far hold the first results of a group up to the cap, or all that are above
// the threshold. For each result that is cut away, either its group has as many better results as the cap allows, or as
// many results as are wanted are better. Both stay true, whatever is offered later.

/** Orders documents of one score: positive when `b` comes first. */
export type NewestFirst = (a: number, b: number) => number;

/** Up to this limit the results are kept in order. */
const ORDERED_MAX = 64;
/** How many results beyond twice the limit the buffer takes in before it is cut. */
const SLACK = 32;

export class TopResults {
  /** Results with a lower score are not wanted. */
  threshold = Number.NEGATIVE_INFINITY;
  /** How many results were offered. The caller keeps count. */
  offered = 0;
  readonly #limit: number;
  readonly #order: NewestFirst;
  /** The group of a document, and how many results of one group are wanted. Null: any number. */
  readonly #cap: { readonly groupOf: (id: number) => number; readonly most: number } | null;
  #ids: number[] = [];
  #scores: number[] = [];
  /** The last of the wanted results, once there are enough; -1 before. */
  #last = -1;

  constructor(limit: number, order: NewestFirst, cap: { groupOf: (id: number) => number; most: number } | null) {
    this.#limit = limit;
    this.#order = order;
    this.#cap = cap;
  }

  /** Offers a result. */
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

  /** Returns the best results in order. */
  finish(): { readonly ids: readonly number[]; readonly scores: readonly number[] } {
    if (this.#limit > ORDERED_MAX) this.#cut();
    return { ids: this.#ids, scores: this.#scores };
  }

  /**
   * Puts a result in its place among the ordered ones, unless the cap holds it back. Another result of its group, or
   * the last one, is removed for it.
   */
  #insert(id: number, score: number): void {
    const ids = this.#ids;
    const scores = this.#scores;
    let place = ids.length;
    while (place > 0 && score >= scores[place - 1]! && this.#isBefore(id, score, place - 1)) place--;
    const gone = this.#heldBackFor(id);
    // All results that its group may have are better.
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

  /**
   * Returns the place of the result that is removed when the document comes in: the last of its group, or the last of
   * all.
   */
  #heldBackFor(id: number): number {
    const cap = this.#cap;
    const end = Math.min(this.#ids.length, this.#limit - 1);
    if (cap === null) return end;
    const group = cap.groupOf(id);
    let count = 0;
    let last = 0;
    for (let at = 0; at < this.#ids.length; at++) {
      if (cap.groupOf(this.#ids[at]!) !== group) continue;
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
        const group = cap.groupOf(id);
        const count = shown.get(group) ?? 0;
        if (count === cap.most) continue;
        shown.set(group, count + 1);
      }
      this.#ids.push(id);
      this.#scores.push(scores[place]!);
    }
    if (this.#ids.length < this.#limit) return;
    this.threshold = this.#scores.at(-1)!;
    this.#last = this.#ids.at(-1)!;
  }
}
