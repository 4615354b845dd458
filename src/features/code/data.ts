// The data of code: one shape for each action.

import { z } from "zod";
import { PATH_CLASSES } from "../../code/files/path-class.ts";
import { count, fraction, line, list, noteId, text, texts, time } from "../../notes/data.ts";

export const remarks = texts.describe("what was left out, and why");
export const pending = count.describe("changed files that are not in yet");
const score = z.number().min(0);

const codeFile = z
  .strictObject({
    path: text,
    language: text.nullable(),
    lines: count,
    score,
    text: fraction.describe("by the words in it; the best file has 1"),
    history: fraction.describe("by earlier commits like the query; the best file has 1"),
    factor: z.number().min(0).max(1).describe("by the class of its path: code 1, tests .5, ..."),
    words: texts.describe("words of the query that it holds"),
  })
  .meta({ id: "CodeFile" });

export const codeSearchData = z
  .strictObject({
    root: text,
    files: list(codeFile).describe("best first, at most 50"),
    tests: list(codeFile).describe("tests that belong to the result, best first, at most 50"),
    functions: list(
      z.strictObject({
        path: text,
        from: line,
        to: line,
        line: line.describe("where the symbol is declared"),
        symbol: text.nullable().describe("its full name; null between symbols"),
        kind: text.nullable(),
        signature: text,
        score,
        named: line.nullable().describe("the line that the query names, as a stack trace does"),
      }),
    ).describe("functions and other stretches, best first, at most 100"),
    total: z.strictObject({ files: count, tests: count, functions: count }),
    confidence: fraction.describe("how like the query the best of the earlier commits is"),
    unknown: texts.describe("words of the query that nothing holds"),
    pending,
    notes: remarks,
  })
  .describe("What the code has to say to a query.");
export type CodeSearchData = z.infer<typeof codeSearchData>;

export const noteOnCode = z
  .strictObject({ id: noteId, topic: text, title: text, source: text, stale: z.boolean() })
  .meta({ id: "NoteOnCode" });

export const definition = z
  .strictObject({ path: text, name: text, kind: text, from: line, to: line, signature: text })
  .meta({ id: "Definition" });

export const codeReadData = z
  .strictObject({
    path: text.nullable().describe("null: the symbol has several definitions"),
    language: text.nullable(),
    lineCount: count.nullable(),
    symbol: text.nullable(),
    from: line.nullable(),
    to: line.nullable(),
    lines: texts,
    symbols: list(definition).describe("the outline of a file that is too long, or the definitions of a symbol"),
    notes: list(noteOnCode).describe("notes on what is shown, at most 3"),
  })
  .describe("Lines of a file, its outline, or the definitions of a symbol.");
export type CodeReadData = z.infer<typeof codeReadData>;

export const codeSymbolsData = z
  .strictObject({ symbols: list(definition).describe("code before tests and examples") })
  .describe("Where a symbol is defined.");
export type CodeSymbolsData = z.infer<typeof codeSymbolsData>;

export const codeOutlineData = z
  .strictObject({
    path: text.describe('of a folder or a file; "": the root'),
    files: list(
      z.strictObject({
        path: text,
        language: text.nullable(),
        lines: count,
        symbols: list(definition.omit({ path: true, signature: true }).meta({ id: "OutlinedSymbol" })),
      }),
    ).describe("of a folder at most 200, with the symbols at their top"),
    total: count,
    others: count.describe("files without symbols"),
  })
  .describe("The symbols of a file, or of the files of a folder.");
export type CodeOutlineData = z.infer<typeof codeOutlineData>;

const certainty = z.enum(["file", "import", "type", "only", "name"]).describe("name: by nothing else");

export const codeCallersData = z
  .strictObject({
    definitions: list(definition),
    places: list(
      z.strictObject({
        path: text,
        line,
        column: count.describe("code units from 0"),
        within: text.nullable().describe("the symbol around it"),
        kind: z.enum(["call", "new", "type", "inherit", "value", "write", "key"]),
        certainty,
        code: text,
      }),
    ).describe("certain ones first, at most 500"),
    total: z.strictObject({ certain: count, byName: count }),
    left: count.describe("files that hold the name and were not looked at"),
  })
  .describe("Where a symbol is used.");
export type CodeCallersData = z.infer<typeof codeCallersData>;

const uses = list(line).describe("where it is used, each use once");

