// Credentials that are known by what they are assigned to: `DB_PASSWORD=...`, `"apiKey": "..."`, `--token ...`, `the password is
// ...`. The name says how likely a secret is, the value has to look like one; prose needs more evidence than an assignment.
// Misses are cheaper here than false alarms in every second note: an entry loses words that a reader needs.

import type { SecretFinding } from "./secret-finding.ts";
import { isPlaceholder, isReference, isUuid, looksRandom, randomCharacters } from "./secret-value.ts";
import { tokenize } from "./tokenizer.ts";

/** How much a name says: a password may be short, a key or token has to look random, of a weak name even a UUID is no secret. */
type NameStrength = "password" | "strong" | "weak";

const MENTIONS_SECRET = /secret|token|passw|passphrase|pwd|key|credential|auth/i;
const ASSIGNMENT = new RegExp(
  "(?<![\\w.$-])(-{0,2}[\\w.$-]{0,64}?(?:secret|token|passw|passphrase|pwd|key|credential|auth)[\\w.-]{0,64})" +
    "\\\\?[\"'`]?\\]?" +
    "([ \\t]{0,8}(?::=|=>|={1,3}|:)[ \\t]{0,8}|[ \\t]{1,4}(?:(?:is|was)[ \\t]*:?[ \\t]{1,4})?)" +
    "\\\\?(?:\"([^\"\\n]{6,8192})\"|'([^'\\n]{6,8192})'|`([^`\\n]{6,8192})`|([^\\s\"'`,;<>]{6,512}))",
  "dgi",
);

const PASSWORD_WORDS = new Set(["password", "passwd", "passphrase", "pwd", "pass", "passcode"]);
const STRONG_WORDS = new Set(["secret", "token", "credential", "apikey", "secretkey", "accesskey", "authtoken", "accesstoken"]);
const WEAK_WORDS = new Set(["key", "auth"]);
/** A name with one of these is about a credential, or about another kind of key. */
const HARMLESS_WORDS = new Set(
  (
    "public pubkey primary foreign partition sort cache index row column field lookup hash hashed sha sha1 sha256 checksum digest " +
    "commit etag fingerprint integrity revision name path file dir directory url uri type kind length len size count limit max min " +
    "total budget usage ttl expiry expires expiration header prefix suffix format algorithm policy rules rule validator encoder " +
    "idempotency id ids registry version author authors keyboard keyword keyframe tokenizer map"
  ).split(" "),
);
/** Words that strengthen a weak one: api key, private key. */
const KEY_WORDS = new Set(["api", "access", "private", "signing", "encryption", "master", "service", "admin", "root", "license", "account"]);

const PASSWORD_LENGTH_MIN = 8;
const PASSPHRASE_LENGTH_MIN = 12;
const WEAK_LENGTH_MIN = 20;

/** Values of assignments that look like credentials. */
export function findAssignments(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS_SECRET.test(text)) return findings;
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const group = [3, 4, 5, 6].find((index) => match![index] !== undefined)!;
    const [start, end] = match.indices![group]!;
    const isQuoted = group !== 6;
    const value = isQuoted ? match[group]! : trimClosing(match[group]!);
    const strength = strengthOf(match[1]!);
    if (strength !== null && isSecret(match[1]!, match[2]!, value, isQuoted, strength)) {
      const valueEnd = isQuoted ? end : endOfRun(text, start, start + value.length, text[match.index - 1]);
      findings.push({ start, end: valueEnd, kind: strength === "password" ? "password" : "high-entropy-assignment" });
      ASSIGNMENT.lastIndex = valueEnd;
    } else {
      // The value may be an assignment itself: `auth: token=...`.
      ASSIGNMENT.lastIndex = start;
    }
  }
  return findings;
}

function strengthOf(name: string): NameStrength | null {
  const words = tokenize(name);
  if (words.some((word) => HARMLESS_WORDS.has(word) || HARMLESS_WORDS.has(`${word}s`))) return null;
  const singles = words.map((word) => word.replace(/s$/, ""));
  if (words.some((word) => PASSWORD_WORDS.has(word) || /passw(?:or)?d$/.test(word))) return "password";
  if (singles.some((word) => STRONG_WORDS.has(word) || /(?:secret|token|apikey)$/.test(word))) return "strong";
  if (!words.some((word) => WEAK_WORDS.has(word))) return null;
  return words.some((word) => KEY_WORDS.has(word)) ? "strong" : "weak";
}

function isSecret(name: string, separator: string, value: string, isQuoted: boolean, strength: NameStrength): boolean {
  if (/\s/.test(value) || value.includes("://")) return false;
  const isFlag = name.startsWith("--");
  const isProse = separator.trim() === "" || /^[ \t]+(?:is|was)/i.test(separator);
  if (separator.trim() === "" && !isFlag) return false;
  if (isPlaceholder(value) || isReference(value)) return false;
  if (strength === "weak") return value.length >= WEAK_LENGTH_MIN && !isUuid(value) && /\d/.test(value) && looksRandom(value);
  if (looksRandom(value)) return true;
  if (strength !== "password" || value.length < PASSWORD_LENGTH_MIN || !/[A-Za-z]/.test(value)) return false;
  const isConstant = /^[A-Z][A-Z0-9_]*$/.test(name);
  if (!isQuoted && !isConstant && isPropertyAccess(value)) return false;
  const hasDigit = /\d/.test(value);
  const hasSymbol = /[^A-Za-z0-9\s_./:-]/.test(value);
  const isAssigned = isQuoted || isFlag || (separator.includes("=") && !isProse);
  if (isAssigned) return hasDigit || hasSymbol || (isConstant && value.length >= PASSPHRASE_LENGTH_MIN);
  const isMixed = hasSymbol || (/[a-z]/.test(value) && /[A-Z]/.test(value));
  return hasDigit && isMixed && (hasSymbol || randomCharacters(value) > 0);
}

function isPropertyAccess(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$/.test(value);
}

/** Without the brackets and full stops of the sentence around it. */
function trimClosing(value: string): string {
  let end = value.length;
  while (end > 0 && ")]}.:\\".includes(value[end - 1]!)) end--;
  return value.slice(0, end);
}

/** An unquoted value goes on to the next white space or quote, in the query of a URL to the next parameter. */
function endOfRun(text: string, start: number, end: number, before: string | undefined): number {
  const stop = before === "?" || before === "&" ? /[\s"'`,;<>&#]/g : /[\s"'`,;<>]/g;
  stop.lastIndex = start;
  const runEnd = stop.exec(text)?.index ?? text.length;
  return runEnd - end <= 1 && runEnd > end ? end : Math.min(runEnd, Math.max(end, runEnd));
}
