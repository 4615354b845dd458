// What is left of a text around a credential: the credential alone goes, so that the command, the file or the sentence
// can still be read. One line for each grammar that the detectors know, and what of the same grammar is no credential.

import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../../../../src/engine/text/secrets/redaction.ts";
import { draw } from "../../../../fixtures/secrets.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A password, and a token, that nobody ever had. */
const PASSWORD = `${draw(LETTERS, 3, 2)}7!${draw(LETTERS, 4, 6)}2x`;
const TOKEN = draw(`${LETTERS}0123456789`, 40, 3);
const ENCODED = btoa(`robot:${PASSWORD}`);
const UUID = [8, 4, 4, 4, 12].map((length, at) => draw("0123456789abcdef", length, 70 + at)).join("-");

/** Texts as they come back: «kind: value» stands for the value going in and for its mark coming out. */
const READABLE: readonly string[] = [
  `mysql -h db -u root -p«password: ${PASSWORD}» shop`,
  `mysqldump -uroot -p'«password: ${PASSWORD}»' shop | gzip`,
  `["mysql", "-u", "root", "-p«password: ${PASSWORD}»"]`,
  `sshpass -p «password: ${PASSWORD}» ssh root@host`,
  `curl -u robot:«password-on-command-line: ${PASSWORD}» https://ci.internal`,
  `smbclient //nas/a -U 'robot%«password-on-command-line: ${PASSWORD}»'`,
  `htpasswd -b users robot «password: ${PASSWORD}»`,
  `openssl rsa -passin pass:«password: ${PASSWORD}» -in k.pem`,
  `echo '«password: ${PASSWORD}»' | sudo -S ls`,
  `mysqldump \\\n  --password '«password: ${PASSWORD}»' shop`,
  `PGPASSWORD=«password: ${PASSWORD}» psql -h db`,
  `machine git.internal\n  login ci\n  password «password: ${PASSWORD}»`,
  `db.internal:5432:shop:app:«password: ${PASSWORD}»`,
  `//npm.internal/:_auth${"Token"}=«npm-token: ${UUID}»`,
  `Server=db;User Id=app;Password=«password: ${PASSWORD}»;Encrypt=True`,
  `host=db user=app password=«password: ${PASSWORD}» dbname=shop`,
  `app:«password: ${PASSWORD}»@tcp(db:3306)/shop`,
  `CREATE USER 'app' IDENTIFIED BY '«password: ${PASSWORD}»';`,
  `Cookie: sid=«session-cookie: ${TOKEN}»; theme=dark`,
  `https://b.s3.amazonaws.com/k?X-Amz-Expires=9&X-Amz-Signature=«signed-url: ${draw("0123456789abcdef", 64, 5)}»`,
  `https://discord.com/api/v10/webhooks/«discord-webhook: 123456789012345678/${draw(LETTERS, 68, 8)}»?wait=true`,
  `https://api.telegram.org/bot«telegram-token: 5839201746:A${draw(LETTERS, 34, 9)}»/getMe`,
  `password: "«password: violet harbor tundra kite»"`,
  `the wifi password in the lab is «password: ${PASSWORD}»`,
  `| DB_PASSWORD | «password: ${PASSWORD}» |`,
  `- name: DB_PASSWORD\n  value: «password: ${PASSWORD}»`,
  `variable "db_password" {\n  default = "«password: ${PASSWORD}»"\n}`,
  `<password>«password: ${PASSWORD}»</password>`,
  `API_KEY=\\\n«high-entropy-assignment: ${TOKEN}»`,
  `token = "«high-entropy-assignment: ${TOKEN.slice(0, 20)}" + "${TOKEN.slice(20)}»"`,
  `$env:API_TOKEN = "«high-entropy-assignment: ${TOKEN}»"`,
  `ENV API_TOKEN «high-entropy-assignment: ${TOKEN}»`,
  `{"auths": {"ghcr.io": {"auth": "«encoded-credentials: ${ENCODED}»"}}}`,
  `data:\n  .dockerconfigjson: «encoded-credentials: ${btoa(`{"auths":{"ghcr.io":{"auth":"${ENCODED}"}}}`)}»`,
  `Authorization: Basic «authorization-header: ${ENCODED}»`,
  `{"kty":"OKP","crv":"Ed25519","d":"«private-key: ${draw(LETTERS, 43, 10)}»"}`,
];

/** What stands at the same places and is none. */
const UNTOUCHED: readonly string[] = [
  "mysql -u root -p shop < dump.sql",
  "mysql -p\"$MYSQL_ROOT_PASSWORD\" -e 'select 1'",
  "docker run -p 8080:80 nginx, mkdir -p a, ssh -p 2222 host, git log -p",
  "sshpass -p is visible in ps",
  "curl -u user:password https://host and curl -u robot https://host",
  "openssl rsa -passin env:KEY_PASS -in k.pem",
  'echo "$TOKEN" | docker login --password-stdin',
  "machine HOST login USER password PASSWORD",
  `//npm.internal/:_auth${"Token"}=\${NPM_TOKEN}`,
  "Server=db;User Id=app;Password=<password>;",
  `IDENTIFIED BY '\${password}'`,
  "Cookie: lang=en; theme=dark",
  "https://b.s3.amazonaws.com/k?X-Amz-Signature=<signature>",
  'password: "must have at least 12 characters"',
  "the password is stored as an argon2id hash",
  "- name: DB_PASSWORD\n  valueFrom: {secretKeyRef: {name: db, key: password}}",
  "if (password !== confirmation) throw new Error('passwords differ');",
  "Authorization: Basic dXNlcjpwYXNzd29yZA== is user:password",
  `cursor: ${btoa("User:12345")}, state: ${btoa('{"offset":1204,"sort":"created_at"}')}`,
  `{"kty":"OKP","crv":"Ed25519","x":"${draw(LETTERS, 43, 11)}"}`,
];

describe("the credential alone goes", () => {
  test.each(READABLE)("%s", async (form) => {
    const given = form.replace(/«[\w-]+: ([^»]*)»/g, "$1");
    expect((await redactSecrets(given)).text).toBe(form.replace(/«([\w-]+): [^»]*»/g, "[redacted: $1]"));
  });

  test.each(UNTOUCHED)("nothing goes: %s", async (text) => {
    expect(await redactSecrets(text)).toEqual({ text, kinds: [] });
  });

  test.each(READABLE)("what was redacted stays as it is: %s", async (form) => {
    const text = form.replace(/«([\w-]+): [^»]*»/g, "[redacted: $1]");
    expect(await redactSecrets(text)).toEqual({ text, kinds: [] });
  });
});
