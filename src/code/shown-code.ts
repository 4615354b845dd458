// Code as answers show it: other people's lines, in which a credential may stand. Each is masked as long as it is, and
// cut then: of half a credential nobody would know that it is one.

import { cutLine } from "../engine/text/cut-line.ts";
import { redactSecrets } from "../engine/text/secrets/redaction.ts";

/** The longest line of code, and the longest declaration, that is shown, in code units. */
export const CODE_LENGTH_MAX = 120;
export const SIGNATURE_LENGTH_MAX = 160;
/** How much of either is kept until it is shown: more than any credential that begins in what is shown. */
export const KEPT_LENGTH_MAX = 4096;

/** Lines of code as they may be shown: without credentials, each in at most `lengthMax` code units. */
export async function shownCode(lines: readonly string[], lengthMax: number): Promise<string[]> {
  const masked = (await redactSecrets(lines.join("\n"))).text.split("\n");
  // A key of several lines has become one: then each is looked at alone.
  const safe = masked.length === lines.length ? masked : await Promise.all(lines.map(withoutSecrets));
  return safe.map((line) => cutLine(line, lengthMax));
}

/** A text without credentials. */
export async function withoutSecrets(text: string): Promise<string> {
  return (await redactSecrets(text)).text;
}
