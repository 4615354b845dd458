// Credentials whose name or value is hidden from a plain search: by colours, backspaces, escapes of other formats, other
// languages, rows of tables and comments. What a reader sees as a credential is taken out, the rest stays.

import { describe, expect, test } from "vitest";
import { loadRedaction } from "../../../../../src/engine/text/secrets/redaction.ts";

const { redact, redactLines } = await loadRedaction();
const PASSWORD = "tR7#kQz9!mWx2";
const TOKEN = "kJ8sQ2mZx7Lp4Rt9Vw3Bn6Yc";
const ESC = "\u001b";

/** Expects that nothing of a value is left that four characters of it would give away. */
function expectGone(text: string, value: string): void {
  const redacted = redact(text).text;
  expect(redacted).toContain("[redacted: ");
  for (let at = 0; at + 4 <= value.length; at++) expect(redacted).not.toContain(value.slice(at, at + 4));
  expect(redact(redacted)).toEqual({ text: redacted, kinds: [] });
}

const struck = (text: string) => [...text].map((each) => `${each}\b${each}`).join("");

test.each([
  ["colours within a name", `pass${ESC}[31mword${ESC}[0m=${PASSWORD}`],
  ["colours as grep sets them", `pass${ESC}[01;31m${ESC}[Kword${ESC}[m${ESC}[K: ${PASSWORD}`],
  ["colours around a value", `password${ESC}[0m=${ESC}[32m${PASSWORD}${ESC}[0m`],
  ["a link of a terminal", `${ESC}]8;;http://x\u0007password${ESC}]8;;\u0007=${PASSWORD}`],
  ["colours as a string of a program", `"pass\\x1b[31mword\\x1b[0m=${PASSWORD}"`],
  ["colours as a string of a shell", `pass\\033[31mword\\033[0m=${PASSWORD}`],
  ["colours in JSON", `{"line":"pass\\u001b[31mword\\u001b[0m=${PASSWORD}"}`],
  ["letters struck over", `${struck("password")}=${PASSWORD}`],
  ["letters underlined", `${[..."password"].map((each) => `_\b${each}`).join("")}=${PASSWORD}`],
  ["an invisible character", `pass\u200bword=${PASSWORD}`],
  ["wide letters", `ｐａｓｓｗｏｒｄ＝${PASSWORD}`],
  ["an entity in a name", `pass&#119;ord=${PASSWORD}`],
  ["entities around a value", `password&#x3d;&quot;${PASSWORD}&quot;`],
  ["HTML within HTML", `&lt;password&gt;${PASSWORD}&lt;/password&gt;`],
  ["a field of a form, its value first", `<input value="${PASSWORD}" type="password">`],
  ["a percent sign in a name", `pass%77ord=${PASSWORD}`],
  ["escapes in JSON", `{"pass\\u0077ord":"${PASSWORD}"}`],
  ["escapes of a string", `"pass\\x77ord": "${PASSWORD}"`],
  ["two layers", `pass%2577ord&#61;${PASSWORD}`],
  ["a row of CSV", `"password","${PASSWORD}"`],
  ["doubled quotes of CSV", `name,""password"",""${PASSWORD}""`],
  ["a column of CSV", `user,password\nalice,${PASSWORD}\nbob,`],
  ["a column with semicolons", `user;password;host\nalice;${PASSWORD};db1`],
  ["a column with tabs", `"user"\t"password"\n"alice"\t"${PASSWORD}"`],
  ["a column of Markdown", `| user | password |\n|---|---|\n| alice | ${PASSWORD} |`],
])("a password behind %s", (_, text) => expectGone(text, PASSWORD));

test.each([
  ["a value of which each letter is struck over", `password=${struck(PASSWORD)}`, `${PASSWORD[0]}\b`],
  ["an encoded pair", `password%3D${encodeURIComponent(PASSWORD)}`, "kQz9"],
  ["an address within an address", `https://x.test/cb?next=%2Flogin%3Faccess_token%3D${TOKEN}%26a%3D1`, TOKEN],
  ["the parameter of an encoded address", `https://x.test/%3Ftoken%3D${TOKEN}`, TOKEN],
])("%s", (_, text, part) => {
  expect(redact(text).text).toContain("[redacted: ");
  expect(redact(text).text).not.toContain(part);
});

