// Whether a value looks like a credential or like something that people write in its place: names, paths, variables, examples.
// Judged by the value alone; what it is assigned to is secret-assignments.ts's matter.

const VARIABLE = /^(?:\$|%[A-Z_]+%|\{|@\{|#\{|<|!Ref|vault:|op:\/\/|arn:|file:|env[:.]|secrets\.|process\.env|os\.environ|import\.meta|getenv)/i;
const TEMPLATE = /\$\{|\{\{|\$\(|<[\w -]+>|%[A-Z_]{2,}%|\$[A-Z_]{3,}/;
/** Words that people use in place of a credential. */
const EXAMPLE_WORD =
  /example|changeme|change[-_]me|placeholder|dummy|sample|your[-_]?|redacted|insert|replace|fake|foobar|password|passwd|123456789|abcdefgh|abcdef0123|0123456789|deadbeef/i;
const FILLER = /^(?:[x*.#_?-]|\u2022|\u2026)+$/i;
/** A few characters of prefix, then one character again and again: ghp_xxxxxxxxxxxx. */
const REPEATED = /([A-Za-z0-9*.])\1{7}/;
const PATH = /^(?:[.~]{0,2}\/|[A-Za-z]:\\)|\.(?:pem|key|crt|cer|json|ya?ml|toml|txt|env|conf|cfg|ini|[jt]sx?|py|rs|go|rb|sh|md)$/i;
const CODE = /^[A-Za-z_$][\w$.]*[([]|^(?:new|await|async|function)\b/;
const DIGEST = /^(?:sha\d{1,3}|md5|blake\d\w?)[:-]/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const SEGMENT_SEPARATORS = /[-_./:]+/;
/** A word, perhaps with a number before or after it. */
const WORD_SEGMENT = /^(?:\d{0,4}[A-Za-z]{0,24}|[A-Za-z]{1,24}\d{0,8}|\d+)$/;
/** Capitals only, or words that begin with one. */
const WORD_CASE = /^(?:[A-Z]+s?|[A-Za-z]?[a-z]+(?:[A-Z]{1,5}[a-z]{2,})*[A-Z]{0,5})$/;

const RANDOM_LENGTH_MIN = 16;
const RANDOM_CHARACTERS_MIN = 12;
const ENTROPY_MIN = 3;

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
  return (
    VARIABLE.test(value) ||
    TEMPLATE.test(value) ||
    FILLER.test(value) ||
    REPEATED.test(value) ||
    EXAMPLE_WORD.test(value) ||
    /^(?:pass|secret|token|pwd|user)$/i.test(value)
  );
}

/** Whether the value is a path, an expression or the digest of something. */
export function isReference(value: string): boolean {
  return CODE.test(value) || DIGEST.test(value) || (PATH.test(value) && randomCharacters(value) < RANDOM_CHARACTERS_MIN);
}

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Characters in those pieces of the value that are neither words nor numbers. */
export function randomCharacters(value: string): number {
  let count = 0;
  for (const segment of value.split(SEGMENT_SEPARATORS)) {
    const letters = segment.replace(/^\d+|\d+$/g, "");
    const isWord = WORD_SEGMENT.test(segment) && (letters === "" || WORD_CASE.test(letters));
    if (!isWord) count += segment.length;
  }
  return count;
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
