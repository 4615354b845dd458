// The documents whose origin is not their own offset: those that descend from others by edits. Few documents do, so
// these are two short lists beside the documents and no column.
// Invariants:
// - Document numbers ascend.

import { lowerBound } from "../../base/sorted-search.ts";

export class MovedOrigins {
  readonly ids: ArrayLike<number>;
  readonly origins: ArrayLike<number>;

  constructor(ids: ArrayLike<number>, origins: ArrayLike<number>) {
    this.ids = ids;
    this.origins = origins;
  }

  /** The origin of document `id` if it was moved, else `offset`. */
  of(id: number, offset: number): number {
    const at = lowerBound(this.ids, id);
    return this.ids[at] === id ? (this.origins[at] ?? offset) : offset;
  }
}
