// `source` and `.` of shells, with a literal path or one below a folder that the script works out.

import { folderOf, joinPath, nearestFirst, type Resolve, type TreeNames, upwards } from "./tree-names.ts";

/** A variable or a command in front of a path: the folder of the script, in most scripts. */
const WORKED_OUT = /^["']?(?:\$\w+|\$\{[^{}]*\}|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`)["']?\//;

/** Resolves a path from the own folder, from folders above it, and else by its end if only one file fits. */
export function bashResolver(names: TreeNames): Resolve {
  return (from, written) => {
    const path = written.replace(WORKED_OUT, "").replace(/["']/g, "");
    if (path === "" || /[$`*?]/.test(path) || path.startsWith("/") || path.startsWith("~")) return [];
    for (const folder of upwards(folderOf(from))) {
      const found = names.present([joinPath(folder, path)]);
      if (found.length > 0) return found;
    }
    const end = joinPath("", path.replace(/^(?:\.\.?\/)+/, ""));
    const found =
      end === null
        ? []
        : nearestFirst(
            from,
            names.endingWith(end).filter((each) => each !== from),
          );
    return found.length === 1 ? found : [];
  };
}
