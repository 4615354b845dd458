// A hook's answer, and the form in which the client accepts it. The form was measured with the client itself. The
// client rejects JSON that does not name its event. It also rejects JSON for a compaction, where plain text goes into
// the summariser's instructions.
// Invariants:
// - An encoded answer is "", or the client accepts it; what it adds is never longer than the client takes.
// - An answer does not end the tag that the client wraps around it. Notes and outputs of programs are text of others
//   and may hold such a tag.

import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { sanitise } from "../../engine/text/sanitise.ts";
import type { Fields } from "./hook-event.ts";
import { EVENT_OF, type HookType } from "./hook-types.ts";

/** One answer: silence, text for the model, or permission to use a tool. */
export type HookAnswer =
  | { readonly kind: "silence" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "allow" };

export const SILENCE: HookAnswer = { kind: "silence" };

/** The longest answer, in code units. The client cuts off at 10,000 characters; no hook should come near. */
export const ANSWER_LENGTH_MAX = 9000;

/** The `<` of a closing tag, or of a tag that only the client writes. Types such as Vec<u8> do not match. */
const TAGS = /<(?=\s*(?:\/|system[-_]))/gi;
const LOOKS_LIKE_IT = "‹";

/** What an answer does beside what it says. */
export interface AnswerActs {
  /** What stands in place of the tool's output, in the tool's own form. */
  readonly replacement?: Fields | undefined;
  /** Why the tool is refused: what the assistant reads instead. */
  readonly denial?: string | undefined;
}

/** The answer of the hook of this type, in the form that the client accepts; "" is silence. */
export function encodeAnswer(type: HookType, answer: HookAnswer, { replacement, denial }: AnswerActs = {}): string {
  const hookEventName = EVENT_OF[type];
  const acts = {
    ...(replacement && { updatedToolOutput: replacement }),
    ...(denial && { permissionDecision: "deny", permissionDecisionReason: harmless(denial) }),
  };
  if (answer.kind === "allow") {
    return JSON.stringify({ hookSpecificOutput: { hookEventName, decision: { behavior: "allow" } } });
  }
  if (answer.kind === "silence" || answer.text === "") {
    return Object.keys(acts).length === 0 ? "" : JSON.stringify({ hookSpecificOutput: { hookEventName, ...acts } });
  }
  const whole = harmless(answer.text);
  const text = whole.length > ANSWER_LENGTH_MAX ? cutLine(whole, ANSWER_LENGTH_MAX) : whole.toWellFormed();
  if (type === "pre-compact") return text;
  return JSON.stringify({ hookSpecificOutput: { hookEventName, ...acts, additionalContext: text } });
}

/** A text for a client: it ends no tag, poses as nobody, and holds nothing that nobody sees or a terminal obeys. */
export function harmless(text: string): string {
  return sanitise(showControls(text).replace(TAGS, LOOKS_LIKE_IT)).toWellFormed();
}
