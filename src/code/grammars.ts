// Loads the parser and the grammars when they are first needed. They are WebAssembly that came with helix. They stay
// for the life of the process, because the parser's memory does not shrink.
//
// Left to others: where the files are (packaged-files.ts), what is read from a tree (parse/file-parser.ts).

import { type Language as Grammar, Language as Grammars, Parser } from "web-tree-sitter";
import { readPackagedFile } from "../platform/packaged-files.ts";
import grammarFiles from "./grammars.json" with { type: "json" };
import type { ParsedLanguage } from "./languages.ts";

/** The scripts in these are read by the grammar of another language (embedded-script.ts). */
const OF_OTHERS: Readonly<Record<"svelte" | "vue", keyof typeof grammarFiles>> = {
  svelte: "typescript",
  vue: "typescript",
};

let starting: Promise<Parser> | null = null;
const loading = new Map<keyof typeof grammarFiles, Promise<Grammar>>();

/** The one parser of the process. Throws the error of WebAssembly when the parser cannot run. */
export function loadParser(): Promise<Parser> {
  starting ??= Parser.init({ wasmBinary: readPackagedFile("parser", grammarFiles.parser) }).then(() => new Parser());
  return starting;
}

/** The grammar of a language. Throws when it cannot be loaded. */
export async function loadGrammar(language: ParsedLanguage): Promise<Grammar> {
  await loadParser();
  const name = language === "svelte" || language === "vue" ? OF_OTHERS[language] : language;
  let grammar = loading.get(name);
  if (grammar === undefined) {
    grammar = Grammars.load(readPackagedFile(name, grammarFiles[name]));
    loading.set(name, grammar);
  }
  return grammar;
}
