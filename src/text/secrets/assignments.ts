// Credentials that are known by what they are assigned to: `DB_PASSWORD=...`, `"apiKey": "..."`, `--token ...`, `the password is
// ...`. The name says how likely a secret is, the value has to look like one; prose needs more evidence than an assignment.
// Misses are cheaper here than false alarms in every second note: an entry loses words that a reader needs.

import { tokenize } from "../tokenizer.ts";
import type { SecretFinding } from "./finding.ts";
import {
  isExpression,
  isHexDigest,
  isPlaceholder,
  isReference,
  isUuid,
  looksRandom,
  randomCharacters,
} from "./value.ts";

/** How much a name says: a password may be short, a key or token has to look random, of a weak name even a UUID is no secret. */
type NameStrength = "password" | "strong" | "weak";

interface Assignment {
  readonly name: string;
  readonly separator: string;
  readonly value: string;
  readonly isQuoted: boolean;
}

const MENTIONS_SECRET = /secret|token|passw|passphrase|pwd|key|credential|auth/i;
const ASSIGNMENT = new RegExp(
  "(?<![\\w.$-])(-{0,2}[\\w.$-]{0,64}?(?:secret|token|passw|passphrase|pwd|key|credential|auth)[\\w.-]{0,64})" +
    "\\\\?[\"'`]?\\]?" +
    "([ \\t]{0,8}(?::=|=>|={1,3}|:)[ \\t]{0,8}|[ \\t]{1,4}(?:(?:is|was)[ \\t]*:?[ \\t]{1,4})?)" +
    "\\\\?(?:\"([^\"\\n]{6,8192})\"|'([^'\\n]{6,8192})'|`([^`\\n]{6,8192})`|([^\\s\"'`,;<>]{6,128}))",
  "dgi",
);

const PASSWORD_WORDS = new Set(["password", "passwd", "passphrase", "pwd", "pass", "passcode"]);
const STRONG_WORDS = new Set([
  "secret",
  "token",
  "credential",
  "apikey",
  "secretkey",
  "accesskey",
  "authtoken",
  "accesstoken",
]);
const WEAK_WORDS = new Set(["key", "auth"]);
/** A name with one of these is about a credential, or about another kind of key. */
const HARMLESS_WORDS = new Set(
  (
    "public pubkey primary foreign partition sort cache index row column field lookup hash hashed sha sha1 sha256 checksum digest " +
    "commit etag fingerprint integrity revision name path file dir directory url uri type kind length len size count limit max min " +
    "total budget usage ttl expiry expires expiration header prefix suffix format algorithm policy rules rule validator encoder " +
    "idempotency id ids registry version author authors keyboard keyword keyframe keyserver recv tokenizer map"
  ).split(" "),
);
/** Words that strengthen a weak one: api key, private key. */
const KEY_WORDS = new Set([
  "api",
  "access",
  "private",
  "signing",
  "encryption",
  "master",
  "service",
  "admin",
  "root",
  "license",
  "account",
]);

/** The word before a name, and how far back it may begin. */
const WORD_BEFORE = /(?<![A-Za-z])([A-Za-z]+)[ \t]$/;
const WORD_BEFORE_LENGTH_MAX = 24;

/** The group of ASSIGNMENT that holds an unquoted value, and how much of it is looked at. */
const UNQUOTED = 6;
const UNQUOTED_LENGTH_MAX = 128;
const PASSWORD_LENGTH_MIN = 8;
const PASSPHRASE_LENGTH_MIN = 12;
const WEAK_LENGTH_MIN = 20;

/** Values of assignments that look like credentials. */
export function findAssignments(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS_SECRET.test(text)) return findings;
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const group = [3, 4, 5].find((index) => match![index] !== undefined) ?? UNQUOTED;
    const [start] = match.indices![group]!;
    const raw = beforeMark(match[group]!);
    const value = group === UNQUOTED ? unquotedValue(raw, text[match.index - 1]) : raw.replace(/\\$/, "");
    const strength = strengthWithin(text, match.index, match[1]!);
    const assignment = { name: match[1]!, separator: match[2]!, value, isQuoted: group !== UNQUOTED };
    if (strength !== null && isSecret(assignment, strength)) {
      const isCut = group === UNQUOTED && value.length === UNQUOTED_LENGTH_MAX;
      const end = isCut ? endOfRun(text, start) : start + value.length;
      findings.push({ start, end, kind: strength === "password" ? "password" : "high-entropy-assignment" });
      ASSIGNMENT.lastIndex = end;
    } else {
      // The value may be an assignment itself: `auth: token=...`.
      ASSIGNMENT.lastIndex = start;
    }
  }
  return findings;
}

