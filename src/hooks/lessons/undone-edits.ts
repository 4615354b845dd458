// Finds edits that are undone: by an edit after which a file holds what it held before an earlier edit of this session, or
// by git, which discards what was not committed.

import { FileText } from "../ambient/file-text.ts";
import type { HookContext } from "../common/hook-context.ts";
import type { TouchedFile } from "../common/touched-file.ts";

/** A longer text is not looked at, in code units. */
const LENGTH_MAX = 256 * 1024;
const HASH_LENGTH = 8;

/** `git checkout -- FILES`, `git restore FILES`; all files: `git reset --hard`, `git stash`, `git checkout .`. */
const DISCARD =
  /(?:^|[;&|(\n])\s*git\s+(?:-C\s+\S+\s+)?(?:(checkout|restore)\s+([^;&|)\n]*)|(reset\s+(?:\S+\s+)*--hard|stash(?:\s+(?:push|save|-u|--include-untracked))?(?=\s*(?:$|[;&|)\n]))))/g;
const STAGED = /(?:^|\s)(?:--staged|-S)(?:\s|$)/;
const WORKTREE = /(?:^|\s)(?:--worktree|-W)(?:\s|$)/;

/** What an edit means for a file. */
export interface UndoneEdit {
  /** A hash of what the file holds before it; null where that is not known. */
  readonly held: string | null;
  /** Whether it brings back what the file held before an earlier edit. */
  readonly isUndone: boolean;
}

/** Whether an edit that is about to happen undoes an earlier one. */
export function undoneBy({ files, session }: Pick<HookContext, "files" | "session">, file: TouchedFile): UndoneEdit {
  const before = new FileText(files, file.path, file.below === null ? null : file.root).whole();
  if (before === null || before.length > LENGTH_MAX) return { held: null, isUndone: false };
  const held = hashOf(before);
  const after = textAfter(before, file);
  const next = after === null ? held : hashOf(after);
  const earlier = session.shown.contents.get(file.name) ?? [];
  return { held, isUndone: next !== held && earlier.includes(next) };
}

function textAfter(before: string, { replacements, content, isWhole }: TouchedFile): string | null {
  if (content !== null) return isWhole ? content : null;
  let text = before;
  for (const { before: old, after, isEverywhere } of replacements) {
    if (old === "" || !text.includes(old)) return null;
    text = isEverywhere ? text.replaceAll(old, () => after) : text.replace(old, () => after);
    if (text.length > LENGTH_MAX) return null;
  }
  return text;
}

function hashOf(text: string): string {
  return Bun.hash(text).toString(36).slice(-HASH_LENGTH);
}

/** The files among `edited` that a command line lets git discard. */
export function discardedFiles(command: string, edited: ReadonlySet<string>): string[] {
  if (edited.size === 0 || !command.includes("git")) return [];
  const found = new Set<string>();
  for (const [, verb, rest = "", all] of command.matchAll(DISCARD)) {
    if (verb === "restore" && STAGED.test(rest) && !WORKTREE.test(rest)) continue;
    const words = rest.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, "").replace(/^\.\//, ""));
    const isAll = all !== undefined || words.includes(".");
    const named = words.filter((word) => word !== "" && !word.startsWith("-"));
    for (const file of edited) {
      const isNamed = named.some((word) => file === word || file.endsWith(`/${word}`) || word.endsWith(`/${file}`));
      if (isAll || isNamed) found.add(file);
    }
  }
  return [...found];
}
