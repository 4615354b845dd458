// What a client's own record of a session says: what each request to the model cost, and which requests carried the
// results of tools that helix is interested in. src/clients/ makes it of what a client writes.

import type { Usage } from "./price-table.ts";

/** A request to the model, as the client was charged for it. */
export interface ModelRequest {
  readonly model: string;
  /** Milliseconds since 1970; 0 where the record does not say. */
  readonly at: number;
  readonly usage: Usage;
}

/** Requests that stand one behind the other: from a place up to the place behind the last. */
export type RequestRange = readonly [from: number, behind: number];

/** A result of a tool that has to do with a kept output. */
export interface KeyedResult {
  readonly key: string;
  /** Whether the call named the key, that is, asked for the original; else the result ends with the key. */
  readonly isAsked: boolean;
  /** The requests that carried the result, in order, by their place among the conversation's. */
  readonly carriedBy: readonly RequestRange[];
}

/** A conversation: the main one, whose `agent` is "", or a subagent's. */
export interface Conversation {
  readonly agent: string;
  readonly requests: readonly ModelRequest[];
  readonly results: readonly KeyedResult[];
}

export interface SessionRecord {
  readonly session: string;
  readonly conversations: readonly Conversation[];
  /** What the client added up itself, with summaries and titles; null where it does not say. */
  readonly clientTotal: Usage | null;
  /** What could not be read, a line for each. */
  readonly flaws: readonly string[];
}
