// Made-up code in several languages: words by Zipf's law, functions, classes, comments, text. Equal arguments give equal
// files on every machine. What is ranked in it means nothing; how much there is of what is as in real trees. Pure.

import { SEED } from "../corpora.ts";
import { Corpus, Random } from "../corpus.ts";

/** A file of a tree. */
export interface MadeFile {
  readonly path: string;
  readonly text: string;
}

/** How a language writes what all of them have. `%` stands for names, `$` for the end of a statement. */
interface Syntax {
  readonly extension: string;
  /** How many of a hundred files. */
  readonly share: number;
  readonly comment: string;
  readonly import: string;
  /** Null: functions stand alone. */
  readonly type: string | null;
  readonly function: string;
  readonly method: string;
  /** What ends a block; null: indentation does. */
  readonly end: string | null;
  readonly condition: string;
  readonly terminator: string;
  readonly isSnake: boolean;
}

const BRACES = { comment: "//", end: "}", terminator: ";" };
const SYNTAXES: readonly Syntax[] = [
  {
    ...{ ...BRACES, extension: "ts", share: 30, isSnake: false, import: 'import { % } from "./%.ts";' },
    ...{ type: "export class % {", function: "export function %(%: string, %: number) {", method: "%(%: number) {" },
    condition: "if (% > %) {",
  },
  {
    ...{ extension: "py", share: 20, comment: "#", end: null, terminator: "", isSnake: true },
    ...{ import: "from % import %", type: "class %:", function: "def %(%, %):", method: "def %(self, %):" },
    condition: "if % > %:",
  },
  {
    ...{ ...BRACES, extension: "rs", share: 15, isSnake: true, import: "use crate::%::%;", type: "impl % {" },
    ...{ function: "pub fn %(%: &str, %: usize) {", method: "fn %(&self, %: usize) {", condition: "if % > % {" },
  },
  {
    ...{ ...BRACES, extension: "go", share: 15, terminator: "", isSnake: false, import: 'import "%/%"' },
    ...{ type: null, function: "func %(% string, % int) {", method: "% func(% int) {" },
    condition: "if % > % {",
  },
  {
    ...{ ...BRACES, extension: "c", share: 10, isSnake: true, import: "#include <%/%.h>", type: null },
    ...{ function: "static int %(char *%, int %) {", method: "", condition: "if (% > %) {" },
  },
];
const MARKDOWN_SHARE = 10;

/** Means of what follows exponential laws, in lines. */
const FILE_LINES_MEAN = 190;
const FILE_LINES_MIN = 25;
const FILE_LINES_MAX = 4000;
const BODY_LINES_MEAN = 40;
const DOC_LINES_MAX = 4;
/** A package for so many lines, and so many folders in each. */
const PACKAGE_LINES = 40_000;
const FOLDERS = 12;
const TEST_SHARE = 0.15;
const INDENT = "  ";

/** Files with so many lines together, in a stable order. */
export function* madeFiles(lines: number): Generator<MadeFile> {
  const writer = new CodeWriter(lines);
  for (let left = lines, number = 0; left > 0; number++) {
    const file = writer.file(number, left);
    left -= file.text.split("\n").length - 1;
    yield file;
  }
}

/** Words of the same kind, as messages of commits. */
export function madeSentences(): (about: string) => string {
  const corpus = new Corpus(SEED, 1, SEED + 2);
  const random = new Random(SEED + 3);
  return (about) => {
    const words = Array.from({ length: 3 + random.below(5) }, () => corpus.word());
    return `${words.join(" ")} in ${about}`;
  };
}

class CodeWriter {
  readonly #corpus = new Corpus(SEED, 1, SEED);
  readonly #random = new Random(SEED + 1);
  readonly #packages: readonly string[];
  #lines: string[] = [];

  constructor(lines: number) {
    this.#packages = Array.from({ length: 1 + Math.ceil(lines / PACKAGE_LINES) }, () => this.#words(2, "-"));
  }

