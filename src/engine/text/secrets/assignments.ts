// Finds credentials by the name to which they are assigned: `DB_PASSWORD=...`, `"apiKey": "..."`, `--token ...`, `the
// password is ...`. The name says how likely a secret is (names.ts). The layout says how certain it is that a value
// follows (layout.ts). The value has to look like a credential (value.ts). Prose needs more evidence than an
// assignment. A missed credential costs less here than false alarms in every second note, which take words from notes
// that a reader needs.

import type { SecretFinding } from "./finding.ts";
import { endOfRun, type FoundValue, type Link, type LinkKind, linksAfter, valueAt } from "./layout.ts";
import { type NameStrength, strengthOf } from "./names.ts";
import {
  changes,
  isExpression,
  isHexDigest,
  isJoinedPassphrase,
  isMethodName,
  isNumberedPhrase,
  isPassphrase,
  isPlaceholder,
  isReference,
  isScrambled,
  isSpicedPhrase,
  isUnpronounceable,
  isUuid,
  looksChosen,
  looksChosenAsSaid,
  looksRandom,
  randomCharacters,
} from "./value.ts";

const ABOUT =
  "secret|token|sonar\\.login|pass|pwd|pw|psk|key|credential|auth|kennwort|contrasena|senha|wachtwoord|mnemonic|jwt";
const MENTIONS_SECRET = new RegExp(ABOUT, "i");
const NAME = new RegExp(`(?<![\\w.$-])-{0,2}[\\w.$-]{0,64}?(?:${ABOUT})[\\w.-]{0,64}`, "gi");
/** Words before `NAME value` that make it an assignment: `export`, `set`, Dockerfile's ENV. */
const SETTING =
  /(?:^|[\s"'`;&|(])(?:setx?|setenv|ENV|ARG|export|config(?::set|:add)?|put|(?:user-)?secrets?|configure)(?:[ \t]+(?:set|add|put|-{1,2}[\w-]+))*[ \t]+["'`]?$/;
const SETTING_LENGTH_MAX = 48;
const QUALIFIER_LENGTH_MAX = 128;
/** The word before a name. WORD_BEFORE_LENGTH_MAX says how far back it may begin. */
const WORD_BEFORE = /(?<![A-Za-z])([A-Za-z]+)[ \t]$/;
const WORD_BEFORE_LENGTH_MAX = 24;
/** Words with which `key` or `token` makes a name of two words. A blank between such a name and its value is enough. */
const TWO_WORDS = /^(?:api|access|auth|bot|bearer|refresh|session|deploy|personal|oauth|secret|private)$/i;
const CONSTANT_NAME = /^[A-Z][A-Z0-9_]*$/;
/** The beginning of a line: a directive of a configuration file has its password behind a blank. */
const DIRECTIVE = /(?:^|\n)[ \t]{0,16}$/;

const PASSWORD_LENGTH_MIN = 8;
const MIXED_PASSWORD_LENGTH_MIN = 6;
const PASSPHRASE_LENGTH_MIN = 12;
const PROSE_WORDS_MIN = 4;
const STRONG_LENGTH_MIN = 12;
const STRONG_CHANGES_MIN = 4;
const WEAK_LENGTH_MIN = 20;
/** A line below a name that assigns a value to another name. */
const NEXT_ASSIGNMENT = /^-{0,2}[A-Za-z_][\w.-]*[=:]./;
/** Words of a mnemonic (BIP 39). */
const MNEMONIC = /^(?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){3}){0,4}[a-z]{3,8}(?![a-z])/;

/** Names that may be verbs when only a blank follows. */
const VERB = /^(?:pass|key|auth)$/i;
const INNER_ASSIGNMENT = /[A-Za-z]\w*=\w/;
/** Links behind which anything may follow. */
const VAGUE: ReadonlySet<LinkKind> = new Set(["argument", "cell", "said", "prose", "blank"]);

/** An assignment to judge. */
interface Assignment {
  readonly name: string;
  readonly strength: NameStrength;
  readonly kind: LinkKind;
  readonly value: FoundValue;
  /** Whether the name is an option of a command: `--password`, `-storepass`. */
  readonly isOption: boolean;
}

/**
 * Finds values of assignments that look like credentials. With `isStrict` values of weak names, such as `key`, stay.
 */
export function findAssignments(text: string, isStrict = false): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS_SECRET.test(text)) return findings;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const name = match[0];
    const start = match.index;
    const end = start + name.length;
    const before = wordBefore(text, start);
    const strength = strengthOf(name, before);
    // Behind :: stands the name of a library, or of a resource in a cloud.
    if (strength === null || (isStrict && strength === "weak") || isQualified(text, start)) continue;
    const isOfTwoWords = before !== undefined && strength === "strong" && TWO_WORDS.test(before);
    const found = findValue(text, start, name, strength, isOfTwoWords);
    if (found === null) continue;
    findings.push({ ...found, kind: strength === "password" ? "password" : "high-entropy-assignment" });
    NAME.lastIndex = Math.max(found.end, end);
  }
  return findings;
}

