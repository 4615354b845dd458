// Embeddings of a server: what is sent, and what is said of each way in which a server can fail.

import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { HelixError } from "../../../src/base/errors.ts";
import { RefusedTexts } from "../../../src/engine/vectors/embedder.ts";
import { EMBEDDING_LIMITS, type Limits } from "../../../src/models/limits.ts";
import { openaiEmbedder, REQUEST_BYTES_MAX, REQUEST_TEXTS_MAX } from "../../../src/models/openai-embedder.ts";
import { bagOfWords, embedding, textsSeen } from "../../support/embedding-server.ts";
import { type Answerer, useModelServers } from "../../support/model-server.ts";

const serve = useModelServers();
const KEY = "made-up-key-of-a-test";

function embedderAt(url: string, limits: Partial<Limits> = {}, key: string | null = null) {
  const waits: number[] = [];
  const ports = {
    fetch: (to: string | URL | Request, init?: RequestInit) => fetch(to, init),
    wait: async (ms: number) => void waits.push(ms),
  };
  const settings = { url: new URL(`${url}/v1`), name: "m1", key: async () => key, limits };
  return { embedder: openaiEmbedder(settings, ports), waits };
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => new Error("it did not fail"),
    (thrown: Error) => thrown,
  );
  expect(error.message).not.toMatch(/[\n\r]/);
  expect(error.message).not.toContain(KEY);
  return error;
}

const sending =
  (data: unknown, type = "application/json", status = 200): Answerer =>
  (response) => {
    response.writeHead(status, { "content-type": type });
    response.end(typeof data === "string" ? data : JSON.stringify(data));
  };

test("vectors come in the order of the texts, whatever order the server has", async () => {
  const server = await serve((response, { body }) => {
    const texts = body.input as string[];
    const data = texts.map((text, index) => ({ index, embedding: bagOfWords(text) })).reverse();
    sending({ data })(response, {} as never, 0);
  });
  const { embedder } = embedderAt(server.url, {}, KEY);
  const vectors = await embedder.embed(["evict old entries", "fetch a page"]);
  expect(vectors.map((vector) => [...vector])).toEqual(
    ["evict old entries", "fetch a page"].map((text) => [...Float32Array.from(bagOfWords(text))]),
  );
  const [{ path, headers, body }] = server.seen as [(typeof server.seen)[0]];
  expect(path).toBe("/v1/embeddings");
  expect(headers.authorization).toBe(`Bearer ${KEY}`);
  expect(Object.keys(headers).filter((name) => name.startsWith("x-"))).toEqual([]);
  expect(body).toEqual({ model: "m1", input: ["evict old entries", "fetch a page"], encoding_format: "float" });
});

test("without a key none is sent", async () => {
  const server = await serve(embedding());
  await embedderAt(server.url).embedder.embed(["one"]);
  expect(server.seen[0]!.headers.authorization).toBeUndefined();
});

test("requests are bounded in texts and in bytes", async () => {
  const server = await serve(embedding());
  const many = Array.from({ length: 2 * REQUEST_TEXTS_MAX + 1 }, (_, at) => `text ${at}`);
  const long = Array.from({ length: 5 }, (_, at) => `${at}`.repeat(REQUEST_BYTES_MAX / 2 - 1));
  const vectors = await embedderAt(server.url).embedder.embed([...many, ...long]);
  expect(vectors).toHaveLength(many.length + long.length);
  expect(textsSeen(server)).toEqual([...many, ...long]);
  for (const { body } of server.seen) {
    const texts = body.input as string[];
    expect(texts.length).toBeLessThanOrEqual(REQUEST_TEXTS_MAX);
    expect(texts.join("").length).toBeLessThanOrEqual(REQUEST_BYTES_MAX);
  }
});

