// Figures of the event log: what hooks recorded, and how much room it takes.

import type { FeatureResult } from "../../base/result.ts";
import { counted } from "../../base/wording.ts";
import { formatDate } from "../../engine/text/dates.ts";
import { foldEvents, WORTH_BYTES } from "../../events/log/event-fold.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { noteCounters } from "../../events/log/note-counters.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";

const MINUTE_MS = 60_000;
const LABELS: Readonly<Record<string, string>> = {
  shown: "notes shown by hooks",
  withheld: "notes held back, or silence",
  used: "notes used after that",
  correction: "notes corrected",
  run: "builds and tests",
  edit: "edits of files",
};

/** The figures of the event log of a knowledge base. With `isKept`, what was added up is kept for the next time. */
export function eventStatistics(directory: string, isKept: boolean): FeatureResult {
  const log = new EventLog(diskFileSystem, directory);
  const { state, lines, damaged } = foldEvents(log, noteCounters, isKept ? WORTH_BYTES : undefined);
  const segments = log.segments();
  const bytes = segments.reduce((sum, { size }) => sum + size, 0);
  const events = [...state.types.values()].reduce((sum, count) => sum + count, 0);
  const day = (ms: number) => formatDate(Math.floor(ms / MINUTE_MS));
  const text = [
    `${counted(events, "event", "events")}, ${bytes} bytes in ${counted(segments.length, "file", "files")}`,
    ...(events === 0 ? [] : [`from ${day(state.first)} to ${day(state.last)}`]),
    ...Array.from(state.types, ([type, count]) => `${LABELS[type] ?? type}: ${count}`),
    ...(damaged === 0 ? [] : [`damaged: ${counted(damaged, "line", "lines")} of ${lines}, passed over`]),
  ];
  return {
    text: text.join("\n"),
    found: events > 0,
    data: { events, bytes, files: segments.length, damaged, types: Object.fromEntries(state.types) },
  };
}
