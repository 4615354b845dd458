// Limits of one edit: for an entry, and for all entries of one transaction, which is prepared in memory.

import { HelixError } from "../../base/errors.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { BODY_BYTES_MAX, BODY_BYTES_PLAUSIBLE_END } from "../../engine/log/log-layout.ts";
import type { KnowledgeView } from "./knowledge-view.ts";

/** The most bytes of entries that one transaction may rewrite. */
const REWRITTEN_BYTES_MAX = 64 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * The longest body in bytes of UTF-8: if it holds text that was just given, and if all of its text was stored before.
 */
export const GIVEN_BYTES_MAX = BODY_BYTES_MAX;
export const STORED_BYTES_MAX = BODY_BYTES_PLAUSIBLE_END - 1;

/**
 * Refuses a body of more than `most` bytes. `name` and `why` describe the entry in the error, `advice` says what to do.
 * Throws LIMIT.
 */
export function checkEntryBytes(body: string, most: number, name: () => string, why: string, advice: string): void {
  // A UTF-16 unit has at most three bytes in UTF-8, so most bodies can be judged without encoding them.
  const bytes = body.length > most / 3 ? encodeUtf8(body).length : body.length;
  if (bytes <= most) return;
  throw new HelixError(
    "LIMIT",
    `${name()} would be ${bytes} bytes long ${why}, at most ${most} are accepted: ${advice}`,
  );
}

/** Refuses to rewrite more entries than may be held in memory. Throws LIMIT. */
export function checkRewrittenBytes(view: KnowledgeView, ids: Iterable<number>): void {
  let bytes = 0;
  for (const id of ids) bytes += view.document(id).size;
  if (bytes <= REWRITTEN_BYTES_MAX) return;
  throw new HelixError(
    "LIMIT",
    `this rewrites ${Math.ceil(bytes / MEGABYTE)} MB of entries, at most ${REWRITTEN_BYTES_MAX / MEGABYTE} MB are accepted at once: delete or merge what is not needed any more first`,
  );
}
