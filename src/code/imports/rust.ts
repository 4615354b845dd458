// Imports of Rust: paths of modules, from the root of a crate, from the own module, or from another crate of the tree.
// The last parts of a path may be items; then the file of the module that holds them is meant.

import { cargoRules } from "./cargo.ts";
import { below, folderOf, joinPath, nameOf, type Resolve, type TreeNames } from "./tree-names.ts";

const ROOT_NAMES = ["lib.rs", "main.rs"];
const STANDARD = /^(?:std|core|alloc|proc_macro|test)$/;
const INLINE_MODULE = /^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?mod[ \t]+\w+[ \t]*\{/m;
const PARTS_MAX = 50;

/** A module: its files (several where a library and a program share a folder), and the folder of its children. */
interface Module {
  readonly files: readonly string[];
  readonly folder: string;
}

/** Resolves `crate::a::b`, `self::a`, `super::a`, `other_crate::a` and the `x` of `mod x;`. */
export function rustResolver(names: TreeNames): Resolve {
  const cargo = cargoRules(names);
  const modules = new ModuleTree(names, cargo.isRoot);
  const startOf = (from: string, parts: string[], isAbsolute: boolean): Module | null => {
    const own = modules.of(from);
    const first = parts[0]!;
    if (first === "crate" || first === "$crate") {
      parts.shift();
      return modules.rootOf(from);
    }
    if (first === "self" || first === "super") {
      if (first === "self") parts.shift();
      let module: Module | null = own;
      for (; parts[0] === "super" && module !== null; parts.shift()) module = modules.parent(module);
      return module;
    }
    const isStandard = STANDARD.test(first) && parts.length > 1;
    if (!isAbsolute && !isStandard && modules.child(own, first) !== null) return own;
    const root = cargo.crateNamed(from, first);
    parts.shift();
    return root === null ? null : modules.of(root);
  };
  return (from, written, name) => {
    const isAbsolute = written.startsWith("::");
    const path = written.replace(/^::/, "").replaceAll("r#", "");
    const parts = path.split("::").filter((part) => part !== "*");
    if (parts.length > PARTS_MAX || parts.some((part) => !/^\$?[\p{L}\p{N}_]+$/u.test(part))) return [];
    const isAbove = parts.includes("super");
    const start = startOf(from, parts, isAbsolute);
    const inner = name === null || name === "*" || name === "self" ? [] : [name];
    const found = start === null ? [] : modules.walk(start, parts, inner);
    if (!isAbove || !INLINE_MODULE.test(names.read(from) ?? "")) return found;
    // `super` in a module within the file is the file itself.
    return written.endsWith("*") || name === "*" ? [from, ...found] : [...found, from];
  };
}

class ModuleTree {
  readonly #names: TreeNames;
  readonly #isNamedRoot: (path: string) => boolean;

  constructor(names: TreeNames, isNamedRoot: (path: string) => boolean) {
    this.#names = names;
    this.#isNamedRoot = isNamedRoot;
  }

  of(path: string): Module {
    const name = nameOf(path);
    const holdsFolder =
      name === "mod.rs" || ROOT_NAMES.includes(name) || this.#isNamedRoot(path) || this.#owners(path).length === 0;
    return { files: [path], folder: holdsFolder ? folderOf(path) : path.slice(0, -".rs".length) };
  }

  parent({ files }: Module): Module | null {
    const owners = files.flatMap((path) => this.#owners(path));
    return owners.length === 0 ? null : { ...this.of(owners[0]!), files: owners };
  }

  rootOf(path: string): Module {
    let module = this.of(path);
    for (let depth = 0; depth < PARTS_MAX; depth++) {
      const above = this.parent(module);
      if (above === null) break;
      module = above;
    }
    return module;
  }

  child(module: Module, name: string): Module | null {
    const files = this.#names.present([below(module.folder, `${name}.rs`), below(module.folder, `${name}/mod.rs`)]);
    const file = files[0] ?? this.#placed(module, name);
    return file === undefined || file === null
      ? null
      : { files: [file], folder: this.#folderOfChild(module, name, file) };
  }

  /** The files of the deepest module of a path; before them the module that the imported name means. */
  walk(start: Module, parts: readonly string[], inner: readonly string[]): string[] {
    let module = start;
    for (const part of parts) {
      const next = this.child(module, part);
      // What follows an item is in the item.
      if (next === null) return [...module.files];
      module = next;
    }
    const imported = inner[0] === undefined ? null : this.child(module, inner[0]);
    return [...(imported?.files ?? []), ...module.files];
  }

  #folderOfChild(module: Module, name: string, file: string): string {
    return nameOf(file) === "mod.rs" ? folderOf(file) : below(module.folder, name);
  }

  /** The file that `#[path = "..."]` gives to a module. */
  #placed({ files, folder }: Module, name: string): string | null {
    if (!/^\w+$/.test(name)) return null;
    for (const file of files) {
      const text = this.#names.read(file) ?? "";
      if (!text.includes("#[path")) continue;
      const attribute = new RegExp(
        `#\\[path\\s{0,9}=\\s{0,9}"([^"\\n]{1,300})"\\]\\s{0,200}(?:#\\[[^\\]\\n]{0,200}\\]\\s{0,200}){0,5}(?:pub(?:\\([^)\\n]{0,50}\\))?\\s{1,9})?mod\\s{1,9}${name}\\s{0,9};`,
      ).exec(text)?.[1];
      const placed =
        attribute === undefined
          ? []
          : this.#names.present([joinPath(folderOf(file), attribute), joinPath(folder, attribute)]);
      if (placed[0] !== undefined) return placed[0];
    }
    return null;
  }

  /** The files of the module that declares this file's module; none for the root of a crate. */
  #owners(path: string): string[] {
    const name = nameOf(path);
    const folder = folderOf(path);
    if (ROOT_NAMES.includes(name) || this.#isNamedRoot(path)) return [];
    const held = name === "mod.rs" ? folderOf(folder) : folder;
    if (name === "mod.rs" && folder === "") return [];
    const owners = [...ROOT_NAMES, "mod.rs"].map((each) => below(held, each)).filter((each) => each !== path);
    const found = this.#names.present(held === "" ? owners : [...owners, `${held}.rs`]);
    if (found.length > 0) return found;
    return this.#names.inFolder(held).filter((each) => each !== path && this.#isNamedRoot(each));
  }
}
