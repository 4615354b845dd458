// Which files of a tree its owner does not want to have looked at: .gitignore and .ignore in every folder,
// .git/info/exclude, and folders of packages and caches. The rules are git's; git itself is never run.
//
// Invariants
// - A folder that is ignored is not entered, so nothing in it can be taken back in, as with git.
// - Rules are hostile data: long files, and patterns that would take long to match, are passed over.

import ignore, { type Ignore } from "ignore";
import type { SourceFiles } from "../platform/source-files.ts";

/** The longest file of rules that is read, in bytes. */
const RULES_BYTES_MAX = 64 * 1024;
/** A pattern with more stars than this in one part of its path, or in all, may take long to match. */
const STARS_IN_PART_MAX = 3;
const STARS_MAX = 6;

/** Folders that hold nothing of the project itself, whatever the rules say. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".jj",
  ".svn",
  ".venv",
  "__pycache__",
  "bower_components",
  "node_modules",
]);
/** A folder with one of these is a cache or a virtual environment. */
const FOREIGN_MARKS: ReadonlySet<string> = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** The rules that hold in a folder: its own, then those of the folders above. */
export interface IgnoreRules {
  readonly own: Ignore | null;
  /** The folder that they stand in, relative to the root, "" for the root. */
  readonly folder: string;
  readonly above: IgnoreRules | null;
}

/** Whether a folder of this name is never entered. */
export function isForeignFolder(name: string): boolean {
  return FOREIGN_FOLDERS.has(name);
}

/** Whether these names in a folder tell that it is a cache or a virtual environment. */
export function isForeignContent(names: readonly { readonly name: string }[]): boolean {
  return names.some(({ name }) => FOREIGN_MARKS.has(name));
}

/** The rules in `folder` (relative to `root`), below those of the folders above it. */
export function rulesIn(files: SourceFiles, root: string, folder: string, above: IgnoreRules | null): IgnoreRules {
  const base = folder === "" ? root : `${root}/${folder}`;
  // What stands last counts most.
  const names = folder === "" ? [".git/info/exclude", ".gitignore", ".ignore"] : [".gitignore", ".ignore"];
  const patterns = names.flatMap((name) => patternsOf(files, `${base}/${name}`, root));
  return { own: patterns.length === 0 ? null : ignore().add(patterns), folder, above };
}

/**
 * Whether a path (relative to the root; a folder's without a slash at the end) is ignored by the rules of its folder
 * and above.
 */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules | null): boolean {
  for (let each = rules; each !== null; each = each.above) {
    if (each.own === null) continue;
    const relative = each.folder === "" ? path : path.slice(each.folder.length + 1);
    const { ignored, unignored } = each.own.test(isFolder ? `${relative}/` : relative);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

function patternsOf(files: SourceFiles, path: string, root: string): string[] {
  const outcome = files.read(path, RULES_BYTES_MAX, root);
  if (!("bytes" in outcome)) return [];
  const text = new TextDecoder().decode(outcome.bytes);
  return text.split(/\r?\n/).filter((line) => isQuick(line));
}

function isQuick(pattern: string): boolean {
  const stars = pattern.match(/\*+/g)?.length ?? 0;
  if (stars > STARS_MAX || pattern.length > 1000) return false;
  return pattern.split("/").every((part) => (part.match(/\*+/g)?.length ?? 0) <= STARS_IN_PART_MAX);
}
