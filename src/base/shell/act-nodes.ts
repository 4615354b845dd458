// What the nodes of a parsed line say for those who follow it (shell-acts.ts).

import type { Redirection, SyntaxNode } from "unbash";
import { type ActShell, union } from "./act-shell.ts";
import { ANY, quotedText, type WordSources, wordText } from "./word-values.ts";

/** At the end of a chain, a `cd` that may have failed may have left the shell where it was. */
export function settle(shell: ActShell, isLeft: boolean): void {
  if (!isLeft) shell.folders = union(shell.folders, shell.leftBehind);
  shell.leftBehind = [];
}

/** Whether one of the branches of a node runs for certain. */
export function isComplete(node: SyntaxNode): boolean {
  if (node.type === "If") return node.else !== undefined;
  if (node.type === "CaseItem" || node.type === "Elif") return true;
  return node.type === "Case" && node.items.some(({ pattern }) => pattern.some(({ text }) => text === "*"));
}

/** Whether the shell does not go on behind a node. */
export function leaves(node: SyntaxNode): boolean {
  if (node.type === "BraceGroup") {
    const last = node.body.commands.at(-1)?.command;
    return last !== undefined && leaves(last);
  }
  return node.type === "Command" && /^(?:exit|return|break|continue|die|false)$/.test(node.name?.value ?? "");
}

/** What `$PWD` holds. */
export function pwd({ folders }: ActShell): readonly string[] {
  return [folders.length === 1 ? folders[0]! : ANY];
}

/** What a here-document or a here-string gives a command; null for none. */
export function textOf(redirects: readonly Redirection[], sources: WordSources): string | null {
  const redirect = redirects.findLast(({ type }) => type !== "Redirect");
  if (redirect?.type === "HereString") return redirect.target === undefined ? "" : wordText(redirect.target, sources);
  if (redirect?.type !== "HereDoc") return null;
  const { body, delimiter } = redirect;
  return delimiter?.quoted === true || body.parts === undefined ? body.text : quotedText(body.parts, sources);
}

/** The variables of a function that ended, without what it was given. */
export function withoutPositional(
  variables: ActShell["variables"],
  outer: ActShell["variables"],
): ActShell["variables"] {
  const kept = new Map(variables);
  for (const name of [...kept.keys()])
    if (/^(?:\d+|[@*])$/.test(name)) {
      const value = outer.get(name);
      if (value === undefined) kept.delete(name);
      else kept.set(name, value);
    }
  return kept;
}
