// The scanner without a parser. It finds definitions line by line, in the same languages and in the same form as the
// scanner with a parser. It serves hooks, which may load nothing heavy, and files that the parser cannot take. It finds
// no fields and no uses.
//
// Invariants:
// - At most LINES_MAX lines are read, each up to LINE_LENGTH_MAX code units. No file and no clock is used.
// - The time grows with the lines, however deep they nest.
// - Patterns are tried on lines without comments and strings.

import { lineMask } from "./code-mask.ts";
import { hasEmbeddedCode } from "./embedded-script.ts";
import { hasParser, type Language, type ParsedLanguage } from "./languages.ts";
import { type LineRule, layoutOf, lineRules } from "./light-rules.ts";
import {
  ANGLES,
  BRACKETS,
  CLOSINGS,
  CONTINUATION,
  DIVISION,
  GROUP,
  INDENTLESS,
  LABEL,
  LINKAGE,
  STATEMENT,
  TYPE_LIST,
  UNFINISHED,
  UNNAMED,
  withoutPrefix,
} from "./line-shapes.ts";
import { type FoundDefinition, nestSymbols } from "./nesting.ts";
import { parserText } from "./parser-text.ts";
import { scanSql } from "./sql-scanner.ts";
import type { SymbolScanner, SymbolTable } from "./symbol-scanner.ts";

/** How many lines of a text are read. */
export const LINES_MAX = 500;
const LINE_LENGTH_MAX = 400;
/** So many brackets are counted at most, and so many definitions open at once: of more the outermost ends. */
const BRACKETS_MAX = 256;
const OPEN_MAX = 64;

