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
/**
 * A line of base64 as long as those of a key, behind anything: the sign of a comment, a number, a file's name, the call
 * that writes it.
 */
const LONG_LINE =
  /[^\n]{0,120}?(?=[A-Za-z+/]{0,80}\d)(?=[a-z0-9+/]{0,80}[A-Z])(?=[A-Z0-9+/]{0,80}[a-z])[A-Za-z0-9+/]{40,4096}={0,2}[^\nA-Za-z0-9]{0,16}(?:>>?[^\n]{0,80})?(?:\n|$)/y;
/** What stands behind a BEGIN line's fence, and a line of a comment: a header, a last line of base64, or nothing. */
const LINE_REST = /[^\nA-Za-z0-9+/]{0,16}(?:>>?[^\n]{0,80})?(?:\n|$)/y;
const WHOLE_LINE = /[^\n]{0,240}(?:\n|$)/y;
const HEADER_OR_NOTHING = /^(?:[A-Z][A-Za-z-]{2,20}: .{0,200})?\s*$/;
const LAST_RUN = /^((?:[A-Za-z0-9+/]{4}){2,18}|[A-Za-z0-9+/]{2,75}={1,2})[^A-Za-z0-9]{0,16}$/;
const PREFIX_LENGTH_MAX = 120;
const LINE_SIGN = /^([ \t]{0,32})((?:[#>*|;%+"']|\/\/|--(?!-))?)/;
const HEADERS_MAX = 8;

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
  const begin = text.lastIndexOf("-----BEGIN", inner - FENCE.length);
  let sign = signOf(text.slice(Math.max(text.lastIndexOf("\n", begin) + 1, begin - PREFIX_LENGTH_MAX), begin));
  for (;;) {
    const long = lineEnd(LONG_LINE, text, position);
    const line = lineEnd(BLOCK_LINE, text, position);
    if (long <= position && !(line > position && isBehindSign(text, position, sign))) break;
    if (long > position && text[position - 1] === "\n")
      sign = signOf(text.slice(position, position + PREFIX_LENGTH_MAX));
    position = Math.max(line, long);
  }
  return Math.max(endWithoutTail(text, inner, position), endOfPrefixedLines(text, inner));
}

/** The sign of a comment or a quotation before a line, or its indent; nothing where other text stands before it. */
export function signOf(line: string): string {
  const [, indent = "", sign = ""] = LINE_SIGN.exec(line)!;
  return sign === "" ? indent : sign;
}

/** Whether a line at `at` begins with a sign or an indent, as the line of the key before it did. */
export function isBehindSign(text: string, at: number, sign: string): boolean {
  if (sign === "" || text[at - 1] !== "\n") return true;
  const own = signOf(text.slice(at, at + PREFIX_LENGTH_MAX));
  return /\S/.test(sign) ? own === sign : own !== "";
}

function lineEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Returns where lines end that all begin as the BEGIN line does: with the sign of a comment, a number or a file's name.
 * Returns `inner` where no such line is one of a key.
 */
function endOfPrefixedLines(text: string, inner: number): number {
  const begin = text.lastIndexOf("-----BEGIN", inner - FENCE.length);
  const written = text.slice(Math.max(text.lastIndexOf("\n", begin) + 1, begin - PREFIX_LENGTH_MAX), begin);
  const [prefix, sign] = [shapeOf(written), signOf(written)];
  let position = lineEnd(LINE_REST, text, inner);
  let end = inner;
  let [hasMaterial, headers] = [false, 0];
  while (position > 0 && position < text.length) {
    const next = lineEnd(WHOLE_LINE, text, position);
    LONG_LINE.lastIndex = position;
    if (LONG_LINE.test(text)) {
      hasMaterial = true;
      end = LONG_LINE.lastIndex;
      position = end;
      continue;
    }
    const rest = behindPrefix(text.slice(position, next), prefix);
    const isLast = hasMaterial && rest !== null && LAST_RUN.test(rest.trimEnd()) && isBehindSign(text, position, sign);
    if (!isLast && (hasMaterial || rest === null || !HEADER_OR_NOTHING.test(rest))) break;
    if (isLast) return endWithoutTail(text, inner, next);
    if (headers++ > HEADERS_MAX) break;
    position = next;
  }
  return hasMaterial ? endWithoutTail(text, inner, end) : inner;
}

/** A prefix with all its numbers alike: those of lines count on. */
function shapeOf(prefix: string): string {
  return prefix.replace(/\d+/g, "0").trimEnd();
}

/** What stands behind a prefix of this shape; null where the line has another. */
function behindPrefix(line: string, shape: string): string | null {
  for (let at = 0; at <= Math.min(line.length, PREFIX_LENGTH_MAX); at++) {
    if (shapeOf(line.slice(0, at)) === shape) return line.slice(at).trimStart();
  }
  return null;
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
