// One request to a model's server, within its limits. The providers' packages make the request through `fetch` of this
// class, so that it decides what leaves the machine and how much comes back.
// Invariants:
// - Only the headers of HEADERS are sent: nothing about the machine, and none that the environment adds.
// - A server on this machine is never asked through a proxy of the environment, which may be another machine.
// - Redirects are not followed: the answer of another host is not what the user configured.
// - After `close` the connection is closed, however far the answer has come.

import { HelixError } from "../base/errors.ts";
import { version } from "../base/version.ts";
import type { Limits } from "./limits.ts";
import { isOnThisMachine } from "./server-address.ts";
import { connectionFailure, type Failure, refusal, type ServerFacts } from "./server-errors.ts";

/** The headers that are sent, of those that the packages make. */
const HEADERS = ["accept", "content-type", "authorization", "x-api-key", "anthropic-version"];
const KEY_HEADERS = ["authorization", "x-api-key"];
/** So much of an error is read, in bytes. */
const ERROR_BYTES_MAX = 64 * 1024;
/** What closes a stream of OpenAI's protocol. */
const DONE = "[DONE]";
const TAIL_LENGTH = 64;
const MEGABYTE = 1024 * 1024;

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export class ServerRequest {
  /** Whether the server has accepted the request: made once more, it would be answered, and paid for, twice. */
  isAccepted = false;
  /** Whether the server has closed the stream as its protocol says. */
  isDone = false;
  readonly #server: ServerFacts;
  readonly #limits: Limits;
  readonly #fetch: Fetch;
  readonly #controller = new AbortController();
  readonly #user: AbortSignal | undefined;
  readonly #cancel: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #whole: ReturnType<typeof setTimeout> | undefined;
  #failure: Failure | null = null;
  readonly #type: string;

  /** `type`: what the server is to answer with. */
  constructor(
    server: ServerFacts,
    limits: Limits,
    user: AbortSignal | undefined,
    fetch: Fetch,
    type: "text/event-stream" | "application/json" = "text/event-stream",
  ) {
    this.#type = type;
    this.#server = server;
    this.#limits = limits;
    this.#fetch = fetch;
    this.#user = user;
    this.#cancel = () => this.#end({ error: new HelixError("CANCELLED", "cancelled"), waitMs: null });
    if (user?.aborted) this.#cancel();
    else user?.addEventListener("abort", this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Makes the request. Throws what ends it; `failureOf` says it better. */
  readonly fetch: Fetch = async (url, init) => {
    const { firstMs, totalMs } = this.#limits;
    const { shown, group } = this.#server;
    const wanted = this.#type === "application/json" ? "JSON" : "a stream";
    this.#arm(firstMs, `${shown} did not begin to answer within ${seconds(firstMs)}`);
    this.#whole = setTimeout(
      () => this.#end(final(`${shown} had not ended its answer after ${seconds(totalMs)}`)),
      totalMs,
    );
    const response = await this.#sent(url, init);
    const { status } = response;
    if (status >= 300) {
      const text = status < 400 ? "" : await this.#errorText(response);
      const failure = refusal(this.#server, status, text, response.headers);
      this.#end(failure);
      throw failure.error;
    }
    const type = response.headers.get("content-type") ?? "";
    if (type !== "" && !type.startsWith(this.#type)) {
      const failure = final(`${shown} answers with ${typeName(type)} instead of ${wanted}: is ${group}.url right?`);
      this.#end(failure);
      throw failure.error;
    }
    this.isAccepted = true;
    return new Response(this.#bounded(response.body), { status, headers: { "content-type": this.#type } });
  };

  /** What ended the request, where it is known better than `error` says; null for neither. */
  failureOf(error: unknown): Failure | null {
    if (this.#failure !== null || error === null) return this.#failure;
    return connectionFailure(this.#server, error);
  }

  /** Ends the request because of what came. */
  refuse(message: string): never {
    const failure = final(message);
    this.#end(failure);
    throw failure.error;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#whole);
    this.#user?.removeEventListener("abort", this.#cancel);
    this.#controller.abort();
  }

  async #sent(url: Parameters<Fetch>[0], init: RequestInit = {}): Promise<Response> {
    const given = new Headers(init.headers);
    const names = this.#server.hasKey ? HEADERS : HEADERS.filter((name) => !KEY_HEADERS.includes(name));
    const headers: Record<string, string> = { "accept-encoding": "identity", "user-agent": `helix/${version}` };
    for (const name of names) if (given.has(name)) headers[name] = given.get(name)!;
    const { method = "POST", body = null } = init;
    try {
      const direct = (await isOnThisMachine(new URL(url instanceof Request ? url.url : url)))
        ? { proxy: false as const }
        : {};
      return await this.#fetch(url, { method, body, headers, redirect: "manual", signal: this.signal, ...direct });
    } catch (error) {
      // A limit or the user may have ended it.
      if (this.#failure === null) this.#end(connectionFailure(this.#server, error));
      throw error;
    }
  }

  /** The start of an error's text. */
  async #errorText({ body }: Response): Promise<string> {
    const decoder = new TextDecoder();
    let [text, bytes] = ["", 0];
    try {
      for await (const chunk of body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        bytes += chunk.length;
        if (bytes >= ERROR_BYTES_MAX) break;
      }
    } catch {
      // What has come of it is enough.
    }
    return text;
  }

  /** The body of an answer, as long as it keeps to the limits. */
  #bounded(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> {
    const { idleMs, wireBytesMax } = this.#limits;
    const { shown } = this.#server;
    const stalled = `${shown} stopped in the middle of its answer: nothing came for ${seconds(idleMs)}`;
    const decoder = new TextDecoder();
    let [bytes, tail] = [0, ""];
    const look = (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > wireBytesMax) this.refuse(endless(shown, wireBytesMax));
      tail = (tail + decoder.decode(chunk.subarray(-TAIL_LENGTH), { stream: true })).slice(-TAIL_LENGTH);
      if (tail.includes(DONE)) this.isDone = true;
      this.#arm(idleMs, stalled);
    };
    this.#arm(idleMs, stalled);
    const reader = body?.getReader();
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
        if (done || value === undefined) return controller.close();
        look(value);
        controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    });
  }

  #arm(ms: number, message: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(final(message)), ms);
  }

  #end(failure: Failure): void {
    this.#failure ??= failure;
    clearTimeout(this.#timer);
    clearTimeout(this.#whole);
    this.#controller.abort(failure.error);
  }
}

/** A failure after which the request is not made again. */
export function final(message: string): Failure {
  return { error: new HelixError("IO", message), waitMs: null };
}

/** What is said of an answer without end. */
export function endless(shown: string, bytes: number): string {
  return `${shown} sends an answer without end: stopped after ${Math.max(1, Math.round(bytes / MEGABYTE))} MB`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`;
}

/** The type of an answer without its parameters; a server may send anything there. */
function typeName(type: string): string {
  return /^[\w.+-]{1,40}\/[\w.+-]{1,40}/.exec(type)?.[0] ?? "something else";
}
