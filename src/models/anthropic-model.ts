// Anthropic's protocol of messages.

import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { APIError } from "@anthropic-ai/sdk/error";
import { Messages } from "@anthropic-ai/sdk/resources/messages/messages";
import { type ModelPorts, type Piece, type Protocol, streamingModel } from "./answer-stream.ts";
import type { AnswerEnd, Model, ModelSettings } from "./model.ts";
import { shownAddress } from "./server-address.ts";

/** Without a key the package would look for one in files; a request goes out without this one (request.ts). */
const NO_KEY = "none";
/** What is read of an event. Servers may send anything. */
interface MessageEvent {
  readonly type?: unknown;
  readonly delta?: { readonly type?: unknown; readonly text?: unknown; readonly stop_reason?: unknown };
}
const ENDS: Readonly<Record<string, AnswerEnd>> = {
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "withheld",
};

/** A model of Anthropic's, or of a server that speaks its protocol. */
export function anthropicModel(settings: ModelSettings, ports?: ModelPorts): Model {
  const { url, name, key } = settings;
  const protocol: Protocol = {
    async *ask(messages, { maxTokens }, request) {
      const client = new BaseAnthropic({
        apiKey: key ?? NO_KEY,
        webhookKey: null,
        // The package adds it; addresses of other providers have it.
        baseURL: shownAddress(url).replace(/\/v1$/, ""),
        fetch: request.fetch,
        maxRetries: 0,
        logLevel: "off",
        openTelemetry: false,
      });
      const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
      const others = messages.flatMap(({ role, content }) => (role === "user" ? [{ role, content }] : []));
      const body = {
        model: name,
        max_tokens: maxTokens,
        stream: true as const,
        messages: others,
        ...(system.length > 0 && { system: system.join("\n\n") }),
      };
      for await (const event of await new Messages(client).create(body, { signal: request.signal }))
        yield pieceOf(event as MessageEvent | null);
    },
    errorText: (error) => (error instanceof APIError && error.error ? JSON.stringify(error.error) : ""),
  };
  return streamingModel(settings, protocol, ports);
}

function pieceOf(event: MessageEvent | null): Piece {
  const { type, delta } = event ?? {};
  if (type === "content_block_delta" && typeof delta?.text === "string") return { text: delta.text };
  const reason = delta?.stop_reason;
  if (type === "message_delta" && typeof reason === "string") return { end: ENDS[reason] ?? "complete" };
  return {};
}
