// A compiled `helix serve` below the protocol's client: lines go in as they are, and every line that comes out is kept.
//
// Invariants
// - Nothing waits for time: each promise settles when the server says or does something.
// - A line on standard output that is no JSON-RPC message is kept apart in `foreign`; tests expect it to be empty.
//
// Left to others: calls of tools through the protocol's own client (served.ts).

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { afterAll, afterEach, expect } from "vitest";
import { helixBinary } from "./helix-binary.ts";
import { DERIVED_IDS, withoutIds } from "./note-ids.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "./served.ts";
import { useFolders } from "./temporary-folder.ts";

export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawOptions {
  readonly directory?: string;
  /** What is started instead of the binary, with the binary's path, "serve" and the directory behind it. */
  readonly wrapper?: readonly string[];
  readonly binary?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: "initialize",
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

/** A request to call a tool. With `token`, progress is asked for. */
export function toolCall(id: number | string, name: string, values: object = {}, token?: string): object {
  const meta = token === undefined ? {} : { _meta: { progressToken: token } };
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: values, ...meta } };
}

/** The text of an answer to a tool call. */
export function textOf(message: Message): string {
  return withoutIds((message.result as { content: { text: string }[] }).content[0]!.text);
}

export class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly directory: string;
  readonly messages: Message[] = [];
  readonly foreign: string[] = [];
  errors = "";
  /** How the process ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  #rest = "";
  #waiting: { until: () => boolean; resolve: () => void }[] = [];

  constructor(child: ChildProcessWithoutNullStreams, directory: string) {
    this.child = child;
    this.directory = directory;
    this.ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code ?? -1)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.errors += text;
    });
    // A server that ended does not read what is still sent to it.
    child.stdin.on("error", () => undefined);
  }

  /** Sends lines in one write: objects as JSON, text as it is. */
  send(...lines: readonly (object | string | Buffer)[]): void {
    const encode = (line: object | string) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`;
    this.child.stdin.write(
      Buffer.concat(lines.map((line) => (Buffer.isBuffer(line) ? line : Buffer.from(encode(line))))),
    );
  }

  /** Ends standard input, behind everything that was sent. */
  end(): void {
    this.child.stdin.end();
  }

  /** The answer to the request with this id, as soon as it is there; fails the test when the server ends without it. */
  async answer(id: number | string | null): Promise<Message> {
    const isIt = (message: Message) => message.id === id && message.method === undefined;
    await this.until(() => this.messages.some(isIt), `an answer to ${id}`);
    return this.messages.find(isIt)!;
  }

  /** Initializes, as a client does. */
  async initialize(): Promise<Message> {
    this.send(INITIALIZE);
    const answer = await this.answer(INITIALIZE.id);
    this.send(INITIALIZED);
    return answer;
  }

  /** Calls a tool and waits for its answer's text. */
  async call(id: number | string, name: string, values: object = {}): Promise<string> {
    this.send(toolCall(id, name, values));
    return textOf(await this.answer(id));
  }

  /** Waits until something that was received makes the condition true. */
  async until(condition: () => boolean, what: string): Promise<void> {
    if (condition()) return;
    const met = new Promise<void>((resolve) => this.#waiting.push({ until: condition, resolve }));
    const gone = this.ended.then((how) => {
      if (!condition()) throw new Error(`the server ended (${how}) without ${what}; it said: ${this.errors}`);
    });
    await Promise.race([met, gone]);
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) this.#keep(line);
    this.#waiting = this.#waiting.filter(({ until, resolve }) => {
      if (!until()) return true;
      resolve();
      return false;
    });
  }

  #keep(line: string): void {
    try {
      const message = JSON.parse(line) as Message;
      if (message.jsonrpc !== "2.0") throw new Error("no JSON-RPC");
      this.messages.push(message);
    } catch {
      this.foreign.push(line);
    }
  }

  /** What came on standard output that was no protocol, an unfinished line included. */
  strays(): string[] {
    return this.#rest === "" ? this.foreign : [...this.foreign, this.#rest];
  }
}

/**
 * Makes a function that starts servers; after each test ("all": after all of the file) they are killed, and nothing but
 * protocol may have come out of them.
 */
export function useRawServers(scope: "each" | "all" = "each"): (options?: RawOptions) => RawServer {
  const folder = useFolders(scope);
  const running: RawServer[] = [];
  const stop = async () => {
    const strays = running.flatMap((server) => server.strays());
    for (const { child } of running) child.kill("SIGKILL");
    await Promise.all(running.splice(0).map((server) => server.ended));
    expect(strays).toEqual([]);
  };
  if (scope === "each") afterEach(stop);
  else afterAll(stop);
  return ({ directory = folder(), wrapper = [], binary = helixBinary(), environment = {} } = {}) => {
    const [program, ...words] = [...wrapper, binary, "serve", directory];
    const cwd = folder();
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: cwd,
      TZ: ZONE,
      HELIX_NOW: NOW,
      ...DERIVED_IDS,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      ...environment,
    };
    const server = new RawServer(spawn(program!, words, { cwd, env }), directory);
    running.push(server);
    return server;
  };
}
