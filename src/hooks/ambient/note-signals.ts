// What in a note says that it is about a single word: that it is filed under it, begins with it, or writes it as code.
// In prose a word is one like others: a note that mentions a merge is not on merge.rs. Silence beats noise.

import type { IndexedDocument } from "../../engine/segment/document.ts";
import { FAINT_WORDS, type TermGroup } from "../../engine/text/tokenizer.ts";
import { STEM_LENGTH_MIN } from "./distinctive-words.ts";

/**
 * What is no letter, no digit and no joiner, as far as ASCII goes: classes of Unicode take long to make in a process
 * that lives briefly.
 */
const NO_LETTERS = /[^\w\u0080-\uffff]+/;
const LEADING_KIND = /^[a-z]+(?:[ -][a-z]+)?: /;
/**
 * An imperative that begins a line, as far as what stands behind it shows: of a thing it would be said what it is or
 * does.
 */
const LEADING_ACT = /^(?:[a-z -]+: )?(?:to )?(\w+) (?:to|into|onto|in|on|for|from|with|by|at|out|up) /;
const UPPER = /^[A-Z]/;
const LETTER = /[a-z0-9\u0080-\uffff]/;
const NAME_UNIT = /[\w$\u0080-\uffff]/;
/** What stands right before a name in code, or right behind it, and not around a word of prose. */
const BEFORE_CODE = /[`.:#@]/;
const AFTER_CODE = /^(?:`|\(|::|\.[a-z_])/;

/** Whether the entry's topic or its tags hold the word, or one of them is nothing else: it was filed under it. */
export function isFiledUnder({ topic, tags }: IndexedDocument, { word, parts }: TermGroup, isAlone = false): boolean {
  if (isAlone) return topic === word.toLowerCase() || tags.includes(word.toLowerCase());
  return parts.length > 0 && hasWords(` ${topic} ${tags.join(" ")} `.toLowerCase(), parts);
}

/**
 * Whether the entry is about the word: its first line has it among its first `wordsMax` words that say something. What
 * stands in front of a colon (`gotcha: ...`) is the entry's kind.
 */
export function leadsWith({ snippet }: IndexedDocument, { parts }: TermGroup, wordsMax: number): boolean {
  if (parts.length === 0) return false;
  const line = snippet[0].toLowerCase();
  const kind = LEADING_KIND.exec(line)?.[0] ?? "";
  const rest = kind !== "" && !hasWords(` ${kind}`, parts) ? line.slice(kind.length) : line;
  let words = "";
  let left = wordsMax + parts.length - 1;
  for (const word of rest.split(NO_LETTERS)) {
    if ((word.length < STEM_LENGTH_MIN || FAINT_WORDS.has(word)) && !parts.includes(word)) continue;
    if (left-- === 0) break;
    words += ` ${word}`;
  }
  return hasWords(`${words} `, parts);
}

/**
 * Whether the entry tells to do what the word says (`push to main only by a request`), and nothing of what is called
 * so.
 */
export function leadsAsAct({ snippet }: IndexedDocument, { parts }: TermGroup): boolean {
  return LEADING_ACT.exec(snippet[0].toLowerCase())?.[1] === parts[0];
}

/** Whether the entry's first lines hold the word. */
export function isUpFront({ snippet }: IndexedDocument, { parts }: TermGroup): boolean {
  return parts.length > 0 && hasWords(` ${snippet[0]} ${snippet[1]} `.toLowerCase(), parts);
}

/**
 * Whether the entry's first lines hold a single word as code: like a type, or called, qualified or quoted. In prose it
 * is a plain word.
 */
export function holdsAsCode({ snippet }: IndexedDocument, word: string): boolean {
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

/** Whether a name between these two characters is no piece of a longer one; at an end of the text there is none. */
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
