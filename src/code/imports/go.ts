// Imports of Go: an import names a folder, by the path of a module that `go.mod` gives.

import { below, folderOf, joinPath, type Resolve, type TreeNames } from "./tree-names.ts";

const REPLACEMENT =
  /^[ \t]*(?:replace[ \t]+)?("?)([^\s"=]+)\1(?:[ \t]+v\S+)?[ \t]*=>[ \t]*"?(\.{1,2}(?:\/[^\s"]*)?)"?/gm;
const MODULE = /^[ \t]*module[ \t]+"?([^\s"]+)"?/m;
const VENDORED = /(?:^|\/)vendor\//;
/** Where a tree without `go.mod` begins: `github.com/owner/name`. */
const REPOSITORY = /^[^/]+\.[^/]+\/[^/]+\/[^/]+(?:\/|$)/;
const REPLACEMENTS_MAX = 1000;

interface Module {
  readonly name: string;
  readonly folder: string;
}

/** Resolves import paths to the files of the folder; its tests are only seen by its tests. */
export function goResolver(names: TreeNames): Resolve {
  let modules: readonly Module[] | null = null;
  const replaced = new Map<string, readonly Module[]>();
  const replacementsFor = (folder: string): readonly Module[] =>
    ["go.mod", "go.work"].flatMap((name) => {
      const path = names.nearest(folder, [name]);
      if (path === null) return [];
      const known = replaced.get(path) ?? replacementsIn(names, path);
      replaced.set(path, known);
      return known;
    });
  return (from, module) => {
    const own = folderOf(from);
    if (/^\.\.?(?:\/|$)/.test(module)) return packageFiles(names, from, joinPath(own, module));
    modules ??= modulesOf(names);
    const isAbove = ({ folder }: Module) => folder === "" || `${own}/`.startsWith(`${folder}/`);
    const fitting = [...replacementsFor(own), ...modules]
      .filter(({ name }) => module === name || module.startsWith(`${name}/`))
      .map((each, at) => ({ ...each, at }))
      // Longer names first; of equal ones replacements, then the module that the file itself is in.
      .sort((a, b) => b.name.length - a.name.length || Number(isAbove(b)) - Number(isAbove(a)) || a.at - b.at);
    for (const { name, folder } of fitting) {
      const found = packageFiles(names, from, joinPath(folder, module.slice(name.length)));
      if (found.length > 0) return found;
    }
    const start = modules.length === 0 ? REPOSITORY.exec(module)?.[0] : undefined;
    return start === undefined ? [] : packageFiles(names, from, joinPath("", module.slice(start.length)));
  };
}

function packageFiles(names: TreeNames, from: string, folder: string | null): string[] {
  if (folder === null) return [];
  const isOwnTest = from.endsWith("_test.go") && folderOf(from) === folder;
  return names
    .inFolder(folder)
    .filter((path) => path.endsWith(".go") && !VENDORED.test(path) && path !== from)
    .filter((path) => isOwnTest || !path.endsWith("_test.go"));
}

function modulesOf(names: TreeNames): Module[] {
  return names
    .manifests("go.mod")
    .filter((path) => !VENDORED.test(path))
    .flatMap((path) => {
      const name = MODULE.exec(names.glance(path) ?? "")?.[1];
      return name === undefined ? [] : [{ name, folder: folderOf(path) }];
    });
}

/** The modules that a `go.mod` or a `go.work` replaces by folders of the tree. */
function replacementsIn(names: TreeNames, path: string): Module[] {
  return [...(names.glance(path) ?? "").matchAll(REPLACEMENT)]
    .slice(0, REPLACEMENTS_MAX)
    .flatMap(([, , name, local]) => {
      const folder = joinPath(folderOf(path), local!);
      return folder === null || VENDORED.test(below(folder, "x")) ? [] : [{ name: name!, folder }];
    });
}
