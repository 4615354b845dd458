// A compiled `helix serve` that may die at any moment, and what a proof asks of it. A call either gets its answer or
// throws `Gone`. Left to others: calls whose answers tests compare (tests/support/served.ts), the protocol itself
// (tests/support/raw-server.ts).

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { helixBinary } from "../../support/helix-binary.ts";
import { INITIALIZE, INITIALIZED, toolCall } from "../../support/raw-server.ts";
import { timeoutScale } from "./proof.ts";

/** The server ended before it answered. */
export class Gone extends Error {}

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

interface Reply {
  readonly id?: number | string;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

export interface StartOptions {
  readonly directory: string;
  readonly home: string;
  /** Where it is started; left out: in its home. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is started instead of the binary, with the binary's path and its words behind it. */
  readonly wrapper?: readonly string[];
  /** Another helix than dist/helix. */
  readonly program?: string;
}

export class ServedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** How it ended: its exit code, or the signal. */
  readonly ended: Promise<number | string>;
  errors = "";
  #isOver = false;
  #rest = "";
  #count = 0;
  readonly #open = new Map<number | string, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();

  constructor(options: StartOptions) {
    const { directory, home, folder = home, environment = {}, wrapper = [], program: helix = helixBinary() } = options;
    const [program, ...words] = [...wrapper, helix, "serve", directory];
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TZ: "UTC",
      HELIX_TIMEOUT_SCALE: timeoutScale,
      ...environment,
    };
    this.child = spawn(program!, words, { cwd: folder, env });
    this.child.stdin.on("error", () => undefined);
    this.child.stdout.on("error", () => undefined);
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => {
      this.child.once("close", (code, signal) => {
        this.#isOver = true;
        for (const { reject } of this.#open.values()) reject(new Gone(`the server ended: ${signal ?? code}`));
        this.#open.clear();
        resolve(signal ?? code ?? -1);
      });
    });
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Whether it has not ended yet. */
  get isThere(): boolean {
    return !this.#isOver;
  }

  async initialize(): Promise<this> {
    const answered = this.#answer(INITIALIZE.id);
    this.#write(INITIALIZE);
    await answered;
    this.#write(INITIALIZED);
    return this;
  }

  /** Calls a tool. Throws Gone when the server ends before it has answered. */
  async call(name: string, values: object): Promise<Answer> {
    const id = ++this.#count;
    const answered = this.#answer(id);
    this.#write(toolCall(id, name, values));
    const { result, error } = await answered;
    if (error !== undefined) return { text: error.message, isError: true };
    return { text: result?.content?.[0]?.text ?? "", isError: result?.isError === true };
  }

  /** The text of an answer that has to be none of an error. */
  async ask(name: string, values: object): Promise<string> {
    const { text, isError } = await this.call(name, values);
    if (isError) throw new Error(`${name} ${JSON.stringify(values).slice(0, 200)} was refused: ${text}`);
    return text;
  }

  /** How many entries hold these words. */
  async count(query: string): Promise<number> {
    return Number.parseInt(await this.ask("search", { query, detail: "count", project: "any" }), 10);
  }

  /** Closes its input and waits until it has ended. */
  async end(): Promise<number | string> {
    this.child.stdin.end();
    return this.ended;
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<number | string> {
    this.child.kill(signal);
    return this.ended;
  }

  #answer(id: number | string): Promise<Reply> {
    if (this.#isOver) return Promise.reject(new Gone("the server has ended"));
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
  }

  #write(message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const reply = JSON.parse(line) as Reply;
      if (reply.id === undefined) continue;
      this.#open.get(reply.id)?.resolve(reply);
      this.#open.delete(reply.id);
    }
  }
}