const TYPE_KINDS: ReadonlySet<string> = new Set(
  "class enum extension interface module object scope struct trait".split(" "),
);
const SPACE_KINDS: ReadonlySet<string> = new Set(["module", "namespace"]);
/** What opens the columns of a table or the body of a function. */
const SQL_BODY = /(?: ?\(| (?:AS|IS)(?: \$\w*\$)?)$/i;

/** A definition whose end may move on. */
type Found = FoundDefinition & { end: number; endLine: number };

/** A definition whose end is not reached yet. */
interface Open {
  readonly found: Found;
  /** How many brackets were open before it. */
  readonly level: number;
  readonly indent: number;
  hasBody: boolean;
}

/** One line as the scan sees it. */
interface Line {
  readonly number: number;
  /** Offset of the line in the text; `indent` counts the white space in front of its code. */
  readonly start: number;
  readonly indent: number;
  readonly raw: string;
  /** Without comments, strings and surrounding white space. */
  readonly code: string;
  /** Whether only its beginning is read. */
  readonly isCut: boolean;
}

function extendTo(found: Found, { start, raw, number }: Line): void {
  found.end = start + raw.length;
  found.endLine = number;
}

class Scan {
  readonly found: Found[] = [];
  readonly #rules: readonly LineRule[];
  readonly #isIndented: boolean;
  readonly #hasPrototypes: boolean;
  readonly #isFlush: boolean;
  readonly #hasDocstrings: boolean;
  readonly #statement: RegExp | null;
  readonly #closing: RegExp | null;
  readonly #open: Open[] = [];
  /** The open brackets, and how many of them are braces. */
  readonly #brackets: string[] = [];
  #braces = 0;
  /** How many lists of type parameters are open in the one that goes on in further lines. */
  #angles = 0;
  /** Of the open braces of namespaces without a name: how many brackets are outside of each. */
  #unnamed: number[] = [];
  #group: string | null = null;
  /** The directive of C that the line before goes on with, and what it defines; null: it does not. */
  #directive: { readonly definition: Found | null } | null = null;

  constructor(language: ParsedLanguage) {
    this.#rules = lineRules(language);
    this.#isIndented = layoutOf(language) === "indentation";
    this.#hasPrototypes = language === "c" || language === "cpp";
    this.#isFlush = !INDENTLESS.has(language);
    this.#hasDocstrings = language === "python";
    this.#statement = this.#isIndented && language !== "scala" ? STATEMENT : null;
    this.#closing = CLOSINGS[language] ?? null;
  }

  take(line: Line, next: string): void {
    if (this.#directive !== null) {
      this.#goOnDirective(line);
      return;
    }
    if (line.code === "") {
      if (this.#hasDocstrings && line.raw.trim() !== "") this.#takeText(line);
      return;
    }
    if (LINKAGE.test(line.code)) return;
    if (this.#hasPrototypes && line.code.startsWith("#")) {
      this.#takeDirective(line);
      return;
    }
    if (this.#isFlush && line.indent === 0 && this.#isBeginning(line.code)) this.#startOver();
    if (this.#statement?.test(line.code) === true && this.#isInList()) this.#closeBrackets(0);
    if (this.#isIndented && !this.#isInList()) this.#closeIndented(line);
    if (this.#hasPrototypes && UNNAMED.test(line.code)) this.#unnamed.push(this.#brackets.length);
    if (line.code === ")" && !this.#isInList()) this.#group = null;
    const definition = this.#isInList() || this.#isWaiting() ? null : this.#definition(line);
    if (definition !== null) {
      this.found.push(definition);
      const level = this.#brackets.length;
      if (this.#open.length === OPEN_MAX) this.#open.shift();
      this.#open.push({ found: definition, level, indent: line.indent, hasBody: this.#isIndented });
    }
    const depth = this.#brackets.length;
    if (this.#angles > 0) this.#goOnTypes(line.code);
    this.#follow(line.code);
    if (definition !== null && !this.#isIndented && TYPE_LIST.test(line.code)) {
      this.#brackets.push("<");
      this.#angles = 1;
    }
    // A line that is cut holds data most often: it closes what it opens.
    if (line.isCut) this.#closeBrackets(depth);
    for (const { found } of this.#open) extendTo(found, line);
    if (!this.#isIndented) this.#closeBraces(line, next);
  }

  /** Whether a line at the margin begins something new. */
  #isBeginning(code: string): boolean {
    if (!/^[\w@]/.test(code) || LABEL.test(code)) return false;
    return !(CONTINUATION.test(code) && this.#open.some((open) => !open.hasBody));
  }

  /** A directive of C: what it holds is code elsewhere, so its brackets do not count. It may go on in further lines. */
  #takeDirective(line: Line): void {
    const definition = this.#definition(line);
    if (definition !== null) this.found.push(definition);
    this.#directive = { definition };
    this.#goOnDirective(line);
  }

  #goOnDirective(line: Line): void {
    const ended = [this.#directive?.definition ?? null, ...this.#open.map(({ found }) => found)];
    for (const each of ended) if (each !== null) extendTo(each, line);
    if (!line.raw.trimEnd().endsWith("\\")) this.#directive = null;
  }

  /** Whether a definition waits for its body: what comes first is still a part of it, as are values for members in C++. */
  #isWaiting(): boolean {
    const last = this.#open.at(-1);
    return last !== undefined && !last.hasBody && last.level === this.#brackets.length;
  }

  /** A line of nothing but text, as in a docstring, belongs to what is indented less. A comment does, too. */
  #takeText(line: Line): void {
    for (const open of this.#open) {
      if (open.indent >= line.indent) break;
      extendTo(open.found, line);
    }
  }

  /**
   * Whether the line stands in parentheses or square brackets, and so in a list of parameters or values. The
   * parenthesis of a group does not count. A list of type parameters is one, too.
   */
  #isInList(): boolean {
    const last = this.#brackets.at(-1);
    return last === "[" || last === "<" || (last === "(" && (this.#group === null || this.#brackets.length > 1));
  }

  #definition(line: Line): Found | null {
    // Within a function such a group is a list like others.
    const group = this.#brackets.length === 0 ? GROUP.exec(line.code)?.[1] : undefined;
    if (group !== undefined) {
      this.#group = group;
      return null;
    }
    const own = this.#hasPrototypes ? withoutPrefix(line.code) : line.code;
    const code = this.#group === null || this.#brackets.length > 1 ? own : `${this.#group} ${own}`;
    const added = code.length - line.code.length;
    const parent = this.#open.findLast((open) => open.hasBody) ?? null;
    for (const { kind, pattern, where } of this.#rules) {
      if (!this.#isPlace(where, parent, line.indent)) continue;
      const match = pattern.exec(code);
      const name = match?.groups?.name;
      if (match === null || name === undefined) continue;
      const at = Math.max(0, match[0].lastIndexOf(name) + match.index - added);
      const isPrototype = this.#hasPrototypes && kind === "function" && /\)[^{]*;$/.test(code);
      return {
        kind: isPrototype ? "prototype" : kind,
        name,
        nameOffset: line.start + line.indent + at,
        start: line.start + line.indent,
        end: line.start + line.raw.length,
        line: line.number,
        endLine: line.number,
        signature: signatureOf(line),
        header: kind === "scope" ? line.code : code.slice(0, at + added),
        receiver: match.groups?.receiver?.replace(/<[^>]*>/g, "").replaceAll("::", ".") ?? null,
      };
    }
    return null;
  }

  /** Whether a rule for `where` applies to a line inside of `parent`. */
  #isPlace(where: LineRule["where"], parent: Open | null, indent: number): boolean {
    if (where === "any") return true;
    if (where === "top") {
      const outer = this.#open.filter((open) => open.hasBody);
      const isOuter = outer.every(({ found }) => SPACE_KINDS.has(found.kind));
      return isOuter && (this.#isIndented ? indent === 0 : this.#braces - this.#unnamed.length === outer.length);
    }
    return parent !== null && TYPE_KINDS.has(parent.found.kind) && this.#brackets.length === parent.level + 1;
  }

  /**
   * Forgets the open brackets at a word at the margin, which begins something new. A bracket that seems open may come
   * from text that is no code.
   */
  #startOver(): void {
    this.#closeBrackets(0);
    if (!this.#isIndented) this.#open.length = 0;
  }

  #follow(code: string): void {
    for (const character of code.match(BRACKETS) ?? []) {
      if ("([{".includes(character) && this.#brackets.length >= BRACKETS_MAX) continue;
      if (character === "(" || character === "[") this.#brackets.push(character);
      else if (character === "{") {
        for (const open of this.#open) if (open.level === this.#brackets.length) open.hasBody = true;
        this.#brackets.push(character);
        this.#braces++;
      } else if (character === "}") {
        if (this.#braces > 0) this.#closeBrackets(this.#brackets.lastIndexOf("{"));
      } else if (character === ")" && this.#brackets.at(-1) === "(") this.#brackets.pop();
      else if (character === "]" && this.#brackets.at(-1) === "[") this.#brackets.pop();
    }
  }

  /** Follows a list of type parameters, which ends where more are closed than opened. */
  #goOnTypes(code: string): void {
    for (const sign of code.match(ANGLES) ?? []) {
      if (sign === "<") this.#angles++;
      else if (sign === ">" && --this.#angles === 0) {
        this.#closeBrackets(this.#brackets.lastIndexOf("<"));
        return;
      }
    }
  }

  /** Closes all brackets but the first `count`, if there are more. */
  #closeBrackets(count: number): void {
    while (this.#brackets.length > count) if (this.#brackets.pop() === "{") this.#braces--;
    if (this.#angles > 0 && !this.#brackets.includes("<")) this.#angles = 0;
    if (this.#unnamed.length > 0) this.#unnamed = this.#unnamed.filter((outside) => outside < count);
  }

  /** Closes the definitions that end with this line: their brackets are closed, and no body can follow any more. */
  #closeBraces(line: Line, next: string): void {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      const isWaiting = !last.hasBody && (CONTINUATION.test(next) || UNFINISHED.test(line.code));
      if (this.#brackets.length > last.level || isWaiting) return;
      this.#open.pop();
    }
  }

  /**
   * Closes the definitions that a line with no deeper indentation ends. A line `end`, in Scala `}`, belongs to the
   * definition that it ends.
   */
  #closeIndented(line: Line): void {
    for (let last = this.#open.at(-1); last !== undefined && line.indent <= last.indent; last = this.#open.at(-1)) {
      if (this.#closing !== null && DIVISION.test(line.code) && line.indent === last.indent) return;
      if (this.#closing?.test(line.code) === true && line.indent === last.indent) {
        extendTo(last.found, line);
      }
      this.#open.pop();
    }
  }
}

/** What a line declares, without its comment and what opens its body; the line begins in no string and no comment. */
export function declarationOn(line: string, language: Language): string {
  const raw = line.slice(0, LINE_LENGTH_MAX);
  const code = lineMask(language)(raw).trim();
  const declared = signatureOf({ raw, code, indent: raw.length - raw.trimStart().length });
  return language === "sql" ? declared.replace(SQL_BODY, "") : declared;
}

function signatureOf({ raw, code, indent }: Pick<Line, "raw" | "code" | "indent">): string {
  // The code without its comment but with its strings.
  const text = raw.slice(indent, indent + code.length);
  return text
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "")
    .replace(/\s+/g, " ")
    .replace(/\s*(?:[{:=;,]|=>)+$/, "");
}

/** Scans the first `linesMax` lines of a text. Never fails. */
export function scanLines(source: string, language: Language, linesMax = LINES_MAX): SymbolTable {
  if (!hasParser(language)) return scanStatements(source, language, linesMax);
  const code = parserText(source, language);
  const text = hasEmbeddedCode(language) ? code : source;
  const mask = lineMask(language);
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length && lines.length < linesMax) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const raw = text.slice(start, Math.min(end, start + LINE_LENGTH_MAX));
    const masked = mask(code.slice(start, start + raw.length));
    lines.push({
      number: lines.length + 1,
      start,
      indent: raw.length - raw.trimStart().length,
      raw,
      code: masked.trim(),
      isCut: end - start > LINE_LENGTH_MAX,
    });
    start = end + 1;
  }
  const scanned = new Scan(language);
  for (const [at, line] of lines.entries()) scanned.take(line, nextCode(lines, at));
  const symbols = nestSymbols(scanned.found, language, text);
  return { symbols, brokenLines: 0, isLight: true };
}

function scanStatements(source: string, language: Language, linesMax: number): SymbolTable {
  const text = source.split("\n").slice(0, linesMax).join("\n");
  const found = scanSql(text).map((each) => ({ ...each, signature: declarationOn(each.signature, language) }));
  return { symbols: nestSymbols(found, language, text), brokenLines: 0, isLight: true };
}

/** How far ahead the next line of code is looked for. */
const AHEAD_MAX = 5;

function nextCode(lines: readonly Line[], at: number): string {
  for (let next = at + 1; next < Math.min(lines.length, at + AHEAD_MAX); next++) {
    if (lines[next]!.code !== "") return lines[next]!.code;
  }
  return "";
}

/** The scanner without a parser. */
export const lightScanner: SymbolScanner = { scan: (text, language) => scanLines(text, language) };