export const codeCalleesData = z
  .strictObject({
    definitions: list(definition),
    callees: list(definition.extend({ certainty, lines: uses })).describe(
      "symbols of the tree in the order of first use, at most 500",
    ),
    byName: list(
      z.strictObject({
        name: text,
        lines: uses,
        may: list(definition).describe("what it may mean, at most 10"),
        total: count,
      }),
    ).describe("names of which nothing says what they mean, at most 500"),
    outside: list(
      z.strictObject({
        module: text.nullable().describe("null: built in, or not to be told"),
        names: texts,
        uses: count,
      }),
    ).describe("what is taken from outside the tree, at most 500"),
    total: z.strictObject({ certain: count, byName: count, outside: count.describe("uses") }),
    left: count.describe("files that were not looked at"),
  })
  .describe("What a symbol uses.");
export type CodeCalleesData = z.infer<typeof codeCalleesData>;

const occurrence = z.strictObject({ path: text, line, code: text }).meta({ id: "Occurrence" });

const reached = z
  .strictObject({
    path: text,
    name: text.nullable().describe("null: the code at the top of the file"),
    kind: text.nullable(),
    from: line.nullable(),
    to: line.nullable(),
    distance: count.min(1),
    through: list(
      z.strictObject({ path: text, name: text.nullable(), lines: list(line).describe("of the uses, at most 50") }),
    ).describe("the symbols at the distance before that it uses, or that use it, at most 50"),
  })
  .meta({ id: "ReachedSymbol" });

export const codeImpactData = z
  .strictObject({
    symbols: list(
      definition.extend({
        change: z.enum(["asked", "changed", "gone", "renamed", "new"]).describe("asked: the one that was named"),
      }),
    ).describe("what the impact is of, at most 500; one that is gone or renamed as it was"),
    breaks: list(
      z.strictObject({
        name: text,
        path: text,
        now: text.nullable().describe("what it seems to be called now"),
        places: list(occurrence).describe("at most 100"),
        total: count,
      }),
    ).describe("symbols that are gone and still used, at most 500"),
    callers: list(reached).describe("by distance, then code before examples, at most 500; tests are apart"),
    callees: list(reached).describe("the same for what it uses"),
    tests: list(
      z.strictObject({
        path: text,
        distance: count.describe("0: it changed itself"),
        names: texts.describe("the tests that reach it"),
      }),
    ).describe("files of tests to run, nearest first, at most 500"),
    byName: z
      .strictObject({ places: count, files: count, tests: texts.describe("other files of tests among them") })
      .describe("uses at distance 1 of which only the name says what they mean; they are not followed"),
    total: z.strictObject({ callers: count, callees: count, tests: count }),
    isCut: z.boolean().describe("whether more was found than is followed"),
    left: count.describe("files that were not looked at"),
    hidden: count.describe("uncommitted files that are never read or cannot be shown"),
    unparsed: count.describe("uncommitted files that could not be parsed"),
  })
  .describe("What a change reaches.");
export type CodeImpactData = z.infer<typeof codeImpactData>;

export const codeRenameData = z
  .strictObject({
    definitions: list(definition),
    change: list(occurrence.extend({ what: z.enum(["definition", "import", "use"]) })).describe(
      "what must change, at most 1000",
    ),
    byName: list(occurrence).describe("what may have to change, at most 500"),
    texts: list(occurrence).describe("the word in comments and strings of code, at most 500"),
    docs: list(occurrence).describe("the word in documents, at most 500"),
    configs: list(occurrence).describe("the word in configuration and other files, at most 500"),
    others: count.describe("the word in code where it means something else"),
    total: z.strictObject({ change: count, byName: count, texts: count, docs: count, configs: count }),
    left: count.describe("files that were not looked at"),
  })
  .describe("What a rename must change.");
export type CodeRenameData = z.infer<typeof codeRenameData>;

const linked = list(z.strictObject({ module: text, links: count.describe("from file to file") })).meta({
  id: "LinkedModules",
});
const volume = { files: count, lines: count };

