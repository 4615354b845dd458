// Has the parser read files of a tree, one after the other. A server does so in threads of its own.

import { type Language, languageOfText } from "../languages.ts";
import { FileParser } from "../parse/file-parser.ts";
import { encodeParsed } from "../parse/parsed-codec.ts";
import type { ParsedEntry } from "./parsed-segment.ts";
import { parsedKey } from "./parsed-store.ts";
import { contentHash } from "./read-file.ts";
import type { TreeReader } from "./tree-reader.ts";

const parsers = new Map<Language, Promise<FileParser>>();

/** The parser of a language, loaded once for the process or the thread. Rejects when it cannot be loaded. */
export function parserOf(language: Language): Promise<FileParser> {
  let parser = parsers.get(language);
  if (parser === undefined) {
    parser = FileParser.load([language]);
    parsers.set(language, parser);
  }
  return parser;
}

/**
 * What the parser says of files as they are now. What is no code, or has no text, is left out; what the parser gives up
 * is in, as given up. Rejects when the parser cannot be loaded.
 */
export async function parseFiles(tree: Pick<TreeReader, "read">, paths: readonly string[]): Promise<ParsedEntry[]> {
  const entries: ParsedEntry[] = [];
  for (const path of paths) {
    const content = tree.read(path);
    const language = "text" in content ? languageOfText(path, content.text) : null;
    if (!("text" in content) || language === null) continue;
    const { text } = content;
    const parsed = (await parserOf(language)).parseFile(text, language);
    entries.push([parsedKey(contentHash(text), language), encodeParsed(parsed, text)]);
  }
  return entries;
}
