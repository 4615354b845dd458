// MCP over standard input and output: one JSON message a line.
// Invariants: nothing but protocol goes to standard output; a line that is no message is answered with an error and changes
// nothing; memory for one line is bounded; when input ends, everything that was read is answered before `onended` is called.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { messageOf } from "../../errors.ts";

/** The longest message that is read, in bytes. */
export const MESSAGE_BYTES_MAX = 32 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const NEWLINE = 10;
/** How much of a parser's complaint is passed on, which may quote what it could not read. */
const REASON_LENGTH_MAX = 200;

interface Input {
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Input has ended and everything is answered. */
  onended?: () => void;
  readonly #input: Input;
  readonly #output: Output;
  #chunks: Buffer[] = [];
  #chunkBytes = 0;
  #skipping = false;
  #ended = false;
  /** Requests that were read and not answered yet. */
  readonly #open = new Set<string | number>();
  #writing = 0;

  constructor(input: Input, output: Output) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on("data", (chunk) => this.#receive(chunk));
    this.#input.on("error", (error) => this.onerror?.(error));
    const end = () => {
      if (this.#ended) return;
      // What stands behind the last line end is a line, too.
      if (this.#skipping || this.#chunkBytes > 0) this.#endOfLine();
      this.#ended = true;
      this.#settle();
    };
    this.#input.on("end", end);
    this.#input.on("close", end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) this.#open.delete(message.id);
    await this.#write("error" in message ? { ...message, error: plainError(message.error) } : message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  #write(message: object): Promise<void> {
    this.#writing++;
    return new Promise((resolve) => {
      this.#output.write(`${JSON.stringify(message)}\n`, () => {
        this.#writing--;
        resolve();
        this.#settle();
      });
    });
  }

  #receive(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      from = at + 1;
      this.#endOfLine();
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    if (part.length === 0 || this.#skipping) return;
    this.#chunks.push(part);
    this.#chunkBytes += part.length;
    if (this.#chunkBytes <= MESSAGE_BYTES_MAX) return;
    this.#forget();
    this.#skipping = true;
  }

  #forget(): void {
    this.#chunks = [];
    this.#chunkBytes = 0;
  }

  #endOfLine(): void {
    if (this.#skipping) {
      this.#skipping = false;
      this.#refuse(
        INVALID_REQUEST,
        `a message may be ${MESSAGE_BYTES_MAX} bytes long at most; the longer one was not read`,
      );
      return;
    }
    const line = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#forget();
    const text = line.toString("utf8").trim();
    if (text !== "") this.#deliver(text);
  }

  #deliver(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      this.#refuse(PARSE_ERROR, `the line is not JSON: ${messageOf(error, REASON_LENGTH_MAX)}`);
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(value);
    if (!parsed.success) {
      this.#refuse(INVALID_REQUEST, "the line is JSON but no JSON-RPC 2.0 message", idOf(value));
      return;
    }
    const message = parsed.data;
    if ("method" in message && "id" in message) this.#open.add(message.id);
    if ("method" in message && message.method === "notifications/cancelled") {
      // A cancelled request is not answered.
      const id = (message.params as { requestId?: string | number } | undefined)?.requestId;
      if (id !== undefined) this.#open.delete(id);
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #settle(): void {
    if (this.#ended && this.#open.size === 0 && this.#writing === 0) this.onended?.();
  }
}

/** The SDK reports parameters of a wrong shape as the JSON of zod's issues: as one line here, and as what they are. */
function plainError(error: JSONRPCErrorResponse["error"]): JSONRPCErrorResponse["error"] {
  const issues = issuesIn(error.message);
  if (issues === null) return { ...error, message: messageOf(error.message) };
  const what = issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  return { code: INVALID_PARAMS, message: messageOf(`the request does not have the shape of its method: ${what}`) };
}

function issuesIn(text: string): { path: (string | number)[]; message: string }[] | null {
  if (!text.startsWith("[")) return null;
  try {
    const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));
    return issues.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
