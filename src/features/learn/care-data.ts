// The data of the actions of learn that take care of lessons.

import { z } from "zod";
import { count, elsewhere, fraction, list, noteId, text, time } from "../../notes/data.ts";

export const careLesson = z
  .strictObject({
    id: noteId,
    name: text.describe("for people; no key"),
    type: z.enum(["failure", "pattern"]),
    trigger: text,
    resolution: text,
    topic: text,
    helped: count,
    misled: count,
    effectiveness: fraction.describe("(helped + 1) / (helped + misled + 2)"),
  })
  .meta({ id: "Lesson" });
export type LessonData = z.infer<typeof careLesson>;

const edgeKind = z.enum(["co_occurs", "causes", "solves", "similar"]);
const weight = z.number().min(0);
const leftOut = count.describe("older lessons that were not looked at");

export const relateData = z
  .strictObject({
    status: z.enum(["related", "strengthened", "removed", "unchanged"]),
    from: noteId,
    to: noteId,
    kind: edgeKind,
    added: weight,
    weight: weight.describe("of the relation now"),
  })
  .describe("A relation of two lessons.");
export type RelateData = z.infer<typeof relateData>;

const hop = z
  .strictObject({
    from: noteId,
    to: noteId,
    kind: edgeKind,
    weight,
    forward: z.boolean().nullable().describe("whether the relation says it this way round; null: it has no direction"),
  })
  .meta({ id: "Hop" });

export const connectedData = z
  .strictObject({
    start: careLesson,
    total: count.describe("lessons that were reached"),
    lessons: list(careLesson.extend({ _score: fraction, hops: count, path: list(hop).describe("from the start") })),
    closed: count.describe("lessons that were not passed: archived, or of other projects"),
    leftOut,
    elsewhere,
  })
  .describe("Lessons that relations lead to, the highest score first.");
export type ConnectedData = z.infer<typeof connectedData>;

const applied = z.boolean().describe("whether it was done");

export const consolidateData = z
  .strictObject({
    lessons: count.describe("that were compared"),
    merged: count,
    duplicates: list(
      z.strictObject({
        similarity: fraction,
        by: z.enum(["words", "meaning"]),
        duplicate: careLesson,
        kept: careLesson.describe("the better judged, then the newer"),
        obstacle: text.nullable().describe("why the two are not merged; null where they can be, or were"),
      }),
    ).describe("with `--apply`: those that were merged, and those with an obstacle"),
    applied,
    leftOut,
    elsewhere,
  })
  .describe("Lessons that say what others say.");
export type ConsolidateData = z.infer<typeof consolidateData>;

const keptLessons = list(
  z.strictObject({ ...careLesson.shape, why: text.describe("why it stays") }).meta({ id: "KeptLesson" }),
);
const found = {
  lessons: list(careLesson).describe("with `--apply`: those that were archived"),
  kept: keptLessons.describe("found, too, and left as they are"),
  applied,
  leftOut,
  elsewhere,
};

export const pruneLessonsData = z
  .strictObject({ ...found, below: fraction.describe("effectiveness"), judgedUses: count.describe("the fewest") })
  .describe("Lessons that mislead more than they help.");
export const decayData = z
  .strictObject({ ...found, days: count })
  .describe("Lessons that nobody was shown, used or judged for long.");
export type FoundLessonsData = Omit<z.infer<typeof decayData>, "days">;

export const archiveData = z
  .strictObject({
    notes: list(z.strictObject({ id: noteId, topic: text, title: text })).describe(
      "with `--apply`: those that were changed",
    ),
    unchanged: list(noteId).describe("they were so already"),
    applied,
  })
  .describe("Notes that are archived or restored.");
export type ArchiveData = z.infer<typeof archiveData>;

export const healthData = z
  .strictObject({
    status: z.enum(["no lessons yet", "nothing judged yet", "judged"]),
    lessons: count,
    types: z.strictObject({ failure: count, pattern: count }),
    archived: count,
    judged: count,
    unjudged: count,
    helped: count.describe("judgements"),
    misled: count.describe("judgements"),
    effectiveness: list(z.strictObject({ from: fraction, to: fraction, lessons: count })).describe(
      "of judged lessons; the upper end belongs to the last part only",
    ),
    mostHelpful: list(careLesson),
    mostMisleading: list(careLesson),
    shownUnjudged: z.strictObject({ lessons: count, shown: count.describe("how often together") }),
    dormant: z.strictObject({ days: count, lessons: count }),
    relations: z.strictObject({
      count,
      kinds: z.strictObject({ co_occurs: count, causes: count, solves: count, similar: count }),
      lost: count.describe("they lead to a note that is gone"),
    }),
    nearDuplicates: count.describe("by words"),
    uncounted: z
      .strictObject({ used: count, corrected: count, doubted: count })
      .describe("signals that count as no judgement"),
    since: time.nullable().describe("the first event of the log"),
    leftOut,
    damagedEvents: count.describe("damaged lines of the event log, in which judgements may have stood"),
    elsewhere,
  })
  .describe("What is known of the lessons, and what came of them.");
export type HealthData = z.infer<typeof healthData>;
