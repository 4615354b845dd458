// `@import` of Zig: a path from the file's own folder, or a module that a build names.

import { folderOf, joinPath, type Resolve, type TreeNames } from "./tree-names.ts";

/** Resolves a path; a module's name means the only file of that name. */
export function zigResolver(names: TreeNames): Resolve {
  return (from, written) => {
    if (written.endsWith(".zig")) return names.present([joinPath(folderOf(from), written)]);
    const found = /^\w+$/.test(written) && written !== "std" ? names.named(`${written}.zig`) : [];
    return found.length === 1 ? found : [];
  };
}
