// The words of a refusal as the assistant may read them. They repeat the call and the plan, which are text of others.
// Loaded for a refusal only, since it needs all that finds credentials.
// Invariants:
// - Where a text cannot be made fit to be shown, that is an error: the guard then refuses without words.

import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { loadRedaction } from "../../engine/text/secrets/redaction.ts";
import { harmless } from "../../hooks/common/hook-answer.ts";
import { decide } from "../../plan/decision/decide.ts";
import type { GuardState } from "../../plan/decision/guard-state.ts";
import type { GuardEvent } from "../../plan/guard/guard-event.ts";

/** Why a call that was denied is denied. The same is decided once more, now with what masks credentials. */
export async function refusalWords(event: GuardEvent, state: GuardState): Promise<string> {
  const { redact } = await loadRedaction();
  const decision = decide(event, { ...state, mask: (text) => redact(text).text });
  if (decision.verdict !== "denied") throw new Error("what was denied changed meanwhile");
  return harmless(decision.reason);
}

/** Another text that the guard says, in one line of at most `lengthMax` code units. */
export async function guardWords(text: string, lengthMax: number): Promise<string> {
  const { redact } = await loadRedaction();
  return cutLine(harmless(cleanLine(redact(text).text)), lengthMax);
}
