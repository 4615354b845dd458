// Files as the parser reads them, for one answer: most were read before; a few are parsed here. What was parsed stays
// with the file that was shown, and with the index.

import type { Language } from "../../code/languages.ts";
import { encodeParsed } from "../../code/parse/parsed-codec.ts";
import type { ParsedFile } from "../../code/parse/parsed-file.ts";
import type { JudgedFile } from "../../code/references/judge.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { parserOf } from "../../code/store/parse-files.ts";
import type { ShownFile, ShownFiles } from "./shown-file.ts";

/** So many files, and so much text in code units, are parsed for one answer: about two seconds. */
const FILES_MAX = 600;
const TEXT_MAX = 8_000_000;
/** So many files that were parsed before are read for one answer. */
const READ_MAX = 20_000;
/** After so many of them other work has its turn. */
const TURN_FILES = 20;

export class ParsedFiles {
  readonly #view: CodeView;
  readonly #files: ShownFiles;
  readonly #takeTurn: () => Promise<void>;
  readonly #read = new Set<string>();
  #count = 0;
  #length = 0;
  #left = 0;

  constructor(view: CodeView, files: ShownFiles, takeTurn: () => Promise<void>) {
    this.#view = view;
    this.#files = files;
    this.#takeTurn = takeTurn;
  }

  /** How many files were asked for and not parsed, since a bound was reached. */
  get left(): number {
    return this.#left;
  }

  /** A file; null where it is no code, cannot be parsed, changed, or a bound is reached. Throws CANCELLED. */
  async parse(path: string): Promise<(JudgedFile & { readonly file: ShownFile }) | null> {
    const file = this.#files.get(path);
    const language = file?.language ?? null;
    if (file === null || language === null) return null;
    const parsed = await this.#parsed(file, language);
    if (parsed === undefined) this.#left++;
    if (parsed === undefined) return null;
    return parsed === null ? null : { path, language, parsed, file };
  }

  /** What the parser says; null where it gives the text up; undefined where a bound is reached. */
  async #parsed(file: ShownFile, language: Language): Promise<ParsedFile | null | undefined> {
    if (!this.#read.has(file.path)) {
      if (this.#read.size >= READ_MAX) return undefined;
      this.#read.add(file.path);
      if (this.#read.size % TURN_FILES === 0) await this.#takeTurn();
    }
    if (file.parsed !== undefined) return file.parsed;
    if (this.#count >= FILES_MAX || this.#length >= TEXT_MAX) return undefined;
    this.#count++;
    this.#length += file.length;
    await this.#takeTurn();
    const parsed = await parserOf(language).then(
      (parser) => parser.parseFile(file.text, language),
      () => null,
    );
    file.take(parsed);
    this.#view.parsed.put(file.path, encodeParsed(parsed, file.text));
    return parsed;
  }
}
