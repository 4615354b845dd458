// A second tokenizer for the search model: regular expressions over whole strings, slow and plain, written from the
// description of the terms and sharing no code with src/. Two tokenizers that agree on mixed texts are unlikely to be
// wrong in the same way.

const UNSPACED =
  "[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー]&&[\\p{L}\\p{N}\\p{M}]]";
const SPACED = `[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]`;
const STARTER = `[[\\p{L}\\p{N}]--${UNSPACED}]`;
const WORDS = new RegExp(
  `(?<run>[${UNSPACED}--\\p{M}][${UNSPACED}\\p{M}]*)|${STARTER}${SPACED}*(?:[_\\-]${STARTER}${SPACED}*)*`,
  "gv",
);
const LETTER_FORMS: [RegExp, string][] = [
  [/ß/g, "ss"],
  [/æ/g, "ae"],
  [/œ/g, "oe"],
  [/ø/g, "o"],
  [/[đð]/g, "d"],
  [/þ/g, "th"],
  [/ł/g, "l"],
  [/ı/g, "i"],
];
const STOP_WORDS = new Set([
  ..."that this with have been which would about their could other there after these".split(" "),
  ..."where being should still those using before during while between".split(" "),
]);

const FAINT_WORDS = new Set([
  ...STOP_WORDS,
  ..."an and are as at be been but by can could did do does for from had has have he her him his how if in into is it its".split(
    " ",
  ),
  ..."just me my no nor not of on or our she so some such than the them they those to too up us was we were what when".split(
    " ",
  ),
  ..."where which while who whom whose why will you your am may might must shall let here also any each only very".split(
    " ",
  ),
  ..."again because until".split(" "),
]);

/** One word: what an entry has to hold to match it. */
export interface ModelWord {
  /** The parts run together, for a word of several parts. */
  readonly whole: string | null;
  /** Terms of two characters or more; bigrams for a run; for a run of one character, that character. */
  readonly parts: readonly string[];
  /** A run of one character: matched by any occurrence of it. */
  readonly single: boolean;
  /** What an entry with this word is indexed under. */
  readonly terms: readonly string[];
  /** Where it begins in the text. */
  readonly at?: number;
  /** Of a single letter: whether a query writes it as a capital. */
  readonly isCapital?: boolean;
}

/** The words of a text in order. */
export function modelWords(text: string): ModelWord[] {
  const words: ModelWord[] = [];
  for (const match of text.normalize("NFKC").matchAll(WORDS)) {
    const found = match.groups!.run === undefined ? spacedWord(match[0]) : unspacedWord(match[0]);
    const word = { ...found, at: match.index };
    if (word.parts.length > 0 || word.whole !== null) words.push(word);
  }
  return words;
}

const ALONE = new RegExp(
  `(?<!${SPACED}|${SPACED}[_\\-]|[\\p{L}\\p{N}\\p{M}]['’])[A-Za-z0-9](?!${SPACED}|[_\\-]${STARTER})`,
  "gv",
);

/** Single letters and digits of ASCII that are a word, but for the end of a contraction. */
export function modelSingles(text: string): ModelWord[] {
  return [...text.normalize("NFKC").matchAll(ALONE)].map(({ 0: letter, index: at }) => {
    const term = letter.toLowerCase();
    return { whole: null, parts: [term], single: false, terms: [term], at, isCapital: term !== letter };
  });
}

/** Whether a query finds nothing by the word when it has others. */
export function isModelFaint(word: ModelWord): boolean {
  return word.whole === null && word.parts.length === 1 && FAINT_WORDS.has(word.parts[0]!);
}

/**
 * What a text is made of, one after the other: the pieces of its spaced words, short ones too, and the terms of its
 * runs.
 */
export function modelPieces(text: string): string[] {
  return [...text.normalize("NFKC").matchAll(WORDS)].flatMap((match) =>
    match.groups!.run === undefined ? piecesOf(match[0]) : unspacedWord(match[0]).terms,
  );
}

function unspacedWord(run: string): ModelWord {
  const characters = [...run];
  const bigrams = characters.slice(1).map((character, index) => characters[index]! + character);
  const single = bigrams.length === 0;
  return { whole: null, parts: single ? characters : bigrams, single, terms: [...bigrams, characters.at(-1)!] };
}

function piecesOf(word: string): string[] {
  const cased = word
    .replace(/(\p{Ll}[\p{N}\p{M}]*)(?=\p{Lu})/gu, "$1-")
    .replace(/(\p{Lu}[\p{N}\p{M}]*)(?=\p{Lu}\p{Ll})/gu, "$1-");
  return cased.split(/[_-]/).map(merge);
}

function spacedWord(word: string): ModelWord {
  const pieces = piecesOf(word);
  const parts = pieces.filter((piece) => [...piece].length > 1).map((piece) => piece.slice(0, 128));
  const whole = pieces.length > 1 ? pieces.join("").slice(0, 128) : null;
  return { whole, parts, single: false, terms: whole === null ? parts : [...parts, whole] };
}

function merge(piece: string): string {
  let merged = piece
    .toLowerCase()
    .normalize("NFD")
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, "$1");
  if (/\p{Script=Latin}/u.test(merged))
    for (const [letter, form] of LETTER_FORMS) merged = merged.replace(letter, form);
  return merged.normalize("NFC");
}
