// Prepares the body of an entry for the log. Another program may append to it. Then the last lines that read like a
// trailer count as its trailer (foreign-body.ts), and they have to be the entry's own, whatever its text holds. So an
// entry without a trailer whose text holds such lines gets a trailer that says that it belongs to no project.

import { endsWithProject, lastTrailer } from "../../engine/log/foreign-body.ts";
import { parseEntryText } from "./entry-text.ts";

const OF_NO_PROJECT = "[project:]";

/**
 * The body, with a trailer if its text holds lines that could be taken for one. It has the same meaning for every
 * reader.
 */
export function guardedBody(body: string): string {
  const found = endsWithProject(body) ? null : lastTrailer(body);
  // The fingerprint of an entry of no project is a trailer by itself.
  if (found === null || found.to === found.lines.length) return body;
  // A body with a project has no room for a second line of that kind. helix gives no entry a project without a folder's
  // key.
  return parseEntryText(body).projects.length > 0 ? body : `${body}\n${OF_NO_PROJECT}`;
}
