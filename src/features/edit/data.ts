// The data of edit: one shape for each kind of change.

import { z } from "zod";
import { count, countsBy, elsewhere, fraction, list, noteId, place, text, texts, time } from "../../notes/data.ts";

export const changedData = z
  .strictObject({
    action: z.enum(["append", "revise", "tag"]),
    ...place.shape,
    time,
    changed: z.boolean(),
    entry: z.strictObject({
      tags: texts,
      source: text.nullable(),
      confidence: fraction,
      links: texts,
      modified: text.nullable().describe("`YYYY-MM-DD HH:MM`, local time: when it was last revised"),
      projects: texts,
      text,
    }),
    notes: texts,
    elsewhere,
  })
  .describe("The note as it is now.");
export type ChangedData = z.infer<typeof changedData>;

export const deletedData = z
  .strictObject({
    action: z.literal("delete"),
    topic: text,
    deleted: list(z.strictObject({ id: noteId, index: count, time, title: text })),
    linksRemoved: count.describe("links of other notes that led to them"),
    elsewhere,
  })
  .describe("The notes that were deleted.");
export type DeletedData = z.infer<typeof deletedData>;

export const deletedWhereData = z
  .strictObject({
    action: z.literal("delete"),
    where: text,
    applied: z.boolean(),
    count: count.describe("notes that it finds"),
    topics: countsBy("topic"),
    projects: texts.describe("their projects, by one key each"),
    entries: list(z.strictObject({ ...place.shape, time, title: text })).describe("the first 10,000 of them"),
    linksRemoved: count.describe("links of other notes that led to them"),
    elsewhere,
  })
  .describe("The notes that were deleted by a filter; without `--apply`: that would be.");
export type DeletedWhereData = z.infer<typeof deletedWhereData>;

export const movedData = z
  .strictObject({
    action: z.enum(["rename", "merge"]),
    topic: text,
    into: text,
    entries: count,
    elsewhere,
  })
  .describe("How many notes moved from a topic into another.");
export type MovedData = z.infer<typeof movedData>;

const kind = z.enum(["stored", "deleted", "changed", "moved", "dated"]);
const change = count.describe("its number, as `undo` and `redo` take it");

export const undoneData = z
  .strictObject({
    change,
    entries: list(
      z.strictObject({
        was: kind.describe("what the change had done"),
        topic: text,
        movedTo: text.nullable().optional(),
        body: text,
      }),
    ),
  })
  .describe("What was taken back or made again; with `--dry-run`: what would be.");
export type UndoneData = z.infer<typeof undoneData>;

export const historyData = z
  .strictObject({
    changes: list(
      z.strictObject({
        change,
        undone: z.boolean(),
        time: time.nullable().describe("null, like session and project: not known"),
        session: text.nullable(),
        ownSession: z.boolean(),
        project: text.nullable(),
        count,
        entries: list(z.strictObject({ kind, topic: text, movedTo: text.optional(), title: text })).describe(
          "the first of them",
        ),
      }),
    ).describe("newest first, at most 20"),
  })
  .describe("The last changes.");
export type HistoryData = z.infer<typeof historyData>;
