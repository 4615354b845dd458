// Imports of Python: absolute ones from the source roots, relative ones from the own package.

import { readToml, texts, valueAt } from "./manifest-values.ts";
import { below, folderOf, joinPath, nearestFirst, type Resolve, type TreeNames, upwards } from "./tree-names.ts";

const MANIFESTS = ["pyproject.toml", "setup.py", "setup.cfg"];
/** Folders of a project that hold its packages. */
const SOURCES = ["src", "lib", "python"];
const FILES = [".py", ".pyi"];
const PARTS_MAX = 50;

/** Resolves `import a.b`, `from a.b import name` and `from ..b import name`. */
export function pythonResolver(names: TreeNames): Resolve {
  const roots = rootRules(names);
  const isPackage = (folder: string) => FILES.some((end) => names.has(below(folder, `__init__${end}`)));
  /** A package is meant before a module of the same name. */
  const moduleAt = (path: string): string[] => {
    if (path === "") return [];
    const start = names.present(FILES.map((end) => below(path, `__init__${end}`)));
    return start.length > 0 ? start : names.present(FILES.map((end) => path + end));
  };
  /** The module at a path; before it the module in it that the imported name means. */
  const importedFrom = (path: string, name: string | null): string[] => {
    const inner = name === null || name === "*" || !/^\w+$/.test(name) ? [] : moduleAt(below(path, name));
    const own = path === "" ? names.present(FILES.map((end) => `__init__${end}`)) : moduleAt(path);
    return [...inner, ...own];
  };
  return (from, module, name) => {
    const folder = folderOf(from);
    const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(module) ?? [];
    const parts = rest.split(".");
    if ((rest !== "" && parts.some((part) => !/^[\p{L}\p{N}_]+$/u.test(part))) || parts.length > PARTS_MAX) return [];
    const path = parts.join("/");
    if (dots !== "") {
      const start = joinPath(folder, "../".repeat(Math.min(dots.length, PARTS_MAX) - 1));
      return start === null ? [] : importedFrom(below(start, path), name);
    }
    for (const root of roots(folder, isPackage)) {
      const found = importedFrom(below(root, path), name);
      if (found.length > 0) return found;
    }
    return parts.length < 2 ? [] : onlyEnding(names, from, path, isPackage);
  };
}

/** A module whose path ends so, in a folder that is no package, if there is only one. */
function onlyEnding(names: TreeNames, from: string, path: string, isPackage: (folder: string) => boolean): string[] {
  const ends = FILES.flatMap((end) => [`${path}/__init__${end}`, path + end]);
  const found = ends.flatMap((end) =>
    names.endingWith(end).filter((each) => !isPackage(each.slice(0, -end.length).replace(/\/$/, ""))),
  );
  const folders = new Set(found.map((each) => folderOf(each)));
  return folders.size === 1 ? nearestFirst(from, found) : [];
}

/** The folders that absolute imports of a folder's files begin at, best first. */
function rootRules(names: TreeNames): (folder: string, isPackage: (folder: string) => boolean) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const projects = new Map<string, readonly string[]>();
  const rootsOf = (folder: string): readonly string[] => {
    const made = projects.get(folder) ?? projectRoots(names, folder);
    projects.set(folder, made);
    return made;
  };
  let all: readonly string[] | null = null;
  return (folder, isPackage) => {
    const made = known.get(folder);
    if (made !== undefined) return made;
    const isProject = (each: string) => MANIFESTS.some((name) => names.has(below(each, name)));
    const above = upwards(folder);
    all ??= MANIFESTS.flatMap((name) => names.manifests(name)).map(folderOf);
    const roots = [
      // Where the own package lies: this is what starting a script, and pytest, put in front.
      above.find((each) => !isPackage(each)) ?? "",
      ...above.filter(isProject).flatMap(rootsOf),
      ...rootsOf(""),
      ...all.flatMap(rootsOf),
    ];
    const unique = [...new Set(roots)];
    known.set(folder, unique);
    return unique;
  };
}

/** The folders that a project's packages lie in: as its manifest says, and the usual ones. */
function projectRoots(names: TreeNames, folder: string): string[] {
  const path = below(folder, "pyproject.toml");
  const tool = valueAt(readToml(names.has(path) ? names.read(path) : null), "tool");
  const poetry = valueAt(tool, "poetry", "packages");
  const written = [
    ...texts(valueAt(tool, "setuptools", "packages", "find", "where")),
    ...texts(valueAt(tool, "setuptools", "package-dir", "")),
    ...texts(valueAt(tool, "maturin", "python-source")),
    ...texts(valueAt(tool, "pytest", "ini_options", "pythonpath")),
    ...(Array.isArray(poetry) ? poetry.slice(0, PARTS_MAX).flatMap((each) => texts(valueAt(each, "from"))) : []),
  ];
  const roots = [
    ...written.map((each) => joinPath(folder, each)),
    folder,
    ...SOURCES.map((each) => below(folder, each)),
  ];
  return roots.filter((root) => root !== null);
}
