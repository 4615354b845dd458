// Reads the beginnings of long texts from the log, for callers that do not need the rest.

import type { RecordLocation } from "../../engine/segment/segment.ts";
import { splitBody } from "../text/entry-text.ts";
import { bodyIn, type LogRead } from "./log-snippets.ts";

/**
 * The beginning of an entry's text: what is in the first `length` bytes of a longer record. Its last word may be cut.
 * Returns null if the bytes are not those of this entry. The checksum is not checked.
 */
export function beginningOfText(read: LogRead, location: RecordLocation, topic: string, length: number): string | null {
  const bytes = new Uint8Array(length);
  const body = read(bytes, location.offset) < length ? null : bodyIn(bytes, location, topic);
  if (body === null) return null;
  const { text } = splitBody(body);
  // This may be a line of metadata whose end is missing.
  return text.startsWith("[") && !text.includes("\n") ? "" : text;
}
