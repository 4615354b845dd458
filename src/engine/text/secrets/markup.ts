// Marks of HTML that a reader does not see: what is bold or coloured, and how cells and lines stand beside each other.
// Invariants:
// - Only tags behind a word about a credential make a text worth reading without them, because pages are full of tags.

const REST = "[^<>]{0,300}>";
const INLINE = "b|strong|i|em|u|s|del|ins|mark|small|big|font|code|tt|kbd|samp|var|span|label|a|pre|td|th|dt|dd";
const LINES = "tr|br|p|li|div|dl|table|thead|tbody|ul|ol|h[1-6]";

/** Tags, by what is read in their place. */
export const TAGS = [
  `(?<pair></(?:th|dt)>\\s{0,64}<(?:td|dd)(?=[\\s>])${REST})`,
  `(?<cell></t[dh]>\\s{0,64}<t[dh](?=[\\s>])${REST})`,
  `(?<line></?(?:${LINES})(?=[\\s>/])${REST})`,
  `</?(?:${INLINE})(?=[\\s>/])${REST}|<!\\[CDATA\\[|\\]\\]>`,
].join("|");

/** A tag that may stand between a name and its value. */
const TAG = new RegExp(`</?(?:${INLINE}|${LINES})(?=[\\s>/])|<!\\[CDATA\\[`, "iy");
const NAME_BEFORE =
  /(?:passw|passphrase|pwd|kennwort|contrasena|senha|wachtwoord|secret|token|key|credential|\bpass|\bpw\b|\bpsk|\bauth)[^<\n]{0,80}$/i;
const BEFORE_MAX = 100;

/** Whether a tag at `at` stands behind a word about a credential. */
export function isTagBehindName(text: string, at: number): boolean {
  TAG.lastIndex = at;
  return TAG.test(text) && NAME_BEFORE.test(text.slice(Math.max(0, at - BEFORE_MAX), at));
}

/** What is read in the place of tags that matched TAGS. */
export function seenOfTags({ pair, cell, line }: Readonly<Record<string, string | undefined>>): string {
  if (pair !== undefined) return ": ";
  if (cell !== undefined) return "|";
  return line === undefined ? "" : "\n";
}
