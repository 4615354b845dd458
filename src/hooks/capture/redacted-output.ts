// The output of a run without the secrets in it, before anything is cut from a line: the rules know whole tokens, and
// not what is left of one.

import { cleanText } from "../../engine/text/clean.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { SIDE_LENGTH_MAX } from "../post-build/output.ts";

/** So much more is redacted of a long output than is looked at, in code units: where it ends a secret may be cut. */
const MARGIN = 16 * 1024;

/** The parts of an output that are looked at, in lines of any length; where it is longer, its beginning and its end. */
export async function redactedOutput(printed: string): Promise<string> {
  const side = SIDE_LENGTH_MAX + MARGIN;
  if (printed.length <= 2 * side) return redacted(printed);
  const start = await redacted(printed.slice(0, side));
  const end = await redacted(printed.slice(-side));
  return `${start.slice(0, -MARGIN)}\n${end.slice(MARGIN)}`;
}

async function redacted(text: string): Promise<string> {
  // Colours in the middle of a token would hide it.
  return (await redactSecrets(cleanText(text).text)).text;
}
