// Servers that speak OpenAI's protocol of chat completions: OpenAI, Ollama, llama.cpp, vLLM, LM Studio and others.

import { APIError } from "openai";
import { type ModelPorts, type Piece, type Protocol, streamingModel } from "./answer-stream.ts";
import type { AnswerEnd, Model, ModelSettings } from "./model.ts";
import { openaiClient } from "./openai-client.ts";
import { isOwnServer } from "./server-address.ts";

/** What is read of an event. Servers may send anything. */
interface ChatEvent {
  readonly choices?: readonly { readonly delta?: { readonly content?: unknown }; readonly finish_reason?: unknown }[];
}
const ENDS: Readonly<Record<string, AnswerEnd>> = { length: "length", content_filter: "withheld" };

/** A model of such a server. */
export function openaiModel(settings: ModelSettings, ports?: ModelPorts): Model {
  const { url, name, key } = settings;
  // OpenAI's newer models refuse the old name of the parameter, other servers know no other.
  const limit = isOwnServer(url, "openai") ? "max_completion_tokens" : "max_tokens";
  const protocol: Protocol = {
    async *ask(messages, { maxTokens }, request) {
      const client = openaiClient(url, key, request.fetch);
      const body = { model: name, messages: [...messages], stream: true as const, [limit]: maxTokens };
      for await (const event of await client.chat.completions.create(body, { signal: request.signal }))
        yield pieceOf(event as ChatEvent | null);
    },
    errorText: (error) => (error instanceof APIError && error.error ? JSON.stringify({ error: error.error }) : ""),
  };
  return streamingModel(settings, protocol, ports);
}

function pieceOf(event: ChatEvent | null): Piece {
  const choice = event?.choices?.[0];
  const [text, reason] = [choice?.delta?.content, choice?.finish_reason];
  return {
    ...(typeof text === "string" ? { text } : {}),
    ...(typeof reason === "string" ? { end: ENDS[reason] ?? "complete" } : {}),
  };
}
