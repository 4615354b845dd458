// File names in the folder of the event log: which of them are segments, and their numbers.

import type { FileIdentity } from "../../platform/file-system.ts";
import { ACTIVE_NAME, EVENTS_FOLDER } from "./event-writer.ts";

const NAME_DIGITS = 8;
/** No segment has a higher number. Before one would get it, the active segment grows instead. */
export const NUMBER_MAX = 999_999_999_999;
/** `00000007.jsonl`, or `00000001-00000007.jsonl` for several that became one. Nine digits and more where it takes them. */
const NAME = /^(?:(\d{8}|[1-9]\d{8,11})-)?(\d{8}|[1-9]\d{8,11})\.jsonl$/;
/** Other files that helix writes here: snapshots of folds, copies of damaged lines, and both while they are written. */
const BESIDE = /^(?:[a-z]+(?:-[a-z]+)*\.json|damaged-\d+\.txt|[\w-]+\.(?:json|jsonl|txt)\.\d+\.tmp)$/;

/** A file of the log. */
export interface Segment {
  readonly name: string;
  /** `7`, or `1-7` for several that became one. It stays when the active segment gets its name. */
  readonly key: string;
  /** The numbers that it stands for: equal, unless it was compacted. */
  readonly first: number;
  readonly last: number;
  /** In bytes. */
  readonly size: number;
  /** Tells the file from others that had its name. */
  readonly inode: number;
}

/** The numbers that the segment of this name stands for; null for a name that no segment has. */
export function numbersOf(name: string): [first: number, last: number] | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const last = Number(match[2]);
  const first = Number(match[1] ?? last);
  return first > 0 && first <= last ? [first, last] : null;
}

/** The segment of a file. */
export function segmentOf(name: string, first: number, last: number, { size, inode }: FileIdentity): Segment {
  return { name, key: first === last ? String(last) : `${first}-${last}`, first, last, size, inode };
}

/** What is said where nothing can be appended. */
export const ACTIVE_UNUSABLE = `${EVENTS_FOLDER}/${ACTIVE_NAME} is no file, or not readable: nothing can be recorded`;

/** How many odd names are named. */
const NAMED_MAX = 10;

/** What is said of names in the folder that are none of the log's; at least one. */
export function oddWords(odd: readonly string[]): string {
  const named = odd.slice(0, NAMED_MAX).map((name) => JSON.stringify(name));
  const more = odd.length > NAMED_MAX ? `, ${odd.length - NAMED_MAX} more` : "";
  return `ignored in ${EVENTS_FOLDER}/ (not files of the event log, or unreadable): ${named.join(", ")}${more}`;
}

/** The name of a segment by its number, or of one that stands for several. */
export function segmentName(last: number, first = last): string {
  const digits = (value: number) => String(value).padStart(NAME_DIGITS, "0");
  return first === last ? `${digits(last)}.jsonl` : `${digits(first)}-${digits(last)}.jsonl`;
}

/** Whether it is the name of another file that helix writes there. */
export function isBeside(name: string): boolean {
  return BESIDE.test(name);
}
