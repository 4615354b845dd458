// Words of other languages for a password, a key, a token and a secret, with the word of the detectors for each.
// Invariants:
// - A word counts only where no letter or digit stands directly before it or behind it, but in scripts without spaces.

const END = "(?![\\p{L}\\p{M}\\p{N}])";

/** Written in ASCII, which nearly every text is. */
const ASCII_PASSWORDS =
  "mots?[ _-]?de[ _-]?passe|mdp|clave|palavra[ _-]passe|parola(?:[ _-]?d'?ordine)?|haslo|heslo|losenord|passord|adgangskode|kodeord|salasana|" +
  "jelszo|sifre|lozinka|geslo|kata[ _-](?:sandi|laluan)|sandi|mat[ _-]?khau|zugangscode";
const ASCII_KEYS = "clef? (?:d'?)?api|clave (?:de )?api|chave (?:de |da )?api|chiave api|api[ _-]?schluessel|klucz api";
const ASCII_SECRETS = "geheimnis|geheimschluessel|clave secreta|chave secreta|chiave segreta";
const PASSWORDS =
  "contraseñas?|hasł(?:o|a|em)|lösenord(?:et)?|jelsz(?:ó|ava|avad)|şifre(?:si|niz|m)?|parolă|slaptažod\\p{L}{2,3}|mật[ _-]?khẩu|парол\\p{L}{1,3}|" +
  "лозинк\\p{L}|κωδικ(?:ός|ό|ού)(?: πρόσβασης)?|συνθηματικό|סיסמ[האת]|كلم[ةه] (?:ال)?(?:مرور|سر)|رمز عبور|گذرواژه|पासवर्ड|कूटशब्द";
const KEYS = "clé (?:d['’]?)?api|api[ _-]?schlüssel|ключ\\p{L}? api|api[ _-]ключ\\p{L}?|klíč api|api[ _-]nyckel";
const SECRETS = "geheimschlüssel|clé secrète|секретный ключ|секрет\\p{L}{0,2}";
const TOKENS = "токен\\p{L}{0,2}";
/** In scripts without spaces words stand beside each other. */
const UNSPACED = {
  password: "密码|密碼|口令|パスワード|暗証番号|비밀번호|패스워드|암호|รหัสผ่าน",
  key: "API ?(?:キー|密[钥鑰]|金鑰|키)",
  secret: "秘密鍵|シークレット|密[钥鑰]|비밀키|시크릿",
  token: "令牌|トークン|토큰",
};
/** `is` behind such a word. */
const IS =
  "(?<is>\\s{0,2}(?:は|是|为|為|는|은)\\s{0,2}|\\s{1,2}(?:ist|lautet|est|es|è|é|jest|je|är|er|on|adalah|là|это|είναι)\\s{1,2})?";

function wordsOf(password: string, key: string, secret: string, token = ""): string {
  const groups = Object.entries({ key, secret, token, password }).filter(([, words]) => words !== "");
  return groups.map(([name, words]) => `(?<${name}>${words})`).join("|");
}

const BEFORE = "(?<![\\p{L}\\p{M}\\p{N}])";
const ASCII_WORDS = new RegExp(
  `(?<![A-Za-z0-9])(?:${ASCII_KEYS}|${ASCII_SECRETS}|${ASCII_PASSWORDS})(?![A-Za-z0-9])`,
  "i",
);
const SPACED = `${BEFORE}(?:${wordsOf(
  `${ASCII_PASSWORDS}|${PASSWORDS}`,
  `${ASCII_KEYS}|${KEYS}`,
  `${ASCII_SECRETS}|${SECRETS}`,
  TOKENS,
)})${END}`;
const { password, key, secret, token } = UNSPACED;
/** All words. A match has the group of what it means, and perhaps `is`. */
export const FOREIGN_WORD = new RegExp(`(?:${SPACED}|${wordsOf(password, key, secret, token)})${IS}`, "giu");
const FOREIGN_LETTERS = new RegExp([PASSWORDS, KEYS, SECRETS, TOKENS, ...Object.values(UNSPACED)].join("|"), "iu");
/** A letter beyond Latin-1's signs; texts in English have none. */
const BEYOND_ASCII = /[\u00c0-\u024f\u0370-\u1fff\u3040-\ud7ff]/;

/** Where the first such word may stand; -1 for none. */
export function foreignWordIn(text: string, from = 0): number {
  const rest = from === 0 ? text : text.slice(from);
  const places = [rest.search(ASCII_WORDS), BEYOND_ASCII.test(rest) ? rest.search(FOREIGN_LETTERS) : -1];
  const found = places.filter((at) => at >= 0);
  return found.length === 0 ? -1 : from + Math.min(...found);
}

/** The word of the detectors for a match of FOREIGN_WORD. */
export function englishOf({ groups = {} }: RegExpMatchArray): string {
  const word =
    groups.key !== undefined
      ? "api_key"
      : groups.secret !== undefined
        ? "secret"
        : groups.token !== undefined
          ? "token"
          : "password";
  return groups.is === undefined ? word : `${word} is `;
}
