// Standard input from a server's first moment on. Input that arrives before somebody listens is kept, and delivered to
// the listener in its order.

import type { Input } from "./line-transport.ts";

const NEWLINE = 10;
/** A longer first line is left to the later listener. */
const FIRST_LINE_BYTES_MAX = 64 * 1024;

export class KeptInput implements Input {
  readonly #stream: Input;
  #kept: Buffer = Buffer.alloc(0);
  #data: ((chunk: Buffer) => void) | null = null;
  #ended = false;
  #error: Error | null = null;
  /** Called when more input has arrived, or when the input has ended. */
  #onMore: () => void = () => undefined;

  constructor(stream: Input) {
    this.#stream = stream;
    stream.on("data", (chunk) => this.#take(chunk));
    stream.on("error", (error) => {
      this.#error = error;
    });
    for (const event of ["end", "close"] as const) {
      stream.on(event, () => {
        this.#ended = true;
        this.#onMore();
      });
    }
  }

  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "data" | "end" | "close" | "error", listener: (value: never) => void): void {
    if (event === "data") {
      this.#data = listener as (chunk: Buffer) => void;
      const kept = this.#kept;
      this.#kept = Buffer.alloc(0);
      if (kept.length > 0) this.#data(kept);
      return;
    }
    if (event === "error" && this.#error !== null) listener(this.#error as never);
    if (event === "end" && this.#ended) (listener as () => void)();
    this.#stream.on(event as "end", listener as () => void);
  }

  /**
   * The first line, once all of it has arrived. null when it does not arrive within `milliseconds`, or is longer than
   * is waited for.
   */
  async firstLine(milliseconds: number): Promise<string | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLate = false;
    while (this.#lineEnd < 0 && !this.#ended && !isLate && this.#kept.length < FIRST_LINE_BYTES_MAX) {
      await new Promise<void>((resolve) => {
        this.#onMore = resolve;
        timer ??= setTimeout(() => {
          isLate = true;
          this.#onMore();
        }, milliseconds);
      });
    }
    clearTimeout(timer);
    return this.#lineEnd < 0 ? null : this.#kept.toString("utf8", 0, this.#lineEnd);
  }

  /** Drops the first line, so that the later listener does not receive it. */
  dropFirstLine(): void {
    this.#kept = this.#kept.subarray(this.#lineEnd + 1);
  }

  get #lineEnd(): number {
    return this.#kept.indexOf(NEWLINE);
  }

  #take(chunk: Buffer): void {
    if (this.#data !== null) {
      this.#data(chunk);
      return;
    }
    this.#kept = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#onMore();
  }
}