function findValue(
  text: string,
  start: number,
  name: string,
  strength: NameStrength,
  isOfTwoWords: boolean,
): { start: number; end: number } | null {
  const isOption = /^-{1,2}[A-Za-z]{2}/.test(name);
  for (const link of linksAfter(text, start, start + name.length)) {
    const phrase = mnemonicAt(text, link, name);
    if (phrase !== null) return phrase;
    const value = valueAt(text, link.end, link.kind, text[start - 1]);
    if (value === null) continue;
    const kind = kindOf(text, start, link.kind, value, isOption);
    const isTold =
      kind === "blank" && isOfTwoWords && looksRandom(value.text) && !isHexDigest(value.text) && !isUuid(value.text);
    if (!isSecret({ name, strength, kind: isTold ? "prose" : kind, value, isOption })) continue;
    const end = value.end + (strength === "password" ? value.tail : 0);
    return { start: value.start, end: value.isCut ? endOfRun(text, value.start) : end };
  }
  return null;
}

/** Returns the kind of a link at the place of the name. The text before the name says what a blank means. */
function kindOf(text: string, start: number, kind: LinkKind, value: FoundValue, isOption: boolean): LinkKind {
  if (kind !== "blank" || isOption) return kind;
  const before = text.slice(Math.max(0, start - SETTING_LENGTH_MAX), start);
  // `user bob / pass ...`
  if (/[/,;|][ \t]{0,2}$/.test(before) && looksChosen(value.text)) return "prose";
  if (SETTING.test(before)) return "assigned";
  return value.isLast && DIRECTIVE.test(before) && /\d/.test(value.text) ? "colon" : kind;
}

/** Whether the name is the last part of a longer one: of an address in a cloud, or of a name in a library. */
function isQualified(text: string, start: number): boolean {
  return (
    text.startsWith("::", start - 2) ||
    (text[start - 1] === ":" && /\barn:\S*$/.test(text.slice(Math.max(0, start - QUALIFIER_LENGTH_MAX), start)))
  );
}

function wordBefore(text: string, at: number): string | undefined {
  return WORD_BEFORE.exec(text.slice(Math.max(0, at - WORD_BEFORE_LENGTH_MAX), at))?.[1];
}