  /** File `number`, of at most `most` lines. */
  file(number: number, most: number): MadeFile {
    this.#lines = [];
    const drawn = FILE_LINES_MIN + this.#exponential(FILE_LINES_MEAN);
    const count = Math.min(most, drawn, FILE_LINES_MAX);
    const syntax = this.#syntax();
    if (syntax === null) this.#markdown(count);
    else this.#code(syntax, count);
    this.#lines.length = count;
    const extension = syntax?.extension ?? "md";
    return { path: this.#path(extension, number), text: `${this.#lines.join("\n")}\n` };
  }

  #path(extension: string, number: number): string {
    const main = this.#random.next() < TEST_SHARE ? "tests" : "src";
    const place = this.#packages[this.#random.below(this.#packages.length)]!;
    const folder = extension === "md" ? "docs" : `${main}/part-${this.#random.below(FOLDERS)}`;
    return `${place}/${folder}/${this.#words(2, "-")}-${number.toString(36)}.${extension}`;
  }

  #syntax(): Syntax | null {
    let drawn = this.#random.below(SYNTAXES.reduce((sum, { share }) => sum + share, MARKDOWN_SHARE));
    for (const syntax of SYNTAXES) {
      if (drawn < syntax.share) return syntax;
      drawn -= syntax.share;
    }
    return null;
  }

  #code(syntax: Syntax, count: number): void {
    for (let at = this.#random.below(8); at >= 0; at--) this.#lines.push(this.#filled(syntax.import, syntax));
    while (this.#lines.length < count) {
      this.#lines.push("");
      if (syntax.type === null || this.#random.next() < 0.7) {
        this.#function(syntax, syntax.function, "");
        continue;
      }
      this.#lines.push(this.#filled(syntax.type, syntax));
      for (let methods = 1 + this.#random.below(8); methods > 0; methods--) {
        this.#function(syntax, syntax.method, INDENT);
        this.#lines.push("");
      }
      if (syntax.end !== null) this.#lines.push(syntax.end);
    }
  }

  #function(syntax: Syntax, head: string, indent: string): void {
    for (let doc = this.#random.below(DOC_LINES_MAX); doc > 0; doc--) {
      this.#lines.push(`${indent}${syntax.comment} ${this.#words(4 + this.#random.below(7), " ")}`);
    }
    this.#lines.push(indent + this.#filled(head, syntax));
    const inner = indent + INDENT;
    for (let left = 1 + this.#exponential(BODY_LINES_MEAN); left > 0; left--) {
      const drawn = this.#random.next();
      if (drawn < 0.12) {
        this.#lines.push(inner + this.#filled(syntax.condition, syntax));
        this.#lines.push(`${inner}${INDENT}${this.#statement(syntax)}`);
        if (syntax.end !== null) this.#lines.push(inner + syntax.end);
      } else if (drawn < 0.18)
        this.#lines.push(`${inner}${syntax.comment} ${this.#words(3 + this.#random.below(6), " ")}`);
      else this.#lines.push(inner + this.#statement(syntax));
    }
    this.#lines.push(`${inner}return ${this.#name(syntax)}${syntax.terminator}`);
    if (syntax.end !== null) this.#lines.push(indent + syntax.end);
  }

  #statement(syntax: Syntax): string {
    const forms = ["% = %(%)", "%.%()", "% = % + 1", "% = 0", `%("${this.#words(2, " ")}")`];
    return this.#filled(forms[this.#random.below(forms.length)]!, syntax) + syntax.terminator;
  }

  #markdown(count: number): void {
    while (this.#lines.length < count) {
      this.#lines.push(`## ${this.#words(3, " ")}`, "");
      for (let left = 1 + this.#random.below(12); left > 0; left--) this.#lines.push(this.#words(10, " "));
      this.#lines.push("");
    }
  }

  #filled(form: string, syntax: Syntax): string {
    return form.replace(/%/g, () => this.#name(syntax));
  }

  #name({ isSnake }: Syntax): string {
    const words = Array.from({ length: this.#random.next() < 0.7 ? 1 : 2 }, () => this.#corpus.word());
    if (isSnake) return words.join("_");
    return words.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join("");
  }

  #words(count: number, between: string): string {
    return Array.from({ length: count }, () => this.#corpus.word()).join(between);
  }

  /** Of an exponential law with this mean. */
  #exponential(mean: number): number {
    return Math.floor(-Math.log(1 - this.#random.next()) * mean);
  }
}
