// Earlier versions of files, parsed.

import { type Language, languageOfText } from "../../code/languages.ts";
import { FileParser } from "../../code/parse/file-parser.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import type { Version } from "./changed-symbols.ts";
import type { Reading } from "./reading.ts";

/** So many files, and so much text in code units, are parsed for one answer. */
const FILES_MAX = 300;
const TEXT_MAX = 4_000_000;

export class OldVersions {
  readonly #parsers = new Map<Language, FileParser>();
  readonly #takeTurn: () => Promise<void>;
  #count = 0;
  #length = 0;

  constructor({ ports }: Pick<Reading, "ports">) {
    this.#takeTurn = takingTurns(ports);
  }

  /** A version; null where it cannot be parsed, or a bound is reached. Throws CANCELLED. */
  async read(path: string, text: string): Promise<Version | null> {
    const language = languageOfText(path, text);
    if (language === null || ++this.#count > FILES_MAX || this.#length + text.length > TEXT_MAX) return null;
    this.#length += text.length;
    await this.#takeTurn();
    try {
      const parser = this.#parsers.get(language) ?? (await FileParser.load([language]));
      this.#parsers.set(language, parser);
      const parsed = parser.parseFile(text, language);
      return parsed === null ? null : { text, parsed };
    } catch {
      return null;
    }
  }
}
