// Imports of Rust: paths of modules, from the root of a crate, from the own module, or from another crate of the tree.
// The last parts of a path may be items; then the file of the module that holds them is meant.

import { cargoRules } from "./cargo.ts";
import { type RustModule, RustModules } from "./rust-modules.ts";
import type { Resolve, TreeNames } from "./tree-names.ts";

const STANDARD = /^(?:std|core|alloc|proc_macro|test)$/;
const PARTS_MAX = 50;

/** Resolves `crate::a::b`, `self::a`, `super::a`, `other_crate::a` and the `x` of `mod x;`. */
export function rustResolver(names: TreeNames): Resolve {
  const cargo = cargoRules(names);
  const modules = new RustModules(names, cargo.isRoot);
  return (from, written, name) => {
    const path = written.replace(/^::/, "").replaceAll("r#", "");
    const parts = path.split("::").filter((part) => part !== "*");
    if (parts.length === 0 || parts.length > PARTS_MAX) return [];
    if (parts.some((part) => !/^\$?[\p{L}\p{N}_]+$/u.test(part))) return [];
    const isFromAbove = parts.includes("super");
    const start = written.startsWith("::") ? null : startIn(modules, from, parts);
    const root = start === null && !isFromAbove ? cargo.crateNamed(from, parts.shift()!) : null;
    const module = start ?? (root === null ? null : modules.of(root));
    const found = module === null ? [] : walk(modules, module, parts, name);
    if (!isFromAbove || modules.declaredIn(from).inline.size === 0) return found;
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

/** The files of the deepest module of a path; before them those of the module that the imported name means. */
function walk(modules: RustModules, start: RustModule, parts: readonly string[], name: string | null): string[] {
  let module = start;
  for (const part of parts) {
    const next = modules.child(module, part);
    // What follows an item is in the item.
    if (next === null) return [...module.files];
    module = next;
  }
  const imported = name === null || /^(?:\*|self)$/.test(name) ? null : modules.child(module, name);
  return [...(imported?.files ?? []), ...module.files];
}
