// What a shell knows while its line is followed: the folders it may be in, its variables, its functions.
// A variable has the values that it may have, each a list of words; a path is absolute, with marks for what is unknown.

import type { SyntaxNode } from "unbash";
import { normalPath } from "../path-names.ts";
import { ANY, isKnownText, SOME } from "./word-values.ts";

/** The state of a shell. A shell within it begins with a copy. */
export interface ActShell {
  /** The folders that it may be in. */
  folders: readonly string[];
  /** Where it is if a `cd` failed that may fail. */
  leftBehind: readonly string[];
  previous: readonly string[];
  readonly stack: (readonly string[])[];
  readonly variables: Map<string, readonly (readonly string[])[]>;
  readonly functions: Map<string, SyntaxNode>;
}

/** More values, or folders, than that are not told apart. */
const VALUES_MAX = 16;
const FOLDERS_MAX = 4;
const VALUE_LENGTH_MAX = 4096;

/** A copy that can change by itself. */
export function copyShell(shell: ActShell): ActShell {
  return {
    ...shell,
    stack: [...shell.stack],
    variables: new Map(shell.variables),
    functions: new Map(shell.functions),
  };
}

/** Makes `shell` one that may be as it is, or as `other` is. */
export function mergeShell(shell: ActShell, other: ActShell): void {
  shell.folders = union(shell.folders, other.folders);
  shell.leftBehind = union(shell.leftBehind, other.leftBehind);
  for (const name of new Set([...shell.variables.keys(), ...other.variables.keys()])) {
    const [mine, others] = [shell.variables.get(name), other.variables.get(name)];
    if (mine === others) continue;
    const values = new Map([...(mine ?? [[ANY]]), ...(others ?? [[ANY]])].map((value) => [value.join("\0"), value]));
    shell.variables.set(name, values.size > VALUES_MAX ? [[ANY]] : [...values.values()]);
  }
  for (const [name, body] of other.functions) if (!shell.functions.has(name)) shell.functions.set(name, body);
}

/** Makes `shell` one that is as one of `others` is. */
export function becomeShell(shell: ActShell, [first, ...others]: readonly ActShell[]): void {
  if (first === undefined) return;
  shell.folders = first.folders;
  shell.leftBehind = first.leftBehind;
  shell.variables.clear();
  for (const [name, values] of first.variables) shell.variables.set(name, values);
  for (const [name, body] of first.functions) shell.functions.set(name, body);
  for (const other of others) mergeShell(shell, other);
}

/** Sets a variable to a list of words. */
export function assign(shell: ActShell, name: string, words: readonly string[]): void {
  const length = words.reduce((sum, word) => sum + word.length, 0);
  shell.variables.set(name, [length > VALUE_LENGTH_MAX ? [ANY] : words]);
}

/** Two sets of folders as one. */
export function union(some: readonly string[], others: readonly string[]): readonly string[] {
  if (others.length === 0) return some;
  const all = [...new Set([...some, ...others])];
  return all.length > FOLDERS_MAX ? [ANY] : all;
}

/** The paths that a word means in the folders of a shell. */
export function pathsFrom(folders: readonly string[], word: string): string[] {
  if (word.startsWith("/")) return [plainPath(word)];
  if (word.startsWith(ANY)) return [ANY];
  return [...new Set(folders.map((folder) => plainPath(folder.startsWith(ANY) ? ANY : `${folder}/${word}`)))];
}

/** A path without `.` and `..`; ANY where what is unknown in it decides where it leads. */
function plainPath(path: string): string {
  if (path.startsWith(ANY)) return ANY;
  if (isKnownText(path)) return normalPath(path);
  const at = path.search(/[\uE000\uE001]/);
  if (path.includes(ANY) || /\/\.\.(?:\/|$)/.test(path.slice(at))) return ANY;
  const cut = path.lastIndexOf("/", at);
  const folder = normalPath(path.slice(0, cut) || "/");
  return `${folder === "/" ? "" : folder}${path.slice(cut).replaceAll(/\/(?:\.?\/)+/g, "/")}`;
}

/** The folder below which a path with marks lies for certain, and null where there is none. */
export function folderAbove(path: string): string | null {
  if (path.includes(ANY) || !path.startsWith("/")) return null;
  const at = path.indexOf(SOME);
  return at < 0 ? path : path.slice(0, path.lastIndexOf("/", at)) || "/";
}
