// Starts the processes of tests/e2e/processes.test.ts (process-worker.ts, under the same Bun as the test) and reads
// their lines.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundledScript } from "./bundled-script.ts";
import type { Locking } from "./process-files.ts";

const WORKER = fileURLToPath(new URL("./process-worker.ts", import.meta.url));

export interface WorkerOptions {
  readonly role: "storm" | "original" | "victim" | "compact" | "merge" | "serve" | "search";
  readonly directory: string;
  readonly lock?: Locking;
  readonly label?: string;
  readonly count?: number;
}

export class WorkerProcess {
  /** Lines of its stdout so far that no one has taken with `next`. */
  readonly lines: string[] = [];
  readonly #process: ChildProcess;
  readonly #ended: Promise<{ code: number | null; signal: string | null }>;
  #errors = "";
  #rest = "";
  #waiting: (() => void)[] = [];
  #isOver = false;

  constructor({ role, directory, lock = "flock", label = "", count = 0 }: WorkerOptions) {
    this.#process = spawn(process.execPath, [bundledScript(WORKER), role, directory, lock, label, String(count)], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#process.stdout!.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    this.#process.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
    });
    this.#process.stdin!.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      this.#process.on("close", (code, signal) => {
        this.#isOver = true;
        this.#wake();
        resolve({ code, signal });
      });
    });
  }

  send(line: string): void {
    this.#process.stdin!.write(`${line}\n`);
  }

  /** The next line; throws with what the process said when it ends without one. */
  async next(): Promise<string> {
    while (this.lines.length === 0) {
      if (this.#isOver) throw new Error(`the process ended: ${this.#errors.trim()}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.lines.shift()!;
  }

  /** Waits until the process ends by itself (its stdin is closed); throws when it failed. */
  async end(): Promise<string[]> {
    this.#process.stdin!.end();
    const { code, signal } = await this.#ended;
    if (code !== 0) throw new Error(`the process ended with ${code ?? signal}: ${this.#errors.trim()}`);
    return this.lines;
  }

  /** Ends it at once and waits for that; whether it was still running. */
  async kill(): Promise<boolean> {
    this.#process.kill("SIGKILL");
    return (await this.#ended).signal === "SIGKILL";
  }

  get errors(): string {
    return this.#errors;
  }

  /** Throws with what it said when it has ended: who waits for what it does would wait for ever. */
  expectRunning(): void {
    if (this.#isOver) throw new Error(`the process ended: ${this.#errors.trim()}`);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    this.lines.push(...lines);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
