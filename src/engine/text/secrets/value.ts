// Judges whether a value looks like a credential, or like a stand for one: a name, a path, a variable, an example. The
// value alone decides. Other modules judge where it stands (assignments.ts, command-lines.ts and so on).

const VARIABLE =
  /^(?:\$|%[A-Z_]+%|%\(|%[sdv]$|\{|\[|@[{(]|@secret|#\{|<|:'|ref\+|vault:|op:\/\/|arn:|file:|env[:.]|secrets\.|process\.env|os\.environ|import\.meta|getenv|!(?:Ref|Sub|GetAtt|ImportValue|vault|secrets?|env|include)\b|ENC[([])/i;
const TEMPLATE =
  /\$\{|\{\{|\$\(|<[\w -]+>|\{[\w.]+\}|<%|%[A-Z_]{3,}%|\$[A-Z_]{3,}(?![a-z])|\.\.\.|\u2026|^__?[A-Z0-9_]+_?_$|^@@?\w+@@?$/;
/** Words that people write in place of a credential. */
const EXAMPLE_WORD =
  /example|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|placeholder|dummy|sample|your[-_ ]|^your|^(?:my|some|test|the|any)[-_]?(?:pass|pw|secret|token|key)|redacted|insert|fake|foobar|password|passwd|123456789|abcdefgh|abcdef0123|0123456789|deadbeef|abc123|xxxx|to[-_ ]?be[-_ ]?(?:set|defined|filled)/i;
/** Names for a credential, and words for a missing one. */
const NAME_ITSELF =
  /^(?:(?:pass|secret|token|pwd|pw|user)\d{0,3}|passphrase|username|login|key|api[-_ ]?key|apitoken|none|null|nil|undefined|true|false|empty|unset|string|text|required|optional|hidden|masked|filtered|signature|sig|value|todo|tbd|tba|keyboard cat)$/i;
/** Default values that come with a product, so that everybody knows them. */
const DEFAULT =
  /^(?:root|admin|administrator|test|testing|tester|guest|demo|default|postgres|mysql|mariadb|mongo|redis|rabbitmq|toor|vagrant|docker|raspberry|minio(?:admin)?|anonymous|sa|oracle|tiger|cassandra|neo4j|elastic|kibana|grafana|jenkins|ansible|ubuntu|debian|letmein|qwerty|welcome|notasecret)$/i;
/** Signs of a regular expression: a class of characters, an escape, a count, or words to choose from. */
const PATTERN = /\[\^?[\w-]*[A-Za-z0-9]-[A-Za-z0-9]|\\[dwsb]|\(\?[:!=<]|\{\d{1,4}(?:,\d{0,4})?\}|[a-z]{3}\|[a-z]{3}/;
/** The content of a Kubernetes SealedSecret, which only the cluster can open. */
const SEALED = /^Ag[A-D][A-Za-z0-9+/]{100,}={0,2}$/;
const FILLER = /^(?:[x*.#_?-]|\u2022|\u25cf|\u2026)+$/i;
/** One character repeated, possibly behind a prefix: ghp_xxxxxxxxxxxx. */
const REPEATED = /([A-Za-z0-9*.])\1{7}/;
/** Words in capitals, as in a constant or a gap in a form: ACCESS_TOKEN. */
const CONSTANT = /^[A-Z]{2,}(?:[_-][A-Z]{2,})+$/;
/** Words that gaps in forms consist of. A value of such words alone is a gap. */
const GAP_WORDS = new Set(
  (
    "my your our the a an some any this that super very top secret secrets pass pw pwd token key api app user test tests testing db " +
    "database root admin value here goes production prod dev staging local strong long random string generated unique phrase new old " +
    "real actual own set put me it in for of from and with client server service not safe only unsafe insecure default cookie jwt auth " +
    "session signing encryption private public see ask"
  ).split(" "),
);
const PATH =
  /^(?:[.~]{0,2}\/|[A-Za-z]:\\)|\.(?:pem|key|crt|cer|json|ya?ml|toml|txt|env|conf|cfg|ini|[jt]sx?|py|rs|go|rb|sh|md)$/i;
const QUALIFIED_NAME = /^\w+(?:::\w+)+$/;
const FILE_IN_FOLDER = /^[\w.@-]+(?:\/[\w.@-]+)*\/[\w@-]+\.[a-z]{2,5}\d?$/;
/** A call, an index, a regular expression or alternatives. */
const CODE = /^[([{]|[\w$][([]|^(?:qr|m|r)?\/[^\s]*[\\|[(*]|\w\|\w/;
const DIGEST = /^(?:sha\d{1,3}|md5|blake\d\w?)[:-]/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
/** A parameter such as `min=12`, which belongs to another name. */
const PARAMETER = /^[A-Za-z_-]+=[^=]+$/;
const NUMBER = /^0x[0-9A-Fa-f]{1,16}$/;
/** Names of methods, encodings and versions, which have digits as well. */
const METHOD =
  /^(?:sha|md|b?crypt|scrypt|argon|pbkdf|aes|rsa|ecdsa|ed|x|hmac|base|utf|oauth|[hrep]s|http|tls|ssl|ipv|win(?:dows)?|python|node|java|php|ruby|go|es|mysql|postgres|redis|v|rfc|iso|step|phase|part|tier|level|build|release|version|ver|entry|item|line|page|row|col|issue|ticket|pr|bug|sprint|chapter|section|room|scram-sha)[-_]?\d/i;

const SEGMENT_SEPARATORS = /[-_./:]+/;
const NUMBERED_WORD = /^(?:\d{1,4}[A-Za-z]{1,24}|[A-Za-z]{1,24}\d{1,8})$/;
/** Capitals only, or words in lower or camel case. */
const WORD_CASE = /^(?:[A-Z]+s?|[A-Za-z]?[a-z]+(?:[A-Z]{1,5}[a-z]{2,})*[A-Z]{0,5})$/;
const LETTERS_MIN = 6;
/** The fewest turns between cases for each letter. */
const CASE_TURNS_MIN = 0.4;
/** Words in which the first begins with a capital, then a number: Tiger-Lake-8821. */
const CAPITAL_WORDS = /^[A-Z][a-z]{2,}(?:[-_.]?[A-Za-z][a-z]{2,})*[-_.]?\d{2,8}$/;
/** A word and a number: Lantern9536. */
const WORD_AND_NUMBER = /^[A-Za-z]{4,}\d{3,6}$/;
const YEAR_BEHIND = /(?:19|20)\d\d$/;
const SYMBOL = /[!#%&*+=?@^~$]|[a-z]{3}\d{2,8}[-_]$/;

const RANDOM_LENGTH_MIN = 16;
const RANDOM_CHARACTERS_MIN = 14;
/** Fewer random characters are enough when they make up RANDOM_SHARE_MIN of the value. */
const RANDOM_CHARACTERS_FEW = 11;
const RANDOM_SHARE_MIN = 0.6;
/** In names, the pieces between changes of case are at least this long on average. */
const NAME_PIECE_LENGTH_MIN = 3;
const CHOSEN_LENGTH_MIN = 8;
const SAID_LENGTH_MIN = 6;
const SPICED_LENGTH_MIN = 10;
/** In a random value, a run of letters and digits changes between the two at least this often. */
const CHANGES_MIN = 3;
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

/** Whether the value only takes the place of a credential: a variable, a template, an example, a row of x. */
export function isPlaceholder(value: string): boolean {
  if (VARIABLE.test(value) || TEMPLATE.test(value) || FILLER.test(value) || PATTERN.test(value) || SEALED.test(value))
    return true;
  // A long token holds such words and repetitions by chance.
  if (value.length > CHANCE_LENGTH_MAX) return entropy(value) < PLACEHOLDER_ENTROPY_MAX;
  if (NAME_ITSELF.test(value) || DEFAULT.test(value) || CONSTANT.test(value)) return true;
  return REPEATED.test(value) || EXAMPLE_WORD.test(value) || isOfGapWords(value);
}

function isOfGapWords(value: string): boolean {
  const words = value.split(/[-_. ]+/);
  return words.length > 1 && words.every((word) => GAP_WORDS.has(word.toLowerCase()));
}

/** Whether the value is a path, or the digest of something. */
export function isReference(value: string): boolean {
  if (DIGEST.test(value) || FILE_IN_FOLDER.test(value) || QUALIFIED_NAME.test(value)) return true;
  return PATH.test(value) && randomCharacters(value) < RANDOM_CHARACTERS_MIN;
}

/** Whether the value, which has no quotes around it, is an expression of a program. */
export function isExpression(value: string): boolean {
  return CODE.test(value);
}

/** Whether the value has the form and length of a common digest in hexadecimal. */
export function isHexDigest(value: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9A-F]{40})$/.test(value);
}

/** Whether the value is a UUID (RFC 9562). */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/**
 * Counts the characters in pieces of the value that mix letters and digits, or cases, in other ways than `sha256` or
 * `getUserId`.
 */
export function randomCharacters(value: string): number {
  // A value of letters alone is more often a name than a random value.
  if (!/\d/.test(value)) return 0;
  let count = 0;
  for (const segment of value.split(SEGMENT_SEPARATORS)) {
    if (!/[A-Za-z]/.test(segment)) continue;
    if (/\d/.test(segment) ? !isNumberedWord(segment) : changesCase(segment)) count += segment.length;
  }
  return count;
}

/** Whether letters change case more often than in names such as getHTTPHeader. */
function changesCase(segment: string): boolean {
  const turns = (segment.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? []).length;
  return segment.length >= LETTERS_MIN && turns >= CASE_TURNS_MIN * segment.length;
}

function isNumberedWord(segment: string): boolean {
  return NUMBERED_WORD.test(segment) && WORD_CASE.test(segment.replace(/^\d+|\d+$/g, ""));
}

/** Whether the value looks machine-made: long enough, letters among other characters, and not made of words. */
export function looksRandom(value: string): boolean {
  return (
    value.length >= RANDOM_LENGTH_MIN &&
    /[A-Za-z]/.test(value) &&
    hasRandomCharacters(value) &&
    entropy(value) >= ENTROPY_MIN
  );
}

function hasRandomCharacters(value: string): boolean {
  const count = randomCharacters(value);
  return count >= RANDOM_CHARACTERS_MIN || (count >= RANDOM_CHARACTERS_FEW && count >= RANDOM_SHARE_MIN * value.length);
}

/** Whether 16 or more letters of both cases stand in an order that no name has: `WJyQHGAQdbbR`, not `getUserOfURL`. */
export function isScrambled(value: string): boolean {
  if (!/^[A-Za-z_-]{16,}$/.test(value)) return false;
  const pieces = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && value.length / pieces.length < NAME_PIECE_LENGTH_MIN;
}

/**
 * Whether the value looks like a password even in prose: at least eight characters, and unlike any word, name, version
 * or address.
 */
export function looksChosen(value: string): boolean {
  if (!isOfPasswordSigns(value) || value.length < CHOSEN_LENGTH_MIN) return false;
  if (SYMBOL.test(value) || CAPITAL_WORDS.test(value)) return true;
  return value.split(SEGMENT_SEPARATORS).some((segment) => {
    if (segment.length < CHOSEN_LENGTH_MIN) return false;
    const isMixed = /[a-z]/.test(segment) && /[A-Z]/.test(segment) && /\d/.test(segment);
    return changes(segment) >= CHANGES_MIN || (isMixed && !isNumberedWord(segment));
  });
}

/**
 * Whether the value looks like a password where the text calls it one. Shorter values pass here, and words with digits
 * in place of letters.
 */
export function looksChosenAsSaid(value: string): boolean {
  if (looksChosen(value)) return true;
  if (!isOfPasswordSigns(value) || value.length < SAID_LENGTH_MIN) return false;
  if (SYMBOL.test(value) || (WORD_AND_NUMBER.test(value) && !YEAR_BEHIND.test(value))) return true;
  const hasBothCases = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (
    hasBothCases &&
    value.length >= CHOSEN_LENGTH_MIN &&
    /[A-Za-z]\d+[-_]{0,2}[A-Za-z]/.test(value) &&
    !/^\w+\.\w{1,4}$/.test(value)
  );
}

function isOfPasswordSigns(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return false;
  return (
    !isUuid(value) && !NUMBER.test(value) && !MAIL_ADDRESS.test(value) && !isMethodName(value) && !PARAMETER.test(value)
  );
}

/** Counts how often letters and digits alternate in a segment. */
export function changes(segment: string): number {
  return (segment.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length;
}

/** Whether the value consists of words and digits as names of methods, versions and steps do. */
export function isMethodName(value: string): boolean {
  return METHOD.test(value) && value.split(SEGMENT_SEPARATORS).every((segment) => changes(segment) < CHANGES_MIN);
}

/** Whether the value consists of letters that nobody can pronounce, or that change case too often for a name. */
export function isUnpronounceable(value: string): boolean {
  if (!/^[A-Za-z]{8,}$/.test(value)) return false;
  return /[bcdfghjklmnpqrstvwxz]{5}/i.test(value) || (/[a-z]/.test(value) && changesCase(value));
}

/** Whether signs join words that have both cases or several numbers, as people make passwords: Saddl3_turnip97. */
export function isSpicedPhrase(value: string): boolean {
  if (value.length < SPICED_LENGTH_MIN || !isOfPasswordSigns(value) || /[./:]/.test(value)) return false;
  if (value.split(/[-_]/).some(isMethodName)) return false;
  return (/[a-z]/.test(value) && /[A-Z]/.test(value)) || (value.match(/\d+/g) ?? []).length > 1;
}

/**
 * Whether the value is words and a final number, separated by signs: winter-sun-4410. A year is no such number, and
 * names of methods do not count.
 */
export function isNumberedPhrase(value: string): boolean {
  const parts = value.split(/[-_.]/);
  const digits = parts.at(-1) ?? "";
  if (
    parts.length < 3 ||
    value.length < RANDOM_LENGTH_MIN - 4 ||
    !/^\d{2,8}$/.test(digits) ||
    /^(?:19|20)\d\d$/.test(digits)
  )
    return false;
  return (
    parts.slice(0, -1).every((part) => /^[A-Za-z]{3,12}$/.test(part)) &&
    !SENTENCE_WORD.test(parts.join(" ")) &&
    !/sha|md5|aes|rsa|ver/i.test(value)
  );
}

/** Whether signs join four words or more, as generators of passphrases do. Names of parts of a program do not count. */
export function isJoinedPassphrase(value: string): boolean {
  const words = value.split(/[-_.]/);
  if (words.length < 4 || !words.every((word) => /^[a-z]{3,12}$/i.test(word))) return false;
  return (
    !SENTENCE_WORD.test(words.join(" ")) &&
    !words.some((word) => PROGRAM_WORD.test(word) || GAP_WORDS.has(word.toLowerCase()))
  );
}

const PROGRAM_WORD =
  /^(?:form|input|label|icon|btn|button|col|row|css|class|page|view|modal|wrapper|container|group|box|service|controller|module|config|manager|provider|handler|helper|util|com|org|net|www|internal|spring|java|node|http|html|json|xml|yaml|error|message|validation|rule)s?$/i;

/** Words that stand in sentences but not in passphrases. */
const SENTENCE_WORD =
  /\b(?:the|an?|is|are|was|be|been|to|of|in|on|at|by|for|from|with|without|and|or|not|no|if|when|then|than|as|it|its|this|that|these|your|you|we|our|my|me|please|enter|type|must|should|may|can|cannot|could|will|would|has|have|had|do|does|see|ask|set|use|used|same|least|most|more|less|only|too|new|old|current|confirm|repeat|show|hide|forgot|reset|change|changed|required|invalid|wrong|incorrect|missing|failed|error|expired|rotated|valid|empty|none|unset|unknown|characters?|digits?|letters?|symbols?|passwords?|passphrase|passwd|secrets?|tokens?|keys?|user(?:name)?|login|account|name|field|value|string|text|default|vault|entry|manager|environment|variable|minutes?|hours?|days?|weeks?|months?|every)\b/i;

/** Whether a quoted value with blanks is a chosen phrase: words or signs, but no sentence. */
export function isPassphrase(value: string): boolean {
  const words = value.trim().split(/\s+/);
  if (words.length < 2 || words.length > 24 || SENTENCE_WORD.test(value) || isPlaceholder(value)) return false;
  if (/[.:;,?]$/.test(value) && !/\d/.test(value)) return false;
  if (/[(){}[\]<>|\\/]|https?:/.test(value)) return false;
  if (/\d/.test(value)) return /[A-Za-z]{3}/.test(value);
  return words.length >= 3 && words.every((word) => /^[A-Za-z]{2,14}[!?&+*#%$]?$|^[&+*#%-]$/.test(word));
}
