// Texts with a credential and texts without, many of each, for figures on what the redaction finds and what it takes
// for one by mistake. No credential stands here: each is drawn by a seeded generator and put together at run time, and
// none was ever valid.

import { draw } from "../../fixtures/secrets.ts";

/** A text that holds a credential. */
export interface Positive {
  readonly text: string;
  readonly secret: string;
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const BASE62 = LOWER + UPPER + DIGITS;
const URL64 = `${BASE62}_-`;
const BASE64 = `${BASE62}+/`;

/**
 * Tokens that are known by their form: how each is drawn. Prefixes are joined here, so that no scanner trips over them.
 */
const FORMS: readonly ((seed: number) => string)[] = [
  (seed) => ["gh", "p_"].join("") + draw(BASE62, 36, seed),
  (seed) => ["gh", "o_"].join("") + draw(BASE62, 36, seed),
  (seed) => ["gh", "u_"].join("") + draw(BASE62, 36, seed),
  (seed) => ["gh", "r_"].join("") + draw(BASE62, 36, seed),
  (seed) => `${["github", "_pat_"].join("")}${draw(BASE62, 22, seed)}_${draw(BASE62, 59, seed + 1)}`,
  (seed) => ["gl", "pat-"].join("") + draw(URL64, 20, seed),
  (seed) =>
    `${["xo", "xb-"].join("")}${draw(DIGITS, 12, seed)}-${draw(DIGITS, 12, seed + 1)}-${draw(BASE62, 24, seed + 2)}`,
  (seed) =>
    `${["xo", "xp-"].join("")}${draw(DIGITS, 11, seed)}-${draw(DIGITS, 11, seed + 1)}-${draw(DIGITS, 12, seed + 3)}-${draw(HEX, 32, seed + 2)}`,
  (seed) => ["AK", "IA"].join("") + draw(`${UPPER}234567`, 16, seed),
  (seed) => ["AS", "IA"].join("") + draw(`${UPPER}234567`, 16, seed),
  (seed) => ["AI", "za"].join("") + draw(URL64, 35, seed),
  (seed) => ["GOC", "SPX-"].join("") + draw(URL64, 28, seed),
  (seed) => ["do", "p_v1_"].join("") + draw(HEX, 64, seed),
  (seed) => ["np", "m_"].join("") + draw(BASE62, 36, seed),
  (seed) => ["py", "pi-AgEIcHlwaS5vcmc"].join("") + draw(URL64, 80, seed),
  (seed) => ["h", "f_"].join("") + draw(LOWER + UPPER, 34, seed),
  (seed) => `${["sk-", "ant-"].join("")}api03-${draw(URL64, 93, seed)}AA`,
  (seed) => ["sk-", "proj-"].join("") + draw(URL64, 120, seed),
  (seed) => ["sk", "_live_"].join("") + draw(BASE62, 24, seed),
  (seed) => ["rk", "_live_"].join("") + draw(BASE62, 24, seed),
  (seed) => ["wh", "sec_"].join("") + draw(BASE62, 32, seed),
  (seed) => `${["S", "G."].join("")}${draw(BASE62, 22, seed)}.${draw(BASE62, 43, seed + 1)}`,
  (seed) => `ey${"J"}${draw(URL64, 33, seed)}.ey${"J"}${draw(URL64, 80, seed + 1)}.${draw(URL64, 43, seed + 2)}`,
  (seed) => ["hv", "s."].join("") + draw(URL64, 95, seed),
  (seed) => ["da", "pi"].join("") + draw(HEX, 32, seed),
  (seed) => ["dckr", "_pat_"].join("") + draw(URL64, 27, seed),
  (seed) => ["sh", "pat_"].join("") + draw(HEX, 32, seed),
  (seed) => ["li", "n_api_"].join("") + draw(BASE62, 40, seed),
  (seed) => `${draw(DIGITS.slice(1), 10, seed)}:A${"A"}${draw(URL64, 33, seed + 1)}`,
  (seed) => ["AGE-SECRET", "-KEY-1"].join("") + draw("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58, seed),
];
/** Where people paste such a token. */
const PLACES: readonly ((token: string) => string)[] = [
  (token) => `gotcha: CI failed until I put ${token} into the runner; it expires in May.`,
  (token) => `const client = new Client({ endpoint: "https://api.example.org", auth: '${token}' });`,
  (token) => `2026-02-21T10:11:12Z WARN request refused, credential=${token} status=401`,
  (token) => `| runner | \`${token}\` | expires 2026-05 |`,
];

/** Names and values of assignments; each name with a value of its own. */
const NAMES =
  "API_KEY SECRET_KEY ACCESS_TOKEN auth_token clientSecret client_secret apiKey X_API_KEY DJANGO_SECRET_KEY JWT_SECRET SESSION_SECRET STRIPE_SECRET SENTRY_AUTH_TOKEN NEXTAUTH_SECRET encryption_key signing_secret".split(
    " ",
  );
const ASSIGNMENTS: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `export ${name}=${value}`,
  (name, value) => `${name}: "${value}"`,
  (name, value) => `{"${name}": "${value}", "region": "eu-1"}`,
];
const PASSWORDS = [
  "Tr0ub4dor&3x",
  "hunter22!",
  "s3cr3t!Pw",
  "K9#mQ2$vLp",
  "Winter2024!",
  "c0rrect-h0rse",
  "Pa55w0rd!x",
  "zX9!kkq2",
];
const PASSWORD_PLACES: readonly ((password: string) => string)[] = [
  (password) => `DB_PASSWORD=${password}`,
  (password) => `postgres://app:${encodeURIComponent(password)}@db.internal:5432/main`,
  (password) => `{"user": "app", "password": "${password}"}`,
];

function keyBlock(label: string, seed: number): string {
  const lines = Array.from({ length: 6 }, (_, line) => draw(BASE64, 64, seed + line)).join("\n");
  const side = (word: string) => `-----${word} ${label}${label === "" ? "" : " "}PRIVATE ${"KEY"}-----`;
  return `${side("BEGIN")}\n${lines}\n${side("END")}`;
}

/** Texts with a credential. */
export function positives(): Positive[] {
  const found: Positive[] = [];
  for (const [at, form] of FORMS.entries()) {
    for (const [where, place] of PLACES.entries()) {
      const secret = form(7000 + at * 40 + where * 9);
      found.push({ secret, text: place(secret) });
    }
  }
  for (const [at, name] of NAMES.entries()) {
    for (const [where, assignment] of ASSIGNMENTS.entries()) {
      const alphabet = [HEX, BASE62, URL64][(at + where) % 3]!;
      const secret = draw(alphabet, 32 + ((at * 3) % 17), 9000 + at * 10 + where);
      found.push({ secret, text: assignment(name, secret) });
    }
  }
  for (const password of PASSWORDS) {
    for (const [where, place] of PASSWORD_PLACES.entries()) {
      found.push({ secret: where === 1 ? encodeURIComponent(password) : password, text: place(password) });
    }
  }
  for (const [at, label] of ["RSA", "EC", "", "OPENSSH", "DSA", "ENCRYPTED"].entries()) {
    const secret = keyBlock(label, 11_000 + at * 20);
    found.push({ secret, text: `the key was:\n${secret}\nand is gone` });
  }
  for (let seed = 0; seed < 6; seed++) {
    const secret = draw(BASE62, 40, 12_000 + seed);
    found.push({
      secret,
      text: `curl -H "Authorization: ${["Bearer", "Token", "bearer"][seed % 3]} ${secret}" https://x.example`,
    });
  }
  return found;
}

const uuid = (seed: number) => [8, 4, 4, 4, 12].map((length, at) => draw(HEX, length, seed + at)).join("-");

/** What only looks like a credential, drawn anew for each number. */
const LOOKALIKES: readonly ((seed: number) => string)[] = [
  (seed) => `fixed in commit ${draw(HEX, 40, seed)}`,
  (seed) => `image@sha256:${draw(HEX, 64, seed)} is what runs in production`,
  (seed) => `"integrity": "sha512-${draw(BASE64, 86, seed)}=="`,
  (seed) => `trace id ${uuid(seed)} shows the slow query`,
  (seed) => `request_id: ${uuid(seed)}`,
  (seed) => `etag: "${draw(HEX, 32, seed)}"`,
  (seed) => `content hash app.${draw(HEX, 8, seed)}.js is cached for a year`,
  (seed) => `primary key is (tenant_${draw(DIGITS, 4, seed)}, shard_${draw(DIGITS, 3, seed)})`,
  (seed) => `ssh-ed25519 ${"AAAAC3NzaC1lZDI1NTE5AAAAI"}${draw(BASE64, 43, seed)} build@ci`,
  (seed) => `public_key = "${draw(BASE64, 43, seed)}="`,
  (seed) => `max_tokens=${draw(DIGITS.slice(1), 5, seed)} and the token count is lower`,
  (seed) => `go.sum: example.org/x v1.${seed % 50}.0 h1:${draw(BASE64, 43, seed)}=`,
  (seed) => `data:image/png;base64,${draw(BASE64, 120, seed)}`,
  (seed) => `the cache key is v${seed % 9}-deps-${draw(HEX, 40, seed)}`,
  (seed) => `nonce: ${seed % 2 === 0 ? "a fresh one for each message" : "taken from the header"}`,
];
/** The same each time: code, settings and prose about credentials, without one. */
const HARMLESS: readonly string[] = [
  "the token is refreshed 60 seconds before it expires",
  "password: must have 12 characters, one of them a digit",
  "secret: see the vault, entry build-runner",
  `API_KEY=${"{API_KEY:-unset}"}`,
  "API_KEY=<your key>",
  "export GITHUB_TOKEN=$(gh auth token)",
  "const token = await getToken(user.id, { scope: 'repo' });",
  "password = getpass.getpass('Password: ')",
  "if (password.length < MIN_PASSWORD_LENGTH) throw new WeakPasswordError();",
  "token: str | None = None",
  "apiKey: process.env.STRIPE_SECRET_KEY!",
  "api_key = os.environ['OPENAI_API_KEY']",
  "secretKeyRef: { name: db-credentials, key: password }",
  "Authorization: Bearer $ACCESS_TOKEN",
  "Authorization: Basic <base64 of user:password>",
  "postgres://localhost:5432/test",
  "postgres://user:password@localhost/test",
  "redis://cache:6379/0",
  "https://github.com/owner/repo/pull/1234#discussion_r123456789",
  "git clone git@github.com:owner/repo.git",
  "the key of the map is the file's inode and device",
  "keyboard shortcut: ctrl+shift+p",
  "sort_key=created_at_desc&page_token=next",
  "tokenizer.encode(text).ids.length",
  "CSRF token missing: add csrfmiddlewaretoken to the form",
  "const TOKEN_TYPES = ['identifier', 'keyword', 'operator'] as const;",
  "private_key_path = /etc/ssl/private/server.pem",
  "ssh_key_file: ~/.ssh/id_ed25519",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "the header begins with -----BEGIN and ends with -----END",
  "PASSWORD_HASHERS = ['django.contrib.auth.hashers.Argon2PasswordHasher']",
  "password_reset_timeout = 3600",
  "secret_scanning: enabled",
  "AWS_REGION=eu-central-1 AWS_PROFILE=staging-readonly",
  "aws_access_key_id and aws_secret_access_key come from the profile",
  "kubectl get secret db-credentials -o yaml",
  "token = parser.next_token()",
  "self.secret = secret",
  "this.#apiKey = options.apiKey;",
  "passwd: files systemd",
];

/** Texts without a credential. */
export function negatives(): string[] {
  const drawn = LOOKALIKES.flatMap((lookalike, at) =>
    Array.from({ length: 8 }, (_, round) => lookalike(20_000 + at * 97 + round * 11)),
  );
  return [...HARMLESS, ...new Set(drawn)];
}
