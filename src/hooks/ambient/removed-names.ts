// The names that an edit takes away: defined before, and after it no longer mentioned. Other code, and notes, may still
// count on them.

import type { Replacement, TouchedFile } from "../common/touched-file.ts";
import { addDefinedNames, NAMES_MAX } from "./defined-names.ts";
import type { FileText } from "./file-text.ts";
import { isApart } from "./note-signals.ts";

/** A longer new content is not searched for names. */
const CONTENT_LENGTH_MAX = 256 * 1024;
/**
 * What is replaced everywhere by more than this, or is shorter than a name, is not tried on the file: it could grow
 * without end.
 */
const EVERYWHERE_LENGTH_MAX = 200;
const EVERYWHERE_LENGTH_MIN = 3;

/** The names that the tool's call removes from the file. */
export function removedNames(file: TouchedFile, text: FileText): string[] {
  if (file.kind !== "e") return [];
  const names = new Set<string>();
  let after = "";
  for (const replacement of file.replacements) {
    const [old, changed] = wholeLines(replacement, text);
    addDefinedNames(old, file.path, names);
    after += `${changed}\n`;
  }
  if (file.replacements.length === 0 && file.isWhole && file.content !== null) {
    addDefinedNames(text.start(), file.path, names);
    after = file.content;
  }
  if (names.size === 0 || after.length > CONTENT_LENGTH_MAX) return [];
  const removed: string[] = [];
  for (const name of names) if (removed.length < NAMES_MAX && !mentions(after, name)) removed.push(name);
  return removed;
}

/**
 * What a replacement makes of what: whole lines where the file can be read, for a name may be replaced without what
 * defines it.
 */
function wholeLines({ before, after, isEverywhere }: Replacement, text: FileText): [string, string] {
  if (before === "") return ["", after];
  const start = text.start();
  if (isEverywhere && before.length >= EVERYWHERE_LENGTH_MIN && after.length <= EVERYWHERE_LENGTH_MAX) {
    return [start, start.replaceAll(before, () => after)];
  }
  const at = start.indexOf(before);
  if (at < 0) return [before, after];
  const from = start.lastIndexOf("\n", at - 1) + 1;
  const end = start.indexOf("\n", at + before.length);
  const head = at === 0 ? "" : start.slice(from, at);
  const tail = start.slice(at + before.length, end < 0 ? undefined : end);
  return [head + before + tail, head + after + tail];
}

/** Whether the name stands in the text, not as a piece of a longer one. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (isApart(text[at - 1], text[at + name.length])) return true;
  }
  return false;
}
