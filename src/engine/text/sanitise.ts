// Makes what helix says sanitised: stored text in it stays text for whoever reads it. Lines were indented or listed
// where they were put together; here goes what indentation does not hold back: tags by which a client or a model's own
// format tells who speaks, separators that some readers take for the end of a line, and characters that are there for
// models and hidden from people (hidden.ts). Everything that helix says comes through here, so nothing before has to
// think of them.
//
// Invariants: linear in time, and harmless text comes back as it is: of a tag only its bracket is exchanged. Data that
// has to stay exact goes through `inertJson` (sanitise-json.ts).

import { withoutHidden } from "./hidden.ts";

/**
 * How a tag, or a special token, begins behind its bracket, without anything that is not seen; most tags and types such
 * as Vec<u8> are none.
 */
const TAG =
  /^(?:antml\b|system[-_]*(?:reminder|prompt)|system[-_](?:message|instruction|notification|warning)|function_(?:call|result)|function=|tool_(?:use|result|call|response)|(?:human|user|assistant|system)[-_]*turn|(?:start|end)_of_turn|user[-_](?:query|message|input|memory)|(?:user-prompt-submit|session-start)-hook|local-command-|bash-(?:input|std(?:out|err))|task-notification|command-(?:name|message|args|contents)|[|｜])/;
/** Names that are words of programs, too: here it counts what stands behind them. */
const WORD_TAG = /^(?:(?:system|functions|sys) ?\/?>|(?:invoke|parameter)(?:\b|name=))/;
/**
 * Who speaks, and thinks. Each is a type, a component or an element of somebody's program as well: it counts what
 * stands around it.
 */
const SPEAKER = /^(user|human|assistant|developer|think|thinking) ?(\/?>|[\w:.-]+ ?=)/i;
/** Marks of models in square brackets. */
const SQUARE_MARK = /\[(?=(\/?)(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS))\])/g;
/**
 * Behind a name a bracket makes a type of what it holds, or takes an element: Vec<user>, collect::<user>, list[INST].
 */
const BEFORE_TYPE = /(?:[\p{L}\p{N}_$]|::)$/u;
/** What is not seen, or is only room, to a reader who sees a tag all the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{M}\p{DI}\s]/u;
const ROOM = /\s/;
/** As many characters that are seen tell a tag. */
const SEEN_MAX = 32;
const SEPARATORS = /[\u2028\u2029]+/g;
/** A line with which somebody begins to speak, in the oldest format of all; its colon is exchanged. */
const TURN = /^([ \t>|]*(?:Human|Assistant)):/gm;

/** What is shown for what is exchanged. */
interface Shown {
  readonly angle: string;
  readonly square: string;
  /** Whether what stands before a bracket is as it was: in JSON a line break is a letter. */
  readonly isPlain: boolean;
}

const IN_TEXT: Shown = { angle: "‹", square: "⟦", isPlain: true };

/** The text without tags of others, separators of lines and hidden characters. */
export function sanitise(text: string): string {
  const safe = exchanged(text, IN_TEXT, withoutHidden).replace(SEPARATORS, " ");
  return safe.includes("Human:") || safe.includes("Assistant:") ? safe.replace(TURN, "$1∶") : safe;
}

/**
 * The text with other brackets, then with what `showHidden` makes of what is hidden: a tag may be seen without it, or
 * end where it was.
 */
export function exchanged(text: string, shown: Shown, showHidden: (text: string) => string): string {
  const open = exchangeBrackets(text, shown);
  const seen = showHidden(open);
  return seen === open ? open : exchangeBrackets(seen, shown);
}

/** The text with what is shown for each bracket that begins a tag. */
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
 * Whether the bracket at `bracket` begins a tag. Looks no further than to the next one, so that all of them are one
 * pass.
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

/** Whether a name is written as those of components are, and used as one: <User>, <Assistant />, <Human name="x">. */
function isComponent(name: string, behind: string): boolean {
  return /^[A-Z][a-z]/.test(name) && (behind !== ">" || name === "User");
}
