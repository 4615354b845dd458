// Finds credentials in HTTP headers and cookies: `Authorization` with any scheme, `Bearer ...` by itself, `Cookie` and
// `Set-Cookie`, and cookies in code and in commands. A cookie is a credential only if it names a session or looks
// random.

import { decodeBase64Text } from "./base64.ts";
import type { SecretFinding } from "./finding.ts";
import { isExpression, isHexDigest, isPlaceholder, isScrambled, isUuid, looksChosen, looksRandom } from "./value.ts";

const AUTHORIZATION_KIND = "authorization-header";
const COOKIE_KIND = "session-cookie";

const MENTIONS_AUTHORIZATION = /authorization|bearer/i;
/** The header's name and the signs before its value: a colon, and in code also a quote, a comma or an index. */
const AUTHORIZATION =
  /(?<![\w:])(?:proxy-|x-(?:[a-z]{1,16}-)?)?authorization\\{0,3}["']?\]?[ \t]{0,8}(?:[:=]|=>|,(?=[ \t]{0,8}["'`]))[ \t]{0,8}(?:[fFrRbB](?=["']))?\\{0,3}["'`]?(?=\S)/gi;
const VALUE_LENGTH_MAX = 8192;
const SCHEME = /^([A-Za-z][\w-]{1,31})[ \t]{1,4}(?=\S)/;
const PARAMETER =
  /(?:signature|response|token|auth|sig|oauth_signature|oauth_token|mac|opaque_token|key)[ \t]{0,2}=[ \t]{0,2}["']?([^\s"',;]{8,4096})/dgi;
const CREDENTIAL = /^(?:["'`][ \t]{0,4}[+.][ \t]{0,4})?\\{0,3}["'`]?([^\s"'`\\,;<>()]{6,8192})/;
const BEARER = /(?<![\w-])[Bb]earer[ \t]{1,4}([A-Za-z0-9_.~+/=-]{16,8192})/dg;
/** The example of RFC 7617. */
const KNOWN_EXAMPLE = "Aladdin:open sesame";

/** Finds credentials in Authorization headers, and bearer tokens wherever they stand. */
export function findHeaders(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS_AUTHORIZATION.test(text)) return findings;
  AUTHORIZATION.lastIndex = 0;
  while (AUTHORIZATION.test(text)) {
    AUTHORIZATION.lastIndex = addAuthorization(text, AUTHORIZATION.lastIndex, findings);
  }
  BEARER.lastIndex = 0;
  for (let match = BEARER.exec(text); match !== null; match = BEARER.exec(text)) {
    const [start, end] = match.indices![1]!;
    if (isToken(match[1]!)) findings.push({ start, end, kind: AUTHORIZATION_KIND });
  }
  return findings;
}

/**
 * Adds the credentials in the header's value that begins at `start`. Returns the place up to which the text was read.
 */
function addAuthorization(text: string, start: number, findings: SecretFinding[]): number {
  const value = text.slice(start, start + VALUE_LENGTH_MAX);
  const scheme = SCHEME.exec(value);
  const at = start + (scheme?.[0].length ?? 0);
  const add = (from: number, length: number) =>
    findings.push({ start: from, end: from + length, kind: AUTHORIZATION_KIND });
  const rest = text.slice(at, at + VALUE_LENGTH_MAX);
  const isBasic = scheme?.[1]?.toLowerCase() === "basic";
  if (!isBasic && (/^[\w-]{1,64}=["']?\w/.test(rest) || value.startsWith("AWS4"))) {
    const line = rest.split(/[\r\n]/, 1)[0]!;
    for (const parameter of line.matchAll(PARAMETER)) {
      const [from] = parameter.indices![1]!;
      if (isToken(parameter[1]!)) add(at + from, parameter[1]!.length);
    }
    return at + line.length;
  }
  const credential = CREDENTIAL.exec(rest);
  const first = credential?.[1] ?? "";
  const isSecret = isBasic ? isUserAndPassword(first) : isToken(first) && (scheme !== null || looksRandom(first));
  if (isSecret) add(at + credential![0].length - first.length, first.length);
  return at;
}

/** Whether a value is a token rather than a word: random, or with digits among its letters. */
function isToken(value: string): boolean {
  if (isPlaceholder(value) || isExpression(value)) return false;
  return (
    looksRandom(value) ||
    isScrambled(value) ||
    looksChosen(value) ||
    isHexDigest(value) ||
    (value.length >= 16 && /\d/.test(value) && !/^[a-z_-]+[\d.]*$/i.test(value))
  );
}

/**
 * Whether base64 encodes a user and a password that are no examples. Base64 that cannot be decoded may be cut off, and
 * counts if it looks random.
 */
export function isUserAndPassword(encoded: string): boolean {
  if (isPlaceholder(encoded) || !/^[A-Za-z0-9+/_-]{6,}={0,2}$/.test(encoded)) return false;
  const decoded = decodeBase64Text(encoded);
  if (decoded === null) return looksRandom(encoded);
  const pair = /^([^:\n]{0,256}):([^\n]{3,4096})$/.exec(decoded);
  if (pair === null || decoded === KNOWN_EXAMPLE) return pair === null && looksRandom(encoded) && looksRandom(decoded);
  return pair[1] !== pair[2] && !isPlaceholder(pair[2]!);
}

const MENTIONS_COOKIE = /cookie|curl|sess(?:ion)?_?id|"httpOnly"/i;
/** The beginning of cookies: a header, an option of curl, an attribute or an argument in code. */
const COOKIES =
  /(?:(?:set-)?cookies?\\{0,3}["']?\]?[ \t]{0,8}(?:[:=(,]|=>|\.set\()[ \t]{0,8}|\bcurl\b[^\n|;]{0,400}?[ \t](?:-b|--cookie)[ \t=]{1,4}|--cookie[ \t=]{1,4})([^\r\n]{1,16384})/dgi;
const COOKIE =
  /([\w.$!*+-]{1,96})\\{0,3}["']?[ \t]{0,4}(?:[=:,])[ \t]{0,4}\\{0,3}["']?([^\s;"'`,\\{}()[\]<>&]{6,8192})/dg;
/** Cookies that always are sessions, wherever they stand. */
const SESSION_COOKIES =
  /(?<![\w-])(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|\.ASPXAUTH|connect\.sid|laravel_session|_gh_sess)=([^\s;"'`,&]{8,8192})/dg;
const JAR_ENTRY =
  /"name"\s{0,8}:\s{0,8}"([^"\n]{1,96})"\s{0,8},\s{0,8}"value"\s{0,8}:\s{0,8}"([^"\n]{8,8192})"(?=[^{}]{0,400}"(?:httpOnly|sameSite|domain|secure)")/dgi;
const SESSION_NAME =
  /sess|sid$|^sid|auth|token|jwt|login|remember|user|identity|csrf|xsrf|ticket|aspx|clearance|secure|key|credential|^id$/i;
const HARMLESS_COOKIE =
  /^(?:_?g(?:a|id|cl|at)\w*|_fb\w+|utm\w*|__utm\w*|theme|lang\w*|locale|tz|timezone|consent|.*consent|path|domain|expires|max-age|samesite|version|banner|visitor\w*|ab[_-].*|experiment.*)$/i;

/** Finds cookies that name a session or look random. */
export function findCookies(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS_COOKIE.test(text)) return findings;
  COOKIES.lastIndex = 0;
  for (let match = COOKIES.exec(text); match !== null; match = COOKIES.exec(text)) {
    const [offset] = match.indices![1]!;
    for (const cookie of match[1]!.matchAll(COOKIE)) {
      const [start, end] = cookie.indices![2]!;
      if (isSession(cookie[1]!, cookie[2]!))
        findings.push({ start: offset + start, end: offset + end, kind: COOKIE_KIND });
    }
  }
  for (const match of text.matchAll(SESSION_COOKIES)) {
    const [start, end] = match.indices![1]!;
    if (!isPlaceholder(match[1]!)) findings.push({ start, end, kind: COOKIE_KIND });
  }
  for (const match of text.matchAll(JAR_ENTRY)) {
    const [start, end] = match.indices![2]!;
    if (isSession(match[1]!, match[2]!)) findings.push({ start, end, kind: COOKIE_KIND });
  }
  return findings;
}

function isSession(name: string, value: string): boolean {
  if (HARMLESS_COOKIE.test(name) || isPlaceholder(value) || value.includes("://")) return false;
  const plain = value.replace(/%[0-9A-F]{2}/gi, "x");
  if (SESSION_NAME.test(name))
    return looksRandom(plain) || isScrambled(plain) || looksChosen(plain) || /^(?=\w*\d)\w{24,}$/.test(plain);
  return plain.length >= 24 && looksRandom(plain) && !isUuid(plain) && !isHexDigest(plain);
}
