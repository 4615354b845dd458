// What a file holds before an edit, by which an edit that is undone is known later.

import { FileText } from "../ambient/file-text.ts";
import type { HookContext } from "../common/hook-context.ts";
import type { TouchedFile } from "../common/touched-file.ts";

/** A longer text is not looked at, in code units. */
export const HELD_LENGTH_MAX = 256 * 1024;
const HASH_LENGTH = 8;

/** What the file holds; null where it cannot be read or is too long. */
export function textBefore(files: HookContext["files"], file: TouchedFile): string | null {
  const text = new FileText(files, file.path, file.below === null ? null : file.root).whole();
  return text === null || text.length > HELD_LENGTH_MAX ? null : text;
}

/** A hash of a text. */
export function textHash(text: string): string {
  return Bun.hash(text).toString(36).slice(-HASH_LENGTH);
}
