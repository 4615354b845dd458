// The body of an entry as everybody reads it: what helix wrote as it is; of a record without a checksum, which another
// program wrote, the trailer is looked for in the middle, too (foreign-body.ts).

import { decodeUtf8 } from "../../base/utf8.ts";
import { settledBody } from "./foreign-body.ts";
import type { EntryRecord } from "./log-record.ts";

/** The body of a record. */
export function bodyOf({ body, checksummed }: Pick<EntryRecord, "body" | "checksummed">): string {
  const text = decodeUtf8(body);
  return checksummed ? text : settledBody(text);
}
