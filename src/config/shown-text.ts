// How names and values of settings are shown in messages. They may be anybody's, and a value may be a key that somebody
// put where it does not belong.

const SHOWN_MAX = 60;
/** How keys of well-known providers begin, whatever stands behind. */
const KEY_START =
  /(?:^|[^A-Za-z0-9])(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghs|github_pat|glpat|AIza|AKIA|eyJ)[-_A-Za-z0-9][-_A-Za-z0-9.]{10,}/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const LONG_RUN = /[A-Za-z0-9]{20,}/g;
/** In a random text two neighbours are of different kinds at least this often: one of so many. */
const CHANGE_EVERY_MAX = 6;

/** Whether a text looks like a key: it begins like one, is a UUID, or holds a long run of letters and digits at random. */
export function looksLikeKey(text: string): boolean {
  return KEY_START.test(text) || UUID.test(text) || (text.match(LONG_RUN) ?? []).some(isRandom);
}

function isRandom(run: string): boolean {
  const changes = run.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)|[a-z](?=[A-Z])/g)?.length ?? 0;
  return /\d/.test(run) && changes * CHANGE_EVERY_MAX >= run.length;
}

/** A name or a value in quotes, in one line of printable ASCII of about 60 characters; a key is not shown. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  if (looksLikeKey(text)) return "a value that looks like a key";
  const cut = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text;
  const plain = cut.replace(/[^\x20-\x7e…]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return typeof value === "string" ? `"${plain}"` : plain;
}
