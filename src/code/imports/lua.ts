// `require` of Lua: dots are folders, and a folder means the file `init.lua` in it.

import { below, folderOf, joinPath, nearestFirst, type Resolve, type TreeNames, upwards } from "./tree-names.ts";

/** Folders that Lua is usually told to look in. */
const LOADED = ["", "lua", "src", "lib"];

/** Resolves the name of a module from the own folder and those above it, else by its end if only one file fits. */
export function luaResolver(names: TreeNames): Resolve {
  return (from, written) => {
    const path = written.endsWith(".lua") ? written.slice(0, -4) : written.replaceAll(".", "/");
    const ends = [`${path}.lua`, `${path}/init.lua`];
    for (const above of upwards(folderOf(from))) {
      for (const each of LOADED) {
        const found = names.present(ends.map((end) => joinPath(below(above, each), end)));
        if (found.length > 0) return found.slice(0, 1);
      }
    }
    const found = nearestFirst(
      from,
      ends.flatMap((end) => names.endingWith(end)),
    );
    return found.length === 1 ? found : [];
  };
}
