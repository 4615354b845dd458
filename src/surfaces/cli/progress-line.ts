// The progress of long work, for people at a terminal.

import type { LongWork } from "../../notes/store/long-work.ts";
import { complain } from "../standard-error.ts";

const COLUMNS_USUAL = 80;
const CLEARED = "\r\u001b[K";

type Step = Parameters<NonNullable<LongWork["onProgress"]>>[0];

/** Where progress is shown: `columns` is 0 for a terminal that does not say how wide it is. */
export interface ProgressScreen {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
}

const standardError = (): ProgressScreen => ({
  isTerminal: process.stderr.isTTY === true,
  columns: process.stderr.columns || 0,
  write: complain,
});

/** Runs long work that reports its progress. A terminal shows the progress on standard error; a pipe or a file does not. */
export async function withProgress<T>(
  work: (onProgress: (step: Step) => void) => T | Promise<T>,
  screen: ProgressScreen = standardError(),
): Promise<T> {
  const line = new ProgressLine(screen);
  try {
    return await work((step) => line.show(step));
  } finally {
    line.end();
  }
}

/** One line that overwrites itself, and is cleared at the end. */
class ProgressLine {
  #shown = "";
  #isOver = false;

  readonly #screen: ProgressScreen;

  constructor(screen: ProgressScreen) {
    this.#screen = screen;
  }

  show({ done, total, what }: Step): void {
    // Work that was given up may go on for a moment, when the answer is already printed.
    if (this.#isOver || !this.#screen.isTerminal) return;
    const share = total ? `${Math.min(100, Math.floor((100 * done) / total))}%` : `${done}`;
    // A longer line would go on in the next one, which no later step overwrites.
    const text = `${what} ${share}`.slice(0, (this.#screen.columns || COLUMNS_USUAL) - 1);
    if (text === this.#shown) return;
    this.#screen.write(`${CLEARED}${text}`);
    this.#shown = text;
  }

  end(): void {
    this.#isOver = true;
    if (this.#shown !== "") this.#screen.write(CLEARED);
  }
}
