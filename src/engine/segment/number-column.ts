// A growing column of unsigned numbers: four bytes each, and nothing as long as all of them are zero.

const FIRST_CAPACITY = 64;

export class NumberColumn {
  length = 0;
  #numbers: Uint32Array | null = null;

  /** Appends a number; of a negative number its 32 bits. */
  push(value: number): void {
    const at = this.length++;
    let numbers = this.#numbers;
    if (numbers === null) {
      if (value === 0) return;
      numbers = new Uint32Array(Math.max(FIRST_CAPACITY, 2 * at));
      this.#numbers = numbers;
    } else if (at >= numbers.length) {
      const grown = new Uint32Array(2 * at);
      grown.set(numbers);
      numbers = grown;
      this.#numbers = grown;
    }
    numbers[at] = value;
  }

  /** The number at `index`, which is one of those appended. */
  at(index: number): number {
    return this.#numbers === null ? 0 : this.#numbers[index]!;
  }

  /** All numbers; valid until the next one is appended. */
  all(): Uint32Array {
    return this.#numbers?.subarray(0, this.length) ?? new Uint32Array(this.length);
  }
}
