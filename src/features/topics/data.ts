// The data of topics: one shape for each action, or for each kind of its answers.

import { z } from "zod";
import {
  count,
  countsBy,
  datedTopic,
  elsewhere,
  fraction,
  line,
  list,
  listedNote,
  place,
  sourceState,
  text,
  texts,
  time,
  unfinished,
} from "../../notes/data.ts";
import { checkpointShape } from "../checkpoint/data.ts";
import { vectorCountsData } from "../common/data.ts";

const listedTopic = datedTopic.extend({
  changed: time.describe("when a note of it was last stored or edited"),
  project: z
    .enum(["here", "none", "other"])
    .optional()
    .describe("with `--project any`, inside of a project: whose notes it holds"),
});

export const listData = z
  .strictObject({
    entries: count,
    topics: list(listedTopic).describe("by last change, unless `--sort` says otherwise"),
    elsewhere,
  })
  .describe("The topics.");
export type ListData = z.infer<typeof listData>;

export const recentData = z
  .strictObject({
    total: count,
    elsewhere,
    topics: countsBy("topic"),
    entries: list(
      listedNote.extend({ edited: time.nullable().describe("the last edit, where that makes it recent") }),
    ).describe("newest first, at most 50"),
  })
  .describe("What was stored or edited lately.");
export type RecentData = z.infer<typeof recentData>;

export const entriesData = z
  .strictObject({ topic: text, count, elsewhere, entries: list(listedNote).describe("oldest first") })
  .describe("The notes of a topic.");
export type EntriesData = z.infer<typeof entriesData>;

const figures = z
  .strictObject({
    entries: count,
    indexTerms: count,
    indexPostings: count,
    indexBytes: count,
    topics: count,
    logBytes: count,
    watermark: count.describe("bytes of the log that the index file covers"),
    tailEntries: count.describe("notes indexed in memory only"),
    deleted: count.describe("deleted or replaced since the index file was made"),
    tornBytes: count.describe("at the end of the log, no whole record"),
    damageCount: count.describe("damaged regions of the log"),
    damageBytes: count,
  })
  .meta({ id: "Figures" });

export const statsData = z
  .strictObject({
    ...figures.shape,
    vectors: vectorCountsData.optional(),
    oldest: time.nullable(),
    newest: time.nullable(),
    unfinished: unfinished.nullable(),
    ahead: count.describe("notes of the future, which oldest and newest pass over"),
  })
  .describe("Figures of the knowledge base.");
export type StatsData = z.infer<typeof statsData>;

const minutes = z.int().nullable().describe("minutes since 1970, UTC");

export const indexStatsData = z
  .strictObject({ ...figures.shape, oldest: minutes, newest: minutes })
  .describe("Figures of the index.");
export type IndexStatsData = z.infer<typeof indexStatsData>;

export const tagStatsData = countsBy("tag").describe("How many notes each tag has, most first.");
export type TagStatsData = z.infer<typeof tagStatsData>;

export const xrefData = z
  .strictObject({
    topic: text,
    elsewhere,
    referencedBy: countsBy("topic").describe("notes there that mention or link to it"),
    references: countsBy("topic").describe("notes here that mention or link to that topic"),
    total: count,
    entries: list(listedNote).describe("notes of others that refer to it, newest first, at most 50"),
  })
  .describe("Which topics refer to a topic, and to which it refers.");
export type XrefData = z.infer<typeof xrefData>;

export const graphData = z
  .strictObject({ elsewhere, edges: list(z.strictObject({ from: text, to: text, count })).describe("most first") })
  .describe("Which topics refer to which.");
export type GraphData = z.infer<typeof graphData>;

const staleNote = z
  .strictObject({
    topic: text,
    index: count,
    time,
    source: text,
    state: sourceState,
    line: line.nullable().describe("where the cited text stands now, if it moved"),
  })
  .meta({ id: "StaleNote" });

const excerpt = z.strictObject({
  from: line.describe("number of the first of the lines"),
  lines: texts,
  first: count.describe("first cited line"),
  last: count.describe("last cited line; less than first where the file is cited as a whole"),
});

const reason = z.enum([
  "of other projects",
  "stored from another directory",
  "outside of this project",
  "without a file here",
  "without a fingerprint",
  "over a limit",
  "not readable",
]);

