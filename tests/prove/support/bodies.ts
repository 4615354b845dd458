// The texts of all notes in a directory, as whoever opens it anew finds them.

import { parseEntryText } from "../../../src/notes/text/entry-text.ts";
import { liveEntries, openKnowledgeBase } from "../../support/knowledge.ts";

/** Every live entry's text, without its metadata. */
export async function storedBodies(directory: string): Promise<string[]> {
  const base = openKnowledgeBase(directory);
  try {
    return liveEntries(await base.view()).map(({ body }) => parseEntryText(body).text);
  } finally {
    base.close();
  }
}
