// Limits the size of answers. An answer has at most about 20,000 tokens, and says how much did not fit.

/** About 20,000 tokens at four bytes a token. */
export const ANSWER_BYTES_MAX = 80_000;
/** How many bytes are kept free for the lines that close an answer. */
export const CLOSING_BYTES = 1500;

/** Collects lines up to a budget of bytes of UTF-8, closing lines included. */
export class BoundedText {
  readonly #lines: string[] = [];
  readonly #budget: number;
  #bytes = 0;

  constructor(budget = ANSWER_BYTES_MAX) {
    this.#budget = budget - CLOSING_BYTES;
  }

  /**
   * Adds a block of lines as a whole. Returns false when the block does not fit; then nothing is added. Only the first
   * block is cut if it does not fit.
   */
  add(...lines: readonly string[]): boolean {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (this.#bytes + bytes <= this.#budget) this.#lines.push(...lines);
    else if (this.#lines.length === 0) this.#lines.push(cutText(lines.join("\n"), this.#budget));
    else return false;
    this.#bytes += bytes;
    return true;
  }

  /** Adds the lines of each item while there is room. Returns how many items were added. */
  addEach<Item>(items: readonly Item[], lines: (item: Item) => readonly string[]): number {
    const missing = items.findIndex((item) => !this.add(...lines(item)));
    return missing < 0 ? items.length : missing;
  }

  /** Adds closing lines without checking the budget. About 1,500 bytes are kept free for them. */
  close(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** The lines, and `closing` behind them. */
  text(...closing: readonly string[]): string {
    return [...this.#lines, ...closing].join("\n");
  }
}

const LINE_FEED = 10;
const UNIT_BYTES_MAX = 3;

/**
 * Cuts a text of several lines to about `bytes` of UTF-8, and says how much is missing. `margin` is the number of bytes
 * that the caller puts before each line. They count too.
 */
export function cutText(text: string, bytes: number, margin = 0): string {
  // A UTF-16 unit takes at most three bytes, and each line break brings a margin. So most texts are known to fit before
  // they are encoded.
  if (margin + text.length * (UNIT_BYTES_MAX + margin) <= bytes) return text;
  const encoded = Buffer.from(text);
  const kept = fittingBytes(encoded, bytes, margin);
  if (kept === encoded.length) return text;
  const shown = encoded.toString("utf8", 0, kept);
  return `${shown}\n[cut: ${encoded.length - kept} of ${encoded.length} bytes are not shown]`;
}

/** How many bytes from the start fit. Only whole characters count. */
function fittingBytes(encoded: Uint8Array, bytes: number, margin: number): number {
  let at = 0;
  for (let size = margin; at < encoded.length; at++) {
    size += encoded[at] === LINE_FEED ? 1 + margin : 1;
    if (size > bytes) break;
  }
  return wholeCharacters(encoded, at);
}

/** The end of the last whole character of UTF-8 that ends at `end` or before it. */
export function wholeCharacters(encoded: Uint8Array, end: number): number {
  let at = Math.min(end, encoded.length);
  while (at > 0 && at < encoded.length && (encoded[at]! & 0xc0) === 0x80) at--;
  return at;
}
