// Shows one note in full: its metadata lines, then its text, cut to the room in the answer. The project of the note is
// shown unless the caller asks from that project. The state of its source is shown beside the source, where it is
// known. Links are shown with the topic and the index of what they lead to. Logs of other programs may hold any characters, so control characters are shown as U+FFFD.

import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { type SourceState, stateMark } from "../../notes/sources/source-state.ts";
import type { LinkTargets } from "../../notes/store/link-targets.ts";
import { DAMAGED_TEXT } from "../../notes/store/log-snippets.ts";
import { looksLikeMetadata } from "../../notes/text/entry-format.ts";
import { readBody } from "../../notes/text/entry-text.ts";
import { cutText } from "./bounded-text.ts";

/** How many bytes callers put before each line. */
const MARGIN = "  ".length;
/**
 * A metadata line is cut when it has more code units than this part of the room. A code unit takes at most three bytes,
 * so the metadata lines leave a third of the room to the text.
 */
const METADATA_SHARE = 1 / 24;
const PROJECT_LENGTH_MAX = 200;

/** The metadata lines in front, the text, and the lines behind the text. */
export interface EntryLines {
  readonly front: readonly string[];
  readonly text: readonly string[];
  readonly trailer: readonly string[];
}

/** The lines of a note whose record is damaged. */
export const DAMAGED_LINES: EntryLines = { front: [], text: [DAMAGED_TEXT], trailer: [] };

/**
 * The lines of a note for a reader, in about `bytes` of UTF-8. The two bytes that callers put before each line are
 * included. `body` is null when the record is damaged. Without `targets`, links are shown as they are written.
 */
export function entryLines(
  body: string | null,
  targets: LinkTargets | null,
  ports: Pick<Caller, "project">,
  bytes: number,
  state: SourceState | null = null,
): EntryLines {
  return body === null ? DAMAGED_LINES : shownLines(readBody(showControls(body)), targets, ports, bytes, state);
}

/** The same for a body that was parsed already. `showControls` must have been applied before it was parsed. */
export function shownLines(
  { split, entry }: ReturnType<typeof readBody>,
  targets: LinkTargets | null,
  ports: Pick<Caller, "project">,
  bytes: number,
  state: SourceState | null,
): EntryLines {
  const { front, text } = split;
  const shownFront = front.map((line) => {
    const whole = targets !== null && line.startsWith("[links:") ? shownLinks(entry.links, targets) : line;
    const shown = cutLine(whole, Math.floor(bytes * METADATA_SHARE));
    return line.startsWith("[source:") ? shown + stateMark(state) : shown;
  });
  const trailer = foreignProject(entry.projects, ports);
  const room = [...shownFront, ...trailer].reduce((left, line) => left - Buffer.byteLength(line) - MARGIN - 1, bytes);
  return { front: shownFront, text: cutText(text, room, MARGIN).split("\n"), trailer };
}

function shownLinks(links: readonly string[], targets: LinkTargets): string {
  return `[links: ${links.map((link) => targets.shown(link)).join(" ")}]`;
}

/** What stands behind a source, such as ` (stale: changed)` and ` (now src/store.ts)`. */
const STATE_MARK = / \((?:[a-z0-9: -]+|[a-z:, ]*\bnow [^\n]*)\)\s*$/;

/** Whether a line of text could be mistaken for one of the lines that `entryLines` puts before or behind the text. */
export function looksLikeEntryLine(line: string): boolean {
  return line.startsWith("[") && (looksLikeMetadata(line) || looksLikeMetadata(line.replace(STATE_MARK, "")));
}

/** `[project: owner/repo]` for a note of another project than the caller's; otherwise nothing. */
function foreignProject(projects: readonly string[], ports: Pick<Caller, "project">): string[] {
  if (projects.length === 0 || (ports.project && sameProject(projects, ports.project.keys))) return [];
  return [`[project: ${cutLine(projects[0]!, PROJECT_LENGTH_MAX)}]`];
}
