// Credentials in sentences of other languages: "is", "for" and "of" between the word and its value, compounds, plurals.

import { describe, expect, test } from "vitest";
import { loadRedaction } from "../../../../../src/engine/text/secrets/redaction.ts";

const { redact } = await loadRedaction();
const PASSWORD = "Tr0ub4dor3xyz";
const TOKEN = "kJ8sQ2mZx7Lp4Rt9Vw3Bn6Yc";

test.each(
  `Das Passwort ist: |das Passwort lautet: |Passwort für root: |Mein Passwort für GitHub: |Das Passwort des Servers ist |
  Kennwort für db1.example.com: |*Passwort für root:* |Passwort fuer root: |login mit Passwort |la contraseña es: |
  Contraseña del root: |contraseña de postgres: |La contraseña de la base es |clave de acceso = |la password è |
  la password di root: |la parola d'ordine è: |a senha é |senha do banco: |Le mot de passe est : |
  Le mot de passe de l'utilisateur root : |mot de passe d'admin : |mot de passe\u00a0: |het wachtwoord van root is: |wachtwoord voor root: |
  hasło do bazy: |hasło to |heslo k databázi je |lösenordet för root är |passordet for root er |adgangskoden til root er: |
  salasana palvelimelle on |a jelszó a roothoz: |şifre root için: |lozinka za root je |geslo za root je: |
  kata sandi untuk root adalah |kata laluan untuk root ialah |mật khẩu của root là: |parola pentru root este |slaptažodis yra |
  пароль от почты: |пароль для root это |пароль до бази є |паролата за root е |лозинка за root је |ο κωδικός για root είναι |
  הסיסמה של root היא: |كلمة المرور هي: |كلمة المرور في root: |رمز عبور برای root: |पासवर्ड root के लिए: |पासवर्ड है: |
  密码是：|密碼為: |パスワードは：|비밀번호는 |รหัสผ่านคือ |password是 |password for db1.example.com: `
    .split("|")
    .map((said) => said.replace(/^\n\s*/, "")),
)("a password behind: %s", (said) => expect(redact(said + PASSWORD).text).not.toContain(PASSWORD));

test.each(
  `Token für CI: |el token es |Token de acceso: |jeton d'accès : |API-Key lautet |Zugangstoken: |Zugriffsschlüssel: |Schlüssel: |
  Llave: |llave de acceso: |clé d'accès : |chiave d'accesso: |chave de acesso: |toegangssleutel: |klucz dostępu: |åtkomstnyckel: |
  tilgangsnøkkel: |pääsyavain: |ключ доступа: |секретного ключа: |私钥：|アクセスキー: |액세스 키: `
    .split("|")
    .map((said) => said.replace(/^\n\s*/, "")),
)("a key or a token behind: %s", (said) => expect(redact(said + TOKEN).text).not.toContain(TOKEN));

test.each(
  "Anmeldekennwort|Passwörter|Kennwörter|contraseñas|senhas|wachtwoorden|Geheimer Schlüssel|geheime sleutel|hemlig nyckel|Administratörslösenord|brukerpassord".split(
    "|",
  ),
)("a compound or a plural: %s", (word) => expect(redact(`${word}: Hemligt12345`).text).not.toContain("Hemligt12345"));

test.each(["Tr0ub%0A4dor3xyz", "Tr0ub%414dor3xyz", "Tr0ub\\\\x0a4dor3xyz"])(
  "a value that looks disguised goes whole: %s",
  (value) => {
    expect(redact(`contraseña: ${value}`).text).toBe("contraseña: [redacted: password]");
  },
);

describe("sentences without a credential stay", () => {
  test.each([
    "Das Passwort ist wichtig; das Kennwort für den Server steht im Tresor.",
    "Der Schlüssel der Tabelle ist: kunden_id2",
    "La clave de la tabla es usuario_id2, y la llave: foránea",
    "La contraseña de la base es obligatoria desde 2024.",
    "Le mot de passe de l'utilisateur est : obligatoire",
    "la password è obbligatoria, la chiave di tutto: leggere",
    "a senha do banco é trocada a cada 90 dias",
    "пароль для root это: не ваше дело",
    "The token for it is on the page of the host; the key to this: read on.",
  ])("%s", (text) => expect(redact(text)).toEqual({ text, kinds: [] }));
});

test.each([
  ["words", "contraseña de ".repeat(15_000)],
  ["phrases", `Passwort für ${"a".repeat(40)} `.repeat(4000)],
  ["names before phrases", "password de la ".repeat(12_000)],
  ["apostrophes", "mot de passe d'l'".repeat(10_000)],
])("ends on hostile input: %s", (_, text) => expect(redact(text).kinds).toEqual([]));
