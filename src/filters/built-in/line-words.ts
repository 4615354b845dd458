// Cuts a line into words that can be compared with those of other lines: each becomes a number. What differs between
// lines of one kind becomes the same number everywhere: figures, hashes, paths and names of files.
// Invariants:
// - At most LOOKED_AT characters and about WORDS_MAX words of a line are looked at, and each word is cut once.
// - Two words may share a number (32 bits). Then a line counts as a bit more common than it is, and nothing else.

const LOOKED_AT = 300;
const WORDS_MAX = 24;
const TOKEN = /[^\0-\x20]+/g;
/** So many different words are remembered. */
const KNOWN_MAX = 20_000;

/** The numbers of what is masked. */
export const MASKS = { figure: 1, hash: 2, path: 3 } as const;

const HASH = /^[0-9a-f]{7,64}$|^0x[0-9a-fA-F]+$/;
const FILE_NAME = /^\W*[\w@+-]+(?:\.[\w-]+)*\.[a-z]\w{0,4}\W*$/;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Words that were cut before, with their numbers. */
export type KnownWords = Map<string, readonly number[]>;

/** Appends the numbers of a line's words to `words`. Most words come again: they are taken from `known`. */
export function addWords(line: string, words: number[], known: KnownWords): void {
  const most = words.length + WORDS_MAX;
  for (const token of line.slice(0, LOOKED_AT).match(TOKEN) ?? []) {
    if (words.length >= most) return;
    let numbers = known.get(token);
    if (numbers === undefined) {
      numbers = numbersOf(token);
      if (known.size < KNOWN_MAX) known.set(token, numbers);
    }
    for (const number of numbers) words.push(number);
  }
}

function numbersOf(token: string): readonly number[] {
  if (/[/\\]/.test(token) && token.length > 1) return [MASKS.path];
  const hasDigit = /[0-9]/.test(token);
  if (hasDigit && HASH.test(token)) return [MASKS.hash];
  if (!hasDigit && token.includes(".") && FILE_NAME.test(token)) return [MASKS.path];
  if (hasDigit && /^[0-9]+$/.test(token)) return [MASKS.figure];
  const words: number[] = [];
  addParts(token, 0, token.length, words);
  return words;
}

/** The parts of a token: runs of letters, of digits, and of other signs. */
function addParts(line: string, from: number, to: number, words: number[]): void {
  let at = from;
  while (at < to) {
    const kind = kindOf(line.charCodeAt(at));
    let hash = FNV_START ^ kind;
    for (; at < to && kindOf(line.charCodeAt(at)) === kind; at++)
      if (kind !== DIGIT) hash = Math.imul(hash ^ line.charCodeAt(at), FNV_PRIME);
    words.push(kind === DIGIT ? MASKS.figure : (hash & ~1) | (kind === LETTER ? 1 : 0));
  }
}

const DIGIT = 0;
const LETTER = 1;
const SIGN = 2;

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return DIGIT;
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 0x2fff || isLetter(code)
    ? LETTER
    : SIGN;
}

/** Letters beyond ASCII, roughly: up to the punctuation of U+2000. */
function isLetter(code: number): boolean {
  return code >= 0xc0 && code < 0x2000;
}

/** Whether the number is that of a word with letters. */
export function isOfLetters(word: number): boolean {
  return word > MASKS.path || word < 0 ? (word & 1) === 1 : false;
}
