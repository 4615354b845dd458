// Words that need what the tokenizer takes for separators: versions (`1.2.3`), names with marks (`C++`, `C#`, `.NET`),
// and single letters and digits. Notes are indexed by them beside their other terms, and searches ask for them. Code,
// hooks and comparisons of texts do without: there they would be noise.
// Invariants:
// - The marked terms of a text contain every one that `searchGroups` of the same text asks for.
// - A marked term of two characters or more holds a dot, a plus or a number sign, so that it is no other term.
// - A version gives itself, and each of its beginnings of two numbers or more with a dot behind it, itself included. So
//   `1.2` finds `1.2.3` by `1.2.`, and a text that has `1.2` itself has both terms.

import { classAt, DIGIT, MARK } from "./character-class.ts";
import { foldPart, normaliseText } from "./normalise.ts";
import { groupKey, groupOf, type TermGroup, tokenize } from "./tokenizer.ts";
import { WordCursor } from "./word-cursor.ts";

/** A version from its first digit on. It may end in letters (`3.12rc1`), in an x (`1.x`) or as a pre-release (`-rc.1`). */
const VERSION =
  /\d{1,12}(?:\.(?:\d[0-9A-Za-z]{0,15}|[xX](?![0-9A-Za-z]))){1,7}(?:-[A-Za-z]{1,12}(?:[.-]?\d{1,12}){0,3}(?![0-9A-Za-z]))?/y;
/** Where a beginning of a version ends: behind a number, and behind a word that more follows or nothing. */
const BEGINNING_END = /(?<=\d)(?!\d)|(?<=[a-z])(?![a-z\d])/g;
/** A word that a version stands in place of: its first number, perhaps with a v before it. */
const FIRST_NUMBER = /^[vV]?\d+$/;
/** What follows the name of `C++17` and of `C#`; only a single letter takes the latter. */
const PLUSES = /\+\+(\d{0,4})(?![+\w])/y;
const SHARP = /#(\d{0,4})(?!\w)/y;
const NAME_LENGTH_MAX = 32;
/** So many code units has a letter at most. */
const SURROGATES = 2;
const DOT = 0x2e;
const PLUS = 0x2b;
const NUMBER_SIGN = 0x23;
/** ' and ’: what stands behind one is the end of a contraction. */
const APOSTROPHES = [0x27, 0x2019];
/** The single letters that are words of grammar. */
const ARTICLES = ["a", "i"];

interface MarkedWord {
  /** The word itself as a term, and the other terms that a text with it has. */
  readonly term: string;
  readonly others: readonly string[];
  /** What a query asks for. */
  readonly group: TermGroup;
  /** Where it ends. Words that begin before that are parts of it. */
  readonly end: number;
  /** Whether it stands in place of the word at which it was found. */
  readonly replaces: boolean;
}

/** What a text is found by: the terms of its words, and its marked terms, which stand beside these. */
export interface SearchedTerms {
  readonly words: string[];
  readonly marked: string[];
}

/** Returns all terms of a text in order. */
export function searchedTerms(text: string): SearchedTerms {
  const finder = new MarkedWordFinder();
  const marked: string[] = [];
  const words = tokenize(text, Number.POSITIVE_INFINITY, (cursor) => {
    const found = finder.at(cursor);
    if (found !== null) marked.push(found.term, ...found.others);
  });
  return { words, marked };
}

/** Returns the words of a query as `termGroups` does, with the marked ones in place of what the tokenizer makes of them. */
export function searchGroups(text: string): TermGroup[] {
  const groups = new Map<string, TermGroup>();
  const finder = new MarkedWordFinder();
  const words = new WordCursor(normaliseText(text));
  while (words.next()) {
    const isWithin = finder.isWithin(words);
    const marked = finder.at(words);
    const ordinary = isWithin || marked?.replaces ? null : groupOf(words);
    for (const group of [ordinary, marked?.group ?? null]) {
      if (group !== null && !groups.has(groupKey(group))) groups.set(groupKey(group), group);
    }
  }
  return [...groups.values()];
}

/** Whether a word of a query is a single letter or digit, which stands in nearly every text. */
export function isSingle({ whole, parts, prefix }: TermGroup): boolean {
  return whole === null && !prefix && parts.length === 1 && parts[0]!.length === 1;
}

/** Whether a word of a query is `a` or `I`. */
export function isArticle(group: TermGroup): boolean {
  return isSingle(group) && ARTICLES.includes(group.parts[0]!);
}

/** Finds the marked words of one text, as a cursor goes over its words. */
class MarkedWordFinder {
  /** Where the last one ends. */
  #end = 0;

  /** Whether a word begins within the last marked word. */
  isWithin({ start }: WordCursor): boolean {
    return start < this.#end;
  }

