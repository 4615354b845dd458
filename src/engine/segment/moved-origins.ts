// The documents whose origin is not their own offset: those that descend from others by edits. Few documents do, so
// these are two short lists beside the documents and no column.
// Invariants:
// - Document numbers ascend.

export class MovedOrigins {
  readonly ids: ArrayLike<number>;
  readonly origins: ArrayLike<number>;

  constructor(ids: ArrayLike<number>, origins: ArrayLike<number>) {
    this.ids = ids;
    this.origins = origins;
  }

  /** The origin of document `id` if it was moved, else `offset`. */
  of(id: number, offset: number): number {
    let low = 0;
    let high = this.ids.length;
    if (high === 0) return offset;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return this.ids[low] === id ? (this.origins[low] ?? offset) : offset;
  }
}
