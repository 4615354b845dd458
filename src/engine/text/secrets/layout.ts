// How a name and its value stand in a text: `name = value`, `"name": "value"`, `<name>value</name>`, `| name | value
// |`, `name is value`, or the value on the next line or behind an escaped line break. This module does not judge the
// name or the value.
// Invariants:
// Everything looks a bounded number of characters ahead, so a text of nothing but names is read in linear time.

import { behindForeignTail } from "./foreign-words.ts";

/**
 * The link between a name and its value. `said` is "the key is ...". `prose` (more words than that) and `blank` hardly
 * show that there is a value at all. A `cell` of a table, or a value with which a name is compared, may be anything.
 */
export type LinkKind =
  | "assigned"
  | "colon"
  | "named"
  | "element"
  | "call"
  | "argument"
  | "cell"
  | "line"
  | "said"
  | "prose"
  | "blank";

/** A link from a name to the place where a value may begin. */
export interface Link {
  readonly kind: LinkKind;
  readonly end: number;
}

/** A value in a text: code units from `start`, before `end`. */
export interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
  /** Whether only a comment, a closing sign or another assignment follows the value on its line. */
  readonly isLast: boolean;
  /**
   * The number of characters behind the value that may belong to it as well: a comma, a semicolon or an angle bracket,
   * and the text that follows it without a blank.
   */
  readonly tail: number;
  /** Whether the run is longer than the part that was read; see `endOfRun`. */
  readonly isCut: boolean;
}

