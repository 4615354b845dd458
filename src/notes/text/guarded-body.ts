// The body of an entry as it goes into the log. Another program may append to it, and then the last lines that read
// like a trailer are taken for it (foreign-body.ts): those have to be the entry's own, whatever its text holds. So an
// entry without a trailer, whose text holds such lines, gets one that says that it belongs to no project.

import { endsWithProject, lastTrailer } from "../../engine/log/foreign-body.ts";
import { parseEntryText } from "./entry-text.ts";

const OF_NO_PROJECT = "[project:]";

/**
 * The body, with a trailer of its own where its text holds what could be taken for one. It says the same to every
 * reader.
 */
export function guardedBody(body: string): string {
  const found = endsWithProject(body) ? null : lastTrailer(body);
  // A fingerprint of an entry of no project is a trailer by itself.
  if (found === null || found.to === found.lines.length) return body;
  // Beside a project there is no room for another line of its kind; helix gives no entry a project without a folder's
  // key.
  return parseEntryText(body).projects.length > 0 ? body : `${body}\n${OF_NO_PROJECT}`;
}
