// Makes spellings of one word equal. `normaliseText` works on whole texts: compatibility forms and invisible
// characters. `foldPart` works on a piece of a word: case, and for Latin script accents and special letters. Other
// scripts lose only their case, because й is a letter of its own and a mark of Thai or Devanagari is part of the word.

/**
 * Characters that are not seen and so belong to no word: soft hyphen, grapheme joiner, zero-width joiner, variation
 * selectors.
 */
const INVISIBLE = /\u00AD|\u034F|\u200D|[\uFE00-\uFE0F]|\uDB40[\uDD00-\uDDEF]/g;
/** A cheap test that most other scripts fail: these ranges hold all Latin letters. */
const MAYBE_LATIN =
  /[A-Za-z\u00AA-\u024F\u0250-\u02FF\u1D00-\u1EFF\u2071-\u218F\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F\uD800-\uDBFF]/;
const LATIN = /\p{Script=Latin}/u;
const LATIN_ACCENTS = /(\p{Script=Latin})[\u0300-\u036F]+/gu;
const SPECIAL_LETTERS = /[ßæœøđðþłı]/g;
const SPECIAL_LETTER_FORMS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/** Returns `text` in compatibility form (NFKC) without invisible characters. ASCII text comes back unchanged. */
export function normaliseText(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 127) return text.replace(INVISIBLE, "").normalize("NFKC");
  }
  return text;
}

/**
 * Returns a piece of a normalised word in lower case. Latin letters lose their accents (`Łódź` → `lodz`, `й` stays
 * `й`).
 */
export function foldPart(part: string): string {
  const lower = part.toLowerCase();
  if (!MAYBE_LATIN.test(lower) || !LATIN.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(LATIN_ACCENTS, "$1")
    .replace(SPECIAL_LETTERS, (letter) => SPECIAL_LETTER_FORMS[letter]!)
    .normalize("NFC");
}
