// A model of a server: text goes in, an answer comes back piece by piece.
// Invariants:
// - Nothing is sent before `stream` is iterated.
// - The only host that is contacted is the one of the settings; redirects are not followed.

import type { Limits } from "./limits.ts";

/** Servers that speak OpenAI's protocol, Ollama and most local ones among them; and Anthropic's. */
export const PROVIDERS = ["openai", "anthropic"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface Message {
  readonly role: "system" | "user";
  readonly content: string;
}

/** Why an answer ended: by itself, at the most tokens that it may have, or because the server keeps back the rest. */
export type AnswerEnd = "complete" | "length" | "withheld";

export interface StreamOptions {
  /** The most tokens of the answer. */
  readonly maxTokens: number;
  /** Called once, when the answer has ended. */
  readonly onEnd?: (end: AnswerEnd) => void;
  /** Called before a request is made once more: why, and in how many milliseconds. */
  readonly onRetry?: (why: string, waitMs: number) => void;
}

export interface Model {
  /**
   * The pieces of the answer as they come. Ending the iteration closes the connection. Throws HelixError in one line: IO
   * for what the server or the network does, CANCELLED when `signal` is aborted.
   */
  stream(messages: readonly Message[], options: StreamOptions, signal?: AbortSignal): AsyncIterable<string>;
}

/** Where a model is, and what it is called there. */
export interface ModelSettings {
  readonly provider: Provider;
  /** The address of the server; it was checked (server-address.ts). */
  readonly url: URL;
  readonly name: string;
  /** Null: the server wants none. */
  readonly key: string | null;
  readonly limits?: Partial<Limits>;
}
