// The size of answers. An answer never exceeds about 20,000 tokens; what did not fit is counted in it.

/** About 20,000 tokens at four bytes a token. */
export const ANSWER_BYTES_MAX = 80_000;
/** What is kept free for the lines that close an answer. */
export const CLOSING_BYTES = 1500;

/** Collects lines up to a budget of bytes of UTF-8, closing lines included. */
export class Answer {
  readonly #lines: string[] = [];
  readonly #budget: number;
  #bytes = 0;

  constructor(budget = ANSWER_BYTES_MAX) {
    this.#budget = budget - CLOSING_BYTES;
  }

  /**
   * Adds a block of lines whole, or not at all; false when it does not fit. The first block is cut where it would not
   * fit.
   */
  add(...lines: readonly string[]): boolean {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (this.#bytes + bytes <= this.#budget) this.#lines.push(...lines);
    else if (this.#lines.length === 0) this.#lines.push(cutText(lines.join("\n"), this.#budget));
    else return false;
    this.#bytes += bytes;
    return true;
  }

  /** Adds lines whatever the budget: for closing lines, which have room for about 1,500 bytes. */
  close(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  text(): string {
    return this.#lines.join("\n");
  }
}

const LINE_FEED = 10;
const UNIT_BYTES_MAX = 3;

/**
 * Cuts a text of several lines to about `bytes` of UTF-8, and says how much is missing. `margin` is what the caller
 * puts before each line, in bytes: it counts as well.
 */
export function cutText(text: string, bytes: number, margin = 0): string {
  // A UTF-16 unit is three bytes at most, and a line break brings a margin: most texts need no encoding to be judged.
  if (margin + text.length * (UNIT_BYTES_MAX + margin) <= bytes) return text;
  const encoded = Buffer.from(text);
  const kept = fittingBytes(encoded, bytes, margin);
  if (kept === encoded.length) return text;
  const shown = encoded.toString("utf8", 0, kept);
  return `${shown}\n[cut: ${encoded.length - kept} of ${encoded.length} bytes are not shown]`;
}

/** How many bytes from the start fit, whole characters only. */
function fittingBytes(encoded: Uint8Array, bytes: number, margin: number): number {
  let at = 0;
  for (let size = margin; at < encoded.length; at++) {
    size += encoded[at] === LINE_FEED ? 1 + margin : 1;
    if (size > bytes) break;
  }
  while (at > 0 && at < encoded.length && (encoded[at]! & 0xc0) === 0x80) at--;
  return at;
}
