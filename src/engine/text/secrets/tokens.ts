// Finds credentials by their own form: tokens of forges, clouds and services, and passwords in URLs. The forms are
// those that the maintained rule set (rules.ts) does not know, or knows only in one exact length. Wide forms cost
// little here, because the prefixes occur nowhere else.
// Invariants:
// Every expression is linear in the length of the text.

import type { SecretFinding } from "./finding.ts";
import { isPlaceholder, looksChosen, looksRandom } from "./value.ts";

interface TokenPattern {
  readonly kind: string;
  /** Has the flags g and d. The first group is the credential; without a group the whole match is. */
  readonly pattern: RegExp;
  /** Whether a match may be a placeholder and has to be checked for that. */
  readonly checked?: boolean;
  /**
   * Every match holds one of these strings; without hints a match may hold anything. Looking for hints takes no time,
   * and most texts hold none.
   */
  readonly hints?: readonly string[];
}

/** Excludes a match inside a longer word or number. */
const BEFORE = "(?<![A-Za-z0-9_])";

function token(kind: string, ...forms: string[]): TokenPattern {
  const hints = forms.map(beginningOf);
  const pattern = new RegExp(`${BEFORE}(?:${forms.join("|")})`, "dg");
  return { kind, pattern, checked: true, hints: hints.includes("") ? [] : hints };
}

