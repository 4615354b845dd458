// The size of answers. An answer never exceeds about 20,000 tokens; what did not fit is counted in it.

/** About 20,000 tokens at four bytes a token. */
export const ANSWER_BYTES_MAX = 80_000;

/** Collects lines up to a budget of bytes of UTF-8. */
export class Answer {
  readonly #lines: string[] = [];
  readonly #budget: number;
  #bytes = 0;

  constructor(budget = ANSWER_BYTES_MAX) {
    this.#budget = budget;
  }

  /** Adds a block of lines whole, or not at all; false when it does not fit. */
  add(...lines: readonly string[]): boolean {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (this.#bytes + bytes > this.#budget && this.#lines.length > 0) return false;
    this.#bytes += bytes;
    this.#lines.push(...lines);
    return true;
  }

  /** Adds lines whatever the budget: for closing lines. */
  close(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Bytes that still fit. */
  get room(): number {
    return Math.max(0, this.#budget - this.#bytes);
  }

  text(): string {
    return this.#lines.join("\n");
  }
}

/** Cuts a text of several lines to about `bytes`, and says how much is missing. */
export function cutText(text: string, bytes: number): string {
  const size = Buffer.byteLength(text);
  if (size <= bytes) return text;
  const kept = Buffer.from(text)
    .subarray(0, Math.max(0, bytes))
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
  return `${kept}\n[cut: ${size - Buffer.byteLength(kept)} of ${size} bytes are not shown]`;
}
