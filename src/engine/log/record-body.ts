// The body of an entry as every reader sees it. The body of a record that helix wrote stays as it is. A record without
// a checksum was written by another program, so its trailer is looked for in the middle, too (foreign-body.ts).

import { decodeUtf8 } from "../../base/utf8.ts";
import { settledBody } from "./foreign-body.ts";
import type { EntryRecord } from "./log-record.ts";

/** The body of a record as text, with its trailer at the end. */
export function bodyOf({ body, checksummed }: Pick<EntryRecord, "body" | "checksummed">): string {
  const text = decodeUtf8(body);
  return checksummed ? text : settledBody(text);
}
