// Appends to an entry as the original program does: body, line break and text as a new record, and a tombstone for the
// old one, both without a checksum.

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { naiveRecords } from "./naive-log.ts";
import { entryOfOriginal, tombstoneOfOriginal } from "./random-log.ts";

/** Appends `text` to the newest entry in the log of a directory whose body holds `part`. */
export function appendAsOriginal(directory: string, part: string, text: string): void {
  const path = join(directory, "data.log");
  const log = readFileSync(path);
  const record = naiveRecords(log).findLast((each) => each.kind === "entry" && each.entry.body.includes(part));
  if (record?.kind !== "entry") throw new Error(`no entry holds ${part}`);
  const { topic, body } = record.entry;
  const stored = log.readInt32LE(record.from + 6);
  appendFileSync(path, entryOfOriginal(topic, `${body}\n${text}`, stored));
  appendFileSync(path, tombstoneOfOriginal(record.from));
}