  at(words: WordCursor): MarkedWord | null {
    if (words.end <= this.#end) return null;
    // The last part of a word may begin another version: `1.2.3-1.2.5`.
    const marked = this.isWithin(words) ? versionAt(words, this.#end) : markedWordAt(words);
    if (marked !== null) this.#end = marked.end;
    return marked;
  }
}

function markedWordAt(words: WordCursor): MarkedWord | null {
  const { text, start, end, isAscii, partCount } = words;
  const next = end < text.length ? text.charCodeAt(end) : 0;
  const version = next === DOT ? versionAt(words, start) : null;
  if (version !== null) return version;
  if (partCount !== 1 || end - start > NAME_LENGTH_MAX) return null;
  if (!isAscii) return foreignLetterAt(words);
  const numbered = next === PLUS || next === NUMBER_SIGN ? numberedNameAt(words) : null;
  if (numbered !== null) return numbered;
  const before = start > 0 ? text.charCodeAt(start - 1) : 0;
  if (before === DOT && classAt(text, start) !== DIGIT && beginsName(text, start - 1)) {
    const name = text.slice(start, end).toLowerCase();
    return markedWord(words, end, `.${name}`, [], [name]);
  }
  if (end - start > 1 || (APOSTROPHES.includes(before) && isWordBefore(text, start - 1))) return null;
  const term = text.charAt(start).toLowerCase();
  const group = { word: text.charAt(start), whole: null, parts: [term], prefix: false };
  return { term, others: [], group, end, replaces: true };
}

/** A single letter beyond ASCII, as terms spell it: `é` is `e`. One of an unspaced script is a word already. */
function foreignLetterAt(words: WordCursor): MarkedWord | null {
  const { text, start, end } = words;
  if (end - start > SURROGATES || words.isUnspaced) return null;
  const term = foldPart(text.slice(start, end));
  if ([...term].length !== 1) return null;
  const group = { word: text.slice(start, end), whole: null, parts: [term], prefix: false };
  return { term, others: [], group, end, replaces: true };
}

/** The version whose first number ends the current word and begins at `least` or later. */
function versionAt({ text, start, end }: WordCursor, least: number): MarkedWord | null {
  if (text.charCodeAt(end) !== DOT || classAt(text, end - 1) !== DIGIT) return null;
  let from = end;
  while (from > least && text.charCodeAt(from - 1) >= 0x30 && text.charCodeAt(from - 1) <= 0x39) from--;
  // A number with too many parts is no version, and neither is its end.
  if (text.charAt(from - 1) === "." && classAt(text, from - 2) === DIGIT) return null;
  VERSION.lastIndex = from;
  const found = VERSION.exec(text)?.[0].toLowerCase();
  if (found === undefined) return null;
  const others: string[] = [];
  for (const { index } of found.matchAll(BEGINNING_END)) {
    if (index > found.indexOf(".")) others.push(`${found.slice(0, index)}.`);
  }
  const group = { word: text.slice(from, from + found.length), whole: found, parts: [`${found}.`], prefix: false };
  return {
    term: found,
    others,
    group,
    end: from + found.length,
    replaces: start < least || FIRST_NUMBER.test(text.slice(start, end)),
  };
}

/** `C++`, `c++17`, `C#`: the current word with the marks behind it. */
function numberedNameAt(words: WordCursor): MarkedWord | null {
  const { text, start, end } = words;
  const pattern = text.charAt(end) === "+" ? PLUSES : SHARP;
  if (pattern === SHARP && end - start > 1) return null;
  pattern.lastIndex = end;
  const found = pattern.exec(text);
  if (found === null) return null;
  const [marks, number] = found as unknown as [string, string];
  const name = text.slice(start, end).toLowerCase();
  const term = name + marks;
  const plain = term.slice(0, term.length - number.length);
  const parts = number === "" ? [name].filter(({ length }) => length > 1) : [plain];
  return markedWord(words, end + marks.length, term, number === "" ? [] : [plain], parts);
}

function markedWord(
  { text, start }: WordCursor,
  end: number,
  term: string,
  others: readonly string[],
  parts: string[],
): MarkedWord {
  const group = { word: text.slice(start, end), whole: term, parts, prefix: false };
  return { term, others, group, end, replaces: true };
}

/** Whether a name begins with the dot at `at`: nothing that a dot could be a member or an ending of stands before it. */
function beginsName(text: string, at: number): boolean {
  return !isWordBefore(text, at) && !")]}.".includes(text.charAt(at - 1) || " ");
}

function isWordBefore(text: string, at: number): boolean {
  return at > 0 && classAt(text, at - 1) >= MARK;
}
