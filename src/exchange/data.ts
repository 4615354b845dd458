// The data of export, import and recover.

import { z } from "zod";
import { count, list, noteId, text, time } from "../notes/data.ts";

const body = text.describe("as stored, with its metadata lines");

export const exportData = list(z.strictObject({ id: noteId, topic: text, time, body })).describe(
  "The notes, by topic; what `helix import` takes.",
);

export type ExportData = z.infer<typeof exportData>;

export const importData = z
  .strictObject({
    added: count,
    skipped: count,
    topics: count,
    redacted: count,
  })
  .describe("How many notes were added, were there already, and held credentials.");
export type ImportData = z.infer<typeof importData>;

export const keptFilesData = z
  .strictObject({
    files: list(
      z.strictObject({
        path: text,
        present: count.describe("whole notes that the knowledge base holds"),
        missing: list(z.strictObject({ topic: text, time, body })),
      }),
    ),
  })
  .describe("The notes in kept copies of cut off bytes.");
export type KeptFilesData = z.infer<typeof keptFilesData>;

const nothingAdded = z.strictObject({ added: z.literal(0) }).describe("Where nothing is missing.");
export type NothingAddedData = z.infer<typeof nothingAdded>;

/** What `helix recover --apply` prints; without kept files it prints what the listing prints. */
export const recoveredData = z.union([importData, nothingAdded, keptFilesData]);
