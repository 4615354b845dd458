// Reads lines of the event log. A line that is whole and of the wrong shape counts as damaged, too, so that whoever reads
// events can trust their types.

import { SUM, SUM_LENGTH, sumOf, VERSION } from "./event-line.ts";
import { EVENT_TYPES, type FieldKind, type LoggedEvent } from "./event-types.ts";

/** A longer line is no event, in code units. */
const LINE_LENGTH_MAX = 64 * 1024;
/** How a line ends that was written whole. */
const WHOLE_END = /,"sum":"[0-9a-f]{8}"\}$/;

/** The event of a line; `later` for a whole line of a later helix, which this one does not know; null for damage. */
export function parseEvent(line: string): LoggedEvent | "later" | null {
  const end = line.length - SUM_LENGTH;
  if (end <= 0 || line.length > LINE_LENGTH_MAX || !line.startsWith(SUM, end)) return null;
  if (line.slice(end + SUM.length, -2) !== sumOf(line.slice(0, end))) return null;
  try {
    const { v, sum, ...event } = JSON.parse(line);
    if (v !== VERSION || !Object.hasOwn(EVENT_TYPES, event.type)) return "later";
    const whole = { session: "", agent: "", project: [], ...event };
    return hasFields(whole, HEAD_FIELDS) && hasFields(whole, EVENT_TYPES[whole.type as LoggedEvent["type"]])
      ? whole
      : null;
  } catch {
    return null;
  }
}

/** Whether a damaged line is only a part of one, as a write leaves it that was cut off: nobody was told that it counts. */
export function isCutOff(line: string): boolean {
  return !WHOLE_END.test(line);
}

const HEAD_FIELDS = { id: "text", at: "number", session: "text", agent: "text", project: "texts" };
const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => Number.isFinite(value);
const isListOf = (value: unknown, isItem: (item: unknown) => boolean) => Array.isArray(value) && value.every(isItem);
const KINDS: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: isText,
  flag: (value) => typeof value === "boolean",
  number: isNumber,
  texts: (value) => isListOf(value, isText),
  held: (value) =>
    isListOf(
      value,
      (pair) => isListOf(pair, (item) => isText(item) || isNumber(item)) && isText((pair as unknown[])[0]),
    ),
  counts: (value) => typeof value === "object" && value !== null && Object.values(value).every(isNumber),
};

function hasFields(event: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, string>>): boolean {
  return Object.entries(fields).every(([name, kind]) => {
    if (event[name] === undefined) return kind.endsWith("?");
    return KINDS[kind.replace("?", "") as FieldKind](event[name]);
  });
}
