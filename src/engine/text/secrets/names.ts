// Judges what a name says about its value: `DB_PASSWORD`, `apiKey`, `token_count`. The last word about a credential
// decides, together with the words behind it (`password_hash`, `token_url`).

/**
 * How strongly a name announces a credential. A password may be short. A key or token ("strong") has to look random.
 * For a weak name even a UUID is no secret.
 */
export type NameStrength = "password" | "strong" | "weak";

const PASSWORD_WORDS = new Set(
  "password passwd passphrase passwort kennwort pwd pswd pass passcode pw psk mnemonic contrasena senha wachtwoord".split(
    " ",
  ),
);
const PASSWORD_ENDING = /(?:passw(?:or)?d|passphrase|passwort|kennwort|wachtwoord)$/;
/** `pass` and `pw` directly behind another word, without a sign between them. */
const SHORT_ENDING =
  /^(?:key|store|db|user|smtp|mail|ftp|http|ssh|root|admin|my|sql|mysql|pg|redis|rabbit|mq|ldap|bind|login|auth|proxy|wifi|vpn|ssl|sudo|become|dest|src|trust|api|app|web|basic|require)(?:store)?(?:pass|pw)$/;
const STRONG_WORDS = new Set(
  "secret token credential apikey secretkey accesskey authkey privatekey signingkey encryptionkey masterkey licensekey sharedkey presharedkey authtoken accesstoken pat jwt".split(
    " ",
  ),
);
const STRONG_ENDING = /(?:secret|token|apikey|secretkey|accesskey)$/;
const WEAK_WORDS = new Set(["key", "auth"]);
/** Words that make a weak word strong: api key, private key. */
const KEY_WORDS = new Set(
  "api access private signing encryption master service admin root license account app client shared preshared".split(
    " ",
  ),
);

/** Names of tokens whose words do not say so. */
const TOKEN_NAMES = /sonar\.login$/;

/** A name with one of these words, wherever it stands, belongs to a value that may be seen. */
const OPEN_WORDS = new Set(
  (
    "public pubkey publishable hash hashed hashes sha md digest checksum fingerprint thumbprint etag integrity idempotency tokenizer encrypted " +
    "placeholder keyboard keyword keyframe keyserver keymap recv"
  ).split(" "),
);
/** Words for kinds of keys that open nothing. */
const HARMLESS_KEYS = new Set(
  (
    "primary foreign partition sort cache index row column field lookup map hot short composite unique natural range shard object dict " +
    "json yaml query group routing commit revision version registry author keyboard host known sha hash header deduplication dedup dedupe socket redis etcd consul memcached object storage i18n translation locale message"
  ).split(" "),
);
/** Words for kinds of tokens that mark a place in a list. */
const HARMLESS_TOKENS = new Set(
  "page next previous prev cursor continuation continue paging sync resume marker start skip max min total num number".split(
    " ",
  ),
);
/** Words behind a credential word that make the name one of something else. */
const HEAD_WORDS = new Set(
  (
    "name path file filename dir directory folder url uri endpoint type kind length len size count limit max min total budget usage ttl expiry " +
    "expires expiration expire expired header prefix suffix format algorithm algo policy rule validator validation encoder decoder encoding " +
    "id ids registry version author map label hint title text message msg error description desc help prompt placeholder selector input field " +
    "form regex pattern schema column env variable var ref reference arn param parameter store manager provider service helper callback handler " +
    "function method class event action route screen page view modal dialog button icon link status state enabled disabled required visible valid " +
    "strength score age history attempt timeout reset change update created updated at date time on rotation rotate authenticator authentication " +
    "generator generation checker check hint salt iteration cost round mode bucket list set source location index number code scope role user username " +
    "host port domain issuer audience server space template example command cmd hook changed verified confirmed protected only less fd arg args argument stdin"
  ).split(" "),
);

/** After one of these words, or before any other word, `pass` is a verb. */
const VERB_BEFORE = new Set(
  "should must can may will would to did does do not all by let test first second".split(" "),
);

/** Returns the words of a name in lower case and in the singular. */
export function nameWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
    .map((word) => (word.endsWith("ss") ? word : word.replace(/s$/, "")));
}

/**
 * Returns how strongly a name announces a credential, or null when it does not. `before` is the word before the name in
 * the text.
 */
export function strengthOf(name: string, before?: string): NameStrength | null {
  if (TOKEN_NAMES.test(name)) return "strong";
  if (name === "REDISCLI_AUTH") return "password";
  const words = nameWords(name);
  const own = words.length;
  if (before !== undefined) words.unshift(...nameWords(before));
  if (words.some((word) => OPEN_WORDS.has(word))) return null;
  let at = words.length - 1;
  while (at >= words.length - own && strengthOfWord(words[at]!) === null) at--;
  if (at < words.length - own) return null;
  if (words.slice(at + 1).some((word) => HEAD_WORDS.has(word))) return null;
  const strength = strengthOfWord(words[at]!)!;
  if (words[at] === "pass" && (at < words.length - 1 || VERB_BEFORE.has(words[at - 1] ?? ""))) return null;
  const earlier = words.slice(0, at);
  if (strength === "weak") return strengthOfKey(words[at]!, earlier);
  const last = earlier.at(-1) ?? "";
  if (words[at] === "token" && HARMLESS_TOKENS.has(last)) return null;
  return strength;
}

function strengthOfWord(word: string): NameStrength | null {
  if (PASSWORD_WORDS.has(word) || PASSWORD_ENDING.test(word) || SHORT_ENDING.test(word)) return "password";
  if (STRONG_WORDS.has(word) || STRONG_ENDING.test(word)) return "strong";
  return WEAK_WORDS.has(word) ? "weak" : null;
}

function strengthOfKey(word: string, earlier: readonly string[]): NameStrength | null {
  if (earlier.some((each) => HARMLESS_KEYS.has(each))) return null;
  // `passwordKey` names the place where the password is found.
  if (word === "key" && earlier.some((each) => strengthOfWord(each) === "password")) return null;
  if (earlier.some((each) => KEY_WORDS.has(each) || each === "auth" || strengthOfWord(each) === "strong"))
    return "strong";
  return "weak";
}
