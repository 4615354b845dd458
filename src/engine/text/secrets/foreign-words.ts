// Words of other languages for a password, a key, a token and a secret, with the word of the detectors for each. What
// stands between such a word and its value is known as well: "is", and a phrase with "for" or "of".
// Invariants:
// - A word counts only where no letter or digit stands directly before it or behind it, but in scripts without spaces.
//   In languages that join words, others may stand directly before it.
// - A phrase has at most 48 characters, and counts only where "is" or a colon follows it.

const END = "(?![\\p{L}\\p{M}\\p{N}])";
const BEFORE = "(?<![\\p{L}\\p{M}\\p{N}])";

/** Written in ASCII, which nearly every text is. */
const ASCII = {
  password:
    "mots?[ _-]?de[ _-]?passe|mdp|claves?(?: de (?:acceso|paso))?|palavras?[ _-](?:passe|chave)|parol[ae](?: de acces|[ _-]?d'?ordine)?|hasl[oa]|hesl[oa]|" +
    "jelszavak|sifre(?:si|niz|ler)?|lozink[ae]|gesl[oa]|" +
    "kata[ _-](?:sandi|laluan)|sandi|mat[ _-]?khau|zugangscodes?|wachtwoorden",
  key:
    "clef?s? (?:d')?(?:api|acces)|cle[fs]? privees?|clave (?:de )?api|chave (?:de |da )?api|chiave (?:di )?api|api[ _-]?schluessel|api[ _-]?nyckel|zugriffsschluessel|" +
    "zugangsschluessel|lizenzschluessel|klucz (?:api|dostepu)|llaves? (?:de acceso|privada)|chaves? (?:de acesso|privada)|clave privada|" +
    "chiav[ei] (?:d'accesso|di accesso|privata)|toegangssleutels?|api-?sleutels?|kunci (?:akses|api)|cheie (?:de acces|api)|hozzaferesi kulcs|prieigos raktas|erisim anahtari",
  secret:
    "geheimnis|hemlig nyckel|slaptas raktas|geheimschluessel|geheime[rnms]? schluessel|clave secreta|llave secreta|chave secreta|chiave segreta|clef? secrete|tajny klucz|geheime sleutel|" +
    "kunci rahasia|titkos kulcs|gizli anahtar|tajni kljuc|salainen avain|cheie secreta",
  token: "jetons? d'acces|jetons?",
  plain: "llaves?|chaves?|chiav[ei]|clefs?|schluessel|sleutels?|kunci",
};
const OTHER = {
  password:
    "contraseñas?|hasł(?:o|a|em)|jelszav(?:a|ad|ak)|şifre(?:si|niz|m|ler)?|parolă|" +
    "slaptažod\\p{L}{2,6}|mật[ _-]?khẩu|парол\\p{L}{1,3}|лозинк\\p{L}|κωδικ(?:ός|ό|ού|οί)(?: πρόσβασης)?|συνθηματικό|ה?סיסמ(?:[האת]|אות)|" +
    "كلم(?:[ةه]|ات) (?:ال)?(?:مرور|سر)|رمز عبور|گذرواژه|पासवर्ड|कूटशब्द",
  key:
    "clés? (?:d['’]?)?api|(?:api[ _-]?|zugriffs|zugangs|lizenz)schlüssel[ns]?|private[rnms]? schlüssel|ключ\\p{L}? (?:api|доступ\\p{L})|api[ _-]ключ\\p{L}?|" +
    "(?:klíč|kľúč) (?:k )?api|přístupový klíč|prístupový kľúč|åtkomstnyckel|(?:api|tilgangs)[ _-]?nøkkel|(?:api|adgangs)[ _-]?nøgle|" +
    "clés? d['’]accès|clés? privées?|klucz dostępu|pääsyavain|hozzáférési kulcs|erişim anahtarı|pristupni ključ|khóa (?:api|truy cập)|" +
    "закрыт\\p{L}{2} ключ\\p{L}?|κλειδί (?:api|πρόσβασης)|מפתח api|مفتاح api",
  secret:
    "geheimschlüssel|geheime[rnms]? schlüssel|clés? secrètes?|секретн\\p{L}{1,3} ключ\\p{L}?|секрет\\p{L}{0,2}|tajný (?:klíč|kľúč)|" +
    "hemmelig (?:nøkkel|nøgle)|tajni ključ|khóa bí mật|cheie secretă|μυστικό κλειδί|מפתח סודי|(?:ال)?مفتاح (?:ال)?سري",
  token: "токен\\p{L}{0,2}|jetons? d['’]accès|אסימון|رمز الوصول",
  plain: "schlüssel[ns]?|clés?|ключ\\p{L}{0,2}|κλειδί|مفتاح",
};
/** Words before which others may stand, as in `Administratörslösenord`. */
const ASCII_JOINED = "passord(?:et|ene)?|adgangskoder?n?|kodeord(?:et|ene)?|losenord(?:et|en)?|salasanat?|jelszo";
const OTHER_JOINED = "lösenord(?:et|en)?|jelszó|passwörtern?|kennwörtern?";
/** In scripts without spaces words stand beside each other. */
const UNSPACED = {
  password: "密码|密碼|口令|パスワード|暗証番号|비밀번호|패스워드|암호|รหัสผ่าน",
  key: "API ?(?:キー|密[钥鑰]|金鑰|키)|アクセスキー|访问密钥|存取金鑰|액세스 ?키|คีย์ ?API",
  secret: "秘密鍵|シークレット|密[钥鑰]|私[钥鑰]|비밀키|시크릿",
  token: "令牌|トークン|토큰|โทเค็น",
  plain: "",
};
/** The detectors' own words that are not English. */
const OWN = /passwort|kennwort|senha|contrasena|wachtwoord/i;

