// The vectors of queries. Somebody waits for them, so they are given up soon; the last ones are kept, as pages of one
// answer ask again.

import { HelixError, messageOf } from "../../base/errors.ts";
import { embeddedText } from "./embed-missing.ts";
import type { Embedder } from "./embedder.ts";

/** How long a search waits for the vector of its query, in milliseconds. */
export const QUERY_DEADLINE_MS = 1500;
const KEPT_MAX = 16;

/** The vector of a query, or why there is none; neither for a query without text. */
export interface QueryVector {
  readonly vector: Float32Array | null;
  /** One line; null where nothing is wrong. */
  readonly problem: string | null;
}

const NONE: QueryVector = { vector: null, problem: null };

export class QueryVectors {
  readonly #embedder: Embedder;
  readonly #kept = new Map<string, Float32Array>();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** The vector of a query; `mask` takes credentials out of it. Throws CANCELLED only. */
  async of(query: string, mask: (text: string) => string, signal: AbortSignal | undefined): Promise<QueryVector> {
    const text = embeddedText(query, mask);
    if (text === "") return NONE;
    const known = this.#kept.get(text);
    if (known !== undefined) return { vector: known, problem: null };
    try {
      const [vector] = await this.#embedder.embed([text], { signal, deadlineMs: QUERY_DEADLINE_MS });
      if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
      this.#kept.set(text, vector!);
      return { vector: vector!, problem: null };
    } catch (error) {
      if (error instanceof HelixError && error.code === "CANCELLED") throw error;
      return { vector: null, problem: messageOf(error) };
    }
  }
}

/** What an answer says when vectors could not be used. */
export function wordsAlone(problem: string): string {
  return `ranked by words alone: ${problem}`;
}
