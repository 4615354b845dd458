// Finds edits that are undone: by an edit after which a file holds what it held before an earlier edit of this session, or
// by git, which discards what was not committed.

import type { HookContext } from "../common/hook-context.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import { HELD_LENGTH_MAX, textBefore, textHash } from "./held-text.ts";

/** `git checkout -- FILES`, `git restore FILES`; all files: `git reset --hard`, `git stash`, `git checkout .`. */
const DISCARD =
  /(?:^|[;&|(\n])\s*git\s+(?:-C\s+\S+\s+)?(?:(checkout|restore)\s+([^;&|)\n]*)|(reset\s+(?:\S+\s+)*--hard|stash(?:\s+(?:push|save|-u|--include-untracked))?(?=\s*(?:$|[;&|)\n]))))/g;
const STAGED = /(?:^|\s)(?:--staged|-S)(?:\s|$)/;
const WORKTREE = /(?:^|\s)(?:--worktree|-W)(?:\s|$)/;

/** Whether an edit that is about to happen brings back what the file held before an earlier edit. */
export function isUndone({ files, session }: Pick<HookContext, "files" | "session">, file: TouchedFile): boolean {
  const earlier = session.shown.contents.get(file.name) ?? [];
  const before = earlier.length === 0 ? null : textBefore(files, file);
  const after = before === null ? null : textAfter(before, file);
  return before !== null && after !== null && after !== before && earlier.includes(textHash(after));
}

function textAfter(before: string, { replacements, content, isWhole }: TouchedFile): string | null {
  if (content !== null) return isWhole ? content : null;
  let text = before;
  for (const { before: old, after, isEverywhere } of replacements) {
    if (old === "" || !text.includes(old)) return null;
    text = isEverywhere ? text.replaceAll(old, () => after) : text.replace(old, () => after);
    if (text.length > HELD_LENGTH_MAX) return null;
  }
  return text;
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
