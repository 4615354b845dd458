// Reads the lines of a segment of the event log.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { FileHandle } from "../../platform/file-system.ts";
import { parseEvent } from "./event-parser.ts";
import type { EventType, LoggedEvent } from "./event-types.ts";
import { ACTIVE_NAME } from "./event-writer.ts";
import { readPieces } from "./read-pieces.ts";
import type { Segment } from "./segment-names.ts";

/** What reading came upon. */
export interface ReadLines {
  event(event: LoggedEvent, line: string): void;
  /** The only types that are read; left out: all. Lines of others are not looked at, be they whole or damaged. */
  readonly types?: readonly EventType[] | undefined;
  /** A line that was not looked at. */
  passed?(line: string): void;
  /** A whole line of a later helix. */
  later?(line: string): void;
  /** A damaged line. */
  damaged?(line: string, segment: Segment): void;
}

function takeLines(text: string, segment: Segment, { event, types, passed, later, damaged }: ReadLines): void {
  const marks = types?.map((type) => `"type":"${type}"`);
  for (const line of text.split("\n")) {
    if (line === "") continue;
    if (marks !== undefined && !marks.some((mark) => line.includes(mark))) {
      passed?.(line);
      continue;
    }
    const found = parseEvent(line);
    if (found === null) damaged?.(line, segment);
    else if (found === "later") later?.(line);
    else event(found, line);
  }
}

/** Reads the lines of a segment behind `from`. Returns the offset behind the last one. */
export function readLines(segment: Segment, handle: FileHandle, take: ReadLines, from: number): number {
  const { end, rest } = readPieces(handle, from, segment.size, (text) => takeLines(text, segment, take));
  if (segment.name === ACTIVE_NAME) return end;
  takeLines(decodeUtf8(rest), segment, take);
  return end + rest.length;
}
