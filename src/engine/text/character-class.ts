// The class of a character for the tokenizer. A table of 128 entries answers for ASCII. Beyond ASCII the class comes
// from Unicode properties and is remembered by code unit, so that a process pays only for characters that it meets.
// Invariants:
// The order of the class numbers matters. A character of class BIGRAM or higher can begin a word. A character of class
// DIGIT or higher belongs to a script with spaces.

/** Separates words. */
export const SEPARATOR = 0;
/** `_` and `-`, which join the pieces of an identifier. */
export const JOINER = 1;
/** A combining mark: continues a word, never begins one. */
export const MARK = 2;
/** A character of a script that is written without spaces (Han, kana, Hangul, Thai). */
export const BIGRAM = 3;
export const DIGIT = 4;
export const LOWER = 5;
export const UPPER = 6;
/** A letter without case. */
export const LETTER = 7;

/** Classes of the 128 ASCII characters. */
export const ASCII_CLASSES: Readonly<Uint8Array> = asciiClasses();

// U+30FC, the prolonged sound mark, belongs to no single script.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30FC]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const LOWER_CASE = /\p{Ll}/u;
const UPPER_CASE = /[\p{Lu}\p{Lt}]/u;
const COMBINING = /\p{M}/u;
const NUMBER = /\p{N}/u;

const UNKNOWN = 255;
/** Classes by code unit, allocated at the first character beyond ASCII. */
let remembered: Uint8Array | undefined;

/** The class of the code point at `position`. The end of the text and a lone surrogate count as separators. */
export function classAt(text: string, position: number): number {
  if (position >= text.length) return SEPARATOR;
  const unit = text.charCodeAt(position);
  if (unit < 128) return ASCII_CLASSES[unit]!;
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const point = text.codePointAt(position)!;
    return point > 0xffff ? computeClass(String.fromCodePoint(point)) : SEPARATOR;
  }
  remembered ??= new Uint8Array(0x10000).fill(UNKNOWN);
  let known = remembered[unit]!;
  if (known === UNKNOWN) {
    known = computeClass(text[position]!);
    remembered[unit] = known;
  }
  return known;
}

/** How many code units the code point at `position` takes: 1 or 2. */
export function widthAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(position)! > 0xffff ? 2 : 1;
}

function computeClass(character: string): number {
  if (!WORD.test(character)) return SEPARATOR;
  if (UNSPACED.test(character)) return BIGRAM;
  if (COMBINING.test(character)) return MARK;
  if (NUMBER.test(character)) return DIGIT;
  if (LOWER_CASE.test(character)) return LOWER;
  return UPPER_CASE.test(character) ? UPPER : LETTER;
}

function asciiClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  for (let digit = 0x30; digit <= 0x39; digit++) classes[digit] = DIGIT;
  for (let letter = 0; letter < 26; letter++) {
    classes[0x41 + letter] = UPPER;
    classes[0x61 + letter] = LOWER;
  }
  classes[0x5f] = JOINER;
  classes[0x2d] = JOINER;
  return classes;
}
