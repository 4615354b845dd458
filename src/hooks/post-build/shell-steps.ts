// Splits a command line of the shell into its simple commands, in order. It is no shell: nothing is expanded, groups
// are flat, and what it does not understand is skipped. It reads each character once.

/** One simple command. */
export interface ShellStep {
  /** The words, without quotes and redirections. */
  readonly words: readonly string[];
  /** The operator between this command and the next one; "" behind the last. */
  readonly after: "" | "&&" | "||" | "|" | ";";
  /**
   * The round brackets around the command, each as a number with a dot: "" is outside, "1." in the first brackets,
   * "1.2." in the second brackets of the line, which stand within the first.
   */
  readonly group: string;
}

/** A longer command line is cut, in code units: a here-document can have any length. */
const COMMAND_LENGTH_MAX = 16 * 1024;
const STEPS_MAX = 64;
const WORD_END = /[\s;&|()<>'"\\`$]/g;

/** The simple commands of a command line, in order. */
export function shellSteps(command: string): ShellStep[] {
  return new ShellReader(command.slice(0, COMMAND_LENGTH_MAX)).read();
}

class ShellReader {
  readonly #text: string;
  #at = 0;
  #word: string | null = null;
  #words: string[] = [];
  /** Whether the next word is the target of a redirection. */
  #isTarget = false;
  /** The end marks of the here-documents that begin on the next line. */
  #documents: string[] = [];
  readonly #steps: { words: readonly string[]; after: ShellStep["after"]; group: string }[] = [];
  #group = "";
  #groups = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellStep[] {
    while (this.#at < this.#text.length && this.#steps.length < STEPS_MAX) this.#take(this.#text[this.#at]!);
    this.#endStep("");
    return this.#steps;
  }

  #take(character: string): void {
    switch (character) {
      case "\\":
        this.#takeEscape();
        break;
      case "'":
        this.#add(this.#until("'", this.#at + 1));
        break;
      case '"':
        this.#takeQuoted();
        break;
      case "`":
        this.#until("`", this.#at + 1);
        this.#add("`");
        break;
      case "$":
        this.#takeDollar();
        break;
      case "#":
        if (this.#word === null) this.#at = this.#lineEnd();
        else this.#addPlain();
        break;
      case "<":
      case ">":
        this.#takeRedirection(character);
        break;
      case "\n":
        this.#at++;
        this.#endStep(";");
        this.#skipDocuments();
        break;
      case " ":
      case "\t":
      case "\r":
        this.#at++;
        this.#endWord();
        break;
      case "(":
      case ")":
        this.#at++;
        this.#endStep("");
        this.#group = character === "(" ? `${this.#group}${++this.#groups}.` : this.#group.replace(/\d+\.$/, "");
        break;
      case ";":
      case "&":
      case "|":
        this.#takeOperator(character);
        break;
      default:
        this.#addPlain();
    }
  }

  #add(text: string): void {
    this.#word = (this.#word ?? "") + text;
  }

  /** Adds characters up to the next one that may have a meaning. */
  #addPlain(): void {
    WORD_END.lastIndex = this.#at + 1;
    const end = WORD_END.exec(this.#text)?.index ?? this.#text.length;
    this.#add(this.#text.slice(this.#at, end));
    this.#at = end;
  }

  #takeEscape(): void {
    const next = this.#text[this.#at + 1] ?? "";
    const isLineBreak = next === "\n" || (next === "\r" && this.#text[this.#at + 2] === "\n");
    if (!isLineBreak) this.#add(next);
    this.#at += isLineBreak && next === "\r" ? 3 : 2;
  }

  #takeQuoted(): void {
    let text = "";
    let at = this.#at + 1;
    for (; at < this.#text.length && this.#text[at] !== '"'; at++) {
      if (this.#text[at] === "\\") at++;
      text += this.#text[at] ?? "";
    }
    this.#at = at + 1;
    this.#add(text);
  }

  /** Returns the text from `from` to the next `end`, and moves behind that. */
  #until(end: string, from: number): string {
    const found = this.#text.indexOf(end, from);
    const stop = found < 0 ? this.#text.length : found;
    this.#at = stop + end.length;
    return this.#text.slice(from, stop);
  }

  #takeDollar(): void {
    this.#add("$");
    this.#at++;
    if (this.#text[this.#at] === "(") this.#skipGroup();
  }

  /** Skips a group in round brackets with everything in it. */
  #skipGroup(): void {
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === "(") depth++;
      else if (this.#text[this.#at] === ")" && --depth === 0) break;
    }
    this.#at++;
  }

  #takeRedirection(character: string): void {
    // The number in `2>` is no word.
    if (this.#word !== null && /^\d+$/.test(this.#word)) this.#word = null;
    this.#endWord();
    const operator = /[<>|&]{1,3}-?/y;
    operator.lastIndex = this.#at;
    const found = operator.exec(this.#text)?.[0] ?? character;
    this.#at += found.length;
    if (found.startsWith("<<") && found !== "<<<") {
      const end = /[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()]+))/y;
      end.lastIndex = this.#at;
      const match = end.exec(this.#text);
      if (match === null) return;
      this.#at = end.lastIndex;
      this.#documents.push(match[1] ?? match[2] ?? match[3]!);
    } else if (this.#text[this.#at] === "(") this.#skipGroup();
    else this.#isTarget = true;
  }

  #takeOperator(character: ";" | "&" | "|"): void {
    if (character === "&" && this.#text[this.#at + 1] === ">") {
      this.#at++;
      this.#takeRedirection(">");
      return;
    }
    const isDouble = this.#text[this.#at + 1] === character;
    this.#at += isDouble || (character === "|" && this.#text[this.#at + 1] === "&") ? 2 : 1;
    if (character === ";" || (character === "&" && !isDouble)) this.#endStep(";");
    else if (character === "&") this.#endStep("&&");
    else this.#endStep(isDouble ? "||" : "|");
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (!this.#isTarget) this.#words.push(this.#word);
    this.#isTarget = false;
    this.#word = null;
  }

  #endStep(after: ShellStep["after"]): void {
    this.#endWord();
    this.#isTarget = false;
    const last = this.#steps[this.#steps.length - 1];
    if (this.#words.length > 0) this.#steps.push({ words: this.#words, after, group: this.#group });
    // An operator behind a group belongs to the last command of the group.
    else if (last !== undefined && last.after === "") last.after = after;
    this.#words = [];
  }

  #lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #skipDocuments(): void {
    for (const name of this.#documents) {
      while (this.#at < this.#text.length) {
        const end = this.#lineEnd();
        const line = this.#text.slice(this.#at, end).trim();
        this.#at = end + 1;
        if (line === name) break;
      }
    }
    this.#documents = [];
  }
}
