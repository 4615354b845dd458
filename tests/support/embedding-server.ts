// Servers of embeddings for tests: the vector of a text is a hashed bag of its words, so texts that share words, or words
// that the server takes for one, are alike.

import type { Answerer } from "./model-server.ts";

/** The numbers of a vector. */
export const DIMENSIONS = 64;

/** Words that mean the same as another. */
const SAME = new Map([
  ["purge", "evict"],
  ["discard", "evict"],
  ["stale", "old"],
  ["elderly", "old"],
]);

/** The vector of a text. */
export function bagOfWords(text: string, dimensions = DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0.001);
  const words =
    text
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  for (const word of words) {
    let hash = 7;
    for (const sign of SAME.get(word) ?? word) hash = (hash * 31 + sign.charCodeAt(0)) >>> 0;
    vector[hash % dimensions]! += 1;
  }
  return vector;
}

/** Answers with vectors, made by `make`. */
export function embedding(make: (text: string) => unknown = bagOfWords): Answerer {
  return (response, { body }) => {
    const data = (body.input as string[]).map((text, index) => ({ object: "embedding", index, embedding: make(text) }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data, model: body.model, usage: { prompt_tokens: 1 } }));
  };
}

/** The texts that a server got, in order. */
export function textsSeen(server: {
  readonly seen: readonly { readonly body: { readonly [name: string]: unknown } }[];
}) {
  return server.seen.flatMap(({ body }) => body.input as string[]);
}
