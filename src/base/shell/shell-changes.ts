// What the commands of a shell itself change for those behind them: the folder, and variables.

import { type ActShell, assign, pathsFrom, union } from "./act-shell.ts";
import { ANY, isKnownText, SOME } from "./word-values.ts";

const DECLARING = /^(?:export|declare|local|readonly|typeset|integer)$/;

/** Does what `cd`, `pushd` and `popd` do. Where the folder may not be there, the one before counts too, later. */
export function changeFolder(words: readonly string[], shell: ActShell, isFolder: (path: string) => boolean): void {
  const [program, ...rest] = words;
  if (program === "popd") {
    [shell.previous, shell.folders] = [shell.folders, shell.stack.pop() ?? [ANY]];
    return;
  }
  if (program !== "cd" && program !== "pushd" && program !== "chdir") return;
  const named = rest.find((word) => word === "-" || !/^-[-LPeqs@]*$/.test(word));
  const target = named ?? shell.variables.get("HOME")?.[0]?.[0] ?? ANY;
  const before = shell.folders;
  const after = target === "-" ? shell.previous : pathsFrom(before, target);
  if (program === "pushd") shell.stack.push(before);
  const isThere = after.every((path) => !isKnownText(path) || isFolder(path));
  if (!isThere) shell.leftBehind = union(shell.leftBehind, before);
  [shell.previous, shell.folders] = [before, after];
}

/** Does what commands that set variables do. `assigned`: words of the form `NAME=value`. */
export function changeVariables(words: readonly string[], shell: ActShell): void {
  const [program = "", ...rest] = words;
  if (DECLARING.test(program)) {
    for (const word of rest) setFrom(word, shell);
    return;
  }
  if (program === "unset") for (const name of rest) shell.variables.delete(name);
  if (program === "read" || program === "mapfile" || program === "readarray" || program === "getopts")
    for (const name of rest.length === 0 ? ["REPLY", "MAPFILE"] : rest)
      if (/^[A-Za-z_]\w*$/.test(name)) assign(shell, name, [ANY]);
  if (program === "printf" && rest[0] === "-v" && rest[1] !== undefined) assign(shell, rest[1], [ANY]);
  if (program === "let") for (const word of rest) assign(shell, word.split("=")[0]!, [SOME]);
  if (program === "set") {
    const at = rest.indexOf("--");
    if (at >= 0) setPositional(shell, ["", ...rest.slice(at + 1)]);
  }
  if (program === "shift") {
    const [all] = shell.variables.get("@") ?? [];
    if (all !== undefined) setPositional(shell, ["", ...all.slice(Number(rest[0] ?? 1) || 0)]);
  }
}

/** Sets a variable from `NAME=value`. */
export function setFrom(word: string, shell: ActShell): void {
  const at = word.indexOf("=");
  if (at > 0) assign(shell, word.slice(0, at), [word.slice(at + 1)]);
}

/** Sets `$0`, `$1` and so on, and `$@`. */
export function setPositional(shell: ActShell, words: readonly string[]): void {
  for (let at = 0; at < 10; at++) shell.variables.delete(String(at));
  for (const [at, word] of words.slice(0, 64).entries()) assign(shell, String(at), [word]);
  assign(shell, "@", words.slice(1));
  assign(shell, "*", words.slice(1));
}