/** Returns the literal text with which every match of a form begins; "" when there is none. */
function beginningOf(form: string): string {
  const [literal = ""] = /^(?:[\w/~-]|\\[.$])*(?![{*+?])(?<![\\])/.exec(form) ?? [];
  return literal.replaceAll("\\", "");
}

const TOKENS: readonly TokenPattern[] = [
  token("github-token", "gh[pousr]_[A-Za-z0-9]{36,255}", "github_pat_[A-Za-z0-9_]{36,255}"),
  token("gitlab-token", "gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|oas|imt|ffct)-[A-Za-z0-9_.-]{20,300}"),
  token("bitbucket-token", "ATBB[A-Za-z0-9]{32}", "ATCTT3[A-Za-z0-9_=-]{60,300}"),
  token("atlassian-token", "ATATT3[A-Za-z0-9_=-]{60,300}"),
  token(
    "slack-token",
    "xoxe\\.xox[a-z]-[A-Za-z0-9-]{16,400}",
    "xox[a-z]-[A-Za-z0-9-]{16,400}",
    "xoxd-[A-Za-z0-9%+/=-]{40,400}",
    "xapp-\\d-[A-Za-z0-9-]{16,255}",
  ),
  token(
    "discord-token",
    "[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}",
    "mfa\\.[A-Za-z0-9_-]{80,100}",
  ),
  token("matrix-token", "sy[tr]_[A-Za-z0-9+/=]{1,128}_[A-Za-z0-9]{20}_[A-Za-z0-9]{6}"),
  // The token stands behind `bot` in the addresses of Telegram's API.
  {
    kind: "telegram-token",
    pattern: /(?:(?<![A-Za-z0-9_])|(?<=\/bot))(\d{8,10}:A[A-Za-z0-9_-]{34})(?![A-Za-z0-9_-])/dg,
    checked: true,
  },
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
    "nvapi-[A-Za-z0-9_-]{40,100}",
    "tvly-[A-Za-z0-9-]{28,64}",
    "pcsk_[A-Za-z0-9_]{40,100}",
    "jina_[a-f0-9]{32}[A-Za-z0-9_-]{20,60}",
    "csk-[a-z0-9]{40,60}",
    "sk_[a-f0-9]{48}",
  ),
  token("stripe-key", "[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}", "whsec_[A-Za-z0-9+/=]{24,80}"),
  token("square-token", "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}", "EAAA[A-Za-z0-9_-]{60}"),
  token("twilio-key", "SK[a-f0-9]{32}(?![A-Za-z0-9])"),
  token(
    "mail-service-key",
    "key-[a-f0-9]{32}(?![A-Za-z0-9])",
    "[a-f0-9]{32}-us\\d{1,2}(?!\\d)",
    "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
    "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}",
  ),
  token("airtable-token", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"),
  token("notion-token", "secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])", "ntn_[A-Za-z0-9]{40,60}"),
  token(
    "monitoring-key",
    "NRAK-[A-Z0-9]{27}",
    "sntrys_eyJ[A-Za-z0-9+/=_]{50,500}",
    "sntryu_[a-f0-9]{64}",
    "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}",
    "glc_[A-Za-z0-9+/]{32,400}={0,2}",
  ),
  token("hubspot-token", "pat-(?:na|eu)\\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}"),
  token("openshift-token", "sha256~[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"),
  token("docker-token", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,60}", "SWMTKN-1-[a-z0-9]{50}-[a-z0-9]{25}"),
  token("artifactory-key", "AKCp[A-Za-z0-9]{60,80}", "cmVmdGtuOjA[A-Za-z0-9]{40,80}"),
  token("sonar-token", "sq[pua]_[a-f0-9]{40}"),
  token("nuget-key", "oy2[a-z0-9]{43}(?![a-z0-9])"),
  token("ci-token", "CCIPAT_[A-Za-z0-9]{16,32}_[a-f0-9]{40}", "bkua_[a-f0-9]{40}", "GR1348941[A-Za-z0-9_-]{20}"),
  token("figma-token", "figd_[A-Za-z0-9_-]{30,200}"),
  token("linear-token", "lin_(?:api|oauth)_[A-Za-z0-9]{32,128}"),
  token("shopify-token", "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,64}"),
  token("sendgrid-key", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{30,64}"),
  token("databricks-token", "dapi[a-f0-9]{32}(?:-\\d)?(?![a-f0-9])"),
  token("cloudflare-token", "cf(?:k|ut|at)_[A-Za-z0-9]{40,60}", "v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
  token("tailscale-key", "tskey-[a-z]{2,20}-[A-Za-z0-9_]{8,40}-[A-Za-z0-9_]{16,60}"),
  token("dropbox-token", "sl\\.[A-Za-z0-9_-]{130,1500}"),
  token("facebook-token", "EAA[A-Za-z0-9]{90,400}"),
  token("twitter-token", "AAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{40,120}(?![A-Za-z0-9%])"),
  token("paypal-token", "access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[a-f0-9]{32}"),
  token("salesforce-token", "00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{60,140}"),
  token("dynatrace-token", "dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}"),
  token("mapbox-token", "sk\\.eyJ[A-Za-z0-9_-]{30,400}\\.[A-Za-z0-9_-]{16,64}"),
  token("trello-token", "ATTA[A-Za-z0-9]{60,80}"),
  token("clickup-token", "pk_\\d{5,12}_[A-Z0-9]{32}"),
  token("contentful-token", "CFPAT-[A-Za-z0-9_-]{40,60}"),
  token("posthog-key", "phx_[A-Za-z0-9]{40,60}"),
  token("launchdarkly-key", "(?:sdk|api)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}"),
  token("langsmith-key", "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
  token("alibaba-key", "LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])"),
  token("postman-key", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
  token("age-secret-key", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  token("jwt", "eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{4,8000}\\.[A-Za-z0-9_-]{8,2000}"),
];

/** A scheme, a user, and a password up to the last @ before the host ends. The third group is a documentation host. */
const URL_PASSWORD =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/?#"'`<>]{0,256}):([^\s/?#"'`<>]{4,512})@((?:[\w-]{1,64}\.){0,8}example\.(?:com|org|net)\b)?/dgi;
const URL_USER = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([A-Za-z0-9_~.-]{20,512})(?=[:@])/dgi;

/** Finds tokens by their prefix or form. */
export function findTokens(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const pattern of TOKENS) {
    const { hints = [] } = pattern;
    if (hints.length === 0 || hints.some((hint) => text.includes(hint))) addMatches(text, pattern, findings);
  }
  return findings;
}

/** Finds passwords in URLs (`scheme://user:password@host`), and tokens that stand there in place of a user. */
export function findUrlPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!text.includes("://") || !text.includes("@")) return findings;
  for (const match of text.matchAll(URL_PASSWORD)) {
    const [start, end] = match.indices![2]!;
    const password = match[2]!;
    // A password that repeats the user is a default that everybody knows (postgres:postgres). With a documentation host
    // the password must not be a plain word.
    const isSecret =
      match[1] !== password &&
      !isPlaceholder(password) &&
      (match[3] === undefined || looksChosen(password) || looksRandom(password));
    if (isSecret) findings.push({ start, end, kind: "password-in-url" });
  }
  for (const match of text.matchAll(URL_USER)) {
    const [start, end] = match.indices![1]!;
    if (looksRandom(match[1]!)) findings.push({ start, end, kind: "password-in-url" });
  }
  return findings;
}

function addMatches(text: string, { kind, pattern, checked }: TokenPattern, findings: SecretFinding[]): void {
  // matchAll would make a new expression for each text. There are many expressions, and few of them match.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const group = match[1] === undefined ? 0 : 1;
    const [start, end] = match.indices![group]!;
    if (checked && isPlaceholder(match[group]!)) continue;
    findings.push({ start, end, kind });
  }
}
