// `use` and `require` of PHP: classes by the folders that `composer.json` gives to namespaces, files by their path.

import { declaredBy } from "./declared-names.ts";
import { entries, readJson, texts, valueAt } from "./manifest-values.ts";
import { below, folderOf, joinPath, nearestFirst, type Resolve, type TreeNames } from "./tree-names.ts";

const NAMESPACE = /^[ \t]*(?:<\?php[ \t]+)?namespace[ \t]+([\w\\]+)/gm;
const FUNCTION = /^[ \t]*(?:function[ \t]+&?|const[ \t]+)(\w+)/gm;
const FILES_MAX = 500;

interface Autoload {
  /** Namespaces with a backslash at their end, and the folders of their classes. */
  readonly folders: readonly { readonly start: string; readonly folder: string; readonly isWhole: boolean }[];
  /** Files that are always loaded; functions lie in them. */
  readonly files: readonly string[];
}

/** Resolves class names, names of functions, and paths. */
export function phpResolver(names: TreeNames): Resolve {
  const namespaces = declaredBy(names, NAMESPACE);
  const functions = declaredBy(names, FUNCTION);
  let autoload: Autoload | null = null;
  return (from, written, imported) => {
    if (/\.\w+$/.test(written)) return fileAt(names, from, written.replace(/^\.?\//, ""));
    const parts = imported === null || imported === "*" ? [written] : [written, imported];
    const name = parts
      .filter((part) => part !== "")
      .join("\\")
      .replace(/^\\/, "");
    if (!/^[\w\\\u0080-\u{10ffff}]+$/u.test(name)) return [];
    autoload ??= autoloadOf(names);
    const fitting = autoload.folders
      .filter(({ start }) => name.startsWith(start))
      .sort((a, b) => b.start.length - a.start.length);
    for (const length of new Set(fitting.map(({ start }) => start.length))) {
      const same = fitting.filter(({ start }) => start.length === length);
      const paths = same.map(({ folder, isWhole }) => below(folder, pathOf(isWhole ? name : name.slice(length))));
      const found = names.present(paths);
      if (found.length > 0) return nearestFirst(from, found);
    }
    const at = name.lastIndexOf("\\");
    const last = name.slice(at + 1);
    const isIn = (path: string) => at < 0 || namespaces(path).has(name.slice(0, at));
    const byFunction = autoload.files.filter((path) => functions(path).has(last) && isIn(path));
    if (byFunction.length > 0 || at < 0) return nearestFirst(from, byFunction);
    return nearestFirst(from, names.named(`${last}.php`).filter(isIn));
  };
}

function pathOf(name: string): string {
  return `${name.replaceAll("\\", "/")}.php`;
}

/** A file by a path that is relative to the own folder, to the root, or to one above. */
function fileAt(names: TreeNames, from: string, path: string): string[] {
  for (let folder: string | null = folderOf(from); folder !== null; folder = folder === "" ? null : folderOf(folder)) {
    const found = names.present([joinPath(folder, path)]);
    if (found.length > 0) return found;
  }
  return [];
}

function autoloadOf(names: TreeNames): Autoload {
  const folders: { start: string; folder: string; isWhole: boolean }[] = [];
  const files: string[] = [];
  for (const path of names.manifests("composer.json")) {
    const manifest = readJson(names.glance(path));
    for (const kind of ["autoload", "autoload-dev"]) {
      for (const rule of ["psr-4", "psr-0"]) {
        for (const [start, value] of entries(valueAt(manifest, kind, rule))) {
          for (const written of texts(value)) {
            const folder = joinPath(folderOf(path), written);
            if (folder !== null) folders.push({ start, folder, isWhole: rule === "psr-0" });
          }
        }
      }
      const loaded = texts(valueAt(manifest, kind, "files")).map((each) => joinPath(folderOf(path), each));
      files.push(...names.present(loaded.slice(0, FILES_MAX)));
    }
  }
  return { folders, files: files.slice(0, FILES_MAX) };
}
