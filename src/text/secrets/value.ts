// Whether a value looks like a credential or like something that people write in its place: names, paths, variables, examples.
// Judged by the value alone; what it is assigned to is assignments.ts's matter.

const VARIABLE =
  /^(?:\$|%[A-Z_]+%|\{|@\{|#\{|<|!Ref|vault:|op:\/\/|arn:|file:|env[:.]|secrets\.|process\.env|os\.environ|import\.meta|getenv)/i;
const TEMPLATE = /\$\{|\{\{|\$\(|<[\w -]+>|%[A-Z_]{2,}%|\$[A-Z_]{3,}/;
/** Words that people use in place of a credential. */
const EXAMPLE_WORD =
  /example|changeme|change[-_]me|placeholder|dummy|sample|your[-_]?|redacted|insert|replace|fake|foobar|password|passwd|123456789|abcdefgh|abcdef0123|0123456789|deadbeef/i;
const NAME_ITSELF = /^(?:pass|secret|token|pwd|user)$/i;
const FILLER = /^(?:[x*.#_?-]|\u2022|\u2026)+$/i;
/** A few characters of prefix, then one character again and again: ghp_xxxxxxxxxxxx. */
const REPEATED = /([A-Za-z0-9*.])\1{7}/;
const PATH =
  /^(?:[.~]{0,2}\/|[A-Za-z]:\\)|\.(?:pem|key|crt|cer|json|ya?ml|toml|txt|env|conf|cfg|ini|[jt]sx?|py|rs|go|rb|sh|md)$/i;
/** A call, an index, a regular expression or alternatives. */
const CODE = /[\w$][([]|^(?:qr|m|r)?\/[^\s]*[\\|[(*]|\w\|\w/;
const DIGEST = /^(?:sha\d{1,3}|md5|blake\d\w?)[:-]/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const SEGMENT_SEPARATORS = /[-_./:]+/;
const NUMBERED_WORD = /^(?:\d{1,4}[A-Za-z]{1,24}|[A-Za-z]{1,24}\d{1,8})$/;
/** Capitals only, or words that begin with one. */
const WORD_CASE = /^(?:[A-Z]+s?|[A-Za-z]?[a-z]+(?:[A-Z]{1,5}[a-z]{2,})*[A-Z]{0,5})$/;

const RANDOM_LENGTH_MIN = 16;
const RANDOM_CHARACTERS_MIN = 14;
const ENTROPY_MIN = 3;
const CHANCE_LENGTH_MAX = 80;
const PLACEHOLDER_ENTROPY_MAX = 2.5;

/** Shannon entropy of the characters of `value`, in bits a character: H = -sum p log2 p (Shannon 1948). */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

/** Whether the value stands for a credential without being one: a variable, a template, an example, crosses. */
export function isPlaceholder(value: string): boolean {
  if (VARIABLE.test(value) || TEMPLATE.test(value) || FILLER.test(value) || NAME_ITSELF.test(value)) return true;
  // In a long token such words and repetitions come about by chance.
  if (value.length > CHANCE_LENGTH_MAX) return entropy(value) < PLACEHOLDER_ENTROPY_MAX;
  return REPEATED.test(value) || EXAMPLE_WORD.test(value);
}

/** Whether the value is a path, or the digest of something. */
export function isReference(value: string): boolean {
  return DIGEST.test(value) || (PATH.test(value) && randomCharacters(value) < RANDOM_CHARACTERS_MIN);
}

/** Whether the value, which stands without quotes, is an expression of a program. */
export function isExpression(value: string): boolean {
  return CODE.test(value);
}

/** Whether the value has the form and length of a common digest in hexadecimal. */
export function isHexDigest(value: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9A-F]{40})$/.test(value);
}

/** Whether the value is an identifier as of RFC 9562. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Characters in those pieces of the value that mix letters and digits in another way than `sha256` or `2nd` do. */
export function randomCharacters(value: string): number {
  let count = 0;
  for (const segment of value.split(SEGMENT_SEPARATORS)) {
    if (/\d/.test(segment) && /[A-Za-z]/.test(segment) && !isNumberedWord(segment)) count += segment.length;
  }
  return count;
}

function isNumberedWord(segment: string): boolean {
  return NUMBERED_WORD.test(segment) && WORD_CASE.test(segment.replace(/^\d+|\d+$/g, ""));
}

/** Whether the value looks drawn by a machine: long enough, letters and more, and not made of words. */
export function looksRandom(value: string): boolean {
  return (
    value.length >= RANDOM_LENGTH_MIN &&
    /[A-Za-z]/.test(value) &&
    randomCharacters(value) >= RANDOM_CHARACTERS_MIN &&
    entropy(value) >= ENTROPY_MIN
  );
}
