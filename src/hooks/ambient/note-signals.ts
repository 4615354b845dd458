// Tells whether a note is about a single word: the note is filed under the word, begins with it, or writes it as code.
// In prose a word is like any other word: a note that mentions a merge is not a note on merge.rs. Silence beats noise.

import { STOP_WORDS, type TermGroup } from "../../engine/text/tokenizer.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { STEM_LENGTH_MIN } from "./distinctive-words.ts";

/**
 * Everything that is no letter, no digit and no joiner, as far as ASCII goes. Unicode classes take too long to make in
 * a process that lives briefly.
 */
const NO_LETTERS = /[^\w\u0080-\uffff]+/;
const LEADING_KIND = /^[a-z]+(?:[ -][a-z]+)?: /;
/**
 * An imperative that begins a line, as far as the preposition behind the word shows. A line about a thing would say
 * what the thing is or does.
 */
const LEADING_ACT = /^(?:[a-z -]+: )?(?:to )?(\w+) (?:to|into|onto|in|on|for|from|with|by|at|out|up) /;
const UPPER = /^[A-Z]/;
const LETTER = /[a-z0-9\u0080-\uffff]/;
const NAME_UNIT = /[\w$\u0080-\uffff]/;
/** Characters right before or right behind a name in code, which do not stand around a word of prose. */
const BEFORE_CODE = /[`.:#@]/;
const AFTER_CODE = /^(?:`|\(|::|\.[a-z_])/;

/**
 * Whether the note is filed under the word: its topic or its tags hold the word. With `isAlone`, the topic or one of
 * the tags must be exactly the word.
 */
export function isFiledUnder({ topic, tags }: NoteDocument, { word, parts }: TermGroup, isAlone = false): boolean {
  if (isAlone) return topic === word.toLowerCase() || tags.includes(word.toLowerCase());
  return parts.length > 0 && hasWords(` ${topic} ${tags.join(" ")} `.toLowerCase(), parts);
}

/**
 * Whether the note is about the word: the word is among the first `wordsMax` distinctive words of the first line. A
 * word before a colon (`gotcha: ...`) is the kind of the note and does not count.
 */
export function leadsWith({ snippet }: NoteDocument, { parts }: TermGroup, wordsMax: number): boolean {
  if (parts.length === 0) return false;
  const line = snippet[0].toLowerCase();
  const kind = LEADING_KIND.exec(line)?.[0] ?? "";
  const rest = kind !== "" && !hasWords(` ${kind}`, parts) ? line.slice(kind.length) : line;
  let words = "";
  let left = wordsMax + parts.length - 1;
  for (const word of rest.split(NO_LETTERS)) {
    if ((word.length < STEM_LENGTH_MIN || STOP_WORDS.has(word)) && !parts.includes(word)) continue;
    if (left-- === 0) break;
    words += ` ${word}`;
  }
  return hasWords(`${words} `, parts);
}

/**
 * Whether the note tells the reader to do what the word says (`push to main only by a request`). Such a note says
 * nothing about a thing with this name.
 */
export function leadsAsAct({ snippet }: NoteDocument, { parts }: TermGroup): boolean {
  return LEADING_ACT.exec(snippet[0].toLowerCase())?.[1] === parts[0];
}

/** Whether the note's first lines hold the word. */
export function isUpFront({ snippet }: NoteDocument, { parts }: TermGroup): boolean {
  return parts.length > 0 && hasWords(` ${snippet[0]} ${snippet[1]} `.toLowerCase(), parts);
}

/**
 * Whether the note's first lines hold a single word as code: written like a type, called, qualified or quoted. In prose
 * it is a plain word.
 */
export function holdsAsCode({ snippet }: NoteDocument, word: string): boolean {
  const text = ` ${snippet[0]} ${snippet[1]} `;
  const isType = UPPER.test(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1]!;
    const end = at + word.length;
    if (!isApart(before, text[end])) continue;
    if (isType || BEFORE_CODE.test(before) || AFTER_CODE.test(text.slice(end, end + 2))) return true;
  }
  return false;
}

/**
 * Whether a name between these two characters is no piece of a longer name. At an end of the text the character is "".
 */
export function isApart(before = "", after = ""): boolean {
  return !NAME_UNIT.test(before + after);
}

function hasWords(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!hasWord(text, word)) return false;
  return true;
}

/** Whether a text holds a word that is not a piece of a longer one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!LETTER.test(text[at - 1]! + text[at + word.length]!)) return true;
  }
  return false;
}
