// The data of the actions of code that pack an answer: context and explore.

import { z } from "zod";
import { count, line, list, text, texts } from "../../notes/data.ts";
import { definition, noteOnCode, pending, remarks } from "./data.ts";

export const codeContextData = z
  .strictObject({
    root: text,
    notes: list(noteOnCode).describe("that apply, at most 4"),
    functions: list(
      z.strictObject({
        path: text,
        from: line,
        to: line,
        line: line.describe("where the symbol is declared"),
        symbol: text.nullable().describe("its full name; null between symbols"),
        kind: text.nullable(),
        signature: text,
        body: z
          .strictObject({ from: line, to: line, lines: texts })
          .nullable()
          .describe("null: there was no room, or it is much like another"),
        like: z.strictObject({ path: text, from: line, to: line }).nullable().describe("the one it is much like"),
        users: list(z.strictObject({ path: text, symbol: text.nullable(), line })).describe(
          "who uses it for certain, as far as that is known at once, at most 50",
        ),
      }),
    ).describe("those with a body first, then by rank, as many as the budget holds"),
    files: texts.describe("further files that match"),
    tests: list(z.strictObject({ path: text, uses: texts.describe("functions above that it uses") })).describe(
      "at most 50",
    ),
    total: z.strictObject({ functions: count, files: count, tests: count }),
    unknown: texts.describe("words of the task that nothing holds"),
    pending,
    remarks,
  })
  .describe("What a task needs to begin with.");
export type CodeContextData = z.infer<typeof codeContextData>;

const related = z
  .strictObject({
    path: text,
    name: text.nullable().describe("null: the code at the top of the file"),
    kind: text.nullable(),
    from: line.nullable(),
    to: line.nullable(),
    role: z.enum(["base", "type"]).nullable().describe("base: one extends the other; type: as a type only"),
    lines: list(line).describe("of the uses, at most 100"),
  })
  .meta({ id: "RelatedSymbol" });

export const codeExploreData = z
  .strictObject({
    definitions: list(definition).describe("at most 100, as all lists"),
    members: list(definition).describe("symbols in it"),
    users: list(related).describe("who uses it for certain, no tests"),
    uses: list(related).describe("what it uses of the tree for certain"),
    outside: texts.describe("modules outside of the tree"),
    tests: list(z.strictObject({ path: text, names: texts })).describe("files of tests that use it"),
    byName: z
      .strictObject({ places: count, files: count, names: count.describe("that it uses") })
      .describe("of which only the name says what they mean"),
    total: z.strictObject({ users: count, uses: count, tests: count, members: count }),
    isCut: z.boolean().describe("whether not all files that may define it were looked at"),
    left: count.describe("files that were not looked at"),
  })
  .describe("One symbol from all sides.");
export type CodeExploreData = z.infer<typeof codeExploreData>;