function mnemonicAt(text: string, link: Link, name: string): { start: number; end: number } | null {
  if (!/mnemonic|phrase/i.test(name)) return null;
  const start = link.end + (/["'`]/.test(text[link.end] ?? "") ? 1 : 0);
  const match = MNEMONIC.exec(text.slice(start, start + 256));
  return match === null ? null : { start, end: start + match[0].length };
}

function isSecret(assignment: Assignment): boolean {
  const { name, strength, kind, value, isOption } = assignment;
  const { text, isQuoted } = value;
  if (/\s/.test(text)) return isQuoted && strength === "password" && isPhrase(kind, text);
  if (text.includes("://") || text.startsWith("\\") || isPlaceholder(text) || isReference(text) || isAssignment(text))
    return false;
  if (!isQuoted && (isExpression(text) || isPropertyAccess(text))) return false;
  // Behind a blank, as in a list, a digest is just as likely.
  if (kind === "blank" && !isOption && /^[0-9a-f]+$/.test(text)) return false;
  if (kind === "blank" && (text.startsWith("-") || (!isOption && VERB.test(name)))) return false;
  if (kind === "line" && (!value.isLast || NEXT_ASSIGNMENT.test(text) || name.startsWith("."))) return false;
  if (strength !== "password" && INNER_ASSIGNMENT.test(text)) return false;
  if (strength === "weak") {
    const isSure = kind !== "prose" && kind !== "blank" && kind !== "line";
    return isSure && text.length >= WEAK_LENGTH_MIN && looksRandom(text) && !isUuid(text) && !isHexDigest(text);
  }
  if (looksRandom(text))
    return kind !== "blank" || isOption || isQuoted || (strength === "password" && looksChosen(text));
  if (
    strength === "strong" &&
    isScrambled(text) &&
    (isQuoted || CONSTANT_NAME.test(name) || (kind === "colon" && value.isLast))
  ) {
    return true;
  }
  return strength === "password" ? isPassword(assignment) : isShortToken(assignment);
}

/** Whether words in quotes are a password. In prose more words are needed. */
function isPhrase(kind: LinkKind, text: string): boolean {
  if (kind === "said" || kind === "prose")
    return text.trim().split(/\s+/).length >= PROSE_WORDS_MIN && isPassphrase(text);
  return !VAGUE.has(kind) && isPassphrase(text);
}

/** Whether a value that does not look random may still be a password. In prose it needs more variety. */
function isPassword({ name, kind, value, isOption }: Assignment): boolean {
  const { text, isQuoted, isLast } = value;
  if (looksChosen(text)) return true;
  const isConstant = CONSTANT_NAME.test(name);
  if (kind === "blank" && isOption)
    return looksChosenAsSaid(text) || (isVaried(text, true) && (isQuoted || /\d/.test(text)));
  if (kind === "blank") return false;
  if (kind === "argument") return (isConstant || isOption) && isVaried(text, true);
  if (VAGUE.has(kind) || (kind === "colon" && !isQuoted && !isLast)) return looksChosenAsSaid(text);
  if (isConstant && text.length >= PASSPHRASE_LENGTH_MIN && kind !== "line" && /[A-Za-z]/.test(text)) return true;
  return isVaried(text, isQuoted || kind === "assigned" || kind === "named");
}

/**
 * Whether a password holds more than letters and is not built like names of things. With `isGiven` nothing but a
 * password could stand there.
 */
function isVaried(text: string, isGiven: boolean): boolean {
  const hasDigit = /\d/.test(text);
  if (!/[A-Za-z]/.test(text)) return isGiven && /^\d{6,12}$/.test(text) && !isCount(text);
  if (isMethodName(text)) return false;
  const hasSymbol = /[!#%&*+=?@^~$|()]/.test(text);
  if (text.length < PASSWORD_LENGTH_MIN) {
    const isTurning = isGiven && (changes(text) > 1 || (/[a-z]/.test(text) && /[A-Z][^A-Z]*$/.test(text.slice(1))));
    return text.length >= MIXED_PASSWORD_LENGTH_MIN && hasDigit && (hasSymbol || isTurning);
  }
  if (
    hasSymbol ||
    (isGiven && (isUnpronounceable(text) || isNumberedPhrase(text) || isJoinedPassphrase(text) || isSpicedPhrase(text)))
  )
    return true;
  return hasDigit && !(/[_./:-]\w/.test(text) && randomCharacters(text) === 0);
}

/** Whether digits are in counting order or are a date. */
function isCount(digits: string): boolean {
  return (
    "01234567890123456789".includes(digits) ||
    "98765432109876543210".includes(digits) ||
    /^(?:19|20)\d{4,6}$/.test(digits)
  );
}

/**
 * Whether the value is a key or token that is shorter than random ones: letters and digits that alternate, or a secret
 * with signs in it.
 */
function isShortToken({ name, kind, value: { text }, isOption }: Assignment): boolean {
  if (VAGUE.has(kind) && !(isOption && kind === "blank")) return false;
  if (
    text.length >= STRONG_LENGTH_MIN &&
    text.split(/[-_.:]/).some((segment) => changes(segment) >= STRONG_CHANGES_MIN)
  ) {
    return true;
  }
  return /secret(?:[-_]?string)?$/i.test(name) && looksChosen(text);
}

/** Whether the value is itself an assignment to another such name, which is found separately. */
function isAssignment(value: string): boolean {
  const name = /^([A-Za-z_][\w.-]{0,63})[=:][^=]/.exec(value)?.[1];
  return name !== undefined && strengthOf(name) !== null;
}

/** Whether an unquoted value is a member access in a program: joined names, at least one of which has only letters. */
function isPropertyAccess(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$/.test(value) &&
    value.split(/\.|->|::/).some((part) => /^[A-Za-z_]{3,}$/.test(part))
  );
}
