// Text of others in the words of a refusal: names, paths and commands of a call, globs of a plan.

import { cleanLine, cleanText } from "../../engine/text/clean.ts";

/** A text in one line, without credentials and control characters. Neither may hide the other, so both go by turns. */
export function saidOf(text: string, mask: (text: string) => string): string {
  return cleanLine(mask(cleanText(text).text));
}
