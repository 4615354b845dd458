// The output of a run without its secrets. Redaction comes before any line is cut, because its rules know whole tokens
// and not the rest of a cut one.

import { cleanText } from "../../engine/text/clean.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { SIDE_LENGTH_MAX } from "../post-build/output.ts";

/** On each side of a long output, this much more is redacted than is used, in code units: its end may cut a secret. */
const MARGIN = 16 * 1024;

/**
 * The parts of an output that are used, redacted, in lines of any length: the whole output, or the beginning and the
 * end of a long one.
 */
export async function redactedOutput(printed: string): Promise<string> {
  const side = SIDE_LENGTH_MAX + MARGIN;
  if (printed.length <= 2 * side) return redacted(printed);
  const start = await redacted(printed.slice(0, side));
  const end = await redacted(printed.slice(-side));
  return `${start.slice(0, -MARGIN)}\n${end.slice(MARGIN)}`;
}

async function redacted(text: string): Promise<string> {
  // Colour codes in the middle of a token would hide it.
  return (await redactSecrets(cleanText(text).text)).text;
}
