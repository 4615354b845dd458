// The files of a work tree by path, by name and by folder, for those who look for the files that an import means.
//
// Invariants:
// - No path leads out of the tree, and none leads into folders of installed packages.
// - A text that is too long says nothing, and long lists are cut.

import { nameOf } from "../../base/path-names.ts";
import { pathClassOf } from "../files/path-class.ts";

/** A work tree as it stands. Paths are relative to its root, with forward slashes. */
export interface ImportTree {
  paths(): Iterable<string>;
  has(path: string): boolean;
  /** The text of a file; null when it cannot be read. */
  read(path: string): string | null;
}

/** The files that an import of `module` (and of `name` from it) in the file `from` may mean, best first. */
export type Resolve = (from: string, module: string, name: string | null) => readonly string[];

/** At most this many manifests of one name are looked at, those near the root first. */
const MANIFESTS_MAX = 2000;
/** A longer file says nothing, in code units. */
const TEXT_LENGTH_MAX = 2_000_000;
/** At most this many paths are put in order for one import. */
const SORTED_MAX = 300;
const FOREIGN = /(?:^|\/)(?:node_modules|bower_components|\.git|site-packages)\//;

/** The folder of a path; "" for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A path up to the first dot of its last name; a name may begin with a dot. */
function stemOf(path: string): string {
  const dot = path.indexOf(".", path.lastIndexOf("/") + 2);
  return dot < 0 ? path : path.slice(0, dot);
}

/** A relative path as seen from a folder, without `.` and `..` in it; null when it leads out of the tree. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** A path below a folder that may be the root. */
export function below(folder: string, path: string): string {
  return folder === "" || path === "" ? folder + path : `${folder}/${path}`;
}

/** A folder and the folders above it, the nearest first, the root ("") last. */
export function upwards(folder: string): string[] {
  const folders = [folder];
  for (let each = folder; each !== ""; ) {
    each = folderOf(each);
    folders.push(each);
  }
  return folders;
}

/** How many folders two paths share from the root. */
function shared(a: string, b: string): number {
  const left = a.split("/");
  const right = b.split("/");
  const end = Math.min(left.length, right.length) - 1;
  let at = 0;
  while (at < end && left[at] === right[at]) at++;
  return at;
}

/**
 * Paths by how near they are to a file; tests come last unless the file is one. A long list stays in its order, because
 * all of it is meant.
 */
export function nearestFirst(from: string, paths: readonly string[]): readonly string[] {
  if (paths.length > SORTED_MAX) return paths;
  const isTest = pathClassOf(from) === "test";
  return [...new Set(paths)]
    .map((path) => ({ path, far: !isTest && pathClassOf(path) === "test" ? 1 : 0, near: shared(from, path) }))
    .sort((a, b) => a.far - b.far || b.near - a.near || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

export class TreeNames {
  readonly #tree: ImportTree;
  readonly #texts = new Map<string, string | null>();
  readonly #manifests = new Map<string, readonly string[]>();
  #byName: Map<string, string[]> | null = null;
  #byFolder: Map<string, string[]> | null = null;
  #taken: Set<string> | null = null;
  #parts: Set<string> | null = null;

  constructor(tree: ImportTree) {
    this.#tree = tree;
  }

  has(path: string | null): path is string {
    return path !== null && this.#tree.has(path) && !FOREIGN.test(path);
  }

  /** Those of the paths that are files of the tree. */
  present(paths: readonly (string | null)[]): string[] {
    const found = paths.filter((path) => this.has(path));
    return found.length < 2 ? found : [...new Set(found)];
  }

  /** Whether a path is a folder, or a file if it is given some extension. Rules out most of what imports may mean. */
  isTaken(path: string): boolean {
    if (this.#taken === null) this.#index();
    return this.#taken!.has(stemOf(path)) || this.#taken!.has(path);
  }

  /** Whether a folder, or a file without its extension, has this name anywhere. */
  hasPart(name: string): boolean {
    if (this.#taken === null) this.#index();
    this.#parts ??= new Set([...this.#taken!].map(nameOf));
    return this.#parts.has(name);
  }

  /** The files of a name, in any folder. */
  named(name: string): readonly string[] {
    if (this.#byName === null) this.#index();
    return this.#byName!.get(name) ?? [];
  }

  /** The files that lie in a folder itself. */
  inFolder(folder: string): readonly string[] {
    if (this.#byFolder === null) this.#index();
    return this.#byFolder!.get(folder) ?? [];
  }

  /** The folders that hold files themselves. */
  folders(): Iterable<string> {
    if (this.#byFolder === null) this.#index();
    return this.#byFolder!.keys();
  }

  /** The files whose path is `end`, or ends with it as whole names. */
  endingWith(end: string): string[] {
    return this.named(nameOf(end)).filter((path) => path === end || path.endsWith(`/${end}`));
  }

  /** All files of the tree whose names match. */
  matching(name: RegExp): string[] {
    if (this.#byName === null) this.#index();
    return [...this.#byName!].flatMap(([each, paths]) => (name.test(each) ? paths : [])).sort();
  }

  /** The manifests of a name, those near the root first. */
  manifests(name: string): readonly string[] {
    const known = this.#manifests.get(name);
    if (known !== undefined) return known;
    const depth = (path: string) => path.split("/").length;
    const found = this.named(name)
      .toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
      .slice(0, MANIFESTS_MAX);
    this.#manifests.set(name, found);
    return found;
  }

  /** The nearest file of one of these names in a folder or above it; null when there is none. */
  nearest(folder: string, names: readonly string[]): string | null {
    for (const each of upwards(folder)) {
      const found = names.find((name) => this.has(below(each, name)));
      if (found !== undefined) return below(each, found);
    }
    return null;
  }

  /** The text of a file, for use at once: it is not kept. Null when it cannot be read or is too long. */
  glance(path: string): string | null {
    const text = this.has(path) ? this.#tree.read(path) : null;
    return text === null || text.length > TEXT_LENGTH_MAX ? null : text;
  }

  /** The text of a file; the last few are remembered. */
  read(path: string): string | null {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.glance(path);
    if (this.#texts.size >= 16) this.#texts.clear();
    this.#texts.set(path, text);
    return text;
  }

  #index(): void {
    const byName = new Map<string, string[]>();
    const byFolder = new Map<string, string[]>();
    const taken = new Set<string>();
    const add = (map: Map<string, string[]>, key: string, path: string) => {
      const paths = map.get(key);
      if (paths === undefined) map.set(key, [path]);
      else paths.push(path);
    };
    for (const path of this.#tree.paths()) {
      if (FOREIGN.test(path)) continue;
      add(byName, nameOf(path), path);
      add(byFolder, folderOf(path), path);
      taken.add(stemOf(path));
      for (let folder = folderOf(path); !taken.has(folder); folder = folderOf(folder)) taken.add(folder);
    }
    for (const paths of [...byName.values(), ...byFolder.values()]) paths.sort();
    this.#byName = byName;
    this.#byFolder = byFolder;
    this.#taken = taken;
  }
}
