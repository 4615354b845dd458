// Takes credentials out of text before it is stored. Each credential becomes `[redacted: KIND]`, and the rest stays.
// Each detector knows one grammar and reports ranges: the DETECTORS below, base64 with any of them inside (encoded.ts),
// and the maintained rule set (rules.ts). Ranges that overlap become one, named by the most certain detector.
// Invariants:
// - Redacting twice changes nothing.
// - Nothing else in helix loads the rule set. A text that cannot hold a token does not load it either.

import { findAssignments } from "./assignments.ts";
import { findCommandPasswords } from "./command-lines.ts";
import { findConnectionPasswords } from "./connection-strings.ts";
import { findInCredentialFiles } from "./credential-files.ts";
import { seenTexts } from "./disguises.ts";
import { findEncoded } from "./encoded.ts";
import { joinFindings, outsideOfMarks, type SecretFinding } from "./finding.ts";
import { findCookies, findHeaders } from "./headers.ts";
import { findKeyBodies } from "./key-bodies.ts";
import { findPipedPasswords } from "./piped-passwords.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { loadRules, type Rules } from "./rules.ts";
import { findInStatements } from "./statements.ts";
import { findInTables } from "./tables.ts";
import { findTokens, findUrlPasswords } from "./tokens.ts";
import { findInUrls } from "./urls.ts";
import { isPlaceholder } from "./value.ts";

/** A text without its credentials, and the kinds of the credentials, each once, in order of appearance. */
export interface RedactedText {
  text: string;
  kinds: string[];
}

/** The shortest run of characters that may be a token. */
const TOKEN_LENGTH_MIN = 16;
/** A replacement can join pieces that stood apart, so the text is searched again. A few rounds are always enough. */
const ROUNDS_MAX = 8;

/** How deep base64 is decoded. Nobody packs deeper than JSON with base64 in it, in base64. */
const DECODED_MAX = 2;

/** An access key of AWS that happens to hold no digit. */
const CAPITALS_ONLY = /(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z])[A-Z]{12}/;

/** Letters of scripts in which nobody writes a password; behind a word of such a language they are a sentence. */
const OTHER_SCRIPTS = /[\u0370-\u1fff\u2e80-\ud7ff]/;

/** A redaction for callers that cannot wait, such as a write. */
export interface Redaction {
  /** Redacts as `redactSecrets` does. */
  redact(text: string): RedactedText;
  /** Redacts lines, and returns as many: a credential of several lines has its mark in each of them. */
  redactLines(lines: readonly string[]): string[];
  /** Redacts a text that follows another one, whose last name may still lack its value. `before` is not returned. */
  redactBehind(before: string, text: string): RedactedText;
}

/**
 * Names, tags and sources come again and again. This many texts without credentials, of at most this length, are
 * remembered.
 */
const HARMLESS_MAX = 1024;
const HARMLESS_LENGTH_MAX = 100;
const harmless = new Set<string>();

/** Replaces every credential that is found in `text`. Never throws because of what the text holds. */
export async function redactSecrets(text: string): Promise<RedactedText> {
  if (harmless.has(text)) return { text, kinds: [] };
  const redacted = redactWith(text, mayNeedRules(text) ? await loadRules() : null);
  if (redacted.kinds.length === 0 && text.length <= HARMLESS_LENGTH_MAX) {
    if (harmless.size >= HARMLESS_MAX) harmless.clear();
    harmless.add(text);
  }
  return redacted;
}

/** Loads the redaction, so that it can be used without waiting. */
export async function loadRedaction(): Promise<Redaction> {
  const rules = await loadRules();
  return {
    redact: (text) => redactWith(text, rules),
    redactLines: (lines) => redactWith(lines.join("\n"), rules, "", true).text.split("\n"),
    redactBehind: (before, text) => redactWith(text, rules, before === "" ? "" : `${before}\n`),
  };
}

/** Redacts `text` as a continuation of `before`. With `keepsLines` it has as many lines as before. */
function redactWith(text: string, rules: Rules | null, before = "", keepsLines = false): RedactedText {
  const kinds = new Set<string>();
  let redacted = text;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const whole = before + redacted;
    const found = [...findAll(whole, rules), ...findDisguised(whole, rules)];
    const findings = joinFindings(outsideOfMarks(whole, found)).flatMap((finding) => behind(before.length, finding));
    if (findings.length === 0) break;
    for (const finding of findings) kinds.add(finding.kind);
    redacted = replaceFindings(redacted, findings, keepsLines);
  }
  return { text: redacted, kinds: [...kinds] };
}

