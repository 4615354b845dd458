// Cuts a line into words that can be compared with those of other lines: each becomes a number. What differs between
// lines of one kind becomes the same number everywhere: figures, hashes, paths and names of files.
// Invariants:
// - One pass over the characters, and at most LOOKED_AT of them and WORDS_MAX words.
// - Two words may share a number (32 bits). Then a line counts as a bit more common than it is, and nothing else.

const LOOKED_AT = 300;
const WORDS_MAX = 24;

/** The numbers of what is masked. */
export const MASKS = { figure: 1, hash: 2, path: 3 } as const;

const HASH = /^[0-9a-f]{7,64}$|^0x[0-9a-fA-F]+$/;
const FILE_NAME = /^\W*[\w@+-]+(?:\.[\w-]+)*\.[a-z]\w{0,4}\W*$/;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Appends the numbers of a line's words to `words`. */
export function addWords(line: string, words: number[]): void {
  const length = Math.min(line.length, LOOKED_AT);
  const most = words.length + WORDS_MAX;
  let from = 0;
  while (from < length && words.length < most) {
    while (from < length && line.charCodeAt(from) <= 32) from++;
    let to = from;
    let hasSlash = false;
    let hasDigit = false;
    let hasDot = false;
    for (; to < length; to++) {
      const code = line.charCodeAt(to);
      if (code <= 32) break;
      hasSlash ||= code === 47 || code === 92;
      hasDot ||= code === 46;
      hasDigit ||= code >= 48 && code <= 57;
    }
    if (to === from) break;
    const token = hasSlash || hasDigit || hasDot ? line.slice(from, to) : "";
    if (hasSlash && to - from > 1) words.push(MASKS.path);
    else if (hasDigit && HASH.test(token)) words.push(MASKS.hash);
    else if (hasDot && !hasDigit && FILE_NAME.test(token)) words.push(MASKS.path);
    else addParts(line, from, to, words);
    from = to;
  }
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
