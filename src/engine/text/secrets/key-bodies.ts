// Finds private keys without the lines around them: base64 that begins as a private key does, lines before an END line,
// lines that continue behind a redacted key, PuTTY's private lines, and the private members of JSON Web Keys (RFC 7517,
// RFC 8037). Public keys, certificates and requests begin differently, and stay.

import { decodeBase64 } from "./base64.ts";
import { privateKeyOf } from "./der.ts";
import type { SecretFinding } from "./finding.ts";
import { isBehindSign, signOf } from "./private-keys.ts";

const KIND = "private-key";
/**
 * How a line of a key may begin when it was quoted, indented or shown as a change, and how it may end. A line break may
 * be written out.
 */
const LINE_START = /[ \t>|*#"']{0,32}/y;
const ADDED_LINE_START = /\+[ \t>|*#"']{0,32}/y;
const LINE_BREAK = /[ \t"',\\]{0,8}(?:\r?\n|(?:\\r)?\\n)/y;
const BASE64 = /[A-Za-z0-9+/]+={0,2}/y;
/**
 * The beginning of base64 at a place where a word may begin: a SEQUENCE (DER) with the length of a key, an OpenSSH key,
 * or an OpenPGP secret key packet.
 */
const KEY_START =
  /(?<![A-Za-z0-9/_=-]|.\+)(?:M[A-Za-z0-9+/]{39}|b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{21}|l[A-Z][A-Za-z0-9+/]{46}|x[A-Za-z0-9+/]{47})/g;
const OPENSSH = "b3BlbnNzaC1rZXktdjE";
const HEAD_BYTES = 36;
const HEAD_CHARACTERS = 48;
const LINES_MAX = 400;
const LINE_LENGTH_MIN = 40;
/** A line behind a redaction mark has to look like a part of a key. */
const KEY_LINE = /^(?=[^\n]*[a-z])(?=[^\n]*[A-Z])(?=[^\n]*\d)[A-Za-z0-9+/]{60,80}$/;

/** Finds keys without a BEGIN line. */
export function findKeyBodies(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  KEY_START.lastIndex = 0;
  for (let match = KEY_START.exec(text); match !== null; match = KEY_START.exec(text)) {
    const start = match.index;
    const end = endOfBody(text, start);
    if (end === null) KEY_START.lastIndex = start + match[0].length;
    else {
      findings.push({ start, end, kind: KIND });
      KEY_START.lastIndex = end;
    }
  }
  addBeforeEnds(text, findings);
  addBehindMarks(text, findings);
  if (text.includes("Private-Lines")) addPuttyLines(text, findings);
  addWebKeys(text, findings);
  return findings;
}

/** Returns where the key that begins at `start` ends, or null when no key begins there. */
function endOfBody(text: string, start: number): number | null {
  if (text.startsWith(OPENSSH, start)) return endOfLines(text, start, Number.POSITIVE_INFINITY);
  const head = decodeBase64(text.slice(start, start + HEAD_CHARACTERS).split(/[^A-Za-z0-9+/]/, 1)[0]!, HEAD_BYTES);
  if (head === null) return null;
  if (text[start] === "M") {
    const key = privateKeyOf(head);
    return key === null ? null : endOfLines(text, start, Math.ceil(key.length / 3) * 4);
  }
  return isSecretPacket(head) ? endOfLines(text, start, Number.POSITIVE_INFINITY) : null;
}

/**
 * OpenPGP (RFC 4880, 5.5.3): the tag of a secret key, a length of one or two bytes, version 4, and a known algorithm.
 */
function isSecretPacket(head: Uint8Array): boolean {
  const at = head[0] === 0x94 ? 2 : head[0] === 0x95 ? 3 : head[0] === 0xc5 ? (head[1]! < 192 ? 2 : 3) : -1;
  return at > 0 && head[at] === 4 && [1, 16, 17, 18, 19, 22].includes(head[at + 5]!);
}

/**
 * Returns where the lines of base64 that begin at `start` end. Together they have at most `most` characters. All lines
 * but the last have one length.
 */
function endOfLines(text: string, start: number, most: number): number {
  const isAdded = text[start - 1] === "+";
  let sign = signOf(text.slice(text.lastIndexOf("\n", start - 1) + 1, start));
  let at = start;
  let end = start;
  let total = 0;
  let width = 0;
  for (let line = 0; line < LINES_MAX; line++) {
    BASE64.lastIndex = at;
    const run = BASE64.exec(text)?.[0];
    if (run === undefined || (line > 0 && run.length > width)) break;
    // A short last line may be a word of the text that follows.
    if (line > 0 && run.length < width && run.length % 4 !== 0 && total + run.length !== most) break;
    if (line > 0 && run.length < width && !isLastLine(text, at, run.length, sign)) break;
    if (line > 0 && run.length === width) sign = signOf(text.slice(text.lastIndexOf("\n", at) + 1, at));
    const taken = Math.min(run.length, most - total);
    total += taken;
    end = at + taken;
    if (line === 0) width = run.length;
    if (total >= most || run.length < width || (line === 0 && width < LINE_LENGTH_MIN)) break;
    const next = nextLine(text, end, isAdded);
    if (next < 0) break;
    at = next;
  }
  return end;
}

/** Whether a shorter run is the last line of a key: nothing else stands on it, and it begins as the one before it. */
function isLastLine(text: string, at: number, length: number, sign: string): boolean {
  const from = text.lastIndexOf("\n", at) + 1;
  const isWritten = /[^ \t>|*#"'+]/.test(text.slice(from, at));
  return (
    isWritten || (isBehindSign(text, from, sign) && !/^[ \t]{1,8}\w/.test(text.slice(at + length, at + length + 9)))
  );
}

/**
 * Returns where the next line of a key begins, behind the line break and quoting signs, or -1. With `isAdded` each line
 * begins with +, as in a diff.
 */
function nextLine(text: string, end: number, isAdded = false): number {
  LINE_BREAK.lastIndex = end;
  if (!LINE_BREAK.test(text)) return -1;
  const pattern = isAdded ? ADDED_LINE_START : LINE_START;
  pattern.lastIndex = LINE_BREAK.lastIndex;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const END_LINE = /-----END [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----/g;
const WHOLE_LINE = /^[ \t>|+*#"']{0,32}[A-Za-z0-9+/]{1,80}={0,2}[ \t"',\\]{0,8}$/;

/** Adds the lines before an END line whose BEGIN line is missing. */
function addBeforeEnds(text: string, findings: SecretFinding[]): void {
  for (const match of text.matchAll(END_LINE)) {
    let start = match.index;
    let total = 0;
    for (let line = 0; line < LINES_MAX; line++) {
      const before = text.lastIndexOf("\n", start - 2);
      const found = text.slice(before + 1, start).replace(/\r?\n$/, "");
      if (start === 0 || start - before > 128 || !WHOLE_LINE.test(found)) break;
      total += found.length;
      start = before + 1;
    }
    if (total >= LINE_LENGTH_MIN) findings.push({ start, end: match.index + match[0].length, kind: KIND });
  }
}

const MARK = `[redacted: ${KIND}]`;

/** Adds lines behind a key that was taken out earlier. */
function addBehindMarks(text: string, findings: SecretFinding[]): void {
  for (let mark = text.indexOf(MARK); mark >= 0; mark = text.indexOf(MARK, mark + 1)) {
    const start = nextLine(text, mark + MARK.length);
    if (start < 0) continue;
    const line = text.slice(start, start + 82).split(/[\r\n]/, 1)[0]!;
    if (KEY_LINE.test(line))
      findings.push({ start, end: endOfLines(text, start, Number.POSITIVE_INFINITY), kind: KIND });
  }
}

const PUTTY_LINES = /Private-Lines: \d{1,4}[ \t]{0,8}\r?\n/g;

function addPuttyLines(text: string, findings: SecretFinding[]): void {
  for (const match of text.matchAll(PUTTY_LINES)) {
    LINE_START.lastIndex = match.index + match[0].length;
    LINE_START.test(text);
    const start = LINE_START.lastIndex;
    const end = endOfLines(text, start, Number.POSITIVE_INFINITY);
    if (end - start >= 16) findings.push({ start, end, kind: KIND });
  }
}

const WEB_KEY_MEMBER =
  /\\{0,3}["'](?:d|p|q|dp|dq|qi|k)\\{0,3}["'][ \t\r\n]{0,32}:[ \t\r\n]{0,32}\\{0,3}["']([A-Za-z0-9_-]{16,2048})={0,2}\\{0,3}["']/dg;
const WEB_KEY_LENGTH_MAX = 4096;

/** Adds the private members of JSON Web Keys when the object around them is such a key. */
function addWebKeys(text: string, findings: SecretFinding[]): void {
  for (const match of text.matchAll(WEB_KEY_MEMBER)) {
    const [start, end] = match.indices![1]!;
    const before = text.slice(Math.max(0, match.index - WEB_KEY_LENGTH_MAX), match.index);
    const object =
      before.slice(before.lastIndexOf("{") + 1) + text.slice(end, end + WEB_KEY_LENGTH_MAX).split("}", 1)[0]!;
    if (isWebKey(object)) findings.push({ start, end, kind: KIND });
  }
}

function isWebKey(object: string): boolean {
  const has = (name: string) => object.includes(`"${name}`) || object.includes(`'${name}`);
  return has("kty") || has("crv") || has("jwk") || has("dp") || has("qi") || (has("n") && has("e"));
}
