// Credentials that are known by their own form: tokens of forges, clouds and services, passwords in URLs and in
// headers. Holds what the maintained rule set (rules.ts) does not know or knows only in one exact length; being generous
// costs little here, since the prefixes occur nowhere else. Every expression is linear in the length of the text.

import type { SecretFinding } from "./finding.ts";
import { isPlaceholder, looksRandom } from "./value.ts";

interface TokenPattern {
  readonly kind: string;
  /** Flags g and d; the first group is the credential where the whole match is not. */
  readonly pattern: RegExp;
  /** Whether a match may be a placeholder, to be looked at more closely. */
  readonly checked?: boolean;
}

/** Not inside a longer word or number. */
const BEFORE = "(?<![A-Za-z0-9_])";

function token(kind: string, ...forms: string[]): TokenPattern {
  return { kind, pattern: new RegExp(`${BEFORE}(?:${forms.join("|")})`, "dg"), checked: true };
}

const TOKENS: readonly TokenPattern[] = [
  token("github-token", "gh[pousr]_[A-Za-z0-9]{36,255}", "github_pat_[A-Za-z0-9_]{36,255}"),
  token("gitlab-token", "gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|oas|imt|ffct)-[A-Za-z0-9_.-]{20,300}"),
  token("bitbucket-token", "ATBB[A-Za-z0-9]{32}", "ATCTT3[A-Za-z0-9_=-]{60,300}"),
  token("atlassian-token", "ATATT3[A-Za-z0-9_=-]{60,300}"),
  token("slack-token", "xox[a-z]-[A-Za-z0-9-]{16,255}", "xapp-\\d-[A-Za-z0-9-]{16,255}"),
  token("discord-token", "[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}"),
  { kind: "discord-webhook", pattern: /https:\/\/discord(?:app)?\.com\/api\/webhooks\/(\d{10,25}\/[\w-]{50,100})/dg },
  token("telegram-token", "\\d{8,10}:AA[A-Za-z0-9_-]{33}"),
  token("aws-access-key", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])"),
  {
    kind: "aws-secret-key",
    pattern: /aws[\w.-]{0,16}secret[^\n]{0,32}?[\s"'=:]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
    checked: true,
  },
  token("google-api-key", "AIza[A-Za-z0-9_-]{35}"),
  token(
    "google-oauth-token",
    "GOCSPX-[A-Za-z0-9_-]{20,60}",
    "ya29\\.[A-Za-z0-9_.-]{30,2000}",
    "1//0[A-Za-z0-9_-]{40,200}",
  ),
  { kind: "azure-storage-key", pattern: /(?:Account|SharedAccess)Key=([A-Za-z0-9+/]{40,100}={1,2})/dg },
  { kind: "azure-sas", pattern: /[?&]sig=([A-Za-z0-9%+/_-]{40,120}=?)/dg },
  token("azure-client-secret", "[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}"),
  token("digitalocean-token", "do[opr]_v1_[a-f0-9]{64}"),
  token("heroku-key", "HRKU-[A-Za-z0-9_-]{36,80}"),
  token("netlify-token", "nfp_[A-Za-z0-9]{36,60}"),
  token("fly-token", "fo1_[A-Za-z0-9_-]{40,60}", "fm[12][a-z]?_[A-Za-z0-9+/=_-]{60,2000}"),
  token("supabase-key", "sbp_[a-f0-9]{40}", "sb_secret_[A-Za-z0-9_-]{20,60}"),
  token("planetscale-token", "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}"),
  token("pulumi-token", "pul-[a-f0-9]{40}"),
  token("terraform-token", "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}"),
  token("vault-token", "hv[sbr]\\.[A-Za-z0-9_-]{24,300}"),
  token("doppler-token", "dp\\.(?:pt|st|sa|ct|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}"),
  token("npm-token", "npm_[A-Za-z0-9]{36,60}"),
  token("pypi-token", "pypi-AgE[A-Za-z0-9_-]{50,1000}"),
  token("rubygems-key", "rubygems_[a-f0-9]{48}"),
  token("crates-io-token", "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
  token("huggingface-token", "(?:hf|api_org)_[A-Za-z0-9]{30,60}"),
  token("anthropic-key", "sk-ant-[A-Za-z0-9_-]{20,300}"),
  token("openai-key", "sk-(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,300}", "sk-[A-Za-z0-9]{32,100}"),
  token(
    "ai-service-key",
    "gsk_[A-Za-z0-9]{40,80}",
    "xai-[A-Za-z0-9]{60,100}",
    "pplx-[A-Za-z0-9]{40,80}",
    "r8_[A-Za-z0-9]{37,60}",
  ),
  token("stripe-key", "[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}", "whsec_[A-Za-z0-9+/=]{24,80}"),
  token("square-token", "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}", "EAAA[A-Za-z0-9_-]{60}"),
  token("twilio-key", "SK[a-f0-9]{32}(?![A-Za-z0-9])"),
  token("mail-service-key", "key-[a-f0-9]{32}(?![A-Za-z0-9])", "[a-f0-9]{32}-us\\d{1,2}(?!\\d)"),
  token("airtable-token", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"),
  token("notion-token", "secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])", "ntn_[A-Za-z0-9]{40,60}"),
  token("monitoring-key", "NRAK-[A-Z0-9]{27}", "sntrys_eyJ[A-Za-z0-9+/=_]{50,500}", "sntryu_[a-f0-9]{64}"),
  token("postman-key", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
  token("age-secret-key", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  token("jwt", "eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{4,8000}\\.[A-Za-z0-9_-]{8,2000}"),
];

const MENTIONS_HEADER = /authorization|bearer|curl/i;
const HEADERS: readonly TokenPattern[] = [
  {
    kind: "authorization-header",
    pattern:
      /authorization\\?["']?[ \t]{0,8}[:=][ \t]{0,8}\\?["']?(?:bearer|basic|token|digest|apikey)[ \t]{1,4}([^\s"'`\\,;<>]{8,8192})/dgi,
    checked: true,
  },
  { kind: "authorization-header", pattern: /(?<!\w)Bearer[ \t]{1,4}([A-Za-z0-9_.~+/=-]{16,8192})/dg, checked: true },
  {
    kind: "password-on-command-line",
    pattern: /\bcurl\b[^\n]{0,200}?[ \t](?:-u|--user)[ \t=]["']?[^\s:"']{1,64}:([^\s"']{4,256})/dg,
    checked: true,
  },
];

/** A scheme, a user, then a password up to the last @ before the host ends; hosts of documentation do not count. */
const URL_PASSWORD =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/?#"'`<>]{0,256}):([^\s/?#"'`<>]{4,512})@(?!(?:[\w-]+\.)*example\.(?:com|org|net)\b)/dgi;
const URL_USER = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([A-Za-z0-9_~.-]{20,512})(?=[:@])/dgi;

/** Credentials in HTTP headers, and what curl is told to send in one. */
export function findHeaders(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS_HEADER.test(text)) return findings;
  for (const pattern of HEADERS) addMatches(text, pattern, findings);
  return findings;
}

/** Tokens known by prefix or form. */
export function findTokens(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const pattern of TOKENS) addMatches(text, pattern, findings);
  return findings;
}

/** Passwords in URLs (`scheme://user:password@host`), and tokens that stand there instead of a user. */
export function findUrlPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const match of text.matchAll(URL_PASSWORD)) {
    const [start, end] = match.indices![2]!;
    // A password that repeats the user is a default that everybody knows (postgres:postgres).
    const isSecret = match[1] !== match[2] && !isPlaceholder(match[2]!);
    if (isSecret) findings.push({ start, end, kind: "password-in-url" });
  }
  for (const match of text.matchAll(URL_USER)) {
    const [start, end] = match.indices![1]!;
    if (looksRandom(match[1]!)) findings.push({ start, end, kind: "password-in-url" });
  }
  return findings;
}

function addMatches(text: string, { kind, pattern, checked }: TokenPattern, findings: SecretFinding[]): void {
  // Not matchAll, which makes an expression of its own for each text: there are many expressions, and few match.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const group = match[1] === undefined ? 0 : 1;
    const [start, end] = match.indices![group]!;
    if (checked && isPlaceholder(match[group]!)) continue;
    findings.push({ start, end, kind });
  }
}
