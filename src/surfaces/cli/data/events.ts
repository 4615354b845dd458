// What commands print of the events that hooks recorded.

import { z } from "zod";
import { count, countsBy, list, noteId, text, time } from "../../../notes/data.ts";

const decidedNote = z
  .strictObject({ id: noteId, topic: text.nullable(), index: count.nullable(), line: text })
  .meta({ id: "DecidedNote", description: "where the note is now; null: it is gone" });

const reason = z.enum([
  "told",
  "superseded",
  "weak",
  "beaten",
  "many",
  "room",
  "day",
  "failure",
  "elsewhere",
  "seen",
  "aside",
  "blurred",
  "docs",
  "unready",
  "alone",
  "late",
  "whole",
  "lift",
]);

export const decisionsData = z
  .strictObject({
    decisions: list(
      z.strictObject({
        time,
        session: text,
        agent: text.describe("the subagent; empty for the main conversation"),
        hook: text,
        file: text.describe("that the event was about; empty for none"),
        silent: z.enum(["held", "unknown", "words", "aside", "unread", "unkept", "off"]).nullable(),
        shown: list(decidedNote),
        held: list(decidedNote.extend({ reason, score: z.number().nullable() })).describe("held back"),
        said: list(text).describe("what other sources than the notes said, e.g. code src/a.ts:10-20"),
        unsaid: list(z.strictObject({ name: text, reason, score: z.number().nullable() })).describe(
          "what they held back; output: why an output stayed whole",
        ),
        output: z
          .strictObject({ command: text, filter: text, key: text, before: count, after: count })
          .nullable()
          .describe("the output that was shortened, in bytes"),
      }),
    ).describe("oldest first"),
  })
  .describe("The last decisions of hooks.");
export type DecisionsData = z.infer<typeof decisionsData>;

export const eventStats = z
  .strictObject({
    events: count,
    bytes: count,
    files: count,
    damaged: count,
    types: countsBy("type"),
  })
  .meta({ id: "EventFigures" });
export type EventStatsData = z.infer<typeof eventStats>;

export const eventStatsData = eventStats.describe("Figures of the events that hooks recorded.");

export const importedEventsData = z
  .strictObject({
    imported: count,
    known: count,
    older: count.describe("from before the last compaction"),
    damaged: count,
    documents: count.describe("of plans, that were added"),
  })
  .describe("How many events were added, and how many lines were not.");
export type ImportedEventsData = z.infer<typeof importedEventsData>;
