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

/** A turn, or one that depends on what the client sent last, or that waits for another conversation. */
export type ScriptedTurn = Turn | ((request: RequestBody) => Turn | Promise<Turn>);

/** The turns of each conversation. */
export interface Script {
  readonly main: readonly ScriptedTurn[];
  readonly subagent?: readonly ScriptedTurn[];
  /** The turns of subagents whose prompt holds these words, where several are at work at once. */
  readonly agents?: Readonly<Record<string, readonly ScriptedTurn[]>>;
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
  /** What turns threw instead of saying something. */
  readonly failures: unknown[] = [];
  readonly #turns: Record<Conversation, ScriptedTurn[]>;
  readonly #agents: Map<string, ScriptedTurn[]>;
  readonly #tasks: Set<string>;
  readonly #server = createServer((request, response) => this.#receive(request, response));

  constructor({ main, subagent = [], agents = {}, summary = [say(SUMMARY)] }: Script) {
    this.#tasks = new Set(Object.keys(agents));
    this.#agents = new Map(Object.entries(agents).map(([task, turns]) => [task, [...turns]]));
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
        void this.#answer(JSON.parse(Buffer.concat(chunks).toString()) as RequestBody, response);
      } else if (path === "/v1/messages/count_tokens") {
        response.setHeader("content-type", "application/json").end('{"input_tokens":10}');
      } else {
        this.strays.push(`${request.method} ${request.url}`);
        response.writeHead(404).end();
      }
    });
  }

  async #answer(body: RequestBody, response: ServerResponse): Promise<void> {
    const [conversation, task] = this.#conversationOf(body);
    const turns = this.#agents.get(task) ?? this.#turns[conversation];
    const scripted = turns.shift() ?? say("done");
    const request = { conversation, task, body, charged: chargeOf(say("")) };
    this.requests.push(request);
    let turn = say("the script has failed");
    try {
      turn = typeof scripted === "function" ? await scripted(body) : scripted;
    } catch (error) {
      this.failures.push(error);
    }
    request.charged = chargeOf(turn);
    for (const block of turn.content) {
      if (block.type === "tool_use" && "prompt" in block.input) this.#tasks.add(String(block.input.prompt));
    }
    response.setHeader("content-type", "text/event-stream").end(streamed(turn, body.model));
  }

  /** Whose request it is, and the prompt that the subagent was given; "" for any other conversation. */
  #conversationOf({ messages, tools = [] }: RequestBody): [Conversation, string] {
    const said = messages.filter(({ role }) => role === "user").map((message) => textsOf(message).join("\n"));
    if (said.at(-1)?.includes(SUMMARY_OPENING)) return ["summary", ""];
    const opening = said[0] ?? "";
    const task = [...this.#tasks].find((each) => opening.includes(each));
    if (task !== undefined) return ["subagent", task];
    return [tools.length >= MAIN_TOOLS_MIN ? "main" : "other", ""];
  }
}
