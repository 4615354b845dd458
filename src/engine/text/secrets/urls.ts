// Finds URLs that are credentials in themselves: webhook URLs, whose path lets anybody post, and signed URLs, whose
// query lets anybody read. Only the secret part is taken out, so that a reader still sees where the URL led. tokens.ts
// handles passwords before the host.

import type { SecretFinding } from "./finding.ts";
import { isPlaceholder, isScrambled, looksChosen, looksRandom } from "./value.ts";

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

interface Webhook {
  readonly kind: string;
  readonly pattern: RegExp;
}

function webhook(kind: string, address: string): Webhook {
  return { kind, pattern: new RegExp(`://${address}`, "dg") };
}

/** Hosts and paths of webhooks. The group is the secret part. */
const WEBHOOKS: readonly Webhook[] = [
  webhook(
    "discord-webhook",
    "(?:\\w{1,10}\\.)?discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/(\\d{10,25}/[\\w-]{50,100})",
  ),
  webhook(
    "slack-webhook",
    "hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/((?:[A-Z]\\w{5,15}/){1,2}(?:\\d{6,24}/)?\\w{16,64})",
  ),
  webhook("teams-webhook", `[\\w.-]{1,100}\\.office(?:365)?\\.com/webhook(?:b2)?/(${UUID}@${UUID}/[\\w/-]{20,200})`),
  webhook("google-chat-webhook", "chat\\.googleapis\\.com/v1/spaces/[\\w-]{1,64}/messages\\?([\\w&%=.-]{30,400})"),
  webhook("webhook", "hooks\\.zapier\\.com/hooks/(?:catch|standard)/\\d{1,12}/(\\w{5,20}(?:/\\w{5,20})?)"),
  webhook("webhook", "maker\\.ifttt\\.com/trigger/[\\w{}%-]{1,100}(?:/json)?/with/key/([\\w-]{16,64})"),
  webhook("webhook", "hook\\.[\\w.-]{0,10}(?:make|integromat)\\.com/(\\w{20,64})"),
  webhook("webhook", `open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/(?:v2/)?hook/(${UUID}|\\w{20,64})`),
  webhook("webhook", `qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=(${UUID})`),
  webhook("webhook", "oapi\\.dingtalk\\.com/robot/send\\?access_token=([0-9a-f]{32,80})"),
  webhook("webhook", "api\\.netlify\\.com/build_hooks/([0-9a-f]{20,40})"),
  webhook("webhook", "api\\.vercel\\.com/v1/integrations/deploy/(?:prj_|Qm)\\w{8,64}/(\\w{8,32})"),
  webhook("webhook", "api\\.render\\.com/deploy/[\\w-]{8,64}\\?key=([\\w-]{8,64})"),
  webhook("webhook", `api\\.cloudflare\\.com/client/v4/pages/webhooks/deploy_hooks/(${UUID})`),
  webhook("webhook", "events\\.pagerduty\\.com/integration/(\\w{20,64})"),
  webhook("webhook", `hc-ping\\.com/(${UUID}|[\\w-]{16,64}(?=/))`),
  webhook(
    "webhook",
    `(?:[\\w-]{1,64}\\.){1,5}logic\\.azure\\.com(?::\\d{2,5})?/workflows/[^\\s"'\`<>]{1,400}?[?&]sig=([\\w%+/-]{20,100})`,
  ),
  // Mattermost and Rocket.Chat, which run on any host.
  webhook(
    "webhook",
    "[\\w.-]{1,128}(?::\\d{2,5})?/hooks/([a-z0-9]{26}|[A-Za-z0-9]{17,24}/[A-Za-z0-9]{32,64})(?![\\w/-])",
  ),
];

/** A parameter of a query: its name and its value. */
const PARAMETER = /(?:[?&#]|&amp;)((?:[\w$.-]|%5B|%5D){1,48})=([^\s&#?"'`<>()[\]|\\,;{}]{8,8192})/dgi;
/** Names of parameters that give access to what the URL addresses. */
const SIGNATURES =
  /^(?:x-(?:amz|goog|oss|cos|obs|ms|bce)-(?:signature|security-token)|signature|sig|sign|hmac|hdnea|hdnts|hdntl|__token__|__gda__|verify|policy_signature|q-signature|x-plex-token)$/i;
/** Names of parameters that identify the caller. */
const TOKENS =
  /^(?:(?:[a-z]{1,16}[_-])?(?:token|secret|password|passwd|pwd|pass|jwt|sas)|api[_-]?key|apikey|appkey|app_?key|subscription-key|key|auth|auth[_-]?(?:key|token)|(?:access|id|refresh|private|oauth|session|auth|sas|user|bearer|api|feed|rss)_?token|client_?secret|session(?:_?id)?|sid|ticket|code|magic|invite|invitation|otp|nonce_?token|credential|assertion|saml(?:response)?|samlresponse)$/i;
/** Names like those of tokens whose values mark a place in a list. */
const CURSORS = /(?:page|next|prev|previous|cursor|continuation|sync|resume|start|skip)[_-]?token$/i;
const SIGNATURE_LENGTH_MIN = 20;

/** Finds webhooks, and signatures and tokens in the queries of URLs. */
export function findInUrls(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (text.includes("://")) {
    for (const { kind, pattern } of WEBHOOKS) {
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const [start, end] = match.indices![1]!;
        if (!isPlaceholder(match[1]!.slice(-24))) findings.push({ start, end, kind });
      }
    }
  }
  if (!text.includes("=")) return findings;
  PARAMETER.lastIndex = 0;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const [start] = match.indices![2]!;
    const kind = kindOfParameter(match[1]!, match[2]!);
    if (kind !== null) findings.push({ start, end: start + lengthOf(match[2]!), kind });
  }
  return findings;
}

function kindOfParameter(name: string, value: string): string | null {
  if (isPlaceholder(value)) return null;
  const plain = value.replace(/%[0-9A-F]{2}/gi, "x");
  if (SIGNATURES.test(name)) {
    return plain.length >= SIGNATURE_LENGTH_MIN &&
      (/\d/.test(plain) || isScrambled(plain)) &&
      !/^[a-z0-9]+(?:[_-][a-z0-9]+)+$/.test(plain)
      ? "signed-url"
      : null;
  }
  if (!TOKENS.test(name) || CURSORS.test(name)) return null;
  if (/^(?:code|ticket|magic|invite|invitation|key)$/i.test(name)) {
    return /^[\w.~-]{24,}$/.test(value) && looksRandom(value) ? "token-in-url" : null;
  }
  if (looksRandom(plain) || isScrambled(plain)) return "token-in-url";
  return /pass|pwd|secret/i.test(name) && looksChosen(value) ? "token-in-url" : null;
}

/** The length of a value without the sign that ends a sentence. */
function lengthOf(value: string): number {
  return value.replace(/[.:!?*]+$/, "").length;
}
