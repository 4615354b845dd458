// The data of projectReport.

import { z } from "zod";
import { count, text, texts } from "../../notes/data.ts";

export const projectData = z
  .strictObject({
    root: text.describe("path of the work tree"),
    folder: text.describe("key of the folder"),
    remote: text.nullable().describe("key of the remote that git's configuration names"),
    counts: z.boolean().describe("whether notes of that remote are this folder's"),
    standing: z.enum(["no remote", "known", "noted", "first", "commit", "tip", "unknown"]).describe("why it counts"),
    notes: count.describe("of the folder"),
    remoteNotes: count.describe("of the remote"),
    from: texts.describe("keys of other folders that notes of the remote were stored from"),
  })
  .describe("Which project the directory belongs to.");
export type ProjectData = z.infer<typeof projectData>;

export const vectorCountsData = z
  .strictObject({ model: text, dimensions: count, embedded: count, texts: count, bytes: count, isFull: z.boolean() })
  .meta({ id: "VectorCounts" });
