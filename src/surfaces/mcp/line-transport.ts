// MCP over standard input and output: one JSON message a line. A transport can be held, so that another process goes on
// in its place with what `state` returns.
// Invariants:
// - Nothing but protocol goes to standard output.
// - A line that is no message changes nothing. It is answered with an error, unless nobody waits for an answer to it.
// - The memory for one line is bounded.
// - When input ends, everything that was read is answered before `onended` is called.
// - Across a hold nothing that was read is lost, and nothing is answered twice.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCNotification,
  type JSONRPCRequest,
  JSONRPCRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { messageOf } from "../../base/errors.ts";
import type { Handover } from "../../features/reload/handover.ts";
import { mayBeRequest, readLine, writeLine } from "./message-line.ts";
import { isPlainRequest } from "./message-shape.ts";
import { shownText } from "./shown-text.ts";

/** The longest message that is read, in bytes. */
export const MESSAGE_BYTES_MAX = 32 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const NEWLINE = 10;
/** How much of a parser's complaint is passed on. It may quote what the parser could not read. */
const REASON_LENGTH_MAX = 200;

/** The beginning of the ids of rehearsed requests; no client knows it. */
const REHEARSED = `rehearsed ${crypto.randomUUID()}`;

/** Whether a request was not made by a client: see `LineTransport.rehearse`. */
export function isRehearsed(id: string | number): boolean {
  return typeof id === "string" && id.startsWith(REHEARSED);
}

/** The source of messages. */
export interface Input {
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** The state that another process needs to go on in place of this one. */
export type TransportState = Pick<Handover, "initialize" | "isInitialized" | "isSkipping" | "unread">;

export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Called when input has arrived. */
  onread?: () => void;
  /** Called when input has ended and everything is answered. */
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
  readonly #earlier: TransportState | null;
  #initialize: JSONRPCRequest | null = null;
  #isInitialized = false;
  /** Called instead of sending the answer to the repeated `initialize`. */
  #onRepeated: (() => void) | null = null;
  /** The input that arrived while the transport is held; null: it is not held. */
  #held: Buffer[] | null = null;
  #heldBytes = 0;
  #endedWhileHeld = false;
  #waiting: { open: number; resolve: () => void }[] = [];
  /** For each rehearsed request, by its id: what to call when it is answered. */
  readonly #rehearsed = new Map<string | number, () => void>();
  #rehearsals = 0;

  /** With `earlier` it goes on from where the transport of another process was held. */
  constructor(input: Input, output: Output, earlier: TransportState | null = null) {
    this.#input = input;
    this.#output = output;
    this.#earlier = earlier;
  }

