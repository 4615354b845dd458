// A bare MCP client over a child process: what a call costs is what the server costs, not what a client library adds.

import { type Subprocess, spawn } from "bun";

interface Answer {
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

export class BenchClient {
  readonly command: readonly string[];
  readonly process: Subprocess<"pipe", "pipe", "inherit">;
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  #next = 1;

  constructor(command: readonly string[], directory: string) {
    this.command = command;
    this.process = spawn([...command], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
      cwd: directory,
      env: process.env,
    });
    this.#listen();
  }

  /** Sends a request and resolves with its answer; throws when the server ends before. */
  request(method: string, params: object): Promise<Answer> {
    const id = this.#next++;
    const answer = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    this.process.stdin.flush();
    return answer;
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    this.process.stdin.flush();
  }

  /** Calls a tool; throws when it answers with an error. */
  async call(name: string, values: object): Promise<string> {
    const { result, error } = await this.request("tools/call", { name, arguments: values });
    const text = result?.content?.[0]?.text ?? "";
    if (error || result?.isError) throw new Error(`${name} failed: ${error?.message ?? text}`);
    return text;
  }

  /** Ends the server by closing its input. */
  async end(): Promise<void> {
    this.process.stdin.end();
    await this.process.exited;
  }

  async #listen(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.process.stdout) {
      rest += decoder.decode(chunk, { stream: true });
      for (let at = rest.indexOf("\n"); at >= 0; at = rest.indexOf("\n")) {
        const message = JSON.parse(rest.slice(0, at)) as Answer & { id?: number };
        rest = rest.slice(at + 1);
        if (message.id === undefined) continue;
        this.#waiting.get(message.id)?.resolve(message);
        this.#waiting.delete(message.id);
      }
    }
    const ended = new Error("the server ended before it had answered");
    for (const { reject } of this.#waiting.values()) reject(ended);
    this.#waiting.clear();
  }
}
