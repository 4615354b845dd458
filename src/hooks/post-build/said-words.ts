// Whether a note quotes an error: whoever wrote it had the very message in front of them. Two things are taken for
// that:
// - what stands between quotes in the note stands in the error: two words at least, or a long one that is no word of
//   all errors;
// - three words of the error stand in the note one behind the other, two of which are not of all errors.

import { FAINT_WORDS } from "../../engine/text/tokenizer.ts";
import { strengthOf } from "./error-vocabulary.ts";

/** Between quotes that are no apostrophes. */
const QUOTED = /(?<![\w\u0080-\uffff])(['"`])([^'"`\n]+)\1(?![\w\u0080-\uffff])/g;
const NO_WORDS = /[^a-z0-9\u0080-\uffff]+/g;
const LONG_WORD = 8;
/** So many words of each text, and so many code units of a note, are looked at. */
const WORDS_MAX = 60;
const NOTE_LENGTH_MAX = 2000;
const RUN = 3;
const RUN_DISTINCTIVE = 2;

/** What an error says, word for word. */
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
  return !FAINT_WORDS.has(word) && strengthOf(word) > 0;
}

/** In lower case, one blank between words and at both ends. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replace(NO_WORDS, " ").trim()} `;
}