export const staleData = z
  .strictObject({
    checked: count,
    unchanged: count,
    unchecked: z.partialRecord(reason.describe("reason"), count),
    leftOut: count.describe("over the limits of one survey"),
    listed: count.describe("how many sources changed, also those that had no room"),
    entries: list(
      z.union([
        z.strictObject({ ...staleNote.shape, title: text }),
        z
          .strictObject({ ...staleNote.shape, text, current: z.union([excerpt, text.describe("why there is none")]) })
          .describe("with `--refresh`: the source as it is now"),
      ]),
    ),
  })
  .describe("Notes whose source has changed.");
export type StaleData = z.infer<typeof staleData>;
export type StaleNoteData = StaleData["entries"][number];

const applied = z.boolean().optional().describe("whether it was done; not there where there was nothing to do");

export const pruneData = z
  .strictObject({ topics: list(datedTopic).describe("longest idle first"), applied, elsewhere })
  .describe("Idle topics.");
export type PruneData = z.infer<typeof pruneData>;

const repeated = z
  .strictObject({ ...place.shape, time: time.describe("when it was stored or last revised"), line: text })
  .meta({ id: "Repeated" });
const pair = { similarity: fraction, duplicate: repeated, kept: repeated.describe("the newer one") };

export const duplicatesData = z
  .strictObject({
    entries: count.describe("notes that were compared"),
    merged: count,
    duplicates: list(z.strictObject(pair)).describe("with `--apply`: those that were merged"),
    unmerged: list(z.strictObject({ ...pair, obstacle: text.nullable() })).describe(
      "alike, but something would be lost",
    ),
    acrossTopics: list(list(repeated)).describe("the same text in several topics"),
    cutTopics: texts.describe("topics of which not all notes were compared"),
    elsewhere,
  })
  .describe("Notes that repeat others.");
export type DuplicatesData = z.infer<typeof duplicatesData>;

export const mendedData = z
  .strictObject({
    entries: list(z.strictObject({ topic: text, index: count, time, newTime: time })),
    applied,
    elsewhere,
  })
  .describe("Notes whose time cannot be right.");
export type MendedData = z.infer<typeof mendedData>;

export const compactLogData = z
  .strictObject({
    entries: count,
    bytesBefore: count,
    bytesAfter: count,
    damagedCopy: text.nullable().optional().describe("with `--apply`, where it was done: file with damaged bytes"),
  })
  .nullable()
  .describe("What rewriting the log saves; null where nothing is stored.");
export type CompactLogData = z.infer<typeof compactLogData>;

export const reindexData = z
  .strictObject({
    entries: count,
    terms: count,
    bytes: count,
    damaged: count.describe("regions of the log"),
    vectors: vectorCountsData.optional(),
  })
  .nullable()
  .describe("The index that was built; null where nothing is stored.");
export type ReindexData = z.infer<typeof reindexData>;

export const hookSessionShape = z.strictObject({
  phase: z.enum(["Research", "Build", "Verify", "Debug"]),
  lastRun: z.strictObject({ what: text, failed: z.boolean() }).nullable().describe("last build or test"),
  topics: list(z.strictObject({ topic: text, count })),
  read: count.describe("files"),
  edited: texts.describe("files"),
  stores: count,
  shown: count.describe("notes that hooks showed"),
  reminded: z.boolean(),
});

export const sessionData = z
  .strictObject({
    operations: list(z.strictObject({ time, what: text }))
      .nullable()
      .describe("null, like count: a command has none"),
    count: count.nullable(),
    hooks: hookSessionShape.nullable().describe("what hooks saw"),
    summary: text.describe("what a session begins with"),
  })
  .describe("What was done in the session.");
export type SessionData = z.infer<typeof sessionData>;

export const savedCheckpointData = z
  .strictObject({
    checkpoint: checkpointShape,
    replaced: checkpointShape.nullable(),
    keptAside: text.nullable().describe("name of a damaged file that was kept"),
    notes: texts.describe("remarks: what was redacted"),
  })
  .describe("The checkpoint that was saved.");
export type SavedCheckpointData = z.infer<typeof savedCheckpointData>;

export const checkpointData = checkpointShape.nullable().describe("The checkpoint of this project; null for none.");
export const clearedCheckpointData = checkpointShape
  .nullable()
  .describe("The checkpoint that was deleted; null for none.");
