// A checkpoint as data.

import { z } from "zod";
import { text, texts, time } from "../../notes/data.ts";

export const checkpointShape = z
  .strictObject({
    projects: texts,
    saved: time.nullable(),
    task: text,
    done: texts,
    next: texts,
    hypotheses: texts,
    blocked: text.nullable(),
    files: texts,
  })
  .meta({ id: "Checkpoint" });
export type CheckpointData = z.infer<typeof checkpointShape>;
