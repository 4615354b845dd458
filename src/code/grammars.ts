// Loads the parser and the grammars when they are first needed. They are WebAssembly that came with helix. They stay
// for the life of the process, because the parser's memory does not shrink.
//
// Left to others: where the files are (packaged-files.ts), what is read from a tree (tree-scanner.ts).

import { type Language as Grammar, Language as Grammars, Parser, Query } from "web-tree-sitter";
import { readPackagedFile } from "../platform/packaged-files.ts";
import { definitionQuery } from "./definition-queries.ts";
import grammarFiles from "./grammars.json" with { type: "json" };
import type { Language } from "./languages.ts";

/** The grammar of one language and its query for definitions. */
export interface LoadedGrammar {
  readonly grammar: Grammar;
  readonly definitions: Query;
}

/** The scripts in these are read by the grammar of another language (embedded-script.ts). */
const OF_OTHERS: Readonly<Record<"svelte" | "vue", keyof typeof grammarFiles>> = {
  svelte: "typescript",
  vue: "typescript",
};

let starting: Promise<Parser> | null = null;
const loadingBare = new Map<keyof typeof grammarFiles, Promise<Grammar>>();
const loading = new Map<Language, Promise<LoadedGrammar>>();

/** The one parser of the process. Throws the error of WebAssembly when the parser cannot run. */
export function loadParser(): Promise<Parser> {
  starting ??= Parser.init({ wasmBinary: readPackagedFile("parser", grammarFiles.parser) }).then(() => new Parser());
  return starting;
}

/** The grammar of a language without a query. Throws when it cannot be loaded. */
export async function loadBareGrammar(language: Language): Promise<Grammar> {
  await loadParser();
  const name = language === "svelte" || language === "vue" ? OF_OTHERS[language] : language;
  let grammar = loadingBare.get(name);
  if (grammar === undefined) {
    grammar = Grammars.load(readPackagedFile(name, grammarFiles[name]));
    loadingBare.set(name, grammar);
  }
  return grammar;
}

/** The grammar of a language with its query for definitions. Throws when it cannot be loaded. */
export async function loadGrammar(language: Language): Promise<LoadedGrammar> {
  let grammar = loading.get(language);
  if (grammar === undefined) {
    grammar = loadBareGrammar(language).then((loaded) => ({
      grammar: loaded,
      definitions: new Query(loaded, definitionQuery(language)),
    }));
    loading.set(language, grammar);
  }
  return grammar;
}
