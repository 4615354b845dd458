// Makes what helix says inert: stored text in it stays text for whoever reads it. Lines were indented or listed where they were put
// together; here goes what indentation does not hold back: tags by which a client or a model's own format tells who speaks, separators
// that some readers take for the end of a line, and characters that are there for models and hidden from people.
//
// Invariant: linear in time, and harmless text comes back as it is. Data that has to stay exact goes through `inertJson`.

/** The beginning of a tag, or of a special token; types such as Vec<u8> and most tags are none. */
const MARKUP =
  /<(?=[\s/\u200b-\u200f\u2060\ufeff]{0,8}(?:antml:|system(?:[-_\s]?reminder|\s?>)|function_(?:calls|results)|invoke\b|parameter\b|tool_(?:use|result|call)|user-prompt-submit-hook|local-command-|command-(?:name|message|args)|\|))/gi;
/** What is shown for its bracket. */
const LOOKS_LIKE_IT = "‹";
const SEPARATORS = /[\u2028\u2029]+/g;
/** Flags of countries' parts are spelt with hidden characters; any others say something that nobody sees. */
const FLAG_OR_HIDDEN = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu;
const MAY_BE_HIDDEN = /\udb40/;
const UNSAFE_IN_JSON = /[\x7f-\x9f\u2028\u2029]|\udb40[\udc00-\udc7f]/g;

/** The text without tags of others, separators of lines and hidden characters. */
export function inert(text: string): string {
  let safe = text.includes("<") ? text.replace(MARKUP, LOOKS_LIKE_IT) : text;
  if (MAY_BE_HIDDEN.test(safe)) safe = safe.replace(FLAG_OR_HIDDEN, (_, flag: string | undefined) => flag ?? "\uFFFD");
  return safe.replace(SEPARATORS, " ");
}

/** JSON that means the same and holds none of it, nor a control character for a terminal to obey. */
export function inertJson(json: string): string {
  const safe = json.includes("<") ? json.replace(MARKUP, "\\u003c") : json;
  return safe.replace(UNSAFE_IN_JSON, (found) => {
    let escaped = "";
    for (let at = 0; at < found.length; at++) escaped += `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
