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

  /** A version; null where it cannot be parsed; undefined where a bound is reached. Throws CANCELLED. */
  async read(path: string, text: string): Promise<Version | null | undefined> {
    const language = languageOfText(path, text);
    if (language === null) return null;
    if (++this.#count > FILES_MAX || this.#length + text.length > TEXT_MAX) return undefined;
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
