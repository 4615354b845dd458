// The data of brief: a briefing, an overview, or that nothing is stored.

import { z } from "zod";
import { archived, count, elsewhere, fraction, list, place, text, texts, time, topicCount } from "../../notes/data.ts";
import { codeKeptData } from "../code/data.ts";

const code = codeKeptData.optional().describe("how many files are indexed, if any; not exact: some count twice");

const note = z
  .strictObject({
    ...place.shape,
    time: time.describe("when it was stored or last revised"),
    relevance: z.number(),
    judged: z.strictObject({ helped: count, misled: count }).optional().describe("judged uses, which count in it"),
    tags: texts,
    source: text.nullable(),
    confidence: fraction.describe("lowered where the source has changed"),
    sourceChanged: z.boolean(),
    projects: texts,
    links: texts.describe("as stored"),
    linked: z.boolean().describe("here only because another note links to it"),
    alsoIn: list(place).describe("notes with the same text"),
    supersededBy: place.nullable(),
    lines: texts.optional(),
    text: text
      .nullable()
      .optional()
      .describe("with `--detail full`, instead of lines; null where the record is damaged"),
  })
  .refine(
    ({ lines, text: whole }) => (lines === undefined) !== (whole === undefined),
    "neither lines nor text, or both",
  );
export type BriefNote = z.infer<typeof note>;

export const briefingData = z
  .strictObject({
    query: text.nullable(),
    matchedBy: z.enum(["name", "glob", "substring", "words", "everything"]),
    fellBack: z.boolean().describe("no note has all words: these have some"),
    topics: list(topicCount),
    categories: list(z.strictObject({ name: text, count, entries: list(note).describe("those that were read") })),
    superseded: list(z.strictObject({ ...place.shape, by: place })),
    chains: list(
      z.strictObject({ topic: text, keyword: text, entries: list(z.strictObject({ index: count, time })) }),
    ).describe("how a subject evolved, oldest first"),
    elsewhere,
    archived,
    code,
    counts: z.strictObject({
      entries: count,
      matches: count,
      read: count,
      merged: count,
      linked: count,
      otherCategories: count,
      unclassified: count,
    }),
  })
  .describe("A briefing on the notes that a query finds.");
export type BriefingData = z.infer<typeof briefingData>;

export const overviewData = z
  .strictObject({
    query: z.null(),
    topics: list(topicCount),
    categories: list(z.strictObject({ name: text, count, share: fraction.describe("of all notes in scope") })),
    hot: z.strictObject({ hours: count, topics: list(topicCount) }).describe("topics with new notes in these hours"),
    gaps: list(z.strictObject({ ...place.shape, time, lines: texts })).describe("the newest open questions"),
    elsewhere,
    archived,
    code,
    counts: z.strictObject({
      entries: count,
      topics: count,
      gaps: count,
      otherCategories: count,
      unclassified: count,
    }),
    newest: time.nullable(),
  })
  .describe("Without a query: an overview.");
export type OverviewData = z.infer<typeof overviewData>;

const nothingData = z
  .strictObject({
    query: z.null(),
    topics: z.array(z.never()).max(0),
    code,
    counts: z.strictObject({ entries: z.literal(0) }),
  })
  .describe("Where nothing is stored.");
export type NothingData = z.infer<typeof nothingData>;

export const briefData = z.union([briefingData, overviewData, nothingData]);
