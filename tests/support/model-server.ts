// Small servers that speak the protocols of models, on loopback: what a test wants them to answer, and what they saw.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach } from "vitest";

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly [name: string]: unknown };
}

export interface ModelServer {
  /** Its address, without a slash at its end. */
  readonly url: string;
  readonly seen: SeenRequest[];
  /** How many connections it has accepted. */
  connections: number;
  /** Resolves when a client has closed the connection of an answer. */
  readonly closed: Promise<void>;
}

export type Answerer = (response: ServerResponse, request: SeenRequest, count: number) => void;

/** A function that starts servers, which end with the test. */
export function useModelServers(): (answer: Answerer) => Promise<ModelServer> {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  return async (answer) => {
    const sockets = new Set<Socket>();
    const seen: SeenRequest[] = [];
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { url: path = "", headers } = request;
      seen.push({ path, headers, body: text === "" ? {} : JSON.parse(text) });
      response.on("close", () => resolve());
      answer(response, seen.at(-1)!, seen.length);
    });
    const started: ModelServer = { url: "", seen, connections: 0, closed };
    server.on("connection", (socket) => {
      started.connections++;
      sockets.add(socket);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return Object.assign(started, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  };
}

/** Begins a stream of events. */
export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

/** An event of chat completions. */
export function chatEvent(content: string | null, finish: string | null = null): string {
  const choice = { index: 0, delta: content === null ? {} : { content }, finish_reason: finish };
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [choice] })}\n\n`;
}

const named = (event: { readonly type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** The beginning of a message of Anthropic's, and each of its texts. */
export function messageStart(): string {
  const message = { id: "m", type: "message", role: "assistant", content: [], model: "m", stop_reason: null };
  return (
    named({ type: "message_start", ...{ message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } } }) +
    named({ type: "content_block_start", ...{ index: 0, content_block: { type: "text", text: "" } } })
  );
}

export function messageEvent(text: string): string {
  return named({ type: "content_block_delta", ...{ index: 0, delta: { type: "text_delta", text } } });
}

export function messageEnd(reason = "end_turn"): string {
  return (
    named({ type: "content_block_stop", ...{ index: 0 } }) +
    named({ type: "message_delta", ...{ delta: { stop_reason: reason }, usage: { output_tokens: 2 } } }) +
    named({ type: "message_stop" })
  );
}

/** One protocol, as tests of both use it. */
export interface SpokenProtocol {
  readonly provider: "openai" | "anthropic";
  readonly path: string;
  readonly begin: string;
  piece(text: string): string;
  end(reason?: "length" | "withheld"): string;
  /** An error within a stream. */
  error(message: string): string;
}

export const PROTOCOLS: readonly SpokenProtocol[] = [
  {
    provider: "openai",
    path: "/chat/completions",
    begin: "",
    piece: (text) => chatEvent(text),
    end: (reason) =>
      `${chatEvent(null, reason === "withheld" ? "content_filter" : (reason ?? "stop"))}data: [DONE]\n\n`,
    error: (message) => `data: ${JSON.stringify({ error: { message, type: "server_error" } })}\n\n`,
  },
  {
    provider: "anthropic",
    path: "/v1/messages",
    begin: messageStart(),
    piece: messageEvent,
    end: (reason) => messageEnd(reason === "length" ? "max_tokens" : reason === "withheld" ? "refusal" : undefined),
    error: (message) => named({ type: "error", ...{ error: { type: "overloaded_error", message } } }),
  },
];

/** Answers every request with these texts. */
export function answering({ begin, piece, end }: SpokenProtocol, texts: readonly string[]): Answerer {
  return (response) => {
    beginStream(response);
    response.end(begin + texts.map(piece).join("") + end());
  };
}