describe("is refused in one line:", () => {
  const vector = bagOfWords("one");
  test.each<[string, unknown, RegExp]>([
    ["half a batch", { data: [{ index: 0, embedding: vector }] }, /answers with 1 vectors for 2 texts/],
    ["no data", { ok: true }, /answers with no vectors for 2 texts/],
    ["null", "null", /no vectors/],
    ["what is no JSON", "<html>", /127\.0\.0\.1/],
    [
      "numbers that are none",
      { data: [vector, [...vector.slice(1), null]].map((embedding) => ({ embedding })) },
      /what is no number/,
    ],
    ["words for numbers", { data: [vector, vector.map(String)].map((embedding) => ({ embedding })) }, /no number/],
    ["1e999", `{"data":[{"embedding":[1e999]},{"embedding":[1]}]}`, /no number/],
    ["zeros", { data: [vector, vector.map(() => 0)].map((embedding) => ({ embedding })) }, /vector of zeros/],
    ["lengths that differ", { data: [{ embedding: [1, 2] }, { embedding: [1, 2, 3] }] }, /several lengths/],
    ["no vector", { data: [{ embedding: [] }, { embedding: [] }] }, /has not 1 to 8192 numbers/],
    ["one place twice", { data: [0, 0].map((index) => ({ index, embedding: vector })) }, /mixes up/],
    ["a place that is none", { data: [0, 7].map((index) => ({ index, embedding: vector })) }, /mixes up/],
  ])("%s", async (_, data, said) => {
    const server = await serve(sending(data));
    const error = await errorOf(embedderAt(server.url).embedder.embed(["one", "two"]));
    expect(error).toBeInstanceOf(HelixError);
    expect(error.message).toMatch(said);
  });

  test.each<[string, Answerer, RegExp]>([
    ["a page", sending("<html>", "text/html"), /answers with text\/html instead of JSON: is embeddings\.url right/],
    ["a wrong key", sending({}, "application/json", 401), /embeddings\.url and embeddings\.key/],
    ["an unknown model", sending({ error: "none such" }, "application/json", 404), /no model "m1"/],
    ["a redirect", (response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(), /elsewhere/],
    ["a closed connection", (response) => void response.destroy(), /127\.0\.0\.1/],
  ])("%s", async (_, answer, said) => {
    const server = await serve(answer);
    const error = await errorOf(embedderAt(server.url, {}, null).embedder.embed(["one", "two"]));
    expect(error.message).toMatch(said);
  });

  test("nobody there", async () => {
    const error = await errorOf(embedderAt("http://127.0.0.1:1").embedder.embed(["one"]));
    expect(error.message).toMatch(/nothing listens at .*: is the server running, and embeddings\.url right/);
  });
});

test("a server that is busy is asked again, but not without end; a query once", async () => {
  const busy: Answerer = (response) => sending({ error: "later" }, "application/json", 503)(response, {} as never, 0);
  const server = await serve((response, seen, count) => (count < 3 ? busy : embedding())(response, seen, count));
  const { embedder, waits } = embedderAt(server.url);
  expect(await embedder.embed(["one"])).toHaveLength(1);
  expect(waits).toEqual([EMBEDDING_LIMITS.retryMs, 4 * EMBEDDING_LIMITS.retryMs]);
  const never = await serve(busy);
  const { embedder: other } = embedderAt(never.url);
  await errorOf(other.embed(["one"]));
  expect(never.seen).toHaveLength(1 + EMBEDDING_LIMITS.retriesMax);
  await errorOf(other.embed(["one"], { deadlineMs: 60_000 }));
  expect(never.seen).toHaveLength(2 + EMBEDDING_LIMITS.retriesMax);
});

test("texts that a server refuses are told from a server that fails", async () => {
  const server = await serve(sending({ error: { message: "input too long" } }, "application/json", 400));
  const error = await errorOf(embedderAt(server.url).embedder.embed(["one"]));
  expect(error).toBeInstanceOf(RefusedTexts);
  expect(error.message).toContain("input too long");
});

test("what waits is cancelled, and given up when its time is over", async () => {
  const open: ServerResponse[] = [];
  const server = await serve((response) => void open.push(response));
  const { embedder } = embedderAt(server.url);
  const controller = new AbortController();
  const waiting = errorOf(embedder.embed(["one"], { signal: controller.signal }));
  controller.abort();
  expect(await waiting).toMatchObject({ code: "CANCELLED" });
  const late = await errorOf(embedder.embed(["one"], { deadlineMs: 1 }));
  expect(late).toMatchObject({ code: "IO", message: expect.stringContaining("did not answer within 0.001 s") });
});