export const codeMapData = z
  .strictObject({
    path: text.describe('the folder; "": the root'),
    about: z.strictObject({ text, from: text }).nullable().describe("what the project says it is"),
    languages: list(z.strictObject({ name: text, ...volume })),
    kinds: list(
      z.strictObject({
        kind: z.enum(PATH_CLASSES),
        ...volume,
        folders: texts.describe("that hold the most of them, at most 3"),
      }),
    ).describe("of the files of code, by their paths"),
    entryPoints: list(
      z.strictObject({
        how: text.describe('"": the code says it'),
        target: text.nullable(),
        path: text.nullable().describe("the file that is meant"),
        from: text.nullable().describe("the manifest that names it"),
      }),
    ).describe("at most 40"),
    commands: list(
      z.strictObject({ from: text, names: texts.describe("at most 30"), total: count.describe("of the names") }),
    ).describe("of those who work on it"),
    modules: list(
      z.strictObject({
        name: text.describe("a folder, a file, or `FOLDER/*`: what of it no other module holds"),
        ...volume,
        symbols: list(
          z.strictObject({
            name: text,
            kind: text,
            path: text,
            line,
            users: count.describe("files that use it or hand it on"),
          }),
        ).describe("the most used ones, at most 6"),
        uses: linked,
        usedBy: count.describe("modules that use it"),
      }),
    ).describe("largest first, at most 20"),
    cycles: list(
      z.strictObject({
        way: linked.describe("a shortest way around, with the links from each module to the next"),
        members: texts.describe("modules that reach each other"),
      }),
    ),
    outside: z
      .strictObject({ uses: linked, usedBy: linked, total: z.strictObject({ uses: count, usedBy: count }) })
      .describe("parts of the tree that are not in the folder, at most 10 each"),
    packages: list(z.strictObject({ name: text, files: count })).describe(
      "from outside, by the files that import them; at most 30",
    ),
    changed: list(
      z.strictObject({
        path: text,
        commits: count,
        weight: z.number().min(0).describe("the commits, each halved by every 90 days of its age"),
        last: time,
      }),
    ).describe("by weight, at most 20"),
    imported: list(z.strictObject({ path: text, files: count })).describe("by the files that import them, at most 20"),
    total: z.strictObject({ entryPoints: count, packages: count }),
    parsed: count.describe("files whose imports are known"),
    left: count.describe("files whose imports were not looked at"),
    notes: remarks,
  })
  .describe("An overview of a project or a folder.");
export type CodeMapData = z.infer<typeof codeMapData>;

export const codeStatusData = z
  .strictObject({
    root: text,
    files: count.describe("files that are read"),
    code: count.describe("files of code"),
    parsed: count.describe("files of code that the parser read, for who calls what"),
    chunks: count,
    lines: count,
    languages: list(z.strictObject({ name: text, files: count })),
    unread: list(z.strictObject({ why: text, files: count })).describe("listed only"),
    excluded: count.describe("paths that code.exclude leaves out"),
    commits: count,
    bytes: count.describe("of the index on the disk"),
    savedAt: time.nullable(),
    pending,
    notes: remarks,
  })
  .describe("What the index of a work tree holds.");
export type CodeStatusData = z.infer<typeof codeStatusData>;

export const codeForgottenData = z
  .strictObject({ root: text.nullable().describe("null: nothing was kept"), bytes: count })
  .describe("What was removed of a work tree's index.");
export type CodeForgottenData = z.infer<typeof codeForgottenData>;

/** Beside notes: the places of the code that stand out for the same query. */
export const codePlacesData = z
  .strictObject({
    places: list(
      z.strictObject({ path: text, from: line, to: line, symbol: text.nullable(), signature: text }),
    ).describe("best first, at most 3"),
    why: text.nullable().describe("why there are none"),
    pending,
  })
  .meta({ id: "CodePlaces" });
export type CodePlacesData = z.infer<typeof codePlacesData>;

/** Beside notes: the neighbours of a file that they are about. Paths are below the root. */
export const nearFilesData = z
  .strictObject({
    path: text,
    folder: text.describe("notes on its files count"),
    imports: texts.describe("files that it imports, at most 200"),
    importers: texts.describe("files that import it, at most 200"),
    why: text.nullable().describe("what is not known"),
  })
  .meta({ id: "NearFiles" });
export type NearFilesData = z.infer<typeof nearFilesData>;

/** Beside a briefing: how many files of the project are indexed; not `exact` where some count twice. */
export const codeKeptData = z.strictObject({ files: count, exact: z.boolean() });
export type CodeKeptData = z.infer<typeof codeKeptData>;
