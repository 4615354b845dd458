// The answer of a model as a stream of texts: asks once more where that may help, and ends what does not end by itself.
// It is the same for all providers; they only say how a request is made and what its events mean.
// Invariants:
// - A request is never made again once the server has accepted it.
// - However the iteration ends, the connection is closed.

import { HelixError } from "../base/errors.ts";
import { loadRedaction } from "../engine/text/secrets/redaction.ts";
import { USUAL_LIMITS } from "./limits.ts";
import type { AnswerEnd, Message, Model, ModelSettings, StreamOptions } from "./model.ts";
import { endless, type Fetch, ServerRequest } from "./request.ts";
import { shownAddress } from "./server-address.ts";
import { type Failure, type ServerFacts, streamedError } from "./server-errors.ts";

/** What an event of a stream brings. */
export interface Piece {
  readonly text?: string;
  readonly end?: AnswerEnd;
}

/** How a provider asks. */
export interface Protocol {
  /** Makes the request by `fetch`, and turns its events into pieces. Throws what its package throws. */
  ask(messages: readonly Message[], options: StreamOptions, request: ServerRequest): AsyncIterable<Piece>;
  /** The body of an error that a stream held, as JSON; "" where the error is no such. */
  errorText(error: unknown): string;
}

/** What a model needs of its surroundings; tests give their own. */
export interface ModelPorts {
  readonly fetch: Fetch;
  /** Waits; ends early when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const systemPorts: ModelPorts = { fetch: (url, init) => fetch(url, init), wait };
/** Shorter keys are words that local servers take for one. */
const KEY_LENGTH_MIN = 6;
/** How the waits before repetitions grow. */
const WAIT_FACTOR = 4;

/** A model that is asked by a protocol. */
export function streamingModel(settings: ModelSettings, protocol: Protocol, ports: ModelPorts = systemPorts): Model {
  const limits = { ...USUAL_LIMITS, ...settings.limits };
  return {
    async *stream(messages, options, signal) {
      const server = await factsOf(settings, "model");
      for (let attempt = 0; ; attempt++) {
        const request = new ServerRequest(server, limits, signal, ports.fetch);
        let failure: Failure;
        try {
          for await (const text of texts(
            server,
            limits.textBytesMax,
            request,
            protocol.ask(messages, options, request),
            options,
          )) {
            yield text;
          }
          return;
        } catch (error) {
          failure = failureOf(error, server, request, protocol);
        } finally {
          request.close();
        }
        const waitMs = failure.waitMs || limits.retryMs * WAIT_FACTOR ** attempt;
        const mayHelp = failure.waitMs !== null && waitMs <= limits.retryMsMax && attempt < limits.retriesMax;
        if (request.isAccepted || !mayHelp) throw attempt === 0 ? failure.error : tried(failure.error, attempt + 1);
        options.onRetry?.(failure.error.message, waitMs);
        await ports.wait(waitMs, signal);
      }
    },
  };
}

/** The texts of an answer. Throws where it has no end, or breaks off. */
async function* texts(
  { shown }: ServerFacts,
  bytesMax: number,
  request: ServerRequest,
  pieces: AsyncIterable<Piece>,
  options: StreamOptions,
): AsyncGenerator<string> {
  let end: AnswerEnd | null = null;
  let bytes = 0;
  for await (const piece of pieces) {
    end = piece.end ?? end;
    const { text = "" } = piece;
    if (text === "") continue;
    bytes += Buffer.byteLength(text);
    if (bytes > bytesMax) request.refuse(endless(shown, bytesMax));
    yield text;
  }
  // The packages take a request that was ended for one that has come to its end.
  const failure = request.failureOf(null);
  if (failure !== null) throw failure.error;
  if (end === null && !request.isDone)
    request.refuse(
      bytes === 0
        ? `${shown} closed the connection without an answer: is model.url right?`
        : `the answer of ${shown} broke off before its end`,
    );
  options.onEnd?.(end ?? "complete");
}

function failureOf(error: unknown, server: ServerFacts, request: ServerRequest, protocol: Protocol): Failure {
  const known = request.failureOf(null);
  if (known !== null) return known;
  const text = protocol.errorText(error);
  if (text !== "") return { error: streamedError(server, text), waitMs: null };
  if (error instanceof SyntaxError) {
    const message = `${server.shown} answers with what is no event of this protocol: are model.url and model.provider right?`;
    return { error: new HelixError("IO", message, { cause: error }), waitMs: null };
  }
  return request.failureOf(error)!;
}

function tried(error: HelixError, times: number): HelixError {
  return new HelixError(error.code, `${error.message}; asked ${times} times`, { cause: error });
}

/** What errors say of a server whose settings begin with `group`. */
export async function factsOf(
  { url, name, key }: Pick<ModelSettings, "url" | "name" | "key">,
  group: ServerFacts["group"],
): Promise<ServerFacts> {
  const { redact } = await loadRedaction();
  const mask = (text: string) =>
    redact(key === null || key.length < KEY_LENGTH_MIN ? text : text.replaceAll(key, "[redacted: key]")).text;
  return { shown: shownAddress(url), model: name, group, hasKey: key !== null, mask };
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted) done();
  });
}
