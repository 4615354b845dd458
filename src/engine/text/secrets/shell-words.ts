// Reads the words of a command as it stands in a text: in a script, between backticks in a note, over several lines, or
// as a list of strings. Shells differ, and notes are not scripts. So reading ends where it is no longer certain that
// the command goes on.

/** A word of a command without its quotes. `offsets` holds the place in the text of each of its characters. */
export interface ShellWord {
  readonly text: string;
  readonly offsets: readonly number[];
  /** Whether the word began with a quote, or everything behind its option did: `-p'...'`. */
  readonly isQuoted: boolean;
}

/** Within a word a quote opens only behind an option or a sign: `-p'...'`, `user:"..."`. */
const BEFORE_QUOTE = /^(?:-{1,2}[A-Za-z]{1,3}|.*[=:%,/+])$/;
const MARK = /\[redacted: [^\]\n]{1,40}\]/y;
const ENDS = new Set(["|", ";", "&", ")", "\n", "\r", "<", ">"]);
const QUOTED_LENGTH_MAX = 1024;
const WORD_LENGTH_MAX = 4096;
const WORDS_MAX = 200;

/** Reads the words of a command from `at` to its end. The caller has read the command's name. */
export class CommandReader {
  readonly #text: string;
  #at: number;
  /** The quote around each word of a list such as `["mysql", "-p..."]`; "" in a shell. */
  readonly #listQuote: string;
  #count = 0;
  #isOver = false;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
    const quote = text[at] ?? "";
    const isList = (quote === '"' || quote === "'") && /^["'][ \t]{0,4},/.test(text.slice(at, at + 8));
    this.#listQuote = isList ? quote : "";
    if (isList) this.#at++;
  }

  /** The place in the text up to which the command has been read. */
  get position(): number {
    return this.#at;
  }

  /** Returns the next word, or null when the command ends. */
  next(): ShellWord | null {
    if (this.#isOver || ++this.#count > WORDS_MAX) return null;
    return this.#listQuote === "" ? this.#shellWord() : this.#listWord();
  }

  #listWord(): ShellWord | null {
    const text = this.#text;
    const gap = /[ \t]{0,4},\s{0,64}["']/y;
    gap.lastIndex = this.#at;
    if (!gap.test(text)) return null;
    const start = gap.lastIndex;
    const end = text.slice(start, start + QUOTED_LENGTH_MAX).indexOf(this.#listQuote);
    if (end < 0 || text.slice(start, start + end).includes("\n")) return null;
    this.#at = start + end + 1;
    const offsets = Array.from({ length: end }, (_, at) => start + at);
    return { text: text.slice(start, start + end), offsets, isQuoted: true };
  }

  #shellWord(): ShellWord | null {
    if (!this.#skipBlanks()) return null;
    const text = this.#text;
    const offsets: number[] = [];
    let word = "";
    let isQuoted = false;
    let closedAt = -1;
    const take = (from: number, to: number) => {
      for (let at = from; at < to; at++) offsets.push(at);
      word += text.slice(from, to);
    };
    while (this.#at < text.length && word.length < WORD_LENGTH_MAX) {
      const at = this.#at;
      const unit = text[at]!;
      if (unit === " " || unit === "\t" || unit === "`" || (ENDS.has(unit) && !this.#isInside(at))) break;
      if (unit === '"' || unit === "'") {
        const mayOpen = word === "" || closedAt === at || BEFORE_QUOTE.test(word);
        const end = mayOpen ? this.#endOfQuoted(at) : -1;
        if (end < 0) {
          this.#isOver = true;
          break;
        }
        if (word === "" || BEFORE_QUOTE.test(word)) isQuoted = true;
        take(at + 1, end);
        closedAt = end + 1;
        this.#at = end + 1;
        continue;
      }
      const behind = this.#endOfPiece(at);
      take(unit === "\\" ? at + 1 : at, behind);
      this.#at = behind;
    }
    return word === "" && !isQuoted ? null : { text: word, offsets, isQuoted };
  }

  /** Moves to the next word. Returns false when the command ends here. */
  #skipBlanks(): boolean {
    const blanks = /(?:[ \t]|(?:\\|`|\^)\r?\n)*/y;
    blanks.lastIndex = this.#at;
    blanks.test(this.#text);
    this.#at = blanks.lastIndex;
    const unit = this.#text[this.#at];
    return unit !== undefined && unit !== "`" && unit !== "#" && !ENDS.has(unit);
  }

  /** Whether an ampersand has no blank around it. In notes it is then part of a word. */
  #isInside(at: number): boolean {
    return this.#text[at] === "&" && /^[^\s&|;]&[^\s&|;]/.test(this.#text.slice(at - 1, at + 2));
  }

  /**
   * Returns where the quoted part that opens at `at` ends, or -1 when there is no quote or it is not closed on its
   * line.
   */
  #endOfQuoted(at: number): number {
    const quote = this.#text[at]!;
    const part = this.#text.slice(at + 1, at + 1 + QUOTED_LENGTH_MAX);
    for (let end = 0; end < part.length; end++) {
      if (part[end] === "\n") return -1;
      if (part[end] === "\\" && quote === '"') end++;
      else if (part[end] === quote) return at + 1 + end;
    }
    return -1;
  }

  /**
   * Returns where an unquoted piece ends: a character, an escaped character, a substitution, or the mark of a
   * redaction.
   */
  #endOfPiece(at: number): number {
    const text = this.#text;
    if (text[at] === "[") {
      MARK.lastIndex = at;
      if (MARK.test(text)) return MARK.lastIndex;
    }
    if (text[at] === "$" && text[at + 1] === "(") {
      const end = text.slice(at, at + QUOTED_LENGTH_MAX).search(/[)\n]/);
      if (end > 0) return at + end + 1;
    }
    if (text[at] === "\\" && at + 1 < text.length && text[at + 1] !== "\n") return at + 2;
    return at + 1;
  }
}
