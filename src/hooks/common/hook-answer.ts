// What a hook has to say, and how the client takes it. Measured with the client itself: JSON that does not name its
// event is rejected, as is JSON for a compaction, where plain text goes into the summariser's instructions.
// Invariant:
// what comes out is "" or accepted by the client, never longer than it takes, and does not end what the client wraps
// around it: notes and outputs of programs are other people's text, and may hold a tag that does.

import { cutLine } from "../../engine/text/cut-line.ts";
import { sanitise } from "../../engine/text/sanitise.ts";
import { EVENT_OF, type HookType } from "./hook-types.ts";

/** One answer: nothing, text for the model, or leave to use a tool. */
export type HookAnswer =
  | { readonly kind: "silence" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "allow" };

export const SILENCE: HookAnswer = { kind: "silence" };

/** The client cuts off at 10,000 characters; no hook should come near. */
export const ANSWER_LENGTH_MAX = 9000;

/** A tag that ends something, or begins what only the client says; types such as Vec<u8> are none. */
const TAGS = /<(?=\s*(?:\/|system[-_]))/gi;
const LOOKS_LIKE_IT = "‹";

/** The answer as the client takes it from the hook of this type; "" is silence. */
export function encodeAnswer(type: HookType, answer: HookAnswer): string {
  const hookEventName = EVENT_OF[type];
  if (answer.kind === "allow") {
    return JSON.stringify({ hookSpecificOutput: { hookEventName, decision: { behavior: "allow" } } });
  }
  if (answer.kind === "silence" || answer.text === "") return "";
  const whole = sanitise(answer.text.replace(TAGS, LOOKS_LIKE_IT));
  const text = whole.length > ANSWER_LENGTH_MAX ? cutLine(whole, ANSWER_LENGTH_MAX) : whole.toWellFormed();
  if (type === "pre-compact") return text;
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: text } });
}
