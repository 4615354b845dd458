// One run of a build that is tried: started, asked, ended, and in any case gone afterwards. It may crash, hang, flood
// or lie.
//
// Invariants
// - Every wait ends: with an answer, at the end of the process, at its deadline, or when nobody waits any more.
// - Standard output is the protocol: anything else on it, or too much, fails the run.
// - `kill` ends the process and those that it started itself.
//
// Left to others: what is asked, and which answers are right (verify-build.ts).

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { messageOf } from "../../base/errors.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { COMPLAINT_LENGTH_MAX, GONE_MS, OUTPUT_BYTES_MAX } from "./limits.ts";

/** Why a build is refused, to be read behind "the new build ...". */
export class BuildFailure extends Error {}

export interface RunOptions {
  readonly path: string;
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long it may take in all, in milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of the build to one request. */
export interface BuildAnswer {
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

export class BuildProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #cleanups: (() => void)[] = [];
  readonly #answers = new Map<unknown, BuildAnswer>();
  /** Called whenever something has come or ended. */
  #wake: (() => void) | null = null;
  #failure: Error | null = null;
  #isClosed = false;
  #ending = "";
  #output = "";
  #outputBytes = 0;
  #complaint = "";
  readonly #isProtocol: boolean;

  /**
   * Starts the build; throws BuildFailure where that is refused. With `isProtocol` each line it writes has to be a
   * message.
   */
  constructor(options: RunOptions, isProtocol: boolean) {
    this.#isProtocol = isProtocol;
    const { path, words, directory, environment, limitMs, signal } = options;
    // A group of its own, so that what it starts can be ended with it.
    const child = started(() => spawn(path, words, { cwd: directory, env: { ...environment }, detached: true }));
    this.#child = child;
    // What it has started and left would keep its output open.
    child.on("exit", () => this.#killGroup());
    child.on("error", (error) => this.#fail(`cannot be started: ${messageOf(error)}`));
    child.on("close", (code, ending) => {
      this.#isClosed = true;
      this.#ending = code === null ? `was ended by ${ending}` : `ended with exit code ${code}`;
      this.#wake?.();
    });
    child.stdin.on("error", () => undefined);
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (this.#complaint.length < COMPLAINT_LENGTH_MAX) this.#complaint += text;
    });
    const timer = setTimeout(() => this.#fail(`did not answer within ${limitMs / 1000} s`), limitMs);
    const abort = () => this.#fail("was not tried to the end");
    signal?.addEventListener("abort", abort);
    this.#cleanups.push(
      () => clearTimeout(timer),
      () => signal?.removeEventListener("abort", abort),
    );
  }

  /** Sends text to its standard input as it is. */
  send(text: string): void {
    if (!this.#isClosed) this.#child.stdin.write(text);
  }

  /** Sends a message. */
  sendMessage(message: object): void {
    this.send(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Waits for the answer to the request with this id. Throws BuildFailure. */
  async answer(id: string): Promise<BuildAnswer> {
    await this.#until(() => this.#answers.has(id) || this.#isClosed);
    const answer = this.#answers.get(id);
    if (answer === undefined) throw this.#ended("without an answer");
    this.#answers.delete(id);
    return answer;
  }

  /**
   * Ends its standard input and waits for its end. Returns what it wrote, unless that was protocol. Throws
   * BuildFailure.
   */
  async end(): Promise<string> {
    this.#child.stdin.end();
    await this.#until(() => this.#isClosed);
    if (this.#ending !== "ended with exit code 0") throw this.#ended("");
    const [stray] = this.#answers.keys();
    if (stray !== undefined) throw new BuildFailure(`answered what was not asked: ${quote(String(stray))}`);
    return this.#output;
  }

  /** Resolves when it and what it has started are gone, behind `kill`; at once when it never was there. */
  async gone(): Promise<void> {
    if (this.#isClosed || this.#child.pid === undefined) return;
    await new Promise<void>((resolve) => {
      // Something that has left the group may hold its output open.
      const timer = setTimeout(resolve, GONE_MS);
      this.#child.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends it at once, and what it has started. */
  kill(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#killGroup();
  }

  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // All of them have ended.
    }
  }

  async #until(condition: () => boolean): Promise<void> {
    while (this.#failure === null && !condition()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #fail(why: string): void {
    this.#failure ??= new BuildFailure(why);
    this.#wake?.();
  }

  #ended(what: string): BuildFailure {
    const said = cleanLine(this.#complaint).slice(0, COMPLAINT_LENGTH_MAX).toWellFormed();
    return new BuildFailure([this.#ending, what, said === "" ? "" : `(${said})`].filter(Boolean).join(" "));
  }

  #receive(text: string): void {
    this.#outputBytes += Buffer.byteLength(text);
    if (this.#outputBytes > OUTPUT_BYTES_MAX) {
      this.#fail(`wrote more than ${OUTPUT_BYTES_MAX} bytes`);
      this.#child.stdout.destroy();
      return;
    }
    this.#output += text;
    if (!this.#isProtocol) return;
    const lines = this.#output.split("\n");
    this.#output = lines.pop()!;
    for (const line of lines) this.#read(line);
    this.#wake?.();
  }

  #read(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      message = null;
    }
    if (typeof message !== "object" || message === null || !("jsonrpc" in message)) {
      this.#fail(`wrote what is no message to standard output: ${quote(line.slice(0, COMPLAINT_LENGTH_MAX))}`);
      return;
    }
    // Notifications are free; a request of its own is none of ours to answer.
    if ("method" in message || !("id" in message)) return;
    if (message.id === null) {
      const { error } = message as BuildAnswer;
      this.#fail(`does not understand what it is sent: ${quote(String(error?.message))}`);
      return;
    }
    this.#answers.set(message.id, message as BuildAnswer);
  }
}

function started(start: () => ChildProcessWithoutNullStreams): ChildProcessWithoutNullStreams {
  try {
    return start();
  } catch (error) {
    throw new BuildFailure(`cannot be started: ${messageOf(error)}`);
  }
}
