// Notices that notes which the conversation has already are used: their file is read for the first time, or an edit
// touches the lines that they cite. The call that shows a note never counts, since the note is not known then.

import type { LineRange } from "../../notes/text/citation.ts";
import { noteIdOf } from "../../notes/text/note-id.ts";
import type { HookContext } from "../common/hook-context.ts";
import type { NoteList } from "../common/note-list.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import { citedLines } from "./citing-notes.ts";
import type { FileText } from "./file-text.ts";

/** At most this many notes on the file are looked at. */
const LOOKED_AT_MAX = 6;

/** Tells the trace which of the notes that cite the file are used by this call. */
export function sawUse(
  notes: NoteList,
  { trace, session }: HookContext,
  file: TouchedFile,
  text: FileText,
  citing: readonly number[],
): void {
  const isRead = file.kind === "r";
  // Of a file that was read before, its own reading may have brought the notes.
  if (file.kind === null || (isRead && (session.read.has(file.name) || session.edited.has(file.name)))) return;
  const known = citing.slice(0, LOOKED_AT_MAX).filter((id) => notes.wasTold(id));
  if (known.length === 0) return;
  const whole = isRead ? null : text.whole();
  const used =
    whole === null ? (isRead ? known : []) : known.filter((id) => touches(file, whole, citedLines(notes, id, whole)));
  if (used.length === 0) return;
  const how = isRead ? "read" : "edit";
  trace.saw({ type: "used", notes: used.map((id) => noteIdOf(notes.document(id))), how, file: file.name });
}

/**
 * Whether an edit touches the lines, counted from 1. Without lines, any edit of the file does. A new content touches
 * lines that it does not hold any more.
 */
function touches({ replacements, content, isWhole }: TouchedFile, whole: string, lines: LineRange | null): boolean {
  if (lines === null) return true;
  if (isWhole)
    return !`\n${content}\n`.includes(
      `\n${whole
        .split("\n")
        .slice(lines.first - 1, lines.last)
        .join("\n")}\n`,
    );
  return replacements.some(({ before }) => {
    const at = before === "" ? -1 : whole.indexOf(before);
    if (at < 0) return false;
    const first = lineAt(whole, at);
    return first <= lines.last && first + before.split("\n").length - 1 >= lines.first;
  });
}

/** The number of the line in which the code unit at `at` stands. */
function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}
