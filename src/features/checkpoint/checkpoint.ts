// A checkpoint: the state of somebody's work, from which another session goes on. This module also reads its JSON form,
// which the original program, a newer helix or a person may have written. It takes the fields that it understands; the
// others are kept.
// Invariants:
// - Every value is one line without control characters, whoever wrote it.

import { isRecord } from "../../base/is-record.ts";
import { cleanLine } from "../../engine/text/clean.ts";

export interface Checkpoint {
  readonly task: string;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly hypotheses: readonly string[];
  readonly blocked: string | null;
  readonly files: readonly string[];
  /** When it was saved, in milliseconds since 1970; null when the file does not say. */
  readonly saved: number | null;
  /** The keys of its project; empty for work outside of any project. */
  readonly projects: readonly string[];
}

/** A checkpoint as it stands in the file. */
export type RawCheckpoint = Readonly<Record<string, unknown>>;

/** The names that programs use for the time; the first is our own. */
export const TIME_NAMES = ["saved", "saved_at", "timestamp", "time", "updated", "ts"];
/** The unit of a time follows from its size: for present-day times, milliseconds, seconds and minutes differ by far. */
const MILLISECONDS_MIN = 100_000_000_000;
const SECONDS_MIN = 100_000_000;
const MINUTE_MS = 60_000;
const TIME_MS_MAX = 8.64e15;

/** Reads a JSON value as a checkpoint; null when it is none. */
export function parseCheckpoint(raw: unknown): Checkpoint | null {
  if (!isRecord(raw)) return null;
  const task = lineOf(raw.task);
  const { projects = [] } = raw;
  // An unknown form of projects must not count as work outside of any project.
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

/** The items of a text, each as one line. Line breaks divide items as the separator does. */
export function splitItems(text: string, separator: ";" | "," | "\n"): string[] {
  return text
    .replaceAll("\n", separator)
    .split(separator)
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
