// The modules of Rust as files: which file is a child of which. `mod x;` means `x.rs` or `x/mod.rs` in the folder of the
// declaring module. Modules that are written out in a file, and attributes that name a file, are read from the text.

import { nameOf } from "../../base/path-names.ts";
import { usesIn } from "./rust-uses.ts";
import { below, folderOf, joinPath, type TreeNames } from "./tree-names.ts";

const ROOT_NAMES = ["lib.rs", "main.rs"];
/** Folders whose files are crates of their own. */
const CRATE_FOLDER = /^(?:bin|examples|tests|benches)$/;
const INLINE = /\bmod[ \t]{1,9}(\w+)\s{0,99}\{/g;
const CHILD = /\bmod[ \t]{1,9}(\w+)[ \t]{0,9};/g;
const PLACED = /((?:#\[[^\]\n]{1,300}\]\s{0,200}){1,6})(?:pub(?:\([^)\n]{0,50}\))?\s{1,9})?mod\s{1,9}(\w+)\s{0,9};/g;
const PATH = /\bpath\s{0,9}=\s{0,9}"([^"\n]{1,300})"/g;
const DEPTH_MAX = 50;
/** At most this many crates share a module. */
const OWNERS_MAX = 20;
const NAMES_MAX = 1000;

/** A module: its files (several where a library and a program share a folder), and the folder of its children. */
export interface RustModule {
  readonly files: readonly string[];
  readonly folder: string;
}

/** What a file says of the modules in it: those that are written out, and those that are files. */
interface Declared {
  readonly inline: ReadonlySet<string>;
  readonly children: ReadonlySet<string>;
  /** Files that attributes give to modules, as written. */
  readonly placed: ReadonlyMap<string, readonly string[]>;
  /** The paths of what the file gives to others under a name of its own. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
}

export class RustModules {
  readonly #names: TreeNames;
  readonly #isNamedRoot: (path: string) => boolean;
  readonly #declared = new Map<string, Declared>();

  /** `isNamedRoot` says whether a manifest names a file as the root of a crate. */
  constructor(names: TreeNames, isNamedRoot: (path: string) => boolean) {
    this.#names = names;
    this.#isNamedRoot = isNamedRoot;
  }

  /** The module that is a file. */
  of(path: string): RustModule {
    const holdsFolder = nameOf(path) === "mod.rs" || this.#isRoot(path) || this.#owners(path).length === 0;
    return { files: [path], folder: holdsFolder ? folderOf(path) : path.slice(0, -".rs".length) };
  }

  /** The module around a module; null for the root of a crate. */
  parent({ files }: RustModule): RustModule | null {
    const owners = files.flatMap((path) => this.#owners(path));
    return owners.length === 0 ? null : { ...this.of(owners[0]!), files: owners };
  }

  /** The root of the crate that a file belongs to. */
  rootOf(path: string): RustModule {
    let module = this.of(path);
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const above = this.parent(module);
      if (above === null) break;
      module = above;
    }
    return module;
  }

  /** The module of a name in a module; null where there is none. */
  child(module: RustModule, name: string): RustModule | null {
    const { files, folder } = module;
    const file = this.#names.present([below(folder, `${name}.rs`), below(folder, `${name}/mod.rs`)])[0];
    if (file !== undefined) return { files: [file], folder: below(folder, name) };
    for (const each of files) {
      const written = this.declaredIn(each).placed.get(name) ?? [];
      const placed = this.#names.present(written.map((path) => joinPath(folderOf(each), path)));
      if (placed.length > 0) return { files: placed, folder: folderOf(placed[0]!) };
    }
    return files.some((each) => this.declaredIn(each).inline.has(name)) ? { files, folder: below(folder, name) } : null;
  }

  /** The module itself, or one that is written out in it, which has a child of a name; null where none has. */
  holder(module: RustModule, name: string): RustModule | null {
    if (this.child(module, name) !== null) return module;
    const inline = module.files.flatMap((each) => [...this.declaredIn(each).inline]);
    const inside = inline.map((each) => this.child(module, each)).filter((each) => each !== null);
    return inside.find((each) => this.child(each, name) !== null) ?? null;
  }

  /** What a file's text says of its modules. */
  declaredIn(path: string): Declared {
    const known = this.#declared.get(path);
    if (known !== undefined) return known;
    const text = this.#names.glance(path) ?? "";
    const named = (pattern: RegExp) =>
      new Set([...text.matchAll(pattern)].slice(0, NAMES_MAX).map((match) => match[1]!));
    const attributes = text.includes("path") ? [...text.matchAll(PLACED)].slice(0, NAMES_MAX) : [];
    const placed = attributes.map(([, attribute, name]) => {
      const paths = [...attribute!.matchAll(PATH)].map((match) => match[1]!);
      return [name!, paths] as const;
    });
    const declared = { inline: named(INLINE), children: named(CHILD), placed: new Map(placed), uses: usesIn(text) };
    this.#declared.set(path, declared);
    return declared;
  }

  #isRoot(path: string): boolean {
    return ROOT_NAMES.includes(nameOf(path)) || this.#isNamedRoot(path);
  }

  /** The files of the module that declares this file's module; none for the root of a crate. */
  #owners(path: string): string[] {
    const folder = folderOf(path);
    const isFolder = nameOf(path) === "mod.rs";
    if (this.#isRoot(path) || (isFolder && folder === "")) return [];
    const held = isFolder ? folderOf(folder) : folder;
    const usual = [...ROOT_NAMES, "mod.rs"].map((each) => below(held, each)).filter((each) => each !== path);
    const found = this.#names.present(held === "" ? usual : [...usual, `${held}.rs`]);
    if (found.length > 0) return found;
    const beside = this.#names.inFolder(held).filter((each) => each !== path && each.endsWith(".rs"));
    if (CRATE_FOLDER.test(nameOf(held))) {
      const name = isFolder ? nameOf(folder) : nameOf(path).slice(0, -".rs".length);
      return beside.filter((each) => this.declaredIn(each).children.has(name)).slice(0, OWNERS_MAX);
    }
    const named = beside.filter((each) => this.#isNamedRoot(each));
    if (named.length > 0 || held === "") return named;
    // The module around may be written out in a file further above.
    const above = this.#names.nearest(folderOf(held), [...ROOT_NAMES, "mod.rs"]);
    return above === null ? [] : [above];
  }
}
