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

/** The memory of the parser, in words of four bytes, and the calls by which a query is run; see query-run.ts. */
export interface ParserRuntime {
  readonly HEAP32: Int32Array;
  currentQueryProgressCallback: (() => boolean) | null;
  _ts_init(): number;
  _ts_query_matches_wasm(query: number, tree: number, ...bounds: number[]): void;
  _ts_node_end_index_wasm(tree: number): number;
  _free(address: number): void;
}

let starting: Promise<Parser> | null = null;
/** What the package makes of the options that it is started with: they become the runtime itself. */
let runtime: ParserRuntime | null = null;
const loading = new Map<keyof typeof grammarFiles, Promise<Grammar>>();

/** The one parser of the process. Throws the error of WebAssembly when the parser cannot run. */
export function loadParser(): Promise<Parser> {
  starting ??= startParser();
  return starting;
}

async function startParser(): Promise<Parser> {
  // Without `printErr` an abort is also printed; its error says the same.
  const options = { wasmBinary: readPackagedFile("parser", grammarFiles.parser), printErr: () => undefined };
  await Parser.init(options);
  runtime = options as unknown as ParserRuntime;
  return new Parser();
}

/** The runtime of the parser. Throws an Error before the parser was loaded. */
export function parserRuntime(): ParserRuntime {
  if (runtime === null) throw new Error("the parser is not loaded");
  return runtime;
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