function findAll(text: string, rules: Rules | null): SecretFinding[] {
  return [...findSecrets(text), ...findByForeignRules(text, rules)];
}

/** Finds what only its reader sees (disguises.ts). */
function findDisguised(text: string, rules: Rules | null): SecretFinding[] {
  return seenTexts(text).flatMap((seen) =>
    findAll(seen.text, rules)
      .filter(({ start, end }) => !OTHER_SCRIPTS.test(seen.text.slice(start, end)))
      .map(({ start, end, kind }) => ({ start: seen.starts[start]!, end: seen.ends[end - 1]!, kind })),
  );
}

/**
 * Returns the part of a finding behind the first `length` characters, counted from there, or nothing when it lies
 * before.
 */
function behind(length: number, { start, end, kind }: SecretFinding): SecretFinding[] {
  return end > length ? [{ start: Math.max(0, start - length), end: end - length, kind }] : [];
}

/** helix's own detectors, the most certain first. Each detector checks quickly whether the text concerns it. */
const DETECTORS: readonly ((text: string) => SecretFinding[])[] = [
  findPrivateKeys,
  findKeyBodies,
  findUrlPasswords,
  findHeaders,
  (text) => (mayNeedRules(text) ? findTokens(text) : []),
  findCommandPasswords,
  findPipedPasswords,
  findConnectionPasswords,
  findInCredentialFiles,
  findInStatements,
  findCookies,
  findInTables,
];

/** Runs helix's own detectors. `depth` says how often base64 is decoded to search its content. */
function findSecrets(text: string, depth = DECODED_MAX): SecretFinding[] {
  const isDecoded = depth < DECODED_MAX;
  const found = DETECTORS.map((detect) => detect(text));
  if (depth > 0) found.push(findEncoded(text, (decoded) => findSecrets(decoded, depth - 1).length > 0));
  found.push(findAssignments(text, isDecoded), findInUrls(text));
  return found.flat();
}

function findByForeignRules(text: string, rules: Rules | null): SecretFinding[] {
  if (rules === null || !mayNeedRules(text)) return [];
  return rules(text).filter(({ start, end }) => !isPlaceholder(text.slice(start, end)));
}

/** Whether the text may hold credentials that only the maintained rules know. */
function mayNeedRules(text: string): boolean {
  return mayHoldToken(text) || CAPITALS_ONLY.test(text);
}

function replaceFindings(text: string, findings: readonly SecretFinding[], keepsLines: boolean): string {
  let result = "";
  let position = 0;
  for (const { start, end, kind } of findings) {
    const mark = `[redacted: ${kind}]`;
    const lines = keepsLines
      ? text
          .slice(start, end)
          .split("\n")
          .map(() => mark)
      : [mark];
    result += text.slice(position, start) + lines.join("\n");
    position = end;
  }
  return result + text.slice(position);
}

/**
 * Whether the text has a run of 16 token characters or more that holds a digit or both cases. Nearly all tokens of any
 * rule do. Words and paths in prose do not count.
 */
function mayHoldToken(text: string): boolean {
  let length = 0;
  let hasDigit = false;
  let hasLower = false;
  let hasUpper = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x61 && unit <= 0x7a) hasLower = true;
    else if (unit >= 0x41 && unit <= 0x5a) hasUpper = true;
    else if (unit >= 0x30 && unit <= 0x39) hasDigit = true;
    else if (!isTokenPunctuation(unit)) {
      length = 0;
      hasDigit = false;
      hasLower = false;
      hasUpper = false;
      continue;
    }
    length++;
    if (length >= TOKEN_LENGTH_MIN && (hasDigit || (hasLower && hasUpper))) return true;
  }
  return false;
}

/** One of + - . / : = _ ~ */
function isTokenPunctuation(unit: number): boolean {
  return (
    (unit >= 0x2d && unit <= 0x2f) || unit === 0x2b || unit === 0x3a || unit === 0x3d || unit === 0x5f || unit === 0x7e
  );
}
