// One run of a build on trial: it is started, asked and ended, and afterwards gone in any case. The build may crash,
// hang, flood or lie.
//
// Invariants:
// - Every wait ends: with an answer, at the end of the process, at the deadline, or when nobody waits any more.
// - Standard output is the protocol: anything else on it, or too much, fails the run.
// - `kill` ends the process and the processes that it has started.
//
// Elsewhere: what is asked, and which answers are right (verify-build.ts).

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { messageOf } from "../../base/errors.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { COMPLAINT_LENGTH_MAX, GONE_MS, OUTPUT_BYTES_MAX } from "./limits.ts";

/** Why a build is refused; the message reads on from "the new build ...". */
export class BuildFailure extends Error {}

export interface RunOptions {
  readonly path: string;
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long the run may take in all, in milliseconds. */
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
  /** Called whenever output has arrived or the process has ended. */
  #wake: (() => void) | null = null;
  #failure: Error | null = null;
  #isClosed = false;
  #ending = "";
  #output = "";
  #outputBytes = 0;
  #complaint = "";
  readonly #isProtocol: boolean;

  /**
   * Starts the build. Throws BuildFailure when it cannot be started. With `isProtocol`, each line that the build writes
   * has to be a message.
   */
  constructor(options: RunOptions, isProtocol: boolean) {
    this.#isProtocol = isProtocol;
    const { path, words, directory, environment, limitMs, signal } = options;
    // The build gets a process group of its own, so that the processes it starts can be ended with it.
    const child = started(() => spawn(path, words, { cwd: directory, env: { ...environment }, detached: true }));
    this.#child = child;
    // Processes that the build has left running would keep its output open.
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

  /** Sends text to the build's standard input as it is. */
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
   * Ends the build's standard input and waits for the build to end. Returns what the build wrote, unless that was
   * protocol. Throws BuildFailure.
   */
  async end(): Promise<string> {
    this.#child.stdin.end();
    await this.#until(() => this.#isClosed);
    if (this.#ending !== "ended with exit code 0") throw this.#ended("");
    const [stray] = this.#answers.keys();
    if (stray !== undefined) throw new BuildFailure(`answered what was not asked: ${quote(String(stray))}`);
    return this.#output;
  }

  /**
   * Call after `kill`. Resolves when the build and the processes that it has started are gone, at the latest after
   * GONE_MS; at once when the build never started.
   */
  async gone(): Promise<void> {
    if (this.#isClosed || this.#child.pid === undefined) return;
    await new Promise<void>((resolve) => {
      // A process that has left the group may hold the output open.
      const timer = setTimeout(resolve, GONE_MS);
      this.#child.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends the build at once, with the processes that it has started. */
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
      // All processes of the group have ended.
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
    // Notifications are allowed. A request that the build makes is not answered.
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
