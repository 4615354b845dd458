// Figures of the event log: what hooks recorded, and how much room it takes.

import type { Answer } from "../../base/answer.ts";
import { messageOf } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { formatDate } from "../../engine/text/dates.ts";
import { eventDamage } from "../../events/log/event-damage.ts";
import { foldEvents, WORTH_BYTES } from "../../events/log/event-fold.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { ACTIVE_NAME } from "../../events/log/event-writer.ts";
import { noteCounters } from "../../events/log/note-counters.ts";
import { ACTIVE_UNUSABLE, oddWords } from "../../events/log/segment-names.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import type { EventStatsData } from "./data/events.ts";
import type { CheckData } from "./data/log.ts";

/** What `helix check` says of events. */
export type EventCheckData = NonNullable<CheckData>["events"];

const MINUTE_MS = 60_000;
const LABELS: Readonly<Record<string, string>> = {
  shown: "notes shown by hooks",
  answered: "answers with notes new to a session",
  withheld: "notes held back, or silence",
  used: "notes used after that",
  correction: "notes corrected",
  doubt: "signs against notes",
  run: "builds and tests",
  edit: "edits of files",
  filter: "outputs shortened",
  feedback: "judgements of notes",
  edge: "relations between notes",
  attempt: "attempts at tasks",
  fetched: "kept outputs asked for again",
};

/** The figures of the event log. A snapshot of them that is `worthBytes` behind is written anew, by default none. */
export function eventFigures(
  directory: string,
  worthBytes?: number,
): { figures: EventStatsData; first: number; last: number } {
  const log = new EventLog(diskFileSystem, directory);
  const { state, damaged } = foldEvents(log, noteCounters, worthBytes);
  const segments = log.segments();
  const figures = {
    events: [...state.types.values()].reduce((sum, count) => sum + count, 0),
    bytes: segments.reduce((sum, { size }) => sum + size, 0),
    files: segments.length,
    damaged,
    types: Object.fromEntries(state.types),
  };
  return { figures, first: state.first, last: state.last };
}

/** The same of a log that is looked over: with what was cut off. One that cannot be used says why. */
export function eventCheck(directory: string): EventCheckData {
  try {
    const { figures } = eventFigures(directory);
    const log = new EventLog(diskFileSystem, directory);
    const odd = log.oddNames();
    const unusable = odd.includes(ACTIVE_NAME) ? { unusable: ACTIVE_UNUSABLE } : {};
    return { ...figures, ...eventDamage(log), unfinished: log.unfinishedBytes(), odd, ...unusable };
  } catch (error) {
    const none = { events: 0, bytes: 0, files: 0, damaged: 0, cutOff: 0, types: {}, unfinished: 0, odd: [] };
    return { ...none, unusable: messageOf(error) };
  }
}

/** What there is to say of them. */
export function eventCheckLines({ events, damaged, cutOff, unfinished, odd, unusable }: EventCheckData): string[] {
  const passedOver = odd.length === 0 ? [] : [oddWords(odd)];
  if (unusable !== undefined) passedOver.unshift(`events: UNUSABLE: ${unusable}; see helix doctor`);
  if (events + damaged + unfinished === 0) return passedOver;
  const wrong = damaged - cutOff;
  const said = [
    ...(wrong > 0 ? [`DAMAGED: ${counted(wrong, "line", "lines")}, passed over`] : []),
    ...(cutOff > 0 ? [`${counted(cutOff, "part of a line", "parts of lines")} (interrupted writes), passed over`] : []),
    ...(unfinished > 0 ? [`the last ${unfinished} bytes are no whole line (an interrupted write)`] : []),
  ];
  return [`events: ${events}, ${said.length === 0 ? "all whole" : said.join("; ")}`, ...passedOver];
}

/** The answer of `helix stats --detail events`. */
export function eventStatistics(directory: string): Answer {
  const { figures, first, last } = eventFigures(directory, WORTH_BYTES);
  const { events, bytes, files, damaged, types } = figures;
  const day = (ms: number) => formatDate(Math.floor(ms / MINUTE_MS));
  const lines = [
    `${counted(events, "event", "events")}, ${bytes} bytes in ${counted(files, "file", "files")}`,
    ...(events === 0 ? [] : [`from ${day(first)} to ${day(last)}`]),
    ...Object.entries(types).map(([type, count]) => `${LABELS[type] ?? type}: ${count}`),
    ...(damaged === 0 ? [] : [`damaged: ${counted(damaged, "line", "lines")}, passed over`]),
  ];
  return { found: events > 0, text: () => lines.join("\n"), data: (): EventStatsData => figures };
}
