// Shows a text as its reader would see it, so that every detector sees through what hides a name or a value: colours and
// other sequences of a terminal, characters that a backspace takes back, entities of HTML, percent signs of URLs, \u and
// \x of strings, tags of HTML, invisible and wide characters. Words of other languages for a password or a key become English ones,
// because the detectors know only these.
// Invariants:
// - Each character of the view maps to a range of the text. A match in the view maps to the range from its first to its
//   last character.
// - A text without any of this has no view, and costs a look.

import { foreignWordIn, translations } from "./foreign-words.ts";
import { isTagBehindName, seenOfTags, TAGS } from "./markup.ts";

/** A text as it is seen. `starts` and `ends` are where each character of it begins and ends in the text. */
export interface SeenText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Characters that are not seen, or are another than they seem. */
const UNSEEN = /[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\xa0\u2000-\u200f\u202f\u205f-\u2064\u3000\ufeff\uff01-\uff5e]/g;
/** What else a disguise begins with, by its first character, which is looked for first. */
const SIGNS: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ["%", /%[2-7][0-9A-Fa-f]/y],
  ["&", /&(?:#|(?:quot|apos|lt|gt|amp|equals|colon|num|commat|excl|dollar|nbsp);)/y],
  ["\\", /\\(?:u(?:00|\{)|x[0-9a-fA-F]|033|e\[)/y],
];
/** So far around a disguise a view reaches, to the ends of its lines, so that names and values are whole. */
const MARGIN = 500;
/** The most passes of decoding: a URL in a URL in HTML takes three. */
const LAYERS_MAX = 3;

const DISGUISE = new RegExp(
  [
    // Sequences of a terminal, also as strings of programs have them: colours, then titles and links.
    "(?:\\x1b|\\\\x1[bB]|\\\\u001[bB]|\\\\u\\{1[bB]\\}|\\\\0?33|\\\\e(?=\\[))(?:\\[[0-?]{0,32}[ -/]{0,4}[@-~]|[\\]PX^_][^\\x07\\x1b\\n]{0,2048}(?:\\x07|\\x1b\\\\)|[()][0-9A-B]|[=>78cDEHMN])",
    "\\x9b[0-?]{0,32}[ -/]{0,4}[@-~]",
    "(?<entity>&(?:#\\d{1,7}|#[xX][0-9a-fA-F]{1,6}|quot|apos|lt|gt|amp|equals|colon|num|commat|excl|dollar|nbsp);)",
    "(?<percent>(?:%[0-9A-Fa-f]{2})+)",
    "(?<escaped>\\\\(?:u[0-9a-fA-F]{4}|u\\{[0-9a-fA-F]{1,6}\\}|x[0-9a-fA-F]{2}))",
    "(?<wide>[\\uff01-\\uff5e])",
    "(?<back>\\x08)",
    `(?<tag>(?i:${TAGS}))`,
    "(?<blank>[\\xa0\\u2000-\\u200a\\u202f\\u205f\\u3000])",
    "[\\x00-\\x07\\x0e-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]",
  ].join("|"),
  "g",
);
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
  equals: "=",
  colon: ":",
  num: "#",
  commat: "@",
  excl: "!",
  dollar: "$",
  nbsp: " ",
};

/** Builds a view from stretches of another one. */
class ViewBuilder {
  readonly #from: SeenText;
  readonly #characters: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Where the character begins that a backspace has taken back, so that what replaces it covers it. */
  #takenFrom: number | null = null;

  constructor(from: SeenText) {
    this.#from = from;
  }

  /** Takes the characters from `start` to `end` as they are. */
  keep(start: number, end: number): void {
    for (let at = start; at < end; at++) this.put(this.#from.text[at]!, at, at + 1);
  }

  /** Puts characters in the place of those from `start` to `end`. */
  put(characters: string, start: number, end: number): void {
    for (let at = 0; at < characters.length; at++) {
      this.#characters.push(characters[at]!);
      this.#starts.push(this.#takenFrom ?? this.#from.starts[start]!);
      this.#ends.push(this.#from.ends[end - 1]!);
      this.#takenFrom = null;
    }
  }

  /** Takes the last character back. */
  back(): void {
    if (this.#characters.length === 0 || this.#characters.at(-1) === "\n") return;
    this.#characters.pop();
    this.#ends.pop();
    this.#takenFrom = this.#starts.pop()!;
  }

  view(): SeenText {
    return { text: this.#characters.join(""), starts: this.#starts, ends: this.#ends };
  }
}

/** The text as it is seen, in the stretches around what is disguised in it. */
export function seenTexts(text: string): SeenText[] {
  return stretchesOf(text).flatMap(([from, to]) => {
    const plain = plainView(text, from, to);
    let seen = plain;
    for (let layer = 0; layer < LAYERS_MAX && (layer === 0 || hintFrom(seen.text, 0) >= 0); layer++) {
      const next = undisguised(seen);
      if (next.text === seen.text) break;
      seen = next;
    }
    // A password may itself hold what looks like a disguise, and is then found as it is written.
    return seen === plain ? [translated(seen)] : [translated(seen), translated(plain)];
  });
}

/** Whole lines around each disguise; those that touch are one stretch. */
function stretchesOf(text: string): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  let end = 0;
  let hint = hintFrom(text, 0);
  let word = foreignWordIn(text);
  while (hint >= 0 || word >= 0) {
    const at = hint < 0 || word < 0 ? Math.max(hint, word) : Math.min(hint, word);
    const from = Math.max(end, text.lastIndexOf("\n", Math.max(0, at - MARGIN)) + 1);
    const lineEnd = text.indexOf("\n", at + MARGIN);
    end = lineEnd < 0 ? text.length : lineEnd;
    const last = stretches.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = end;
    else stretches.push([from, end]);
    if (end >= text.length) break;
    if (hint >= 0 && hint < end) hint = hintFrom(text, end);
    if (word >= 0 && word < end) word = foreignWordIn(text, end);
  }
  return stretches;
}

function hintFrom(text: string, from: number): number {
  UNSEEN.lastIndex = from;
  let first = UNSEEN.exec(text)?.index ?? -1;
  UNSEEN.lastIndex = 0;
  for (const [sign, pattern] of SIGNS) {
    for (let at = text.indexOf(sign, from); at >= 0 && (first < 0 || at < first); at = text.indexOf(sign, at + 1)) {
      pattern.lastIndex = at;
      if (pattern.test(text)) first = at;
    }
  }
  for (let at = text.indexOf("<", from); at >= 0 && (first < 0 || at < first); at = text.indexOf("<", at + 1))
    if (isTagBehindName(text, at)) first = at;
  return first;
}

function plainView(text: string, from: number, to: number): SeenText {
  const length = to - from;
  return {
    text: text.slice(from, to),
    starts: Array.from({ length }, (_, at) => from + at),
    ends: Array.from({ length }, (_, at) => from + at + 1),
  };
}

function undisguised(seen: SeenText): SeenText {
  const builder = new ViewBuilder(seen);
  let position = 0;
  for (const match of seen.text.matchAll(DISGUISE)) {
    const { index, groups = {} } = match;
    const end = index + match[0].length;
    builder.keep(position, index);
    position = end;
    const { entity, percent, escaped, wide, back, tag, blank } = groups;
    if (back !== undefined) builder.back();
    else if (tag !== undefined) builder.put(seenOfTags(groups), index, end);
    else if (blank !== undefined) builder.put(" ", index, end);
    else if (percent !== undefined) putPercents(builder, percent, index);
    else if (wide !== undefined) builder.put(String.fromCharCode(wide.charCodeAt(0) - 0xfee0), index, end);
    else if (entity !== undefined) builder.put(entityText(entity), index, end);
    else if (escaped !== undefined) builder.put(pointText(escaped.replace(/[^0-9a-fA-F]/g, ""), 16), index, end);
  }
  builder.keep(position, seen.text.length);
  return builder.view();
}

/** Decodes bytes of UTF-8: each of ASCII has its own place, the others of one run have one together. */
function putPercents(builder: ViewBuilder, run: string, index: number): void {
  for (const { 0: piece, index: at } of run.matchAll(/(?:%[0-7][0-9A-Fa-f])|(?:%[89A-Fa-f][0-9A-Fa-f])+/g)) {
    let decoded = piece;
    try {
      decoded = decodeURIComponent(piece);
    } catch {
      // No UTF-8: it stays as it is.
    }
    builder.put(decoded, index + at, index + at + piece.length);
  }
}

function entityText(entity: string): string {
  const body = entity.slice(1, -1);
  if (!body.startsWith("#")) return ENTITIES[body]!;
  return /^#[xX]/.test(body) ? pointText(body.slice(2), 16) : pointText(body.slice(1), 10);
}

function pointText(digits: string, base: number): string {
  const point = Number.parseInt(digits, base);
  return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : "\ufffd";
}

/** Puts English words in place of those of other languages. */
function translated(seen: SeenText): SeenText {
  if (foreignWordIn(seen.text) < 0) return seen;
  const builder = new ViewBuilder(seen);
  let position = 0;
  for (const { start, end, english } of translations(seen.text)) {
    builder.keep(position, start);
    builder.put(english, start, end);
    position = end;
  }
  builder.keep(position, seen.text.length);
  return builder.view();
}
