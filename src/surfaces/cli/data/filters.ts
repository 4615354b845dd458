// What `helix filter` prints.

import { z } from "zod";
import { list, text, texts } from "../../../notes/data.ts";

const filter = z.strictObject({
  name: text,
  source: z.enum(["project", "user", "bundled"]),
  file: text,
  description: text,
  command: text.describe("the expression that its commands match"),
  overridden: z.boolean().describe("whether a filter of its name stands before it"),
});
const problems = texts.describe("what is wrong in files of filters, each in one line");

export const filterListData = z
  .strictObject({ filters: list(filter), problems })
  .describe("The filters, those that count first.");
export type FilterListData = z.infer<typeof filterListData>;

export const filterActiveData = z
  .strictObject({
    command: text,
    commands: list(z.strictObject({ program: text, words: texts })).describe("the commands whose output is seen"),
    filter: text.nullable().describe("null: none is for it"),
    whole: text.nullable().describe("why its output stays whole; null: it may be shortened"),
    problems,
  })
  .describe("What would be done with the output of a command line.");
export type FilterActiveData = z.infer<typeof filterActiveData>;

export const filterShowData = z
  .strictObject({
    ...filter.shape,
    keys: z.record(z.string(), z.unknown()).describe("what the filter says, by key"),
    problems,
  })
  .describe("One filter.");
export type FilterShowData = z.infer<typeof filterShowData>;

export const filterTestData = z
  .strictObject({
    passed: z.number(),
    failed: z.number(),
    cases: list(
      z.strictObject({
        filter: text,
        name: text,
        passed: z.boolean(),
        expected: text,
        actual: text,
        kept: z.number().describe("lines that stay in use though the stages alone drop them: they tell of errors"),
      }),
    ),
    problems,
  })
  .describe("The cases that stand in files of filters, and what came of them.");
export type FilterTestData = z.infer<typeof filterTestData>;

export const filterTriedData = z
  .strictObject({
    kind: z.enum(["shortened", "whole"]),
    why: text.nullable().describe("why it stays whole"),
    program: text.nullable(),
    filter: text.nullable(),
    before: z.number().describe("bytes"),
    after: z.number().describe("bytes, without the line that says that it is shortened"),
    linesLeftOut: z.number(),
    text: text.describe("what is left of the output"),
  })
  .describe("An output, shortened as it would be after the command.");
export type FilterTriedData = z.infer<typeof filterTriedData>;

export const filterTrustData = z
  .strictObject({
    file: text,
    hash: text.describe("SHA-256 of its content"),
    trusted: z.boolean(),
    filters: texts,
    problems,
  })
  .describe("A project's file of filters, and whether it counts.");
export type FilterTrustData = z.infer<typeof filterTrustData>;

export const filterNewData = z
  .strictObject({
    name: text,
    file: text,
    stripped: texts.describe("strip_lines_matching"),
    before: z.number().describe("bytes"),
    after: z.number().describe("bytes"),
  })
  .describe("A filter that was made.");
export type FilterNewData = z.infer<typeof filterNewData>;
