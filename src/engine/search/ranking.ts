// Puts results in order, but only as many as are asked for. Building the order takes one pass over the matches. Each
// result taken costs the logarithm of their number.

/** Compares two documents: negative when `a` comes out before `b`. */
export type Order = (a: number, b: number) => number;

/** A binary heap over document numbers that hands them out in order. */
export class LazyOrder {
  readonly #heap: number[];
  readonly #order: Order;

  /** Takes over `documents` and reorders it. */
  constructor(documents: number[], order: Order) {
    this.#heap = documents;
    this.#order = order;
    for (let at = (documents.length >>> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  /** The next document, or -1 when there is none. */
  next(): number {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined) return -1;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #sink(start: number): void {
    const heap = this.#heap;
    const moving = heap[start]!;
    let at = start;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#order(heap[child + 1]!, heap[child]!) < 0) child++;
      if (this.#order(heap[child]!, moving) >= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = moving;
  }
}
