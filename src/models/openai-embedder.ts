// Embeddings of servers that speak OpenAI's protocol: OpenAI, Ollama, llama.cpp, vLLM, LM Studio and others.
// Invariants:
// - Only texts that were given and the model's name leave the machine. Who gives them has masked them.
// - A server's vectors are used only if all are there, finite, of one length, and none is zero.

import { HelixError } from "../base/errors.ts";
import { type Embedder, type EmbedOptions, RefusedTexts } from "../engine/vectors/embedder.ts";
import { factsOf, type ModelPorts, systemPorts } from "./answer-stream.ts";
import { EMBEDDING_LIMITS, type Limits } from "./limits.ts";
import { openaiClient } from "./openai-client.ts";
import { ServerRequest } from "./request.ts";
import { shownAddress } from "./server-address.ts";
import type { ServerFacts } from "./server-errors.ts";

/** Where the embedder is, and what it is called there. */
export interface EmbedderSettings {
  /** The address of the server; it was checked (server-address.ts). */
  readonly url: URL;
  readonly name: string;
  /** Reads the key when the first texts are sent; null: the server wants none. */
  readonly key: () => Promise<string | null>;
  readonly limits?: Partial<Limits>;
}

/** A request has so many texts and so many bytes at most, unless one text alone is longer. */
export const REQUEST_TEXTS_MAX = 64;
export const REQUEST_BYTES_MAX = 128 * 1024;
/** Longer vectors are refused. */
export const DIMENSIONS_MAX = 8192;
const WAIT_FACTOR = 4;
/** Statuses by which servers refuse a text that is too long; some say that they have failed. */
const REFUSING = [400, 413, 422, 500];

/** An embedder of such a server. Sends nothing before `embed`. */
export function openaiEmbedder(settings: EmbedderSettings, ports: ModelPorts = systemPorts): Embedder {
  const { url, name, limits: own } = settings;
  let key: Promise<string | null> | null = null;
  const limits = { ...EMBEDDING_LIMITS, ...own };
  const embed = async (texts: readonly string[], signal: AbortSignal | undefined, isUrgent: boolean) => {
    key ??= settings.key();
    const read = await key.catch((error: unknown) => {
      // It may be there the next time.
      key = null;
      throw error;
    });
    const server = await factsOf({ url, name, key: read }, "embeddings");
    const found: Float32Array[] = [];
    for (const batch of batchesOf(texts)) {
      if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
      const retriesMax = isUrgent ? 0 : limits.retriesMax;
      const vectors = await ask({ ...settings, server, read, ports, limits: { ...limits, retriesMax } }, batch, signal);
      if (found.length > 0 && vectors[0]!.length !== found[0]!.length) throw lengthsDiffer(server);
      found.push(...vectors);
    }
    return found;
  };
  return {
    model: name,
    embed: (texts, { signal, deadlineMs }: EmbedOptions = {}) =>
      deadlineMs === undefined
        ? embed(texts, signal, false)
        : within(deadlineMs, shownAddress(url), signal, (ending) => embed(texts, ending, true)),
  };
}

interface Asked extends EmbedderSettings {
  readonly server: ServerFacts;
  readonly read: string | null;
  readonly ports: ModelPorts;
  readonly limits: Limits;
}

async function ask(asked: Asked, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
  const { server, limits, ports } = asked;
  for (let attempt = 0; ; attempt++) {
    let status = 0;
    const fetch: typeof ports.fetch = async (url, init) => {
      const response = await ports.fetch(url, init);
      status = response.status;
      return response;
    };
    const request = new ServerRequest(server, limits, signal, fetch, "application/json");
    try {
      return vectorsIn(server, await answerOf(asked, request, texts), texts.length);
    } catch (error) {
      const failure = request.failureOf(error)!;
      const waitMs = failure.waitMs || limits.retryMs * WAIT_FACTOR ** attempt;
      const mayHelp = failure.waitMs !== null && waitMs <= limits.retryMsMax && attempt < limits.retriesMax;
      if (!mayHelp) {
        if (REFUSING.includes(status)) throw new RefusedTexts(failure.error.message, { cause: failure.error });
        throw failure.error;
      }
      request.close();
      await ports.wait(waitMs, signal);
    } finally {
      request.close();
    }
  }
}

async function answerOf({ url, name, read }: Asked, request: ServerRequest, texts: readonly string[]) {
  const client = openaiClient(url, read, request.fetch);
  const body = { model: name, input: [...texts], encoding_format: "float" as const };
  return (await client.embeddings.create(body, { signal: request.signal })) as unknown;
}

/** The vectors of an answer, in the order of the texts. Servers may send anything. */
function vectorsIn(server: ServerFacts, answer: unknown, count: number): Float32Array[] {
  const data = (answer as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count) {
    const got = Array.isArray(data) ? `${data.length} vectors` : "no vectors";
    throw refused(server, `answers with ${got} for ${count} texts`);
  }
  const found: Float32Array[] = new Array(count);
  for (const [at, each] of data.entries()) {
    const { index = at, embedding } = (each ?? {}) as { readonly index?: unknown; readonly embedding?: unknown };
    const place = Number.isInteger(index) ? (index as number) : -1;
    if (place < 0 || place >= count || found[place] !== undefined) throw refused(server, "mixes up its vectors");
    if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > DIMENSIONS_MAX)
      throw refused(server, `answers with a vector that has not 1 to ${DIMENSIONS_MAX} numbers`);
    const vector = new Float32Array(embedding.length);
    let length = 0;
    for (const [dimension, value] of embedding.entries()) {
      vector[dimension] = typeof value === "number" ? value : Number.NaN;
      length += vector[dimension]! ** 2;
    }
    if (!Number.isFinite(length)) throw refused(server, "answers with a vector that holds what is no number");
    if (length === 0) throw refused(server, "answers with a vector of zeros");
    found[place] = vector;
  }
  if (found.some((vector) => vector.length !== found[0]!.length)) throw lengthsDiffer(server);
  return found;
}

function lengthsDiffer(server: ServerFacts): HelixError {
  return refused(server, "answers with vectors of several lengths");
}

function refused({ shown }: ServerFacts, what: string): HelixError {
  return new HelixError("IO", `${shown} ${what}: are embeddings.url and embeddings.model right?`);
}

/** Cuts texts into requests. */
function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let [from, bytes] = [0, 0];
  for (const [at, text] of texts.entries()) {
    const size = Buffer.byteLength(text);
    if (at > from && (at - from >= REQUEST_TEXTS_MAX || bytes + size > REQUEST_BYTES_MAX)) {
      yield texts.slice(from, at);
      [from, bytes] = [at, 0];
    }
    bytes += size;
  }
  if (from < texts.length) yield texts.slice(from);
}

/** Work that is given up after some milliseconds, whatever it waits for. */
async function within<T>(
  ms: number,
  shown: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(new HelixError("IO", `${shown} did not answer within ${ms / 1000} s`));
    late.abort();
  }, ms);
  try {
    const ending = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    return await Promise.race([work(ending), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
