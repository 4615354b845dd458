// `import` of Swift: a module means all files of the folder of its target.

import { folderOf, joinPath, nearestFirst, type Resolve, type TreeNames } from "./tree-names.ts";

const TARGET = /\.(?:target|executableTarget|testTarget|systemLibrary|macro|plugin)\s*\(\s*name:\s*"([^"\n]{1,200})"/g;
const PATH = /\bpath:\s*"([^"\n]{1,300})"/;
const TARGETS_MAX = 1000;

/** Resolves a module's name; `import struct Module.Name` means the module. */
export function swiftResolver(names: TreeNames): Resolve {
  let folders: Map<string, string[]> | null = null;
  const files = new Map<string, string[]>();
  const filesIn = (folder: string): string[] => {
    const known = files.get(folder) ?? swiftFiles(names, folder);
    files.set(folder, known);
    return known;
  };
  return (from, written) => {
    const [module = ""] = written.split(".");
    folders ??= targetFolders(names);
    const found = (folders.get(module) ?? [`Sources/${module}`, `Source/${module}`]).flatMap(filesIn);
    return nearestFirst(
      from,
      found.filter((path) => path !== from),
    );
  };
}

/** The Swift files in a folder and below it. */
function swiftFiles(names: TreeNames, folder: string): string[] {
  const inside = [...names.folders()].filter((each) => each === folder || each.startsWith(`${folder}/`));
  return inside.flatMap((each) => names.inFolder(each)).filter((path) => path.endsWith(".swift"));
}

/** The folders of the targets that manifests of the tree name. */
function targetFolders(names: TreeNames): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const manifest of names.manifests("Package.swift")) {
    const text = names.glance(manifest) ?? "";
    const targets = [...text.matchAll(TARGET)].slice(0, TARGETS_MAX);
    for (const [at, target] of targets.entries()) {
      const name = target[1]!;
      const rest = text.slice(target.index + target[0].length, targets[at + 1]?.index ?? text.length);
      const written = PATH.exec(rest)?.[1];
      const paths = written === undefined ? ["Sources", "Source", "Tests"].map((each) => `${each}/${name}`) : [written];
      const root = folderOf(manifest);
      const all = paths.map((path) => joinPath(root, path)).filter((path) => path !== null && path !== "");
      folders.set(name, [...(folders.get(name) ?? []), ...all.filter((path) => path !== null)]);
    }
  }
  return folders;
}
