// Tells whether a note quotes an error, so that its author had this very message in front of them. There are two ways:
// - Words between quotes in the note stand in the error. They are two words at least, one of them distinctive, or one
//   long distinctive word. A distinctive word is no stop word, and not a word of all errors.
// - Three words of the error follow each other in the note, and two of them are distinctive.

import { STOP_WORDS } from "../../engine/text/tokenizer.ts";
import { strengthOf } from "./error-vocabulary.ts";

/** A text between quotes that are no apostrophes. */
const QUOTED = /(?<![\w\u0080-\uffff])(['"`])([^'"`\n]+)\1(?![\w\u0080-\uffff])/g;
const NO_WORDS = /[^a-z0-9\u0080-\uffff]+/g;
const LONG_WORD = 8;
/** This many words of each text, and this many code units of a note, are looked at. */
const WORDS_MAX = 60;
const NOTE_LENGTH_MAX = 2000;
const RUN = 3;
const RUN_DISTINCTIVE = 2;

/** The words of an error, as they were printed. */
export class SaidWords {
  readonly #texts: readonly string[];
  #runs: readonly string[] | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts.map(plain);
  }

  isQuotedIn(note: string): boolean {
    const start = note.slice(0, NOTE_LENGTH_MAX);
    for (const [, , quoted] of start.matchAll(QUOTED)) if (this.#holds(plain(quoted!))) return true;
    const text = plain(start);
    this.#runs ??= this.#texts.flatMap(runsOf);
    return this.#runs.some((run) => text.includes(run));
  }

  #holds(quoted: string): boolean {
    const words = quoted.trim().split(" ");
    const telling = words.filter(isDistinctive);
    const isEnough = words.length > 1 ? telling.length > 0 : telling.some((word) => word.length >= LONG_WORD);
    return isEnough && this.#texts.some((text) => text.includes(quoted));
  }
}

function runsOf(text: string): string[] {
  const words = text.trim().split(" ").slice(0, WORDS_MAX);
  const runs: string[] = [];
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = words.slice(at, at + RUN);
    if (run.filter(isDistinctive).length >= RUN_DISTINCTIVE) runs.push(` ${run.join(" ")} `);
  }
  return runs;
}

function isDistinctive(word: string): boolean {
  return !STOP_WORDS.has(word) && strengthOf(word) > 0;
}

/** The text in lower case, with one blank between words and at both ends. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replace(NO_WORDS, " ").trim()} `;
}