/** `is`, and `for` or `of`. Those that are words in English as well count behind foreign words alone. */
const IS =
  "ist|lautet|heißt|heisst|war|est|était|sera|es|era|será|è|é|foi|jest|brzmi|je|zní|znie|glasi|är|lyder|er|var|adalah|ialah|yaitu|là|este|yra|luidt|" +
  "это|є|це|је|είναι|ήταν|הוא|היא|هي|هو|است|है|şudur";
const IS_ENGLISH = "on|to|e|is|was|е";
const FOR =
  "für|fuer|von|vom|zu|zum|zur|der|des|auf|im|bei|beim|pour|de|du|sur|à|au|aux|dans|del|della|dello|dei|degli|di|da|dos|das|em|para|por|en|per|su|sul|sulla|" +
  "al|alla|nel|nella|voor|van|op|bij|dla|na|w|we|ze|pre|ke|ku|u|v|ve|för|till|på|av|til|af|od|za|untuk|dari|pada|bagi|của|cho|pentru|la|lui|prie|nuo|" +
  "для|от|к|ко|на|в|до|від|за|у|од|για|του|της|στο|στη|στον|στην|των|של|עבור|على|في|من|برای";
const FOR_ENGLISH = "for|in|on|at|from|of|am|pro|do|no|i|a|k|z|s|den|dem";
/** `for` and `of` that have no blank behind them. */
const ELIDED = "d['’]|dell['’]|all['’]|sull['’]";
/** Endings by which other languages say `for` and `of`. */
const FOR_BEHIND = "l[lt][aäe]|ss[aä]|h[eoö]z|n[ae]k|b[ae]n|[ \\t](?:için|के लिए)";
const IS_UNSPACED = "は|是|为|為|는|은|คือ";

const IS_SIGN = new RegExp(IS_UNSPACED);

const PHRASE = "(?:[^\\n:=,;.!?|\"'’]|\\.(?=\\w)|(?<=\\p{L})['’](?=\\p{L})){1,48}?";

/** What may stand between a word and its value: a group `of`, then perhaps a group `is`, or `is` alone. */
function tail(is: string, prepositions: string, suffixes: string): string {
  const copula = `(?<is>[ \\t]{1,2}(?:${is})(?=[ \\t]{1,4}\\S|:)|[ \\t]{0,2}(?:${IS_UNSPACED})[ \\t]{0,2}:?[ \\t]{0,2})`;
  const behind = suffixes === "" ? "" : `|${PHRASE}(?:${suffixes})`;
  const phrase = `[ \\t]{1,2}\\(?(?:(?:(?:${prepositions})[ \\t]{1,2}|${ELIDED})${PHRASE}${behind})`;
  return `(?:(?<of>${phrase}(?=[ \\t]{0,4}:|[ \\t]{1,2}(?:${is})[ \\t:]))${copula}?|${copula})`;
}

/** The alternatives grouped by their first letter, which is quicker to search. None begins with a group. */
function byLetter(words: string): string {
  const groups = new Map<string, string[]>();
  for (const word of words.split(/\|(?![^(]*\))/))
    groups.set(word[0]!, [...(groups.get(word[0]!) ?? []), word.slice(1)]);
  return Array.from(groups, ([letter, rests]) => `${letter}(?:${rests.join("|")})`).join("|");
}

type Meaning = "key" | "secret" | "token" | "plain" | "password";
const MEANINGS: readonly Meaning[] = ["key", "secret", "token", "plain", "password"];

/** The words with a group for each meaning. Names of several words go before those of one. */
function grouped(...all: Record<Meaning, string>[]): string {
  return MEANINGS.map(
    (meaning) =>
      [
        meaning,
        all
          .map((words) => words[meaning])
          .filter(Boolean)
          .join("|"),
      ] as const,
  )
    .filter(([, words]) => words !== "")
    .map(([meaning, words]) => `(?<${meaning}>${words})`)
    .join("|");
}

