// Sanitises what helix says, so that stored text stays text for any reader. Callers indent or list stored lines. This
// module removes what indentation does not hold back: tags with which a client or a model's format marks a speaker,
// separators that some readers take for the end of a line, and characters that models read and people do not see
// (hidden.ts). All output of helix passes through here, so no other code has to handle these cases.
// Invariants:
// - The time is linear in the length of the text.
// - Harmless text comes back unchanged. Of a tag only the bracket is replaced.
// - Data that has to stay exact goes through `sanitiseJson` (sanitise-json.ts).

import { withoutHidden } from "./hidden.ts";

/**
 * How a tag or a special token begins behind its bracket, once unseen characters are dropped. Most tags and types, such
 * as Vec<u8>, do not begin like this.
 */
const TAG =
  /^(?:antml\b|system[-_]*(?:reminder|prompt)|system[-_](?:message|instruction|notification|warning)|function_(?:call|result)|function=|tool_(?:use|result|call|response)|(?:human|user|assistant|system)[-_]*turn|(?:start|end)_of_turn|user[-_](?:query|message|input|memory)|(?:user-prompt-submit|session-start)-hook|local-command-|bash-(?:input|std(?:out|err))|task-notification|command-(?:name|message|args|contents)|[|｜])/;
/** Tag names that are also words of programs. The characters behind the name decide whether it is a tag. */
const WORD_TAG = /^(?:(?:system|functions|sys) ?\/?>|(?:invoke|parameter)(?:\b|name=))/;
/**
 * Names of speakers, and of thinking. Programs have types, components and elements of these names as well, so the
 * characters around the name decide whether it is a tag.
 */
const SPEAKER = /^(user|human|assistant|developer|think|thinking) ?(\/?>|[\w:.-]+ ?=)/i;
/** Marks of model formats in square brackets. */
const SQUARE_MARK = /\[(?=(\/?)(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS))\])/g;
/** The end of a name. A bracket behind a name encloses a type or an element: Vec<user>, collect::<user>, list[INST]. */
const BEFORE_TYPE = /(?:[\p{L}\p{N}_$]|::)$/u;
/** Characters that a reader skips when reading a tag: unseen ones and white space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{M}\p{DI}\s]/u;
const ROOM = /\s/;
/** This many seen characters are enough to recognise a tag. */
const SEEN_MAX = 32;
const SEPARATORS = /[\u2028\u2029]+/g;
/** A line that begins a speaker's turn in the oldest prompt format. Its colon is replaced. */
const TURN = /^([ \t>|]*(?:Human|Assistant)):/gm;

/** What replaces the brackets of a tag. */
interface Shown {
  readonly angle: string;
  readonly square: string;
  /**
   * Whether the characters before a bracket are the original ones. In JSON they are not: an escaped line break ends in
   * a letter.
   */
  readonly isPlain: boolean;
}

const IN_TEXT: Shown = { angle: "‹", square: "⟦", isPlain: true };

/** Replaces the brackets of foreign tags, the colons of speaker lines, line separators and hidden characters. */
export function sanitise(text: string): string {
  const safe = exchanged(text, IN_TEXT, withoutHidden).replace(SEPARATORS, " ");
  return safe.includes("Human:") || safe.includes("Assistant:") ? safe.replace(TURN, "$1∶") : safe;
}

/**
 * Replaces the brackets of tags, then applies `showHidden`. If that changed the text, brackets are replaced once more:
 * a tag may read as one only without hidden characters, or its name may end where one of them stood.
 */
export function exchanged(text: string, shown: Shown, showHidden: (text: string) => string): string {
  const open = exchangeBrackets(text, shown);
  const seen = showHidden(open);
  return seen === open ? open : exchangeBrackets(seen, shown);
}

/** Replaces each bracket that begins a tag. */
function exchangeBrackets(text: string, { angle, square, isPlain }: Shown): string {
  let safe = "";
  let done = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    if (!isTag(text, at, isPlain)) continue;
    safe += text.slice(done, at) + angle;
    done = at + 1;
  }
  const whole = done === 0 ? text : safe + text.slice(done);
  return whole.replace(SQUARE_MARK, (bracket, end: string, at: number) =>
    isPlain && end === "" && isBehindName(whole, at) ? bracket : square,
  );
}

function isBehindName(text: string, bracket: number): boolean {
  return BEFORE_TYPE.test(text.slice(Math.max(0, bracket - 2), bracket));
}

/**
 * Whether the bracket at `bracket` begins a tag. Reading stops at the next `<`, so that checking all brackets takes one
 * pass over the text.
 */
function isTag(text: string, bracket: number, isPlain: boolean): boolean {
  let seen = "";
  let count = 0;
  let isAfterRoom = false;
  let isEnd = false;
  for (let at = bracket + 1; at < text.length && count < SEEN_MAX; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    at += character.length;
    if (character === "<") break;
    if (character > "~" || character <= " ") {
      if (UNSEEN.test(character)) {
        isAfterRoom ||= ROOM.test(character);
        continue;
      }
    }
    if (character === "/" && count === 0) {
      isEnd = true;
      continue;
    }
    if (isAfterRoom && count > 0) seen += " ";
    isAfterRoom = false;
    seen += character;
    count++;
    if (character === ">") break;
  }
  const word = seen.toLowerCase();
  if (WORD_TAG.test(word) || TAG.test(word.replaceAll(" ", ""))) return true;
  const speaker = SPEAKER.exec(seen);
  if (speaker === null || isComponent(speaker[1]!, speaker[2]!)) return false;
  return isEnd || !isPlain || !isBehindName(text, bracket);
}

/** Whether a name is written and used like that of a component: <User>, <Assistant />, <Human name="x">. */
function isComponent(name: string, behind: string): boolean {
  return /^[A-Z][a-z]/.test(name) && (behind !== ">" || name === "User");
}
