// Walks over the words of a text and finds where each word splits into parts. Indexing and queries share this cursor
// (tokenizer.ts), so that a note and a query agree about what a word is.
// - A word is a run of letters, digits and marks whose pieces are joined by single `_` or `-`, or a run of an unspaced
//   script.
// - A part ends at a joiner, between lower and upper case, and before the last capital of several (`HTTPServer`).
// - Digits and marks belong to the letters before them and take on their case (`utf8Decoder` splits before the D). The
//   cursor reads one character at a time and allocates nothing per word. tokenizer.ts folds the terms and limits their
//   length.

import {
  ASCII_CLASSES,
  BIGRAM,
  classAt,
  DIGIT,
  JOINER,
  LETTER,
  LOWER,
  MARK,
  SEPARATOR,
  UPPER,
  widthAt,
} from "./character-class.ts";

/** A cursor over the words of a normalised text. Its fields describe the current word and change with each `next`. */
export class WordCursor {
  readonly text: string;
  /** Code units of the word: from `start`, before `end`. */
  start = 0;
  end = 0;
  /** A run of an unspaced script, which has no parts. */
  isUnspaced = false;
  isAscii = true;
  /** Whether folding can change an ASCII word. */
  hasUpper = false;
  hasJoiner = false;
  partCount = 0;
  /** Start and end of each part, alternating. Entries from 2 * partCount on are left over from earlier words. */
  readonly bounds: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the next word; false at the end of the text. */
  next(): boolean {
    const { text } = this;
    let position = this.end;
    for (; position < text.length; position++) {
      const unit = text.charCodeAt(position);
      const found = unit < 128 ? ASCII_CLASSES[unit]! : classAt(text, position);
      if (found < BIGRAM) continue;
      this.start = position;
      if (found === BIGRAM) this.#takeUnspaced();
      else this.#takeWord();
      return true;
    }
    this.end = position;
    return false;
  }

  #takeUnspaced(): void {
    const { text } = this;
    let position = this.start;
    while (position < text.length) {
      const found = classAt(text, position);
      if (found !== BIGRAM && found !== MARK) break;
      position += widthAt(text, position);
    }
    this.end = position;
    this.isUnspaced = true;
    this.partCount = 0;
  }

  #takeWord(): void {
    const { text } = this;
    this.isUnspaced = false;
    this.isAscii = true;
    this.hasUpper = false;
    this.hasJoiner = false;
    this.partCount = 0;
    let partStart = this.start;
    let letterCase = SEPARATOR;
    let position = this.start;
    while (position < text.length) {
      const unit = text.charCodeAt(position);
      const found = unit < 128 ? ASCII_CLASSES[unit]! : classAt(text, position);
      if (found === LOWER || found === LETTER) {
        letterCase = found;
      } else if (found === UPPER) {
        this.hasUpper = true;
        const isNewPart = letterCase === LOWER || (letterCase === UPPER && this.#isLowerAfter(position));
        if (isNewPart) {
          this.#addPart(partStart, position);
          partStart = position;
        }
        letterCase = UPPER;
      } else if (found === JOINER) {
        if (classAt(text, position + 1) < DIGIT) break;
        this.#addPart(partStart, position);
        this.hasJoiner = true;
        partStart = position + 1;
        letterCase = SEPARATOR;
      } else if (found !== DIGIT && found !== MARK) {
        break;
      }
      if (unit < 128) {
        position++;
      } else {
        this.isAscii = false;
        position += widthAt(text, position);
      }
    }
    this.#addPart(partStart, position);
    this.end = position;
  }

  #isLowerAfter(position: number): boolean {
    return classAt(this.text, position + widthAt(this.text, position)) === LOWER;
  }

  #addPart(start: number, end: number): void {
    const at = this.partCount * 2;
    this.bounds[at] = start;
    this.bounds[at + 1] = end;
    this.partCount++;
  }
}
