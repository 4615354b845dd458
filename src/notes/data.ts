// The shapes that the data of several commands have in common, as schemas. docs/JSON.md is made of such schemas, and tests
// check answers by them. helix itself uses their types only, so no command waits for zod. A shape with an id has a name
// in docs/JSON.md. Objects are strict: a field that no schema names is a mistake.

import { z } from "zod";

/** A list as features hand it out. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly();
}

/** Numbers by name; `of` says what the names are. */
export function countsBy(of: string) {
  return z.record(z.string().describe(of), count);
}

export const text = z.string();
export const count = z.int().min(0);
/** The number of a line, from 1. */
export const line = z.int().min(1);
export const fraction = z.number().min(0).max(1).meta({ id: "Fraction", description: "from 0 to 1" });
export const texts = list(text);

export const time = z
  .string()
  .regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: "Time", description: "ISO 8601 in UTC, `2026-02-21T00:41:00.000Z`" });

export const noteId = z
  .string()
  .regex(/^[0-9a-hjkmnp-tv-z]{10}$/)
  .meta({ id: "NoteId", description: "ten characters, without the `@` before them in texts" });

/** A note by its id, and where it stands. */
export const place = z
  .strictObject({ id: noteId, topic: text, index: count.describe("in its topic, from 0") })
  .meta({ id: "Place" });

/** What is known of a note besides its text. `source`: `path`, `path:line` or `path#symbol`. `projects`: keys of its project. */
const known = {
  ...place.shape,
  time,
  tags: texts,
  source: text.nullable(),
  confidence: fraction,
  projects: texts,
};

/** What became of the lines that a note cites. */
export const sourceState = z
  .string()
  .regex(
    /^(?:unchanged|changed|gone|modified since|moved to lines? \d+(?:-\d+)?|(?:changed, )?(?:perhaps )?now [^\n]+)$/,
  )
  .meta({
    id: "SourceState",
    description:
      "`unchanged`, `changed`, `gone`, `modified since`, `moved to line 52` or `moved to lines 52-60`; of a symbol that is elsewhere `now src/store.ts#drop`, `perhaps now ...`, `changed, now ...`",
  });

const checked = sourceState.nullable().describe("null: without a source, or not looked at");
export const previewLines = texts.describe("the first two lines that say something");

export const listedNote = z.strictObject({ ...known, lines: previewLines }).meta({ id: "Note" });
export type ListedNote = z.infer<typeof listedNote>;

/** A note in a search's answer, without what only a search says of it. */
export const foundNote = { ...known, sourceState: checked, lines: previewLines };

export const wholeNote = z
  .strictObject({
    ...known,
    sourceState: checked,
    body: text.nullable().describe("as stored, with its metadata lines; null where its record is damaged"),
  })
  .meta({ id: "WholeNote" });
export type WholeNote = z.infer<typeof wholeNote>;

/** In a listing that keeps to the notes of a project: what it left out. */
export const elsewhere = z
  .strictObject({ entries: count, projects: count })
  .meta({ id: "Elsewhere", description: "what was left out: notes, and the other projects that they are of" })
  .optional();

/** In a listing without archived notes: how many it left out. */
export const archived = count.optional().describe("archived notes that were left out");

/** A topic with its number of notes. */
export const topicCount = z.strictObject({ name: text, count });
export const datedTopic = topicCount.extend({ newest: time });

/** The whole notes of an unfinished write. */
export const unfinished = z
  .strictObject({
    notes: count,
    topics: count,
    named: texts.describe("the first topics"),
    isPart: z.boolean(),
  })
  .meta({ id: "Unfinished", description: "the notes of an unfinished write, which count for nothing" });
