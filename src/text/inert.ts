// Makes what helix says inert: stored text in it stays text for whoever reads it. Lines were indented or listed where they were put
// together; here goes what indentation does not hold back: tags by which a client or a model's own format tells who speaks, separators
// that some readers take for the end of a line, and characters that are there for models and hidden from people.
//
// Invariants: linear in time, and harmless text comes back as it is: of a tag only its bracket is exchanged. Data that has to stay exact
// goes through `inertJson`.

/** How a tag, or a special token, begins behind its bracket, without anything that is not seen; most tags and types such as Vec<u8> are none. */
const TAG =
  /^(?:antml\b|system[-_]?(?:reminder|prompt)|system[-_](?:message|instruction|notification|warning)|function_(?:call|result)|tool_(?:use|result|call)|(?:user-prompt-submit|session-start)-hook|local-command-|bash-(?:input|std(?:out|err))|task-notification|command-(?:name|message|args|contents)|\|)/;
/** Names that are words of programs, too: here it counts what stands behind them. */
const WORD_TAG = /^(?:(?:system|functions) ?\/?>|(?:invoke|parameter)(?:\b|name=))/;
/** What is not seen, or is only room, to a reader who sees a tag all the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\s]/u;
const ROOM = /\s/;
/** As many characters that are seen tell a tag. */
const SEEN_MAX = 32;
/** What is shown for its bracket. */
const LOOKS_LIKE_IT = "‹";
const SEPARATORS = /[\u2028\u2029]+/g;
/** Flags of countries' parts are spelt with hidden characters; any others say something that nobody sees. */
const FLAG_OR_HIDDEN = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu;
const MAY_BE_HIDDEN = /\udb40/;
const UNSAFE_IN_JSON = /[\x7f-\x9f\u2028\u2029]|\udb40[\udc00-\udc7f]/g;

/** The text without tags of others, separators of lines and hidden characters. */
export function inert(text: string): string {
  let safe = exchangeBrackets(text, LOOKS_LIKE_IT);
  if (MAY_BE_HIDDEN.test(safe)) safe = safe.replace(FLAG_OR_HIDDEN, (_, flag: string | undefined) => flag ?? "\uFFFD");
  return safe.replace(SEPARATORS, " ");
}

/** JSON that means the same and holds none of it, nor a control character for a terminal to obey. */
export function inertJson(json: string): string {
  return exchangeBrackets(json, "\\u003c").replace(UNSAFE_IN_JSON, (found) => {
    let escaped = "";
    for (let at = 0; at < found.length; at++) escaped += `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}

/** The text with `shown` for each bracket that begins a tag. */
function exchangeBrackets(text: string, shown: string): string {
  let safe = "";
  let done = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    if (!isTag(text, at + 1)) continue;
    safe += text.slice(done, at) + shown;
    done = at + 1;
  }
  return done === 0 ? text : safe + text.slice(done);
}

/** Whether what stands behind a bracket makes a tag of it. Looks no further than to the next bracket, so that all of them are one pass. */
function isTag(text: string, from: number): boolean {
  let seen = "";
  let count = 0;
  let isAfterRoom = false;
  for (let at = from; at < text.length && count < SEEN_MAX; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    at += character.length;
    if (character === "<") break;
    if (character > "~" || character <= " ") {
      if (UNSEEN.test(character)) {
        isAfterRoom ||= ROOM.test(character);
        continue;
      }
    }
    if (character === "/" && count === 0) continue;
    if (isAfterRoom && count > 0) seen += " ";
    isAfterRoom = false;
    seen += character;
    count++;
    if (character === ">") break;
  }
  const word = seen.toLowerCase();
  return WORD_TAG.test(word) || TAG.test(word.replaceAll(" ", ""));
}
