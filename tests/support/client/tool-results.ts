// The results of tools, as the model got to see them.

import type { ModelRequest, RequestBody } from "./model-request.ts";

interface ResultBlock {
  readonly type: string;
  readonly content?: string | readonly { readonly text?: string }[];
  readonly is_error?: boolean;
}

/** A result. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** All results in a request, in order. */
export function resultsIn({ messages }: RequestBody): ToolResult[] {
  return messages
    .flatMap(({ content }) => (typeof content === "string" ? [] : (content as readonly ResultBlock[])))
    .filter(({ type }) => type === "tool_result")
    .map(({ content = "", is_error = false }) => ({
      text: typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n"),
      isError: is_error,
    }));
}

/** The results of a conversation, by its last request. */
export function resultsOf(requests: readonly ModelRequest[]): ToolResult[] {
  return requests.length === 0 ? [] : resultsIn(requests.at(-1)!.body);
}

/** The key at the end of the last result; "" where it has none. */
export function keyIn(body: RequestBody): string {
  return /helix output ([0-9A-Z]{8}) shows all\]$/.exec(resultsIn(body).at(-1)?.text ?? "")?.[1] ?? "";
}
