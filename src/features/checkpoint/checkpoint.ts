// A checkpoint: the state of somebody's work, to go on from in another session. And how it stands in JSON, where it may
// have been written by the original program, by a newer helix or by hand: what is understood is taken, what is not is
// kept.
// Invariant: every value is one line without control characters, whoever wrote it.

import { cleanLine } from "../../engine/text/clean.ts";

export interface Checkpoint {
  readonly task: string;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly hypotheses: readonly string[];
  readonly blocked: string | null;
  readonly files: readonly string[];
  /** When it was saved, milliseconds since 1970; null when the file does not say. */
  readonly saved: number | null;
  /** Keys of the project that it belongs to; none for work outside of any. */
  readonly projects: readonly string[];
}

/** A checkpoint as it stands in the file. */
export type RawCheckpoint = Readonly<Record<string, unknown>>;

/** Names that other programs may give the time; the first is our own. */
export const TIME_NAMES = ["saved", "saved_at", "timestamp", "time", "updated", "ts"];
/**
 * Which unit a number stands for is told by its size: of the years about now milliseconds, seconds and minutes are far
 * apart.
 */
const MILLISECONDS_MIN = 100_000_000_000;
const SECONDS_MIN = 100_000_000;
const MINUTE_MS = 60_000;
const TIME_MS_MAX = 8.64e15;

/** What `raw` says; null when it is no checkpoint. */
export function parseCheckpoint(raw: unknown): Checkpoint | null {
  if (!isRecord(raw)) return null;
  const task = lineOf(raw.task);
  const { projects = [] } = raw;
  // Projects in a form that is not known must not pass for none.
  if (task === "" || !(Array.isArray(projects) || typeof projects === "string")) return null;
  return {
    task,
    done: listOf(raw.done, ";"),
    next: listOf(raw.next, ";"),
    hypotheses: listOf(raw.hypotheses, ";"),
    blocked: lineOf(raw.blocked) || null,
    files: listOf(raw.files, ","),
    saved: timeOf(raw),
    projects: listOf(projects, ","),
  };
}

/** Whether a JSON value is an object with names. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of a text, one line each; line breaks divide as the separator does. */
export function splitItems(text: string, separator: ";" | ","): string[] {
  return text
    .split(separator === ";" ? /[;\n]/ : /[,\n]/)
    .map(cleanLine)
    .filter((item) => item !== "");
}

function lineOf(value: unknown): string {
  return typeof value === "string" ? cleanLine(value) : "";
}

function listOf(value: unknown, separator: ";" | ","): string[] {
  if (Array.isArray(value)) return value.map(lineOf).filter((item) => item !== "");
  return typeof value === "string" ? splitItems(value, separator) : [];
}

function timeOf(raw: RawCheckpoint): number | null {
  for (const name of TIME_NAMES) {
    const value = raw[name];
    const time =
      typeof value === "string" ? Date.parse(value) : typeof value === "number" ? inMilliseconds(value) : NaN;
    if (Math.abs(time) <= TIME_MS_MAX) return time;
  }
  return null;
}

function inMilliseconds(value: number): number {
  if (value >= MILLISECONDS_MIN) return value;
  return value >= SECONDS_MIN ? value * 1000 : value * MINUTE_MS;
}
