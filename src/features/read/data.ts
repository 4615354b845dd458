// The data of read.

import { z } from "zod";
import { count, elsewhere, list, text, wholeNote } from "../../notes/data.ts";

export const readData = z
  .strictObject({
    topic: text,
    count: count.describe("notes of the topic within reach; with an index or an id, all"),
    elsewhere,
    leftOut: count
      .optional()
      .describe("older notes beyond the limit or without room; not there with an index or an id"),
    entries: list(wholeNote).describe("oldest first; newest first with `--order newest`"),
  })
  .describe("A topic's notes in full, or one of them.");
export type ReadData = z.infer<typeof readData>;
