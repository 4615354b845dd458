// `using` of C#: a namespace means the files that declare it, a type the file of its name among them.

import { nameOf } from "../../base/path-names.ts";
import { declaredBy, filesByDeclared } from "./declared-names.ts";
import { nearestFirst, type Resolve, type TreeNames } from "./tree-names.ts";

const NAMESPACE = /^[ \t\uFEFF]*namespace[ \t]+([\w.@]+)/gm;
const TYPE =
  /^[ \t]*(?:(?:public|internal|private|protected|static|sealed|abstract|partial|readonly|ref|unsafe|file|new)[ \t]+){0,6}(?:class|struct|interface|enum|record(?:[ \t]+(?:class|struct))?)[ \t]+(\w+)/gm;
const PARTS_MAX = 50;

/** Resolves `using A.B`, `using static A.B.C` and the right side of `using X = A.B.C`. */
export function csharpResolver(names: TreeNames): Resolve {
  const inNamespace = filesByDeclared(names, /\.cs$/, declaredBy(names, NAMESPACE));
  const types = declaredBy(names, TYPE);
  return (from, written) => {
    const parts = written.replace(/^global::|<.*$/g, "").split(".");
    if (parts.length > PARTS_MAX) return [];
    const found = inNamespace(parts.join("."));
    const others = found.filter((path) => path !== from);
    if (found.length > 0) return nearestFirst(from, others);
    for (let length = parts.length - 1; length > 0; length--) {
      const type = parts[length]!;
      const files = inNamespace(parts.slice(0, length).join("."));
      // Most types lie in the file of their name.
      const named = files.filter((path) => nameOf(path) === `${type}.cs` || nameOf(path).startsWith(`${type}.`));
      const own = named.length > 0 ? named : files.filter((path) => types(path).has(type));
      if (own.length > 0) return nearestFirst(from, own);
    }
    return [];
  };
}
