// `require`, `require_relative` and `load` of Ruby.

import { below, folderOf, joinPath, nearestFirst, type Resolve, type TreeNames, upwards } from "./tree-names.ts";

/** Folders that Ruby is usually told to look in. */
const LOADED = ["lib", "test", "spec", "app"];

/** Resolves the literal of a `require`; a relative one begins with `./` or `../`. */
export function rubyResolver(names: TreeNames): Resolve {
  const at = (path: string | null) => (path === null ? [] : names.present([`${path}.rb`, path]).slice(0, 1));
  return (from, written) => {
    const folder = folderOf(from);
    if (written.startsWith("/")) return [];
    if (/^\.\.?\//.test(written)) return at(joinPath(folder, written));
    for (const above of upwards(folder)) {
      for (const each of LOADED) {
        const found = at(joinPath(below(above, each), written));
        if (found.length > 0) return found;
      }
    }
    const atRoot = at(joinPath("", written));
    if (atRoot.length > 0) return atRoot;
    // A gem elsewhere in the tree.
    const path = `lib/${written.replace(/\.rb$/, "")}.rb`;
    const found = nearestFirst(from, names.endingWith(path));
    return found.length === 1 ? found : [];
  };
}
