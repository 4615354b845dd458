// Reads the beginnings of long texts from the log, for who need not know how they go on.

import type { RecordLocation } from "../../engine/segment/document.ts";
import { splitBody } from "../text/entry-text.ts";
import { bodyIn, type LogRead } from "./log-snippets.ts";

/**
 * The beginning of an entry's text: what stands in the first `length` bytes of a longer record, the last word perhaps
 * cut. Null where they are not those of this entry; its checksum is not looked at.
 */
export function beginningOfText(read: LogRead, location: RecordLocation, topic: string, length: number): string | null {
  const bytes = new Uint8Array(length);
  const body = read(bytes, location.offset) < length ? null : bodyIn(bytes, location, topic);
  if (body === null) return null;
  const { text } = splitBody(body);
  // A line of metadata of which the end is missing.
  return text.startsWith("[") && !text.includes("\n") ? "" : text;
}
