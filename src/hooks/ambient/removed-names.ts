// Finds the names that an edit removes: the old text defines them, and the new text no longer mentions them. Other code
// and notes may still rely on these names.

import type { Replacement, TouchedFile } from "../common/touched-file.ts";
import { addDefinedNames, NAMES_MAX } from "./defined-names.ts";
import type { FileText } from "./file-text.ts";
import { isApart } from "./note-signals.ts";

/** A new content that is longer than this is not searched for names, in code units. */
const CONTENT_LENGTH_MAX = 256 * 1024;
/**
 * Limits for a replacement everywhere, in code units. It is tried on the whole file only when the new text is not
 * longer than the first limit and the old text is not shorter than the second. Otherwise the file could grow without
 * end.
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
 * The text before and after a replacement, widened to whole lines where the file can be read. The widening matters
 * because a name may be replaced without the keyword that defines it.
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

/** Whether the text holds the name, not as a piece of a longer name. */
export function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (isApart(text[at - 1], text[at + name.length])) return true;
  }
  return false;
}
