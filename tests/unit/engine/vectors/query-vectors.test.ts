// The vectors of queries: asked for once, masked, with a deadline, and what is said where there is none.

import { expect, test } from "vitest";
import { HelixError } from "../../../../src/base/errors.ts";
import type { EmbedOptions } from "../../../../src/engine/vectors/embedder.ts";
import { QUERY_DEADLINE_MS, QueryVectors } from "../../../../src/engine/vectors/query-vectors.ts";

const mask = (text: string) => text.replaceAll("secret", "[redacted]");

function queries(fail: () => Error | null = () => null) {
  const asked: { texts: readonly string[]; options: EmbedOptions }[] = [];
  const embed = async (texts: readonly string[], options: EmbedOptions = {}) => {
    asked.push({ texts, options });
    const error = fail();
    if (error !== null) throw error;
    return texts.map(({ length }) => Float32Array.from([length]));
  };
  return { asked, queries: new QueryVectors({ model: "m1", embed }) };
}

test("a query is masked, has a deadline, and is asked for once", async () => {
  const { asked, queries: own } = queries();
  const { signal } = new AbortController();
  const first = await own.of("a secret query", mask, signal);
  expect(first).toEqual({ vector: Float32Array.from([18]), problem: null });
  expect(await own.of("a secret query", mask, undefined)).toEqual(first);
  expect(asked).toEqual([{ texts: ["a [redacted] query"], options: { signal, deadlineMs: QUERY_DEADLINE_MS } }]);
});

test("a query in which a colour hides a credential is masked, too", async () => {
  const { asked, queries: own } = queries();
  await own.of("a sec\u001b[31mret\u001b[0m query", mask, undefined);
  expect(asked[0]!.texts).toEqual(["a [redacted] query"]);
});

test("the oldest of many queries is asked for again", async () => {
  const { asked, queries: own } = queries();
  for (let at = 0; at < 20; at++) await own.of(`query ${at}`, mask, undefined);
  await own.of("query 19", mask, undefined);
  expect(asked).toHaveLength(20);
  await own.of("query 0", mask, undefined);
  expect(asked).toHaveLength(21);
});

test("what fails is a problem in one line, and is asked for again; what is cancelled is cancelled", async () => {
  let error: Error | null = new HelixError("IO", "gone");
  const { asked, queries: own } = queries(() => error);
  expect(await own.of("words", mask, undefined)).toEqual({ vector: null, problem: "gone" });
  error = new HelixError("CANCELLED", "cancelled");
  await expect(own.of("words", mask, undefined)).rejects.toThrow("cancelled");
  error = null;
  expect((await own.of("words", mask, undefined)).vector).not.toBeNull();
  expect(asked).toHaveLength(3);
});

test("an empty query is not asked for", async () => {
  const { asked, queries: own } = queries();
  expect(await own.of("  ", mask, undefined)).toEqual({ vector: null, problem: null });
  expect(asked).toEqual([]);
});
