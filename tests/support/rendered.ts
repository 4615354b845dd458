// Answers of features as surfaces render them, both ways at once.

import type { Answer } from "../../src/base/answer.ts";
import { CALLS, type Wording } from "../../src/base/wording.ts";

export interface Rendered extends Pick<Answer, "found" | "operation"> {
  readonly text: string;
  readonly data: unknown;
  readonly remark: string;
}

/** The answer as text and as data, worded as over MCP unless told otherwise. */
export async function rendered(running: Answer | Promise<Answer>, wording: Wording = CALLS): Promise<Rendered> {
  const answer = await running;
  return { ...answer, text: answer.text(wording), data: answer.data(), remark: answer.remark?.(wording) ?? "" };
}
