// The progress of long work, for people at a terminal.

import type { LongWork } from "../../notes/store/long-work.ts";
import { complain } from "../standard-error.ts";

const COLUMNS_USUAL = 80;
const CLEARED = "\r\u001b[K";

/** Runs long work that reports its progress. A terminal shows the progress on standard error; a pipe or a file does not. */
export async function withProgress<T>(
  work: (onProgress: NonNullable<LongWork["onProgress"]>) => T | Promise<T>,
): Promise<T> {
  const line = new ProgressLine();
  try {
    return await work((step) => line.show(step));
  } finally {
    line.clear();
  }
}

/** One line on standard error that overwrites itself, and is cleared at the end. */
class ProgressLine {
  #shown = "";

  show({ done, total, what }: Parameters<NonNullable<LongWork["onProgress"]>>[0]): void {
    if (process.stderr.isTTY !== true) return;
    const share = total ? `${Math.min(100, Math.floor((100 * done) / total))}%` : `${done}`;
    // A longer line would go on in the next one, which no later step overwrites.
    const text = `${what} ${share}`.slice(0, (process.stderr.columns || COLUMNS_USUAL) - 1);
    if (text === this.#shown) return;
    complain(`${CLEARED}${text}`);
    this.#shown = text;
  }

  clear(): void {
    if (this.#shown !== "") complain(CLEARED);
    this.#shown = "";
  }
}
