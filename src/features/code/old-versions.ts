// Earlier versions of files, parsed.

import { languageOfText } from "../../code/languages.ts";
import { parserOf } from "../../code/store/parse-files.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import type { Version } from "./changed-symbols.ts";
import type { Reading } from "./reading.ts";

/** So many files, and so much text in code units, are parsed for one answer. */
const FILES_MAX = 300;
const TEXT_MAX = 4_000_000;

export class OldVersions {
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
      const parsed = (await parserOf(language)).parseFile(text, language);
      return parsed === null ? null : { text, parsed };
    } catch {
      return null;
    }
  }
}
