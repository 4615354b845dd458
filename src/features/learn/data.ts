// The data of learn.

import { z } from "zod";
import { count, fraction, list, noteId, text, texts } from "../../notes/data.ts";

const type = z.enum(["failure", "pattern"]);

export const recallData = list(
  z.strictObject({
    name: text.describe("for people; the id is the key"),
    id: noteId,
    type,
    trigger: text,
    resolution: text,
    _score: fraction,
    relevance: fraction.describe("the share of the query's weight that it holds; with embeddings the cosine"),
    effectiveness: fraction,
    recency: fraction,
    helped: count,
    misled: count,
    topic: text,
    tags: texts,
    source: text.nullable(),
    confidence: fraction,
  }),
).describe("Lessons on the query, the best first.");
export type RecallData = z.infer<typeof recallData>;

export const keptLessonData = z
  .strictObject({
    status: z.enum(["added", "merged", "similar", "refused"]).describe("similar: nothing was changed"),
    name: text,
    id: noteId.nullable(),
    reason: text,
    notes: texts,
  })
  .describe("What became of a lesson.");
export type KeptLessonData = z.infer<typeof keptLessonData>;

export const feedbackData = z
  .strictObject({
    helped: count,
    misled: count,
    unhelpful: count.describe("shown and not claimed; counts neither way"),
    missing: texts.describe("what names no note"),
    refused: list(z.strictObject({ id: text, why: text })),
    judged: list(z.strictObject({ id: noteId, name: text, helped: count, misled: count })).describe(
      "all that was ever judged",
    ),
  })
  .describe("What became of judgements.");
export type FeedbackData = z.infer<typeof feedbackData>;

export const assessData = z
  .strictObject({
    recommendation: z.enum(["continue", "pivot", "escalate"]),
    reason: text,
    attempts: count.describe("failed tries since the last one that worked"),
    suggested_pivot: text.describe("the resolution of the pattern that fits best; empty for none"),
    pattern: z.strictObject({ id: noteId, name: text }).nullable(),
  })
  .describe("Whether to go on.");
export type AssessData = z.infer<typeof assessData>;
