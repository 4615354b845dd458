// How one entry is shown in full: its metadata lines, then its text, cut where it is longer than an answer. Where it
// belongs to is shown only when that is elsewhere; what became of its source stands beside it, where that is known.
// Logs of other programs hold what they like: control characters are shown as U+FFFD.

import { showControls } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { sameProject } from "../../notes/projects/project.ts";
import { type SourceState, stateWords } from "../../notes/sources/source-state.ts";
import { DAMAGED_TEXT } from "../../notes/store/log-snippets.ts";
import { looksLikeMetadata } from "../../notes/text/entry-format.ts";
import { readBody } from "../../notes/text/entry-text.ts";
import { cutText } from "./answer.ts";
import type { FeatureContext } from "./feature.ts";

/** What callers put before each line. */
const MARGIN = "  ".length;
/**
 * Metadata lines longer than this part of the room are cut: as text of up to three bytes a unit they leave the text a
 * third.
 */
const METADATA_SHARE = 1 / 24;
const PROJECT_LENGTH_MAX = 200;

/** The metadata lines in front, the text, and what stands behind it. */
export interface EntryLines {
  readonly front: readonly string[];
  readonly text: readonly string[];
  readonly trailer: readonly string[];
}

/** The lines of an entry whose body is gone. */
export const DAMAGED_LINES: EntryLines = { front: [], text: [DAMAGED_TEXT], trailer: [] };

/**
 * The lines of an entry for a reader, in about `bytes` of UTF-8 with two more before each line; `body` null: it is
 * damaged.
 */
export function entryLines(
  body: string | null,
  context: Pick<FeatureContext, "project">,
  bytes: number,
  state: SourceState | null = null,
): EntryLines {
  return body === null ? DAMAGED_LINES : shownLines(readBody(showControls(body)), context, bytes, state);
}

/** The same for a body that was read already, of what `showControls` made of it. */
export function shownLines(
  { split, entry }: ReturnType<typeof readBody>,
  context: Pick<FeatureContext, "project">,
  bytes: number,
  state: SourceState | null,
): EntryLines {
  const { front, text } = split;
  const words = state === null ? null : stateWords(state);
  const shownFront = front.map((line) => {
    const shown = cutLine(line, Math.floor(bytes * METADATA_SHARE));
    return words !== null && line.startsWith("[source:") ? `${shown} (${words})` : shown;
  });
  const trailer = foreignProject(entry.projects, context);
  const room = [...shownFront, ...trailer].reduce((left, line) => left - Buffer.byteLength(line) - MARGIN - 1, bytes);
  return { front: shownFront, text: cutText(text, room, MARGIN).split("\n"), trailer };
}

/** Whether a line of text could be taken for one of those that `entryLines` puts before or behind it. */
export function looksLikeEntryLine(line: string): boolean {
  return (
    line.startsWith("[") && (looksLikeMetadata(line) || looksLikeMetadata(line.replace(/ \([a-z0-9 -]+\)\s*$/, "")))
  );
}

/** `[project: owner/repo]` for an entry of another project than the one that is asked from; else nothing. */
function foreignProject(projects: readonly string[], context: Pick<FeatureContext, "project">): string[] {
  if (projects.length === 0 || (context.project && sameProject(projects, context.project.keys))) return [];
  return [`[project: ${cutLine(projects[0]!, PROJECT_LENGTH_MAX)}]`];
}
