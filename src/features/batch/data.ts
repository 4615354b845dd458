// The data of batch.

import { z } from "zod";
import { count, list, noteId, text } from "../../notes/data.ts";

/** Why an entry was skipped: a stored note says the same, or an earlier entry of the batch does. */
const reasons = {
  stored: { id: noteId.describe("of the stored note"), topic: text, at: count.describe("index in its topic") },
  batch: { of: count.describe("the earlier entry") },
};
export type SkipReason = z.infer<z.ZodObject<typeof reasons.stored>> | z.infer<z.ZodObject<typeof reasons.batch>>;

const index = count.describe("place in the batch, from 0");

export const batchData = z
  .strictObject({
    stored: count,
    topics: count.describe("how many topics they went to"),
    ids: list(noteId).describe("of what was stored, in order"),
    skipped: list(
      z.union([z.strictObject({ index, ...reasons.stored }), z.strictObject({ index, ...reasons.batch })]),
    ).describe("what a stored note or an earlier entry says already"),
  })
  .describe("How many entries were stored, and which were skipped.");
export type BatchData = z.infer<typeof batchData>;