  async start(): Promise<void> {
    if (this.#earlier !== null) await this.#goOn(this.#earlier);
    this.#input.on("data", (chunk) => this.#receive(chunk));
    this.#input.on("error", (error) => this.onerror?.(error));
    const end = () => {
      if (this.#held === null) this.#end();
      else this.#endedWhileHeld = true;
    };
    this.#input.on("end", end);
    this.#input.on("close", end);
  }

  /** From now on input is kept and not handled. */
  hold(): void {
    this.#held ??= [];
  }

  /** Goes on, beginning with the kept input. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#heldBytes = 0;
    for (const chunk of held) this.#receive(chunk);
    if (this.#endedWhileHeld) this.#end();
  }

  /** Whether more input has arrived than can be handed over. */
  get isOverfull(): boolean {
    return this.#heldBytes > MESSAGE_BYTES_MAX;
  }

  /** Whether input is kept and not handled. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** Whether no more input will arrive. */
  get hasEnded(): boolean {
    return this.#ended || this.#endedWhileHeld;
  }

  /** Whether everything is answered and written. */
  get isQuiet(): boolean {
    return this.#isDown(0);
  }

  /** Resolves when at most `open` requests are unanswered and everything is written. */
  quiet(open: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ open, resolve });
      this.#settle();
    });
  }

  /**
   * Handles a request as if it had arrived. The request must change nothing. Resolves when there is an answer, which is
   * not sent.
   */
  rehearse(method: string, params: object): Promise<void> {
    return new Promise((resolve) => {
      const id = `${REHEARSED} ${this.#rehearsals++}`;
      this.#rehearsed.set(id, resolve);
      this.#deliver(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** The state that another process needs to go on. The transport must be held. */
  state(): TransportState {
    return {
      initialize: this.#initialize,
      isInitialized: this.#isInitialized,
      isSkipping: this.#skipping,
      unread: Buffer.concat([...this.#chunks, ...(this.#held ?? [])]),
    };
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) {
      if (this.#onRepeated !== null && message.id === this.#initialize?.id) {
        this.#onRepeated();
        return;
      }
      this.#open.delete(message.id);
      if (this.#isRehearsed(message)) return;
    }
    await this.#write("error" in message ? { ...message, error: plainError(message.error) } : message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Whether the message answers a rehearsed request. Such an answer is serialised like any other, but not sent. */
  #isRehearsed(answer: { readonly id?: string | number | undefined }): boolean {
    const done = this.#rehearsed.get(answer.id!);
    if (done === undefined) return false;
    this.#rehearsed.delete(answer.id!);
    JSON.stringify(answer);
    done();
    return true;
  }

  #write(message: Parameters<typeof writeLine>[0]): Promise<void> {
    const line = writeLine(message);
    this.#writing++;
    return new Promise((resolve) => {
      // A write that fails ends the server: see serve-command.ts.
      this.#output.write(line, () => {
        this.#writing--;
        resolve();
        this.#settle();
      });
    });
  }

  /** Repeats the client's first messages to this server, and takes up the input that was read and not handled. */
  async #goOn({ initialize, isInitialized, isSkipping, unread }: TransportState): Promise<void> {
    const request = JSONRPCRequestSchema.safeParse(initialize).data;
    if (request !== undefined) {
      this.#initialize = request;
      await new Promise<void>((resolve) => {
        this.#onRepeated = resolve;
        this.onmessage?.(request);
      });
      this.#onRepeated = null;
    }
    if (isInitialized) {
      this.#isInitialized = true;
      this.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    this.#skipping = isSkipping;
    this.#receive(Buffer.from(unread));
  }

  #end(): void {
    if (this.#ended) return;
    // The text behind the last line end counts as a line, too.
    if (this.#skipping || this.#chunkBytes > 0) this.#endOfLine();
    this.#ended = true;
    this.#settle();
  }

  #receive(chunk: Buffer): void {
    this.onread?.();
    if (this.#held !== null) {
      this.#held.push(chunk);
      this.#heldBytes += chunk.length;
      return;
    }
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
      value = readLine(text);
    } catch (error) {
      this.#refuse(PARSE_ERROR, shownText(`the line is not JSON: ${messageOf(error, REASON_LENGTH_MAX)}`));
      return;
    }
    const message = isPlainRequest(value) ? value : JSONRPCMessageSchema.safeParse(value).data;
    if (message === undefined) {
      const what = "the line is JSON but no JSON-RPC 2.0 message";
      if (mayBeRequest(value)) this.#refuse(INVALID_REQUEST, what, idOf(value));
      else this.onerror?.(new Error(`${what}: passed over`));
      return;
    }
    if ("method" in message) this.#note(message);
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Keeps track of a request or a notification. */
  #note(message: JSONRPCRequest | JSONRPCNotification): void {
    if ("id" in message) {
      // Nobody waits for the answer to a rehearsed request.
      if (this.#rehearsed.has(message.id)) return;
      this.#open.add(message.id);
      if (message.method === "initialize") this.#initialize = message;
    } else if (message.method === "notifications/initialized") {
      this.#isInitialized = true;
    } else if (message.method === "notifications/cancelled") {
      // A cancelled request is not answered.
      const id = (message.params as { requestId?: string | number } | undefined)?.requestId;
      if (id !== undefined) this.#open.delete(id);
      this.#settle();
    }
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #isDown(open: number): boolean {
    return this.#open.size <= open && this.#writing === 0;
  }

  #settle(): void {
    const met = this.#waiting.filter(({ open }) => this.#isDown(open));
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { resolve } of met) resolve();
    if (this.#ended && this.#open.size === 0 && this.#writing === 0) this.onended?.();
  }
}

/**
 * Rewrites the SDK's error for parameters of a wrong shape. The SDK reports them as the JSON of zod's issues; here they
 * become one line and the code for invalid parameters.
 */
function plainError(error: JSONRPCErrorResponse["error"]): JSONRPCErrorResponse["error"] {
  const issues = issuesIn(error.message);
  if (issues === null) return { ...error, message: shownText(messageOf(error.message)) };
  const what = issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  const message = shownText(messageOf(`the request does not have the shape of its method: ${what}`));
  return { code: INVALID_PARAMS, message };
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