/** Ends what is bold or in italics before a sign or behind it. */
const EMPHASIS = "(?:\\*\\*|__|(?:[*_~`]{1,5}|'{2,5})(?=[ \\t]))";
const CLOSER = /\\{0,3}["'`]?\]?(?:\*{1,3}|_{1,3}|~~|'{2,4})?/y;
/** `name: X, value: Y` in JSON, YAML, XML and similar formats; Terraform's defaults; property lists. */
const NAMED =
  /\s{0,32}[,;]?\s{0,32}\\{0,3}["']?(?:value|default|defaultValue|parametervalue|content|val)\\{0,3}["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}|[ \t]{0,8}\{[^{}]{0,300}?\bdefault[ \t]{0,16}=[ \t]{0,8}|[ \t]{0,8}:[ \t]{0,8}\{[^{}]{0,200}?["']value["'][ \t]{0,8}:[ \t]{0,8}|<\/(?:key|name|string|param-name)>\s{0,32}<(?:string|value|param-value)>(?:\s{0,8}<string>)?|[ \t]{1,4}(?:--body|-b)[ =]/iy;
const OPERATOR = new RegExp(
  `[ \\t]{0,16}(?::=|=>|->|\\u2192|={1,3}|:{1,2}|\\|)${EMPHASIS}?(?:[ \\t]{0,16}(?:\\\\|\`|\\^)\\r?\\n)?[ \\t]{0,16}(?:\\*\\*|__|!!\\w{1,16}[ \\t]{1,4}|\\([ \\t\\r\\n]{0,32}(?=["'\`]))?`,
  "y",
);
/**
 * A value on the next line: behind a name and a sign, behind a word that announces it, behind a block sign of YAML, or
 * behind a sign on that line.
 */
const NEXT_LINE =
  /[ \t]{0,16}(?:(?:(?:is|was|to)[ \t]{0,4}|(?::=|=|:)[ \t]{0,4}){1,2}(?:\*\*|__)?(?:[|>][-+\d]{0,2}|["'`])?[ \t]{0,16}\r?\n(?:[ \t]{0,32}\r?\n)?[ \t>]{0,32}(?:[-*][ \t]{1,4})?|\r?\n[ \t]{0,16}[=:][ \t]{0,4}(?:\r?\n[ \t]{0,16})?)/y;
/** `password: String = "..."`, `password string = "..."` */
const TYPED =
  /[ \t]{0,4}(?::[ \t]{0,4}&?(?:'\w{1,16} )?[A-Za-z][\w.]{0,40}(?:<[\w, ]{1,40}>|\[\])?\??|[ \t]\*?(?:string|String|\[\]byte))[ \t]{0,4}=[ \t]{0,4}(?=[fbrN@]{0,2}["'`])/y;
const CALL = /\([ \t]{0,8}(?=\\?["'`])/y;
const FIRST_ARGUMENT = /\([ \t]{0,2}\\?["'`]$/;
const ARGUMENT = /,[ \t]{0,8}(?=\\?["'`])/y;
const ELEMENT = /[^<>\n]{0,80}>/y;
/** The name of an element as one of its attributes: `<property name="...">`. */
const NAMING_ATTRIBUTE = /<[\w:.-]{1,40}\s[^<>]{0,120}?\b(?:name|key|property)=["']$/;
const NAMING_LENGTH_MAX = 200;
const NAMED_ELEMENT = /["'][^<>\n]{0,80}>(?:\s{0,32}<(?:value|string)>)?/y;
const PROSE = new RegExp(
  `(?:[ \\t]{1,4}\\(?(?:for|of|in|on|at|from|by|behind)[ \\t]{1,4}(?:[^\\n:=,;.!?|"']|\\.(?=\\w)){1,48}?)?(?:[ \\t]{1,4}(?:(?:is|was|are|now|set|changed|reset|rotated)[ \\t]{1,4}){0,2}(?:(?:is|was|to)(?:[ \\t]{0,4}:${EMPHASIS}?)?|[-\\u2013\\u2014])[ \\t]{1,4}|[ \\t]{0,4}:${EMPHASIS}?[ \\t]{1,4})`,
  "y",
);
const SAID = new RegExp(`[ \\t]{1,4}(?:is|was)[ \\t]{0,4}(?::${EMPHASIS}?)?[ \\t]{1,4}`, "y");
const BLANK = /[ \t]{1,8}(?:(?:\\|`|\^)\r?\n[ \t]{0,32})?/y;

const OPENING_QUOTE = /(?:[fFrRbBuUN@]{1,2}(?=["']))?(\\{0,3})(["'`])/y;
const RUN = /[^\s"'`,;<>]{1,128}/y;
const LAST =
  /[ \t]{0,16}(?:["'`)\]},;]{0,4}[ \t]{0,16}(?:(?:#|\/\/|--)[^\n]{0,400})?|<[^\n]{0,200}|\\)?(?:\r?\n|(?:\\r)?\\n|$)|["'`]?[ \t]{0,4},[ \t]{0,8}["']?[\w.-]{1,64}["']?[ \t]{0,4}[:=]/y;
/** The rest of an unquoted value on the next line, joined to it by an escaped line break. */
const CONTINUED = /\\\r?\n([^\s"'`,;<>\\-][^\s"'`,;<>\\]{0,127})/y;
/** Another piece of a value in quotes: its closing quote, a sign, and a string. */
const FURTHER_PIECE =
  /["'`][ \t]{0,8}(?:\\\r?\n|[+.&][ \t]{0,8}(?:\r?\n)?|\r?\n[ \t]{0,32}[+.&])[ \t]{0,32}(["'`])([^"'`\n]{1,4096})\1/y;
const PIECES_MAX = 32;
const ESCAPED_BREAK = /\\\r?\n[ \t]*/g;
const RUN_LENGTH_MAX = 128;
const QUOTED_LENGTH_MAX = 8192;
const QUOTED_LENGTH_MIN = 4;

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Returns the ways in which a value may follow the name from `start` to `end`, the most certain first. */
export function linksAfter(text: string, start: number, end: number): Link[] {
  const links: Link[] = [];
  const add = (kind: LinkKind, pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    if (pattern.test(text)) links.push({ kind, end: pattern.lastIndex });
  };
  add("call", CALL, end);
  if (/[<:]/.test(text[start - 1] ?? "")) add("element", ELEMENT, end);
  if (
    /["']/.test(text[start - 1] ?? "") &&
    NAMING_ATTRIBUTE.test(text.slice(Math.max(0, start - NAMING_LENGTH_MAX), start)) &&
    text[matchAt(NAMED_ELEMENT, text, end) - 2] !== "/"
  )
    add("element", NAMED_ELEMENT, end);
  const closed = matchAt(CLOSER, text, end);
  // Most names are followed by a sign, or by nothing of interest. The next character shows which patterns are worth
  // trying.
  const next = text[closed] ?? "";
  const isBlank = next === " " || next === "\t";
  if (isBlank || /[,:;<{\n\r]/.test(next)) add("named", NAMED, closed);
  if (isBlank || next === ":") add("assigned", TYPED, closed);
  const isFirst = text[start] === "-" || FIRST_ARGUMENT.test(text.slice(Math.max(0, start - 4), start));
  if (closed > end && next === "," && isFirst) add("argument", ARGUMENT, closed);
  if (isBlank || /[:=\r\n]/.test(next)) add("line", NEXT_LINE, closed);
  if (isBlank || /[:=|\u2192-]/.test(next)) {
    OPERATOR.lastIndex = closed;
    if (OPERATOR.test(text)) {
      const sign = text.slice(closed, OPERATOR.lastIndex);
      const isVague = sign.includes("|") || /={2,3}/.test(sign);
      const kind = isVague ? "cell" : /[=>\u2192]/.test(sign) ? "assigned" : "colon";
      links.push({ kind, end: OPERATOR.lastIndex });
    }
  }
  if (isBlank) add("said", SAID, closed);
  if (isBlank || next === ":") add("prose", PROSE, closed);
  const foreign = isBlank || next > "\u00ff" ? behindForeignTail(text, text.slice(start, end), closed) : null;
  if (foreign !== null) links.push({ kind: foreign.isSaid ? "said" : "prose", end: foreign.end });
  if (isBlank) add("blank", BLANK, closed);
  return links;
}

/** Returns the value that begins at `at`, or null when there is none. `before` is the character before the name. */
export function valueAt(text: string, at: number, kind: LinkKind, before: string | undefined): FoundValue | null {
  if (kind === "element") return elementValue(text, at);
  OPENING_QUOTE.lastIndex = at;
  const quote = OPENING_QUOTE.exec(text);
  if (quote !== null) {
    const start = OPENING_QUOTE.lastIndex;
    const end = closingQuote(text, start, quote[1]!, quote[2]!);
    if (end < start) return null;
    const found = withFurtherPieces(text, foundValue(text, start, end, true, end + quote[1]!.length + 1));
    return found.text.length >= QUOTED_LENGTH_MIN ? found : null;
  }
  if (kind === "call") return null;
  RUN.lastIndex = at;
  const run = RUN.exec(text)?.[0];
  if (run === undefined) return null;
  const value = unquotedValue(beforeMark(run), before);
  if (value === "") return null;
  CONTINUED.lastIndex = at + value.length;
  const rest = CONTINUED.exec(text)?.[1];
  if (rest !== undefined) {
    return { ...foundValue(text, at, CONTINUED.lastIndex, false, CONTINUED.lastIndex), text: value + rest };
  }
  const isCut = value.length === RUN_LENGTH_MAX;
  const end = at + value.length;
  const tail = isCut ? 0 : tailOf(text, end, value.length === run.length);
  return { ...foundValue(text, at, end, false, end + tail), tail, isCut };
}

function foundValue(text: string, start: number, end: number, isQuoted: boolean, behind: number): FoundValue {
  const value = isQuoted ? beforeMark(text.slice(start, end)) : text.slice(start, end);
  const isLast = matchAt(LAST, text, behind) >= 0;
  const joined = value.includes("\n") ? value.replace(ESCAPED_BREAK, "") : value;
  return { start, end: start + value.length, text: joined, isQuoted, isLast, tail: 0, isCut: false };
}

/** Returns a quoted value with the pieces that code adds to it: `"..." + "..."`. */
function withFurtherPieces(text: string, first: FoundValue): FoundValue {
  let found = first;
  for (let piece = 0; piece < PIECES_MAX; piece++) {
    FURTHER_PIECE.lastIndex = found.end;
    const match = FURTHER_PIECE.exec(text);
    if (match === null) break;
    const end = FURTHER_PIECE.lastIndex - 1;
    found = { ...found, end, text: found.text + match[2]!, isLast: matchAt(LAST, text, end + 1) >= 0 };
  }
  return found;
}

function elementValue(text: string, at: number): FoundValue | null {
  const content = text.slice(at, at + QUOTED_LENGTH_MAX);
  const from = Math.max(0, content.search(/\S/));
  const end = content.slice(from).search(/[<\n]/);
  if (end < 1 || !/^\s{0,64}</.test(content.slice(from + end))) return null;
  const value = content.slice(from, from + end).trimEnd();
  const start = at + from;
  return foundValue(text, start, start + value.length, true, start + value.length);
}

/** Returns where the quote that began before `start` ends, or a place before `start` when its line ends first. */
function closingQuote(text: string, start: number, escaping: string, quote: string): number {
  const window = text.slice(start, start + QUOTED_LENGTH_MAX);
  const first = window.indexOf(escaping + quote);
  let end = first;
  // An escaped quote is part of the value, unless no unescaped quote follows.
  while (escaping === "" && end > 0 && window[end - 1] === "\\") end = window.indexOf(quote, end + 1);
  if (end < 0) end = first - 1;
  // An escaped line break is part of the value, too.
  const isBroken = end > 0 && window.slice(0, end).replace(ESCAPED_BREAK, "").includes("\n");
  return end < 0 || isBroken ? start - 1 : start + end;
}

/**
 * Returns how many characters behind an unquoted value still belong to it: a comma, a semicolon or an angle bracket,
 * and text that follows it directly.
 */
function tailOf(text: string, end: number, isWhole: boolean): number {
  if (!isWhole) return 0;
  const tail = /^[,;<>][^\s"'`,;<>=:{}[\]()|]{1,64}(?=\s|$)/.exec(text.slice(end, end + 67))?.[0] ?? "";
  return tail.length;
}

/** Returns the value up to the mark of a credential that was taken out earlier. */
function beforeMark(value: string): string {
  const mark = value.indexOf("[redacted:");
  return mark < 0 ? value : value.slice(0, mark);
}

/**
 * Returns the value without the brackets of a sentence around it. In the query of a URL it ends at the next parameter.
 */
function unquotedValue(run: string, before: string | undefined): string {
  const isParameter = before === "?" || before === "&" || before === "#";
  const value = run.split(isParameter ? /[&#]/ : /&(?=[\w.-]+=)/, 1)[0]!;
  let end = value.length;
  while (end > 0 && ")]}.:\\|".includes(value[end - 1]!)) end--;
  if (/\\[nrt]$/.test(value.slice(0, end))) end -= 2;
  return value.slice(0, end);
}

/** Returns where an unquoted value ends that is longer than the part that was read. */
export function endOfRun(text: string, start: number): number {
  const stop = /[\s"'`]|\[redacted:/g;
  stop.lastIndex = start;
  return stop.exec(text)?.index ?? text.length;
}
