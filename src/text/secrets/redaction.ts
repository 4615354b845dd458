// Takes credentials out of text before it is stored. Each one becomes `[redacted: KIND]`, the rest stays as it is. Invariants:
// - Redacting twice changes nothing.
// - Nothing else in helix loads the rule set, and a text that can not hold a token does not load it either.
// Detectors, from the most certain to the least: blocks and forms (private-keys.ts, tokens.ts), the maintained rule set
// (rules.ts), assignments (assignments.ts).

import { findAssignments } from "./assignments.ts";
import { joinFindings, type SecretFinding } from "./finding.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { findByRules } from "./rules.ts";
import { findHeaders, findTokens, findUrlPasswords } from "./tokens.ts";

/** A text without its credentials, and the kinds of those, each once, in order of appearance. */
export interface RedactedText {
  text: string;
  kinds: string[];
}

/** The shortest run of characters that is looked at as a token. */
const TOKEN_LENGTH_MIN = 16;
/** A replacement can join what stood apart; more rounds than a few are never needed. */
const ROUNDS_MAX = 8;

/** An access key of AWS that happens to be without a digit. */
const CAPITALS_ONLY = /(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z])[A-Z]{12}/;

/** Replaces every credential that is found in `text`. Never throws because of what the text holds. */
export async function redactSecrets(text: string): Promise<RedactedText> {
  // Whoever gives no tags and no links has nothing to be looked through.
  if (text === "") return { text, kinds: [] };
  const kinds = new Set<string>();
  let redacted = text;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const findings = joinFindings(await findSecrets(redacted));
    if (findings.length === 0) break;
    for (const finding of findings) kinds.add(finding.kind);
    redacted = replaceFindings(redacted, findings);
  }
  return { text: redacted, kinds: [...kinds] };
}

async function findSecrets(text: string): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = [];
  if (text.includes("PRIVATE") || text.includes("Private-Lines")) findings.push(...findPrivateKeys(text));
  if (text.includes("://") && text.includes("@")) findings.push(...findUrlPasswords(text));
  findings.push(...findHeaders(text));
  if (mayHoldToken(text) || CAPITALS_ONLY.test(text)) {
    findings.push(...findTokens(text));
    findings.push(...(await findByRules(text)));
  }
  findings.push(...findAssignments(text));
  return findings;
}

function replaceFindings(text: string, findings: readonly SecretFinding[]): string {
  let result = "";
  let position = 0;
  for (const { start, end, kind } of findings) {
    result += `${text.slice(position, start)}[redacted: ${kind}]`;
    position = end;
  }
  return result + text.slice(position);
}

/**
 * Whether there is a run of 16 token characters or more that holds a digit or both cases: few tokens of any rule are without. Words
 * and paths of prose do not count.
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
