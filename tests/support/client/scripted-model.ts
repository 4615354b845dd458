// A model that says what it was told to say: `POST /v1/messages` for the client, each conversation with turns of its
// own.
//
// Invariants
// - Every request is kept, in the order in which they came; where a script is over, the model says so in a word and
//   ends its turn.
// - Nothing but the two addresses that the client needs is answered.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Conversation, type ModelRequest, type RequestBody, textsOf } from "./model-request.ts";
import { chargeOf, say, streamed, type Turn } from "./turn.ts";

/** A turn, or one that depends on what the client sent last. */
export type ScriptedTurn = Turn | ((request: RequestBody) => Turn);

/** The turns of each conversation. */
export interface Script {
  readonly main: readonly ScriptedTurn[];
  readonly subagent?: readonly ScriptedTurn[];
  readonly summary?: readonly ScriptedTurn[];
}

/** The client asks for other things too, with few tools or none: titles, say. */
const MAIN_TOOLS_MIN = 4;
const SUMMARY_OPENING = "CRITICAL: Respond with TEXT ONLY";
const SUMMARY = "<analysis>nothing</analysis><summary>work was done</summary>";

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** Requests for anything else, as method and address. */
  readonly strays: string[] = [];
  readonly #turns: Record<Conversation, ScriptedTurn[]>;
  readonly #tasks = new Set<string>();
  readonly #server = createServer((request, response) => this.#receive(request, response));

  constructor({ main, subagent = [], summary = [say(SUMMARY)] }: Script) {
    this.#turns = { main: [...main], subagent: [...subagent], summary: [...summary], other: [] };
  }

  /** Listens on a socket file, for a client in a network of its own. */
  async listenOnFile(path: string): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(path, resolve));
  }

  /** Listens on a free port of this machine's loopback, and returns it. */
  async listenOnPort(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = (request.url ?? "").split("?")[0];
      if (request.method === "POST" && path === "/v1/messages") {
        this.#answer(JSON.parse(Buffer.concat(chunks).toString()) as RequestBody, response);
      } else if (path === "/v1/messages/count_tokens") {
        response.setHeader("content-type", "application/json").end('{"input_tokens":10}');
      } else {
        this.strays.push(`${request.method} ${request.url}`);
        response.writeHead(404).end();
      }
    });
  }

  #answer(body: RequestBody, response: ServerResponse): void {
    const conversation = this.#conversationOf(body);
    const scripted = this.#turns[conversation].shift() ?? say("done");
    const turn = typeof scripted === "function" ? scripted(body) : scripted;
    this.requests.push({ conversation, body, charged: chargeOf(turn) });
    for (const block of turn.content) {
      if (block.type === "tool_use" && "prompt" in block.input) this.#tasks.add(String(block.input.prompt));
    }
    response.setHeader("content-type", "text/event-stream").end(streamed(turn, body.model));
  }

  #conversationOf({ messages, tools = [] }: RequestBody): Conversation {
    const said = messages.filter(({ role }) => role === "user").map((message) => textsOf(message).join("\n"));
    if (said.at(-1)?.includes(SUMMARY_OPENING)) return "summary";
    const opening = said[0] ?? "";
    if ([...this.#tasks].some((task) => opening.includes(task))) return "subagent";
    return tools.length >= MAIN_TOOLS_MIN ? "main" : "other";
  }
}