describe("words of other languages", () => {
  test.each(
    (
      "Kennwort|mot de passe |mot_de_passe|contraseña|clave|palavra-passe|parola|hasło|haslo|heslo|lösenord|passord|adgangskode|salasana|jelszó|şifre|parolă|" +
      "пароль|лозинка|κωδικός πρόσβασης|密码|密碼|パスワード|비밀번호|كلمة المرور|סיסמה|पासवर्ड|mật khẩu|kata sandi|DB_HASLO"
    ).split("|"),
  )("%s", (word) => {
    for (const sign of [": ", "=", "："]) expectGone(`${word}${sign}${PASSWORD}`, PASSWORD);
  });

  test("said in a sentence", () => {
    for (const said of ["密码是", "パスワードは ", "비밀번호는 ", "le mot de passe est ", "la contraseña es "])
      expectGone(`${said}${PASSWORD}`, PASSWORD);
  });

  test("for keys and tokens", () => {
    for (const name of ["clé API", "API-Schlüssel", "токен", "секретный ключ", "APIキー", "API密钥", "秘密鍵", "토큰"])
      expectGone(`${name}: ${TOKEN}`, TOKEN);
  });

  test.each([
    "Das Passwort ist wichtig, das Kennwort auch.",
    "mot de passe oublié ? cliquez ici 2 fois",
    "пароль должен содержать 8 символов",
    "密码至少8位，令牌在一小时后过期",
    "日本語のパスワード: 検索できます。トークン2",
    "clave: primaria, la parola d'ordine: coraggio",
  ])("leaves: %s", (text) => expect(redact(text)).toEqual({ text, kinds: [] }));
});

test.each([
  "https://example.org/a%20b?next=%2Fhome%3Fpage%3D2&amp;lang=de",
  `console.log("\\x1b[31mno password given\\x1b[0m: try again");`,
  "token,count\nlogin,12\nsearch,4711",
  "passwd -l crm locks the account; chage -M 90 crm",
  "aws ecr get-login-password | docker login --username AWS --password-stdin host",
  "name,password\nalice,\nbob,<secret>",
  '"password", "sha256", "sha512"',
])("leaves: %s", (text) => expect(redact(text)).toEqual({ text, kinds: [] }));

test("tokens of Discord, of bots, of people, and addresses of webhooks", () => {
  const token = "MTE4NjIyNDgzNDcxOTI1MjQ4NTY.GaBcDe.ZnCjm1XVW7vRze4b7Cq4se7kKWsQw8Er2Ty5Ui";
  for (const text of [token, `client.login('${token}')`, `Authorization: Bot ${token}`, token.replaceAll(".", "%2E")])
    expect(redact(text).text).not.toContain("ZnCjm1XVW7vRze4b7Cq4");
  const hook = "aB3dEf9hIjKlMn0pQrStUvxYzAbC5eFgHiJkLnOpQr7tUvWxYzAb2DeFgHiJkLmnopq";
  for (const host of ["discord.com/api", "ptb.discord.com/api/v10", "discordapp.com/api"])
    expect(redact(`https://${host}/webhooks/123456789012345678/${hook}`).text).not.toContain(hook);
});

describe("a private key without its end", () => {
  const LINES = Array.from({ length: 6 }, (_, line) =>
    Array.from({ length: 64 }, (_, at) => "aB3dEf9hIjKlMn0pQrStUvxYzC5gJ+k/"[(at * (2 * line + 3) + line) % 32]).join(
      "",
    ),
  );
  const BEGIN = "-----BEGIN PRIVATE KEY-----";
  const written = (before: string, after = "") => [BEGIN, ...LINES].map((line) => before + line + after);

  test.each<[string, string[]]>([
    ["bare", written("")],
    ...["// ", "//", "/// ", "# ", " * ", "-- ", "; ", "% ", "REM ", "> ", "+", "    "].map(
      (sign): [string, string[]] => [`behind "${sign}"`, written(sign)],
    ),
    ["in quotes", written("'", "',")],
    ["in strings that are joined", written('  "', '\\n" +')],
    ["as a shell writes it", written('echo "', '" >> key.pem')],
    ["with numbers of lines", written("").map((line, at) => `${at + 8}\t${line}`)],
    ["with numbers and comments", written("// ").map((line, at) => `  ${at + 8} ${line}`)],
    ["as a search lists it", written("// ").map((line, at) => `src/key.ts:${at + 8}:${line}`)],
    [
      "with a header and an empty line",
      [`// ${BEGIN}`, "// Proc-Type: 4,ENCRYPTED", "//", ...LINES.map((line) => `// ${line}`)],
    ],
    ["with a short last line", [...written("// "), `// ${LINES[0]!.slice(0, 24)}`]],
  ])("%s: is masked whole, and the code behind it stays", (_, lines) => {
    const code = "export const oldKey = 1;";
    const redacted = redact([...lines, code].join("\n")).text;
    for (const line of LINES) expect(redacted).not.toContain(line.slice(0, 24));
    expect(redacted.endsWith(`\n${code}`)).toBe(true);
  });

  test("lines stay as many as they were", () => {
    const masked = redactLines(["const a = 1;", ...written("// "), "const b = 2;"]);
    expect(masked).toHaveLength(LINES.length + 3);
    expect([masked[0], masked.at(-1)]).toEqual(["const a = 1;", "const b = 2;"]);
    for (const line of masked.slice(1, -1)) expect(line).toContain("[redacted: private-key]");
  });

  test("a BEGIN line of documentation is none", () => {
    for (const text of [
      `A key begins with ${BEGIN} and ends with an END line.`,
      `const BEGIN = "${BEGIN}";\nimport { x } from "../../engine/text/secrets/private/keys/of/a/long/path/there";`,
    ])
      expect(redact(text)).toEqual({ text, kinds: [] });
  });
});
