// Which documents of a live index are deleted (deleted, replaced or moved), and what that takes off its totals.
// Invariants:
// - A document is deleted once and stays deleted.
// - As long as none is deleted this takes no memory, however many documents there are.

const FIRST_CAPACITY = 1024;

export class DeletedDocuments {
  #marks = new Uint8Array(0);
  #count = 0;
  #tokens = 0;
  #ascending = new Uint32Array(0);

  /** How many documents are deleted, and how many tokens they have. */
  get count(): number {
    return this.#count;
  }

  get tokens(): number {
    return this.#tokens;
  }

  has(id: number): boolean {
    return this.#marks[id] === 1;
  }

  /** The numbers of all deleted documents, ascending. */
  ascending(): Uint32Array {
    if (this.#ascending.length === this.#count) return this.#ascending;
    const ids = new Uint32Array(this.#count);
    let next = 0;
    for (let id = this.#marks.indexOf(1); id >= 0; id = this.#marks.indexOf(1, id + 1)) ids[next++] = id;
    this.#ascending = ids;
    return ids;
  }

  /** Deletes document `id`, which has `length` tokens. */
  add(id: number, length: number): void {
    if (id >= this.#marks.length) {
      const grown = new Uint8Array(Math.max(id + 1, this.#marks.length * 2, FIRST_CAPACITY));
      grown.set(this.#marks);
      this.#marks = grown;
    }
    this.#marks[id] = 1;
    this.#count++;
    this.#tokens += length;
  }
}