/** A value as far as nothing in it was taken out already: what begins there is another credential's mark. */
function beforeMark(value: string): string {
  const mark = value.indexOf("[redacted:");
  return mark < 0 ? value : value.slice(0, mark);
}

/** The same where the name stands in a text: `the cache key is ...` says what kind of key it is in the word before. */
function strengthWithin(text: string, at: number, name: string): NameStrength | null {
  const strength = strengthOf(name);
  if (strength !== "weak") return strength;
  const before = WORD_BEFORE.exec(text.slice(Math.max(0, at - WORD_BEFORE_LENGTH_MAX), at))?.[1];
  return before !== undefined && HARMLESS_WORDS.has(before.toLowerCase()) ? null : strength;
}

function strengthOf(name: string): NameStrength | null {
  const words = tokenize(name).map((word) => (word.endsWith("ss") ? word : word.replace(/s$/, "")));
  if (words.some((word) => HARMLESS_WORDS.has(word))) return null;
  if (words.some((word) => PASSWORD_WORDS.has(word) || /(?:passw(?:or)?d|passphrase)$/.test(word))) return "password";
  if (words.some((word) => STRONG_WORDS.has(word) || /(?:secret|token|apikey)$/.test(word))) return "strong";
  if (!words.some((word) => WEAK_WORDS.has(word))) return null;
  return words.some((word) => KEY_WORDS.has(word)) ? "strong" : "weak";
}

function isSecret({ name, separator, value, isQuoted }: Assignment, strength: NameStrength): boolean {
  if (/\s/.test(value) || value.includes("://")) return false;
  const isFlag = name.startsWith("--");
  if (separator.trim() === "" && !isFlag) return false;
  if (isPlaceholder(value) || isReference(value) || isAssignment(value)) return false;
  if (!isQuoted && isExpression(value)) return false;
  if (strength === "weak") {
    return value.length >= WEAK_LENGTH_MIN && looksRandom(value) && !isUuid(value) && !isHexDigest(value);
  }
  if (looksRandom(value)) return true;
  return strength === "password" && isPassword(name, value, isQuoted, isQuoted || isFlag || separator.includes("="));
}

/** Whether a value that does not look random may be a password all the same; said in prose it needs more variety. */
function isPassword(name: string, value: string, isQuoted: boolean, isAssigned: boolean): boolean {
  if (value.length < PASSWORD_LENGTH_MIN || !/[A-Za-z]/.test(value)) return false;
  const isConstant = /^[A-Z][A-Z0-9_]*$/.test(name);
  if (isConstant && value.length >= PASSPHRASE_LENGTH_MIN) return true;
  if (!isQuoted && !isConstant && isPropertyAccess(value)) return false;
  const hasDigit = /\d/.test(value);
  const hasSymbol = /[^A-Za-z0-9\s_./:-]/.test(value);
  if (isAssigned) return hasSymbol || (hasDigit && !(/[_./:-]/.test(value) && randomCharacters(value) === 0));
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return hasDigit && (hasSymbol || (isMixed && randomCharacters(value) > 0));
}

/** Whether the value assigns something to another such name, which is then found by itself. */
function isAssignment(value: string): boolean {
  const name = /^([A-Za-z_][\w.-]{0,63})[=:][^=]/.exec(value)?.[1];
  return name !== undefined && strengthOf(name) !== null;
}

function isPropertyAccess(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$/.test(value);
}

/** The value up to the next parameter when it stands in the query of a URL, without the brackets of a sentence around it. */
function unquotedValue(run: string, before: string | undefined): string {
  const isParameter = before === "?" || before === "&" || before === "#";
  const value = run.split(isParameter ? /[&#]/ : /&(?=[\w.-]+=)/, 1)[0]!;
  let end = value.length;
  while (end > 0 && ")]}.:\\".includes(value[end - 1]!)) end--;
  return value.slice(0, end);
}

function endOfRun(text: string, start: number): number {
  const stop = /[\s"'`]|\[redacted:/g;
  stop.lastIndex = start;
  return stop.exec(text)?.index ?? text.length;
}
