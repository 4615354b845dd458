// Tells which files of a tree the owner wants to be ignored: by .gitignore and .ignore in every folder, by
// .git/info/exclude, and as folders of packages and caches. The rules are git's; git itself is not needed.
//
// Invariants:
// - An ignored folder is not entered, so no rule can bring back a file in it. Git does the same.
// - Rules are hostile data. A long file of rules is skipped, and so is a pattern that would take long to match.

import ignore, { type Ignore } from "ignore";
import type { SourceFiles } from "../../platform/source-files.ts";
import { FOREIGN_FOLDERS } from "./foreign-folders.ts";

/** The longest file of rules that is read, in bytes. */
const RULES_BYTES_MAX = 64 * 1024;
/** A pattern with more stars than this in one part of its path, or in the whole path, may take long to match. */
const STARS_IN_PART_MAX = 3;
const STARS_MAX = 6;

/** A folder with one of these is a cache or a virtual environment. */
const FOREIGN_MARKS: ReadonlySet<string> = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** The rules that apply in a folder: its own rules, then those of the folders above. */
export interface IgnoreRules {
  readonly own: Ignore | null;
  /** The folder of these rules, relative to the root; "" for the root. */
  readonly folder: string;
  readonly above: IgnoreRules | null;
}

/** Whether a folder of this name is never entered. */
export function isForeignFolder(name: string): boolean {
  return FOREIGN_FOLDERS.has(name);
}

/** Whether one of these names marks its folder as a cache or a virtual environment. */
export function isForeignContent(names: readonly { readonly name: string }[]): boolean {
  return names.some(({ name }) => FOREIGN_MARKS.has(name));
}

/** The rules in `folder` (relative to `root`), with `above` as the rules of the folder above. */
export function rulesIn(files: SourceFiles, root: string, folder: string, above: IgnoreRules | null): IgnoreRules {
  const base = folder === "" ? root : `${root}/${folder}`;
  // Later rules override earlier ones.
  const names = folder === "" ? [".git/info/exclude", ".gitignore", ".ignore"] : [".gitignore", ".ignore"];
  const patterns = names.flatMap((name) => patternsOf(files, `${base}/${name}`, root));
  return { own: patterns.length === 0 ? null : ignore().add(patterns), folder, above: reopened(above, folder) };
}

/**
 * Rules for what is in a folder that was entered. Rules that ignore the folder itself were overridden by others for
 * that; they must not ignore everything in it all the same.
 */
function reopened(rules: IgnoreRules | null, folder: string): IgnoreRules | null {
  if (rules === null || folder === "") return rules;
  const above = reopened(rules.above, folder);
  const relative = relativeTo(rules, folder);
  if (rules.own === null || !rules.own.test(`${relative}/`).ignored) return { ...rules, above };
  const pattern = `!/${relative.replace(/[\\*?[\]]/g, "\\$&")}/`;
  return { ...rules, own: ignore().add(rules.own).add(pattern), above };
}

/** A path as the patterns of these rules see it. */
function relativeTo({ folder }: IgnoreRules, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/**
 * Whether the rules of a path's folder and of the folders above ignore the path. The path is relative to the root; a
 * folder's path has no slash at its end.
 */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules | null): boolean {
  for (let each = rules; each !== null; each = each.above) {
    if (each.own === null) continue;
    const relative = relativeTo(each, path);
    const { ignored, unignored } = each.own.test(isFolder ? `${relative}/` : relative);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

/** Rules for the whole tree that stand in no folder of it, as lines; null if there are none. */
export function rulesOf(text: string): IgnoreRules | null {
  const patterns = quickPatterns(text);
  return patterns.length === 0 ? null : { own: ignore().add(patterns), folder: "", above: null };
}

function patternsOf(files: SourceFiles, path: string, root: string): string[] {
  const outcome = files.read(path, RULES_BYTES_MAX, root);
  return "bytes" in outcome ? quickPatterns(new TextDecoder().decode(outcome.bytes)) : [];
}

function quickPatterns(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => isQuick(line));
}

function isQuick(pattern: string): boolean {
  const stars = pattern.match(/\*+/g)?.length ?? 0;
  if (stars > STARS_MAX || pattern.length > 1000) return false;
  return pattern.split("/").every((part) => (part.match(/\*+/g)?.length ?? 0) <= STARS_IN_PART_MAX);
}
