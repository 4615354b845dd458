// The data of trace: one shape for each action.

import { z } from "zod";
import { SYMBOL_KINDS } from "../../code/symbol-scanner.ts";
import { count, line, list, text, texts } from "../../notes/data.ts";

const left = count.describe("results that --limit held back; 0 without it");
const notes = texts.describe("what was not looked at, and why");

const kind = z.enum(SYMBOL_KINDS).meta({ id: "SymbolKind" });

const symbol = z
  .strictObject({
    name: text,
    kind,
    line,
    endLine: line,
    signature: text,
    container: text.nullable().describe("what it is defined in, as in `Storage.Cache`"),
    exported: z.boolean().describe("whether other files can use it, as far as one file tells"),
  })
  .meta({ id: "Symbol" });

const use = z
  .strictObject({
    line,
    code: text,
    within: text.nullable().describe("the symbol around it"),
    qualifier: text.nullable().describe("the word in front, as `Cache` in `Cache.get`"),
  })
  .meta({ id: "Use" });

export const traceSymbolData = z
  .strictObject({
    symbol: text,
    definitions: list(z.strictObject({ path: text, ...symbol.shape })),
    uses: list(z.strictObject({ path: text, ...use.shape, test: z.boolean() })),
    left,
    notes,
  })
  .describe("With a symbol: where it is defined and used. Paths are those in the project.");
export type TraceSymbolData = z.infer<typeof traceSymbolData>;

export const outlineData = z
  .strictObject({
    files: list(
      z.strictObject({
        path: text,
        language: text,
        lines: count,
        symbols: list(symbol),
      }),
    ),
    left,
    notes,
  })
  .describe("The symbols of a file or of a tree.");
export type OutlineData = z.infer<typeof outlineData>;

export const blastData = z
  .strictObject({
    path: text,
    symbols: list(
      z.strictObject({
        name: text.describe("with its container"),
        kind,
        line,
        count: count.describe("uses"),
        alsoDefined: texts.describe("other definitions of the name, `path:line`"),
        files: list(z.strictObject({ path: text, test: z.boolean(), count, uses: list(use) })),
      }),
    ),
    left,
    notes,
  })
  .describe("Who uses the symbols of a file.");
export type BlastData = z.infer<typeof blastData>;

export const folderData = z
  .strictObject({
    path: text,
    languages: list(z.strictObject({ name: text, files: count, lines: count })),
    otherFiles: count.describe("files of no language that is read"),
    entryPoints: texts,
    modules: list(z.strictObject({ path: text, files: count, lines: count, symbols: texts })),
    mostUsed: list(
      z.strictObject({ name: text, kind, path: text, line, files: count.describe("other files that mention it") }),
    ),
    tests: count.describe("files of tests"),
    notes,
  })
  .describe("A folder without a symbol: an overview of it.");
export type FolderData = z.infer<typeof folderData>;

export const analyzeData = z
  .strictObject({
    topic: text,
    done: z.enum(["stored", "replaced", "unchanged"]),
    overview: text,
    notes,
  })
  .describe("The overview of a project that was stored.");
export type AnalyzeData = z.infer<typeof analyzeData>;

export const traceData = z.union([traceSymbolData, outlineData, folderData]);
