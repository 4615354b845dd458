// The data of store.

import { z } from "zod";
import { fraction, place, text, texts } from "../../notes/data.ts";

export const storeData = z
  .strictObject({
    stored: z.boolean().describe("false: the same text was there, and nothing was stored"),
    ...place.shape,
    tags: texts,
    source: text.nullable(),
    confidence: fraction,
    notes: texts.describe("remarks: what was redacted, near-duplicates, links that lead nowhere"),
  })
  .describe("The note that was stored, or the one that says the same already.");
export type StoreData = z.infer<typeof storeData>;
