// The event log: what an append costs a hook, and how long counting a million events takes from a snapshot.

import { mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foldEvents, WORTH_BYTES } from "../../src/events/log/event-fold.ts";
import { encodeEvents } from "../../src/events/log/event-line.ts";
import { EventLog, SEGMENT_BYTES } from "../../src/events/log/event-log.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import { ACTIVE_NAME, EVENTS_FOLDER, EventWriter } from "../../src/events/log/event-writer.ts";
import { noteCounters } from "../../src/events/log/note-counters.ts";
import { segmentName } from "../../src/events/log/segment-names.ts";
import { randomNoteId } from "../../src/notes/text/note-id.ts";
import { diskAppendedFiles } from "../../src/platform/disk-appended-files.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { timed } from "../samples.ts";
import type { Setting } from "../size-rows.ts";

const CORPUS = "events";
const EVENTS = 1_000_000;
const NOTES = 50_000;
const APPENDS = 2000;
const FOLDS = 20;
const MB = 1e6;
const BYTES_PER_SEGMENT_BATCH = 2000;

/** A log of so many events in segments as the product makes them, about so many notes. */
function fill(directory: string, events: number): number {
  const folder = join(directory, EVENTS_FOLDER);
  mkdirSync(folder, { recursive: true });
  const ids = Array.from({ length: NOTES }, randomNoteId);
  let [segment, text, bytes] = [1, "", 0];
  const put = (name: string) => {
    writeFileSync(join(folder, name), text);
    bytes += Buffer.byteLength(text);
    text = "";
  };
  for (let at = 0; at < events; at += BYTES_PER_SEGMENT_BATCH) {
    const made = Array.from({ length: BYTES_PER_SEGMENT_BATCH }, (_, each): NewEvent => {
      const note = ids[(at * 31 + each * 17) % NOTES]!;
      if (each % 4 === 0) return { type: "run", run: "cargo test", ok: each % 3 > 0 };
      if (each % 4 === 1) return { type: "edit", file: `src/file${each % 50}.ts` };
      if (each % 4 === 2) return { type: "withheld", hook: "prompt", why: "held", held: [[note, "told"]] };
      return { type: "shown", hook: "ambient", notes: [note, ids[(at + each) % NOTES]!], file: "src/a.ts" };
    });
    const head = { at: Date.UTC(2026, 1, 21) + at, session: `session-${at % 97}`, agent: "", project: ["acme/api"] };
    text += encodeEvents(head, made, randomNoteId);
    if (text.length >= SEGMENT_BYTES) put(segmentName(segment++));
  }
  put(ACTIVE_NAME);
  return bytes;
}

/** Measures appends, and counting a million events. */
export async function measureEvents({ recorder, scratch, scale }: Setting): Promise<void> {
  const directory = mkdtempSync(join(scratch, "events-"));
  const events = EVENTS * scale;
  const bytes = fill(directory, events);
  recorder.value(CORPUS, "disk", `${events.toLocaleString("en-US")} events on the disk`, bytes / MB, "MB");
  const log = new EventLog(diskFileSystem, directory);
  const whole = await timed(1, () => foldEvents(log, noteCounters, WORTH_BYTES));
  recorder.times(CORPUS, "fold", "counting all of them, without a snapshot", whole);
  const folds: number[] = [];
  const writer = new EventWriter(diskAppendedFiles, directory, randomNoteId);
  const appends: number[] = [];
  const head = { at: Date.UTC(2026, 2, 1), session: "session", agent: "", project: ["acme/api"] };
  for (let round = 0; round < FOLDS; round++) {
    for (let each = 0; each < APPENDS / FOLDS; each++) {
      const event: NewEvent = { type: "shown", hook: "prompt", notes: [randomNoteId(), randomNoteId()] };
      appends.push(...(await timed(1, () => writer.append(head, [event]))));
    }
    folds.push(...(await timed(1, () => foldEvents(log, noteCounters))));
  }
  recorder.times(CORPUS, "append", "append of an event, unsynced", appends);
  recorder.times(CORPUS, "fold-snapshot", "counting all of them, from a snapshot", folds);
  const snapshot = statSync(join(directory, EVENTS_FOLDER, `${noteCounters.name}.json`)).size;
  recorder.value(CORPUS, "snapshot", "the snapshot on the disk", snapshot / MB, "MB");
}
