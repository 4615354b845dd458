// Imports of Rust: paths of modules, from the root of a crate, from the own module, or from another crate of the tree.
// The last parts of a path may be items; then the file of the module that holds them is
// meant, and before it the file that the module has them from by `pub use`.

import { cargoRules } from "./cargo.ts";
import { type RustModule, RustModules } from "./rust-modules.ts";
import type { Resolve, TreeNames } from "./tree-names.ts";

const STANDARD = /^(?:std|core|alloc|proc_macro|test)$/;
const PARTS_MAX = 50;
/** Through how many `pub use` a name is followed. */
const GIVEN_DEPTH = 6;

/** Resolves `crate::a::b`, `self::a`, `super::a`, `other_crate::a` and the `x` of `mod x;`. */
export function rustResolver(names: TreeNames): Resolve {
  const cargo = cargoRules(names);
  const modules = new RustModules(names, cargo.isRoot);

  /** The files of a path as a file sees it, best first. */
  const filesOf = (from: string, path: readonly string[], name: string | null, isExternal: boolean, depth: number) => {
    const parts = [...path];
    const start = isExternal ? null : startIn(modules, from, parts);
    const root = start === null && !path.includes("super") ? cargo.crateNamed(from, parts.shift()!) : null;
    const module = start ?? (root === null ? null : modules.of(root));
    return module === null ? [] : walk(module, parts, name, depth);
  };

  /** The files of the deepest module of a path; before them those of what the imported name means. */
  const walk = (start: RustModule, parts: readonly string[], name: string | null, depth: number): string[] => {
    let module = start;
    for (const [at, part] of parts.entries()) {
      const next = modules.child(module, part);
      // What follows an item is in the item.
      if (next === null)
        return [
          ...given(module, part, [...parts.slice(at + 1), ...(name === null ? [] : [name])], depth),
          ...module.files,
        ];
      module = next;
    }
    if (name === null) return [...module.files];
    const imported = modules.child(module, name);
    return [...(imported?.files ?? given(module, name, [], depth)), ...module.files];
  };

  /** The files of what a module gives to others by `pub use`. */
  const given = (module: RustModule, name: string, rest: readonly string[], depth: number): string[] => {
    if (depth === 0) return [];
    for (const file of module.files) {
      const path = modules.declaredIn(file).uses.get(name);
      const found = path === undefined ? [] : filesOf(file, [...path, ...rest], null, false, depth - 1);
      if (found.length > 0) return found;
    }
    return [];
  };

  return (from, written, name) => {
    const parts = written
      .replace(/^::/, "")
      .replaceAll("r#", "")
      .split("::")
      .filter((part) => part !== "*");
    if (parts.length === 0 || parts.length > PARTS_MAX) return [];
    if (parts.some((part) => !/^\$?[\p{L}\p{N}_]+$/u.test(part))) return [];
    const imported = name === null || /^(?:\*|self)$/.test(name) ? null : name;
    const found = filesOf(from, parts, imported, written.startsWith("::"), GIVEN_DEPTH);
    if (!parts.includes("super") || modules.declaredIn(from).inline.size === 0) return found;
    // `super` in a module that is written out in the file is the file itself.
    return written.endsWith("*") || name === "*" ? [from, ...found] : [...found, from];
  };
}

/** The module that a path begins at, if it is of the own crate. The parts that say so are taken away. */
function startIn(modules: RustModules, from: string, parts: string[]): RustModule | null {
  const own = modules.of(from);
  const first = parts[0]!;
  if (first === "crate" || first === "$crate") {
    parts.shift();
    return modules.rootOf(from);
  }
  if (first === "self") parts.shift();
  let module: RustModule | null = own;
  for (; parts[0] === "super" && module !== null; parts.shift()) module = modules.parent(module);
  if (first === "self" && module === own && parts[0] !== undefined) return modules.holder(own, parts[0]) ?? own;
  if (first === "self" || first === "super") return module;
  return STANDARD.test(first) && parts.length > 1 ? null : modules.holder(own, first);
}
