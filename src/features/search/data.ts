// The data of search: one shape for each kind of answer.

import { z } from "zod";
import { archived, count, countsBy, foundNote, line, list, texts } from "../../notes/data.ts";
import { codePlacesData, nearFilesData } from "../code/data.ts";

const explanation = z
  .strictObject({
    terms: list(
      z.strictObject({
        names: texts.describe("its forms"),
        holders: z.number().describe("how many notes have it; estimated for several forms"),
        weight: z.number(),
        frequency: count,
        inFirstLine: count,
        parts: texts.describe("of the whole of a compound word; the score is what it says beyond them"),
        score: z.number(),
      }),
    ).describe("highest score first"),
    missing: texts.describe("words that the note does not have"),
    proximity: z.number(),
    feedback: z.number(),
    confidence: z.number(),
    age: z.number(),
    project: z.number(),
    judged: z
      .strictObject({ factor: z.number(), helped: count, misled: count })
      .optional()
      .describe("judged uses of the note"),
    score: z.number().describe("(terms + proximity + feedback) × confidence × age × project × judged"),
    entries: count.describe("all notes"),
  })
  .meta({ id: "Explanation" });

const matches = z
  .strictObject({
    total: count.describe("matches, also those not listed"),
    whole: count.nullable().describe("matches with all words; null where all have, or none has to"),
    fellBack: z.boolean().describe("no note has all words: these have some"),
    takenAs: z
      .record(z.string().describe("word"), texts)
      .describe("words that no note has, and what was searched instead"),
    heldBack: count.describe("with `--diverse`: matches beyond three of a topic"),
    archived,
    byMeaning: count.optional().describe("matches that no word found"),
    remarks: texts.optional().describe("why embeddings were not used"),
    near: list(nearFilesData).optional().describe("with `near:`: whose neighbours the notes are about"),
    code: codePlacesData.optional().describe("with `--code`"),
  })
  .meta({ id: "Matches" });

export const searchListData = z
  .strictObject({
    ...matches.shape,
    collapsed: count.describe("matches that say nearly the same as a better one"),
    results: list(
      z.strictObject({
        ...foundNote,
        score: z.number().describe("0 without words"),
        nearlySame: texts.describe("ids of the matches that say nearly the same, and have no line of their own"),
        supersedes: texts
          .describe("ids of older matches that it supersedes; they have no line of their own")
          .optional(),
        ranks: z
          .strictObject({ words: line.nullable(), meaning: line.nullable() })
          .optional()
          .describe("with `--explain`: its places"),
        explanation: explanation.optional().describe("with `--explain`: for the first hundred"),
      }),
    ).describe("best first"),
  })
  .describe("The matches.");

export const searchGroupsData = z
  .strictObject({
    ...matches.shape,
    groups: z.record(z.string().describe("topic"), texts).describe("first lines of its matches"),
  })
  .describe("The matches by topic.");

export const searchTopicsData = z
  .strictObject({ ...matches.shape, topics: countsBy("topic").describe("most matches first") })
  .describe("How many matches each topic has.");

export const searchCountData = matches.describe("How many matches there are.");

export type MatchesData = z.infer<typeof matches>;
export type SearchListData = z.infer<typeof searchListData>;
export type FoundNote = SearchListData["results"][number];
export type SearchGroupsData = z.infer<typeof searchGroupsData>;
export type SearchTopicsData = z.infer<typeof searchTopicsData>;
export type SearchData = SearchListData | SearchGroupsData | SearchTopicsData | MatchesData;
