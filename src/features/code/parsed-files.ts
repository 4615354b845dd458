// Files as the parser reads them, for one answer; what was parsed stays with the file that was shown.

import type { Language } from "../../code/languages.ts";
import { languageOfText } from "../../code/languages.ts";
import { FileParser } from "../../code/parse/file-parser.ts";
import type { ParsedFile } from "../../code/parse/parsed-file.ts";
import type { JudgedFile } from "../../code/references/judge.ts";
import type { ShownFile, ShownFiles } from "./shown-file.ts";

/** So many files, and so much text in code units, are parsed for one answer: about two seconds. */
const FILES_MAX = 600;
const TEXT_MAX = 8_000_000;

const parsers = new Map<Language, Promise<FileParser>>();
const parsed = new WeakMap<ShownFile, Promise<ParsedFile | null>>();

export class ParsedFiles {
  readonly #files: ShownFiles;
  readonly #takeTurn: () => Promise<void>;
  #count = 0;
  #length = 0;
  #left = 0;

  constructor(files: ShownFiles, takeTurn: () => Promise<void>) {
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
    const language = file === null ? null : languageOfText(path, file.text);
    if (file === null || language === null) return null;
    let facts = parsed.get(file);
    if (facts === undefined) {
      if (this.#count >= FILES_MAX || this.#length >= TEXT_MAX) {
        this.#left++;
        return null;
      }
      this.#count++;
      this.#length += file.length;
      await this.#takeTurn();
      facts = parserOf(language)
        .then((parser) => parser.parseFile(file.text, language))
        .catch(() => null);
      parsed.set(file, facts);
    }
    const found = await facts;
    return found === null ? null : { path, language, parsed: found, file };
  }
}

function parserOf(language: Language): Promise<FileParser> {
  let parser = parsers.get(language);
  if (parser === undefined) {
    parser = FileParser.load([language]);
    parsers.set(language, parser);
  }
  return parser;
}
