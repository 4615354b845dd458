// Finds private keys in text: PEM blocks (RSA, EC, OpenSSH, PGP, ...). The whole block is the credential, from its
// BEGIN line to its END line. Without an END line the block reaches as far as there is key material. A BEGIN line
// without material, as in instructions, is no key. Line breaks may be written out (\n), as in JSON. key-bodies.ts
// handles keys without a BEGIN line.

import type { SecretFinding } from "./finding.ts";

const KIND = "private-key";
const BEGIN = /-----BEGIN (?:[A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----/g;
const END = /-----END (?:[A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----/y;
const FENCE = "-----";
const MATERIAL = /[A-Za-z0-9+/=]{32}/;
/** A line of base64, a header of an encrypted key, or an empty line, with its line break. */
const BLOCK_LINE =
  /[ \t>|+*#]{0,16}(?:[A-Za-z0-9+/=]{1,4096}|[A-Z][A-Za-z-]{2,20}: [^\n\\]{0,200}|)[ \t]{0,16}(?:\r?\n|(?:\\r)?\\n|\\?["']|$)/y;

/** Finds private keys, each as a whole block. */
export function findPrivateKeys(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!text.includes("-----BEGIN ")) return findings;
  for (const match of text.matchAll(BEGIN)) {
    const start = match.index;
    const inner = start + match[0].length;
    const end = endOfBlock(text, inner);
    if (MATERIAL.test(text.slice(inner, end))) findings.push({ start, end, kind: KIND });
  }
  return findings;
}

function endOfBlock(text: string, inner: number): number {
  const fence = text.indexOf(FENCE, inner);
  if (fence >= 0) {
    END.lastIndex = fence;
    if (END.test(text)) return END.lastIndex;
  }
  let position = inner;
  for (;;) {
    BLOCK_LINE.lastIndex = position;
    const line = BLOCK_LINE.exec(text);
    if (line === null || line[0] === "") break;
    position += line[0].length;
  }
  return endWithoutTail(text, inner, position);
}

/** White space, a written line break or a quote at the end of a piece of up to two characters. */
const TAIL = /(?:\\[nr"']|[\s"'])$/;

/**
 * Returns where a block from `start` to `end` ends without its trailing white space, written line breaks and quotes.
 * They are removed one by one, because a run of them may be as long as the text.
 */
function endWithoutTail(text: string, start: number, end: number): number {
  let at = end;
  for (;;) {
    const found = TAIL.exec(text.slice(Math.max(start, at - 2), at));
    if (found === null) return at;
    at -= found[0].length;
  }
}
