// What a scripted model says: turns of text and tool calls, and the events in which they are streamed to the client.

import type { Charge } from "./model-request.ts";

/** A block of an assistant's message. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object };

/** One answer of the model. */
export interface Turn {
  readonly content: readonly Block[];
  /** What the request is said to have cost; a number near the model's limit makes the client compact. */
  readonly inputTokens: number;
  /** The other figures of what it is said to have cost; left out: 5 tokens of output. */
  readonly usage?: Omit<Charge, "input">;
}

let calls = 0;
let turns = 0;

/** A turn of text; without a tool call it ends the assistant's work. */
export function say(text: string): Turn {
  return { content: [{ type: "text", text }], inputTokens: 10 };
}

/** A turn that calls one tool. */
export function use(name: string, input: object): Turn {
  return useAll([name, input]);
}

/** A turn that calls several tools at once. */
export function useAll(...uses: readonly (readonly [name: string, input: object])[]): Turn {
  const content = uses.map(([name, input]): Block => {
    calls++;
    return { type: "tool_use", id: `toolu_${String(calls).padStart(12, "0")}`, name, input };
  });
  return { content, inputTokens: 10 };
}

/** What a turn is said to cost. */
export function chargeOf({ inputTokens, usage }: Turn): Charge {
  return { input: inputTokens, output: 5, cacheWritten: 0, cacheRead: 0, ...usage };
}

/** The turn as server-sent events of the messages interface. */
export function streamed(turn: Turn, model: string): string {
  const { content } = turn;
  const { input, output, cacheWritten, cacheRead } = chargeOf(turn);
  const usage = {
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: cacheWritten,
    cache_read_input_tokens: cacheRead,
  };
  turns++;
  const message = { id: `msg_${turns}`, type: "message", role: "assistant", model, content: [] };
  const isCall = content.some(({ type }) => type === "tool_use");
  return [
    event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
    ...content.map(streamedBlock),
    event("message_delta", { delta: { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null }, usage }),
    event("message_stop", {}),
  ].join("");
}

function streamedBlock(block: Block, index: number): string {
  const [start, delta] =
    block.type === "text"
      ? [
          { type: "text", text: "" },
          { type: "text_delta", text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
        ];
  return (
    event("content_block_start", { index, content_block: start }) +
    event("content_block_delta", { index, delta }) +
    event("content_block_stop", { index })
  );
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
