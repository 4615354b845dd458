// The tokens of SQL, in the dialects of PostgreSQL, MySQL, SQLite, SQL Server and Oracle. Comments, and the lines that
// are for a client and not for the server, are left out. Imports nothing.
//
// Invariants:
// - The time grows with the text: a search for the end of a text that failed is not made again.
// - Never fails. A quote that seems stray ends with its line.

/** A word, a name in quotes, a string, a body, a sign; or what ends statements: a delimiter, a line that ends a batch. */
export interface SqlToken {
  readonly kind: "word" | "name" | "text" | "sign" | "delimiter" | "batch";
  /** Of a name without its quotes. */
  readonly text: string;
  /** Where that text begins. */
  readonly at: number;
  /** Where the token begins and ends, with its quotes. */
  readonly from: number;
  readonly to: number;
}

const PATTERN = "--.*|/\\*!?\\d*|\\*/|\\$(?:[A-Za-z_]\\w*)?\\$|[\\w\\u0080-\\uffff]+|\\[[\\w .$-]{1,128}\\]|\\S";
const BODY_MARK = /\$(?:[A-Za-z_]\w*)?\$/g;
const MYSQL = /`|\bAUTO_INCREMENT\b|^DELIMITER\b/im;
const BATCH_LINE = /(?:GO|\/)[ \t]*\r?(?=\n|$)/iy;
/** Where a file has batches, a body of a function goes to the end of its batch. */
const ANY_BATCH_LINE = /^(?:GO|\/)[ \t]*\r?$/im;
const DELIMITER_LINE = /DELIMITER[ \t]+(\S{1,8}).*/iy;
const CLIENT_LINE = /[\\#].*/y;
/** A statement in what was taken for a string; so often is it not believed. */
const STATEMENT = /\nCREATE\s/i;
const STRAY_MAX = 100;
/** A longer name in quotes is none, in code units. */
const NAME_MAX = 256;

export class SqlTokens {
  /** What ends statements at this place. */
  delimiter = ";";
  readonly hasBatches: boolean;
  readonly #text: string;
  readonly #isMySql: boolean;
  /** The last place of each mark around a body. */
  readonly #lastMark = new Map<string, number>();
  /** What is not in the rest of the text. */
  readonly #missing = new Set<string>();
  #pattern = new RegExp(PATTERN, "g");
  #at = 0;
  #last = "";
  #stray = 0;

  constructor(text: string) {
    this.#text = text;
    this.hasBatches = ANY_BATCH_LINE.test(text);
    this.#isMySql = MYSQL.test(text);
    if (!this.#isMySql) for (const { 0: mark, index } of text.matchAll(BODY_MARK)) this.#lastMark.set(mark, index);
  }

  /** The next token; null at the end of the text. */
  next(): SqlToken | null {
    for (;;) {
      this.#pattern.lastIndex = this.#at;
      const match = this.#pattern.exec(this.#text);
      if (match === null) return null;
      const [found] = match;
      const { index } = match;
      this.#at = index + found.length;
      // What only some versions of MySQL run is code.
      if (found.startsWith("--") || found.startsWith("/*!") || found === "*/") continue;
      if (found.startsWith("/*")) {
        this.#at = this.#behind("*/", this.#at) ?? this.#text.length;
        continue;
      }
      if (index === 0 || this.#text[index - 1] === "\n") {
        const line = this.#clientLine(index);
        if (line === "skip") continue;
        if (line !== null) return line;
      }
      return this.#token(found, index);
    }
  }

  /** Skips the rows behind `COPY ... FROM stdin;`. */
  skipRows(): void {
    this.#at = this.#behind("\n\\.", this.#at) ?? this.#at;
  }

  #token(found: string, from: number): SqlToken {
    let kind: SqlToken["kind"] = /^[\w\u0080-\uffff]/.test(found) ? "word" : "sign";
    if (found === this.delimiter) kind = "delimiter";
    else if (found === "'") {
      this.#at = this.#stringEnd(from);
      kind = "text";
    } else if (found === '"' || found === "`") {
      const length = this.#text.slice(from + 1, from + NAME_MAX).search(found === '"' ? /["\n]/ : /[`\n]/);
      if (length >= 0 && this.#text[from + 1 + length] === found) {
        this.#at = from + length + 2;
        kind = "name";
      }
    } else if (found.length > 1 && found.startsWith("[")) kind = "name";
    else if (found.length > 1 && (this.#lastMark.get(found) ?? -1) >= this.#at) {
      this.#at = this.#text.indexOf(found, this.#at) + found.length;
      kind = "text";
    }
    this.#last = found;
    const to = this.#at;
    const at = kind === "name" ? from + 1 : from;
    const text = kind === "text" ? "" : this.#text.slice(at, kind === "name" ? to - 1 : to);
    return { kind, text, at, from, to };
  }

  /** A line at the margin that is for the client: a token, or nothing; null for other lines. */
  #clientLine(from: number): SqlToken | "skip" | null {
    const delimiter = this.#isMySql ? this.#match(DELIMITER_LINE, from) : null;
    if (delimiter !== null) {
      this.delimiter = delimiter[1]!;
      const own = this.delimiter === ";" ? "" : `${RegExp.escape(this.delimiter)}|`;
      this.#pattern = new RegExp(own + PATTERN, "g");
    }
    const batch = delimiter ?? this.#match(BATCH_LINE, from);
    if (batch !== null) return { kind: "batch", text: "", at: from, from, to: this.#at };
    return this.#match(CLIENT_LINE, from) === null ? null : "skip";
  }

  #match(pattern: RegExp, from: number): RegExpExecArray | null {
    pattern.lastIndex = from;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  /** Behind the quote that closes a string. Quotes in it are doubled, or have a backslash in front. */
  #stringEnd(from: number): number {
    const hasEscapes = this.#isMySql || /^E$/i.test(this.#last);
    let end = from + 1;
    for (;;) {
      const quote = this.#behind("'", end);
      if (quote === null) return this.#lineEnd(from);
      end = quote;
      if (hasEscapes && this.#isEscaped(end - 1, from)) continue;
      if (this.#text[end] !== "'") break;
      end++;
    }
    const isBody = /^AS$/i.test(this.#last);
    if (isBody || this.#stray >= STRAY_MAX || !STATEMENT.test(this.#text.slice(from, end))) return end;
    this.#stray++;
    return this.#lineEnd(from);
  }

  #isEscaped(at: number, start: number): boolean {
    let from = at;
    while (from > start && this.#text[from - 1] === "\\") from--;
    return (at - from) % 2 === 1;
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf("\n", from);
    return end < 0 ? this.#text.length : end;
  }

  /** Behind the next place of a text; null where there is none. */
  #behind(text: string, from: number): number | null {
    const at = this.#missing.has(text) ? -1 : this.#text.indexOf(text, from);
    if (at < 0) this.#missing.add(text);
    return at < 0 ? null : at + text.length;
  }
}
