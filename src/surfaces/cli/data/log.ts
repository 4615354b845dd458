// What check, inspect and prove print. Offsets and sizes are in bytes.

import { z } from "zod";
import { count, list, text, texts, time, unfinished } from "../../../notes/data.ts";
import { eventStats } from "./events.ts";

export const checkData = z
  .strictObject({
    logPath: text,
    logBytes: count,
    headerDamaged: z.boolean(),
    entries: count.describe("entry records"),
    live: count,
    tombstones: count,
    withoutChecksum: count.describe("records of the original program"),
    aimless: list(count).describe("tombstones whose target is no entry"),
    damages: list(
      z.strictObject({
        from: count,
        to: count.describe("behind its last byte"),
        edited: z.int().describe("offset of the entry that a lost edit was of; -1: none is known"),
      }),
    ),
    tornBytes: count.describe("at the end, no whole record"),
    unfinished: unfinished.nullable(),
    index: z.enum(["missing", "unusable", "of another log", "damaged", "sound"]),
    watermark: count.describe("bytes of the log that the index covers"),
    copies: list(z.strictObject({ name: text, notes: count.describe("whole notes in it") })).describe(
      "copies of torn or damaged bytes",
    ),
    events: eventStats.extend({
      cutOff: count.describe("damaged lines that are parts of one: of writes that were cut off"),
      unfinished: count.describe("bytes of the last line, which has no end"),
      odd: texts.describe("names in events/ that are no files of the log, or cannot be read"),
      unusable: z.string().optional().describe("why nothing can be read or recorded"),
    }),
    documents: z
      .strictObject({ count, damaged: texts.describe("their hashes") })
      .describe("of plans: explorations, plans, reports, reasons"),
  })
  .nullable()
  .describe(
    "The state of log and index, of events and the documents of plans. Offsets and sizes are in bytes; null for no knowledge base.",
  );
export type CheckData = z.infer<typeof checkData>;

export const inspectData = list(
  z.union([
    z.strictObject({
      kind: z.literal("entry"),
      offset: count,
      size: count,
      checksummed: z.boolean(),
      pair: z.boolean().describe("counts only with the tombstone behind it"),
      stored: z.int().describe("the time as written, in minutes of its base"),
      base: z.enum(["utc-2024", "local-1970"]),
      time,
      topic: text,
      body: text,
    }),
    z.strictObject({
      kind: z.literal("tombstone"),
      offset: count,
      change: count.describe("0 deleted, 1 replaced, 2 moved, 3 restored"),
      target: count.describe("offset of its entry"),
      checksummed: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal("mark"),
      offset: count,
      mark: count.describe("see FORMAT.md"),
      otherEnd: count.describe("offset of the other end of the transaction"),
    }),
    z.strictObject({ kind: z.enum(["damage", "torn"]), offset: count, size: count }),
  ]),
).describe("The records of the log. Offsets and sizes are in bytes.");
export type InspectedData = z.infer<typeof inspectData>[number];

const act = z.looseObject({ kind: text });

export const proveData = z
  .strictObject({
    seed: count,
    figures: z.strictObject({
      histories: count,
      acts: count,
      operations: count,
      cuts: count,
      cutsAgain: count.describe("of them within the recovery from another"),
      entries: count.describe("acknowledged notes that were looked for"),
      lost: count,
    }),
    finding: z
      .strictObject({
        what: text,
        entries: count.describe("acknowledged notes that are gone"),
        seed: count,
        acts: list(act).describe("the shortest history found"),
        cuts: texts,
      })
      .nullable()
      .describe("a promise that did not hold"),
    interrupted: z.boolean(),
    seconds: z.number(),
    disk: z.strictObject({
      kind: text.describe("of file system; empty where it is not known"),
      isMemory: z.boolean(),
      syncsReachSystem: z.boolean(),
      syncMs: z.number().describe("median of a small write with its sync, in milliseconds"),
      locks: z.boolean().describe("whether a lock keeps a second holder out"),
    }),
  })
  .describe("How many power cuts were simulated, and what was lost.");
export type ProveData = z.infer<typeof proveData>;
