// Packages of Cargo in the tree: their crates' names and root files, and what a package calls its dependencies.

import { entries, readToml, textOf, type Values, valueAt } from "./manifest-values.ts";
import { below, folderOf, joinPath, nearestFirst, type TreeNames } from "./tree-names.ts";

const DEPENDENCIES = ["dependencies", "dev-dependencies", "build-dependencies"];
const TARGETS_MAX = 500;
/** Names of crates that are remembered. */
const CRATES_MAX = 20_000;

interface Package {
  readonly folder: string;
  readonly name: string;
  /** The name of its library in code, and the library's root file. */
  readonly crate: string;
  readonly library: string | null;
}

export interface CargoRules {
  /** The root file of the crate of a name, as a file sees it; null for crates from outside. */
  crateNamed(from: string, name: string): string | null;
  /** Whether a file is the root of a library or a program, as a manifest says. */
  isRoot(path: string): boolean;
}

const inCode = (name: string) => name.replaceAll("-", "_");

/** The packages that the manifests of a tree describe. */
export function cargoRules(names: TreeNames): CargoRules {
  const manifests = new Map<string, Values>();
  const read = (path: string): Values => {
    const known = manifests.get(path) ?? readToml(names.glance(path));
    manifests.set(path, known);
    return known;
  };
  let packages: readonly Package[] | null = null;
  let roots: ReadonlySet<string> | null = null;
  const all = () => {
    packages ??= names.manifests("Cargo.toml").flatMap((path) => packageOf(names, path, read(path)));
    return packages;
  };
  const crates = new Map<string, string | null>();
  const libraryIn = (folder: string | null) => all().find((each) => each.folder === folder)?.library ?? null;
  const libraryOf = (path: string, name: string): string | null => {
    const wanted = path === "" ? null : dependencyNamed(read(path), name);
    const local = wanted === null ? null : localOf(names, path, wanted, read);
    if (local !== null) return libraryIn(local);
    const crate = inCode(textOf(valueAt(wanted?.value, "package")) ?? name);
    const found = all().filter((each) => each.crate === crate || inCode(each.name) === crate);
    return (
      nearestFirst(
        path,
        found.flatMap(({ library }) => library ?? []),
      )[0] ?? null
    );
  };
  return {
    crateNamed(from, name) {
      const path = names.nearest(folderOf(from), ["Cargo.toml"]) ?? "";
      const key = `${path}\0${name}`;
      const known = crates.get(key);
      if (known !== undefined) return known;
      const found = libraryOf(path, name);
      if (crates.size >= CRATES_MAX) crates.clear();
      crates.set(key, found);
      return found;
    },
    isRoot(path) {
      roots ??= new Set(names.manifests("Cargo.toml").flatMap((each) => rootsOf(each, read(each))));
      return roots.has(path);
    },
  };
}

function packageOf(names: TreeNames, path: string, manifest: Values): Package[] {
  const name = textOf(valueAt(manifest, "package", "name"));
  if (name === null) return [];
  const folder = folderOf(path);
  const written = textOf(valueAt(manifest, "lib", "path"));
  const library = names.present([written === null ? null : joinPath(folder, written), below(folder, "src/lib.rs")])[0];
  return [{ folder, name, crate: textOf(valueAt(manifest, "lib", "name")) ?? inCode(name), library: library ?? null }];
}

interface Dependency {
  readonly key: string;
  readonly value: unknown;
}

/** A dependency of a manifest by its name in code, also one of a platform only. */
function dependencyNamed(manifest: Values, name: string): Dependency | null {
  const tables = [manifest, ...entries(manifest.target).map(([, value]) => value)];
  for (const each of tables.flatMap((table) => DEPENDENCIES.map((kind) => valueAt(table, kind)))) {
    const found = entries(each).find(([key]) => inCode(key) === name);
    if (found !== undefined) return { key: found[0], value: found[1] };
  }
  return null;
}

/** The folder of a dependency that is named by its path, in the package or in its workspace. */
function localOf(
  names: TreeNames,
  path: string,
  { key, value }: Dependency,
  read: (path: string) => Values,
): string | null {
  const own = textOf(valueAt(value, "path"));
  if (own !== null) return joinPath(folderOf(path), own);
  if (valueAt(value, "workspace") !== true) return null;
  for (let at: string | null = path; at !== null; ) {
    const shared = textOf(valueAt(read(at), "workspace", "dependencies", key, "path"));
    const folder = folderOf(at);
    if (shared !== null) return joinPath(folder, shared);
    at = folder === "" ? null : names.nearest(folderOf(folder), ["Cargo.toml"]);
  }
  return null;
}

/** The root files of libraries and programs that a manifest names by path. */
function rootsOf(path: string, manifest: Values): string[] {
  const programs = Array.isArray(manifest.bin) ? manifest.bin.slice(0, TARGETS_MAX) : [];
  const written = [manifest.lib, ...programs].map((each) => textOf(valueAt(each, "path")));
  return written.flatMap((each) => (each === null ? [] : (joinPath(folderOf(path), each) ?? [])));
}
