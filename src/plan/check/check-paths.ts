// What is wrong with the paths and globs of a task, and what is doubtful.

import { isOfGit } from "../guard/own-places.ts";
import { globsOverlap } from "./globs-overlap.ts";

/** What is known of the tree that a plan is for. */
export interface TreeFacts {
  /** Files and folders that are helix's own or the client's, relative to the root. */
  readonly ownPaths: readonly string[];
  /** What is at a path, relative to the root; null for nothing, and where there is no tree to look at. */
  kindOf(path: string): "file" | "folder" | null;
}

/** What was found of a plan or a part of it. */
export interface PlanCheck {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Looks at the paths of one list, `where` being its name: `001 delta`. */
export function checkPaths(where: string, paths: readonly string[], tree: TreeFacts): PlanCheck {
  const errors: string[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const shown = JSON.stringify(path);
    const flaw = flawOf(path, tree);
    if (flaw !== null) errors.push(`${where} ${shown}: ${flaw}`);
    else {
      warnings.push(...doubtsOf(path, tree).map((doubt) => `${where} ${shown}: ${doubt}`));
      const plain = path.normalize("NFC").toLowerCase();
      if (seen.has(plain)) warnings.push(`${where} ${shown} is there twice, or differs in case only`);
      seen.add(plain);
    }
  }
  return { errors, warnings };
}

/** Why a path may not be in a delta; null: it may. */
function flawOf(path: string, tree: TreeFacts): string | null {
  if (path.startsWith("/") || /^~(?:\/|$)/.test(path) || /^[A-Za-z]:[\\/]/.test(path)) {
    return "is absolute: give a path relative to the root of the work tree, e.g. src/a.ts";
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(path)) return "holds a control character";
  const names = (path.endsWith("/") ? path.slice(0, -1) : path).split("/");
  if (names.includes("..")) return "leaves the tree by ..: give a path below the root, e.g. src/a.ts";
  if (names.includes(".") || names.includes("")) {
    return "holds an empty name or a dot: name files or folders, e.g. src/a.ts or src/";
  }
  if (isOfGit(path)) return "is git's own: nobody may write there";
  const kind = tree.kindOf(path.replace(/\/$/, ""));
  return globFlaw(path, kind) ?? kindFlaw(path, kind) ?? ownFlaw(path, tree);
}

function globFlaw(path: string, kind: ReturnType<TreeFacts["kindOf"]>): string | null {
  // What is there under this very name is meant as it stands.
  if (kind !== null) return null;
  if (path.startsWith("!")) return "begins with !, and nothing can be taken out of a delta: name what belongs to it";
  if (/\{[^{}]*,[^{}]*\}/.test(path))
    return "has braces, which stand for themselves: give each on its own, e.g. src/a.ts and src/b.ts";
  if (path.includes("?")) return "has ?, which stands for itself: only * is special, e.g. src/*.ts";
  if (path.split("/").some((name) => name.includes("**") && name !== "**")) {
    return "has ** within a name: ** stands for folders, e.g. src/**/*.ts";
  }
  return null;
}

function kindFlaw(path: string, kind: ReturnType<TreeFacts["kindOf"]>): string | null {
  if (kind === "folder" && !path.endsWith("/")) return `is a folder: give ${path}/ for all that is below it`;
  if (kind === "file" && path.endsWith("/")) return `is a file: give ${path.slice(0, -1)}`;
  return null;
}

function ownFlaw(path: string, { ownPaths }: TreeFacts): string | null {
  const plain = (path.endsWith("/") ? path.slice(0, -1) : path).toLowerCase();
  const own = ownPaths.find((each) => plain === each.toLowerCase() || plain.startsWith(`${each.toLowerCase()}/`));
  return own === undefined ? null : `is in ${own}, which is helix's own or the client's: no task may write there`;
}

function doubtsOf(path: string, { ownPaths }: TreeFacts): string[] {
  const own = ownPaths.filter((each) => globsOverlap(each, path) || globsOverlap(`${each}/`, path));
  return [
    ...(path === "**" || path === "*" || path === "**/*" ? ["limits nothing, or nearly: name files"] : []),
    ...(path.includes("\\") ? ["holds a backslash, which stands for itself: folders are told apart by /"] : []),
    ...(own.length > 0 ? [`${own.join(", ")} is helix's own or the client's, and stays forbidden`] : []),
  ];
}