const JOINED = `(?<joined>${ASCII_JOINED}|${OTHER_JOINED})`;
const NOUN = `(?:${BEFORE}(?:${grouped(ASCII, OTHER)})|${JOINED})${END}|(?:${grouped(UNSPACED)})`;
const NOUN_TAIL = tail(`${IS}|${IS_ENGLISH}`, `${FOR}|${FOR_ENGLISH}`, FOR_BEHIND);
const FOREIGN_WORD = new RegExp(`(?:${NOUN})${NOUN_TAIL}?`, "giu");
/** What stands behind the detectors' own words, by whether these are English. */
const TAILS = { english: new RegExp(tail(IS, FOR, ""), "iuy"), foreign: new RegExp(NOUN_TAIL, "iuy") };
/** The word behind a name, and those with which a tail begins behind an English one. */
const NEXT_WORD = /[ \t]{1,2}\(?([\p{L}\p{M}]{1,16})(?![\p{L}\p{M}'’])/uy;
const TAIL_WORDS = new Set(`${IS}|${FOR}`.split("|"));
const COLON = /[ \t]{0,4}:[*_~`]{0,5}[ \t]{1,4}/y;
const COLON_OR_BLANK = /[ \t]{0,4}(?::[*_~`]{0,5})?[ \t]{1,4}/y;
/** A hint may begin at the sign before a word. This is quicker to search than what stands before it in FOREIGN_WORD. */
const ASCII_WORD = new RegExp(
  `(?:\\b|_)(?:${byLetter(Object.values(ASCII).join("|"))})(?![A-Za-z0-9])|${ASCII_JOINED}`,
  "i",
);
const OTHER_WORD = new RegExp(
  [...Object.values(OTHER), OTHER_JOINED, ...Object.values(UNSPACED)].filter(Boolean).join("|"),
  "iu",
);
/** A letter beyond Latin-1's signs; texts in English have none. Each word of OTHER holds one. */
const BEYOND_ASCII = /[\u00c0-\u024f\u0370-\u1fff\u3040-\ud7ff]/g;
/** So far before such a letter a word may begin, and so far behind it end. */
const LETTERS_BEFORE = 24;
const LETTERS_BEHIND = 40;

/** Where the first such word may stand; -1 for none. */
export function foreignWordIn(text: string, from = 0): number {
  const rest = from === 0 ? text : text.slice(from);
  const ascii = rest.search(ASCII_WORD);
  const other = otherWordIn(rest);
  const first = ascii < 0 || other < 0 ? Math.max(ascii, other) : Math.min(ascii, other);
  return first < 0 ? -1 : from + first;
}

function otherWordIn(text: string): number {
  if (text.search(BEYOND_ASCII) < 0) return -1;
  BEYOND_ASCII.lastIndex = 0;
  for (let match = BEYOND_ASCII.exec(text); match !== null; match = BEYOND_ASCII.exec(text)) {
    const start = Math.max(0, match.index - LETTERS_BEFORE);
    const at = text.slice(start, match.index + 2 * LETTERS_BEHIND).search(OTHER_WORD);
    if (at >= 0) return start + at;
    BEYOND_ASCII.lastIndex = match.index + LETTERS_BEHIND;
  }
  return -1;
}

/** A stretch of a text to be read as `english`. */
export interface Translation {
  readonly start: number;
  readonly end: number;
  readonly english: string;
}

const ENGLISH: Readonly<Record<Meaning | "joined", string>> = {
  key: "api_key",
  secret: "secret",
  token: "token",
  plain: "key",
  password: "password",
  joined: "password",
};

/** All such words in a text, each with the words of the detectors for it and for what follows. */
export function translations(text: string): Translation[] {
  return Array.from(text.matchAll(FOREIGN_WORD), ({ 0: match, index, groups = {} }) => {
    const meaning = [...MEANINGS, "joined" as const].find((each) => groups[each] !== undefined);
    const { of, is } = groups;
    const rest = (of === undefined ? "" : " for it") + (is === undefined ? "" : IS_SIGN.test(is) ? " is " : " is");
    return { start: index, end: index + match.length, english: ENGLISH[meaning!] + rest };
  });
}

/**
 * Where a value begins behind one of the detectors' own words and "is", "for" or "of" in another language, and whether
 * only "is" stands between them; null for none.
 */
export function behindForeignTail(text: string, name: string, at: number): { end: number; isSaid: boolean } | null {
  const isEnglish = !OWN.test(name);
  NEXT_WORD.lastIndex = at;
  const next = NEXT_WORD.exec(text)?.[1]?.toLowerCase();
  if (isEnglish && next !== undefined && !TAIL_WORDS.has(next)) return null;
  const pattern = isEnglish ? TAILS.english : TAILS.foreign;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const { of, is } = match.groups!;
  const end = pattern.lastIndex;
  if (is !== undefined && IS_SIGN.test(is)) return { end, isSaid: of === undefined };
  const sign = is === undefined ? COLON : COLON_OR_BLANK;
  sign.lastIndex = end;
  return sign.test(text) ? { end: sign.lastIndex, isSaid: of === undefined } : null;
}
