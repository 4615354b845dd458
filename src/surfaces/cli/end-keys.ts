// The keys that end what goes on in a terminal by itself: q, Ctrl-C, Ctrl-D; and signals. The terminal is as it was when
// they are closed.

/** How it was ended. */
export type EndedBy = "quit" | "interrupted";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class EndKeys {
  readonly #wakes: "resize" | "key" | "nothing";
  readonly #isRaw: boolean;
  #wake: (() => void) | null = null;
  #ended: EndedBy | null = null;

  /** `wakes`: what ends a wait beside them. With `nothing` keys are left to others, and only signals count. */
  constructor(wakes: "resize" | "key" | "nothing") {
    this.#wakes = wakes;
    this.#isRaw = wakes !== "nothing" && process.stdin.isTTY === true;
    if (this.#isRaw) {
      process.stdin.setRawMode(true);
      process.stdin.on("data", this.#take);
      process.stdin.resume();
    }
    for (const signal of SIGNALS) process.on(signal, this.#interrupt);
    if (wakes === "resize") process.stdout.on("resize", this.#woken);
  }

  /** Waits for a key that ends it, at most so long; null for none. */
  async within(milliseconds: number): Promise<EndedBy | null> {
    if (this.#ended !== null) return this.#ended;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
    return this.#ended;
  }

  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.#interrupt);
    process.stdout.off("resize", this.#woken);
    if (!this.#isRaw) return;
    process.stdin.off("data", this.#take);
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }

  readonly #take = (data: Uint8Array | string): void => {
    const keys = typeof data === "string" ? data : new TextDecoder().decode(data);
    // Ctrl-C, Ctrl-D.
    if (/[\u0003\u0004]/.test(keys)) this.#end("interrupted");
    else if (/[qQ]/.test(keys)) this.#end("quit");
    else if (this.#wakes === "key") this.#woken();
  };

  readonly #interrupt = (): void => this.#end("interrupted");
  readonly #woken = (): void => this.#wake?.();

  #end(how: EndedBy): void {
    this.#ended ??= how;
    this.#wake?.();
  }
}
