// `alias`, `import` and `require` of Elixir: a module means the files that define it.

import { declaredBy, filesByDeclared } from "./declared-names.ts";
import { nearestFirst, type Resolve, type TreeNames } from "./tree-names.ts";

const MODULE = /^[ \t]*(?:defmodule|defprotocol)[ \t]+([\w.]+)/gm;
const PARTS_MAX = 50;

/** Resolves `A.B` and a name in it; a module in another one is looked for under the outer one's name, too. */
export function elixirResolver(names: TreeNames): Resolve {
  const modules = declaredBy(names, MODULE);
  const defining = filesByDeclared(names, /\.exs?$/, modules);
  const definesInside = (paths: readonly string[], module: string) => paths.some((path) => modules(path).has(module));
  return (from, written, name) => {
    const whole = name !== null && /^[A-Z]/.test(name) ? `${written}.${name}` : written;
    const parts = whole.split(".").filter((part) => part !== "");
    if (parts.length > PARTS_MAX) return [];
    for (let length = parts.length; length > 0; length--) {
      const found = defining(parts.slice(0, length).join("."));
      if (found.length > 0 && (length === parts.length || definesInside(found, parts[length]!))) {
        return nearestFirst(from, found);
      }
    }
    return [];
  };
}
