// The parser, each language of it loaded once for all files of a worker: that takes longer than most texts.

import type { Language } from "../../src/code/languages.ts";
import type { FileParser } from "../../src/code/parse/file-parser.ts";
import { parserOf } from "../../src/code/store/parse-files.ts";

/** A parser of these languages; it throws for any other. */
export async function parserFor(languages: Iterable<Language>): Promise<Pick<FileParser, "parseFile">> {
  const loaded = new Map<Language, FileParser>();
  for (const language of languages) loaded.set(language, await parserOf(language));
  return {
    parseFile(text, language) {
      const parser = loaded.get(language);
      if (parser === undefined) throw new Error(`no parser was asked for ${language}`);
      return parser.parseFile(text, language);
    },
  };
}
