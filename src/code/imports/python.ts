// Imports of Python: absolute ones from the source roots, relative ones from the own package.

import { readToml, texts, valueAt } from "./manifest-values.ts";
import { below, folderOf, joinPath, type Resolve, type TreeNames, upwards } from "./tree-names.ts";

const MANIFESTS = ["pyproject.toml", "setup.py", "setup.cfg"];
/** Folders of a project that hold its packages. */
const SOURCES = ["src", "lib", "python"];
const FILES = [".py", ".pyi"];
const PARTS_MAX = 50;
/** Modules from elsewhere that are remembered. */
const KNOWN_MAX = 50_000;

/** Resolves `import a.b`, `from a.b import name` and `from ..b import name`. */
export function pythonResolver(names: TreeNames): Resolve {
  const isPackage = (folder: string) => FILES.some((end) => names.has(below(folder, `__init__${end}`)));
  /** A package is meant before a module of the same name. */
  const moduleAt = (path: string): string[] => {
    if (path === "" || !names.isTaken(path)) return [];
    const start = names.present(FILES.map((end) => below(path, `__init__${end}`)));
    return start.length > 0 ? start : names.present(FILES.map((end) => path + end));
  };
  /** The module at a path; before it the module in it that the imported name means. */
  const importedFrom = (path: string, name: string | null): string[] => {
    const inner = name === null || name === "*" || !/^\w+$/.test(name) ? [] : moduleAt(below(path, name));
    const own = path === "" ? names.present(FILES.map((end) => `__init__${end}`)) : moduleAt(path);
    return [...inner, ...own];
  };
  const rootsOf = rootRules(names);
  const ownRoots = ownRootRules(names, rootsOf, isPackage);
  const elsewhere = elsewhereRules(names, rootsOf, isPackage, importedFrom);
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
    for (const root of ownRoots(folder)) {
      const found = importedFrom(below(root, path), name);
      if (found.length > 0) return found;
    }
    return elsewhere(path, name);
  };
}

/** The folders that absolute imports of a folder's files begin at, best first. */
function ownRootRules(
  names: TreeNames,
  rootsOf: (folder: string) => readonly string[],
  isPackage: (folder: string) => boolean,
): (folder: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (folder) => {
    const made = known.get(folder);
    if (made !== undefined) return made;
    const isProject = (each: string) => MANIFESTS.some((name) => names.has(below(each, name)));
    const above = upwards(folder);
    // Where the own package lies comes first: starting a script, and pytest, put it in front.
    const start = above.find((each) => !isPackage(each)) ?? "";
    const projects = [...above.filter(isProject), ""].flatMap(rootsOf);
    const roots = [...new Set([start, ...projects])];
    known.set(folder, roots);
    return roots;
  };
}

/** Modules that are not in reach of the own project: those of other projects, and those that only one path fits. */
function elsewhereRules(
  names: TreeNames,
  rootsOf: (folder: string) => readonly string[],
  isPackage: (folder: string) => boolean,
  importedFrom: (path: string, name: string | null) => string[],
): (path: string, name: string | null) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  let roots: ReadonlySet<string> | null = null;
  /** What one of the folders holds, if only one holds something. A module alone in a folder is its project's own. */
  const inOnly = (folders: Iterable<string>, path: string, name: string | null): readonly string[] => {
    const found: string[][] = [];
    for (const folder of folders) {
      const files = importedFrom(below(folder, path), name);
      if (files.length > 0 && (path.includes("/") || isPackage(below(folder, path)))) found.push(files);
      if (found.length > 1) return [];
    }
    return found[0] ?? [];
  };
  const find = (path: string, name: string | null): readonly string[] => {
    roots ??= new Set(MANIFESTS.flatMap((each) => names.manifests(each)).flatMap((each) => rootsOf(folderOf(each))));
    const inProjects = inOnly(roots, path, name);
    if (inProjects.length > 0 || !path.includes("/")) return inProjects;
    // The only module whose path ends so, in a folder that is no package.
    const ends = FILES.flatMap((end) => [`${path}/__init__${end}`, path + end]);
    const tops = ends.flatMap((end) =>
      names.endingWith(end).map((each) => each.slice(0, -end.length).replace(/\/$/, "")),
    );
    return inOnly(new Set(tops.filter((top) => !isPackage(top))), path, name);
  };
  return (path, name) => {
    const key = `${path}\0${name ?? ""}`;
    const found = known.get(key) ?? find(path, name);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(key, found);
    return found;
  };
}

/** The folders that a project's packages lie in, by the project's folder. */
function rootRules(names: TreeNames): (folder: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (folder) => {
    const roots = known.get(folder) ?? projectRoots(names, folder);
    known.set(folder, roots);
    return roots;
  };
}

/** As the manifest says, and the usual ones. */
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
