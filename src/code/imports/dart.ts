// `import`, `export` and `part` of Dart: paths, and `package:` by the name in the manifest of a package.

import { below, folderOf, joinPath, type Resolve, type TreeNames } from "./tree-names.ts";

const NAME = /^name:[ \t]*["']?(\w+)/m;
const PACKAGE = /^package:(\w+)\/(.+)$/;

/** Resolves a path or `package:name/path`; `dart:io` and packages from outside mean nothing. */
export function dartResolver(names: TreeNames): Resolve {
  let packages: Map<string, string[]> | null = null;
  return (from, written) => {
    const inPackage = PACKAGE.exec(written);
    if (inPackage === null) return /^[\w+]+:/.test(written) ? [] : names.present([joinPath(folderOf(from), written)]);
    packages ??= packageFolders(names);
    const folders = packages.get(inPackage[1]!) ?? [];
    return names.present(folders.map((folder) => joinPath(below(folder, "lib"), inPackage[2]!)));
  };
}

/** The folders of the packages of the tree by name. */
function packageFolders(names: TreeNames): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const manifest of names.manifests("pubspec.yaml")) {
    const name = NAME.exec(names.glance(manifest) ?? "")?.[1];
    if (name !== undefined) folders.set(name, [...(folders.get(name) ?? []), folderOf(manifest)]);
  }
  return folders;
}
