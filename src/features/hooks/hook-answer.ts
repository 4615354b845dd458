// What a hook has to say, and how the client takes it. Measured with the client itself: JSON that does not name its event is rejected,
// as is JSON for a compaction, where plain text goes into the summariser's instructions.
// Invariant: what comes out is "" or accepted by the client, and never longer than it takes.

import { cutLine } from "../../text/snippet.ts";
import { EVENT_OF, type HookType } from "./hook-types.ts";

/** One answer: nothing, text for the model, or leave to use a tool. */
export type HookAnswer =
  | { readonly kind: "silence" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "allow" };

export const SILENCE: HookAnswer = { kind: "silence" };

/** The client cuts off at 10,000 characters; no hook should come near. */
export const ANSWER_LENGTH_MAX = 9000;

/** The answer as the client takes it from the hook of this type; "" is silence. */
export function encodeAnswer(type: HookType, answer: HookAnswer): string {
  const hookEventName = EVENT_OF[type];
  if (answer.kind === "allow") {
    return JSON.stringify({ hookSpecificOutput: { hookEventName, decision: { behavior: "allow" } } });
  }
  if (answer.kind === "silence" || answer.text === "") return "";
  const text =
    answer.text.length > ANSWER_LENGTH_MAX ? cutLine(answer.text, ANSWER_LENGTH_MAX) : answer.text.toWellFormed();
  if (type === "pre-compact") return text;
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: text } });
}
