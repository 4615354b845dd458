// An event as a line: JSON whose last member is the checksum of all before it.
// Invariants:
// - A line is JSON, so any tool reads it. A changed byte makes it damaged, and no other line.
// - A line stands between line breaks of its own. What another process has left unfinished ends in front of it.

import type { EventHead, LoggedEvent, NewEvent } from "./event-types.ts";

/** The format of lines. */
export const VERSION = 1;
/** `,"sum":"` in front of eight hexadecimal digits, and what ends the line behind them. */
export const SUM = ',"sum":"';
const SUM_DIGITS = 8;
export const SUM_LENGTH = SUM.length + SUM_DIGITS + '"}'.length;
/** The most that is kept of a name that others chose, in code units. */
const NAME_LENGTH_MAX = 300;

/** The lines of events, ready to be appended with one write. `ids` gives each its id. */
export function encodeEvents(head: EventHead, events: readonly NewEvent[], id: () => string): string {
  return events.map((event) => `\n${encodeEvent({ ...head, ...event, id: id() } as LoggedEvent)}\n`).join("");
}

/** Texts that an event may be without. Where one of them is "", it is not written. */
export const LEFT_OUT: readonly string[] = ["session", "agent", "file", "why", "evidence", "report"];

/** One line without its line breaks. */
export function encodeEvent({ id, at, type, ...rest }: LoggedEvent): string {
  const isSaid = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && (value !== "" || !LEFT_OUT.includes(name));
  const said = Object.entries(rest)
    .filter(isSaid)
    .map(([name, value]) => [name, bounded(value)]);
  const text = JSON.stringify({ v: VERSION, id, at, type, ...Object.fromEntries(said) }).slice(0, -1);
  return `${text}${SUM}${sumOf(text)}"}`;
}

function bounded(value: unknown): unknown {
  return typeof value === "string" ? value.slice(0, NAME_LENGTH_MAX).toWellFormed() : value;
}

/** The checksum of a text, as a line has it. */
export function sumOf(text: string): string {
  return Bun.hash.crc32(text).toString(16).padStart(SUM_DIGITS, "0");
}
