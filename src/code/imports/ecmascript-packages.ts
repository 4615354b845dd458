// Packages of the same tree: which folder a package's name means, and which file one of its paths means. A package's
// manifest names what is built; the tree has the sources, so these are looked for as well.

import { pathGlob } from "../../platform/path-glob.ts";
import type { FileRules } from "./ecmascript-files.ts";
import { entries, readJson, readYamlList, textOf, texts, type Values, valueAt } from "./manifest-values.ts";
import { below, folderOf, joinPath, type TreeNames } from "./tree-names.ts";

/** How many conditions lie in each other, and how many targets one entry has. */
const CONDITIONS_DEPTH = 6;
const TARGETS_MAX = 30;
const TARGET_LENGTH_MAX = 500;
const GLOBS_MAX = 200;
const BUILT = /^(?:dist|build|lib|out|output|esm|cjs|es|umd|types|typings|target|\.output)$/;
const FLAVOUR = /^(?:types|typings|esm|cjs|es|mjs|umd|module|commonjs|node|browser|development|production|src)$/;
const LOCAL = /^(?:file|link|portal):(.+)$/;

export interface PackageRules {
  /** The folder of a package by its name, as a folder sees it; null for packages from outside. */
  folderNamed(folder: string, name: string): string | null;
  /** The folder of the package that a folder belongs to; the root where there is none. */
  rootOf(folder: string): string;
  /** `#name`: what the own package calls so. */
  ownImports(from: string, module: string): string[];
  /** `name` or `name/path`: another package of the tree, or the own one. */
  named(from: string, module: string): string[];
}

/** The packages that the manifests of a tree describe. */
export function packageRules(names: TreeNames, files: FileRules): PackageRules {
  const manifests = new Map<string, Values>();
  const manifestIn = (folder: string): Values => {
    const path = below(folder, "package.json");
    const known = manifests.get(path) ?? readJson(names.has(path) ? names.read(path) : null);
    manifests.set(path, known);
    return known;
  };
  const rootOf = (folder: string) => folderOf(names.nearest(folder, ["package.json"]) ?? "");
  const members = memberRules(names, manifestIn);
  const first = (paths: Iterable<string | null>, from: string): string[] => {
    for (const path of paths) {
      const found = files.at(path, from);
      if (found.length > 0) return found;
    }
    return [];
  };
  const inPackage = (root: string, path: string, from: string): string[] => {
    const manifest = manifestIn(root);
    const exported = mapped(manifest.exports, path === "" ? "." : `./${path}`, path === "");
    const found = first(
      exported.flatMap((target) => sourcesOf(root, target)),
      from,
    );
    if (found.length > 0) return found;
    if (path !== "")
      return first([joinPath(root, path), ...sourcesOf(root, path), joinPath(below(root, "src"), path)], from);
    const starts = ["source", "types", "typings", "module", "main"].flatMap((key) => texts(manifest[key]));
    return first([...starts.flatMap((target) => sourcesOf(root, target)), below(root, "src"), root], from);
  };
  return {
    folderNamed: members,
    rootOf,
    ownImports(from, module) {
      const root = rootOf(folderOf(from));
      const targets = mapped(manifestIn(root).imports, module, false);
      return first(
        targets.flatMap((target) => (target.startsWith(".") ? sourcesOf(root, target) : [])),
        from,
      );
    },
    named(from, module) {
      const [, name = "", path = ""] = /^(@[^/]+\/[^/]+|[^@/][^/]*)\/?(.*)$/.exec(module) ?? [];
      const root = name === "" ? null : members(folderOf(from), name);
      return root === null ? [] : inPackage(root, path, from);
    },
  };
}

/** The folder that a package's name means to the files of a folder; null for packages from outside. */
function memberRules(
  names: TreeNames,
  manifestIn: (folder: string) => Values,
): (folder: string, name: string) => string | null {
  const workspaces = new Map<string, ReadonlyMap<string, string>>();
  const workspaceAt = (folder: string): ReadonlyMap<string, string> => {
    const known = workspaces.get(folder) ?? membersOf(names, folder, manifestIn);
    workspaces.set(folder, known);
    return known;
  };
  return (folder, name) => {
    for (let at = names.nearest(folder, ["package.json"]); at !== null; ) {
      const root = folderOf(at);
      const manifest = manifestIn(root);
      if (manifest.name === name) return root;
      const local = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
        .map((kind) => LOCAL.exec(textOf(valueAt(manifest, kind, name)) ?? "")?.[1])
        .find((path) => path !== undefined);
      if (local !== undefined) return joinPath(root, local);
      const member = workspaceAt(root).get(name);
      if (member !== undefined) return member;
      at = root === "" ? null : names.nearest(folderOf(root), ["package.json"]);
    }
    return null;
  };
}

/** The packages of a workspace by name: npm's, yarn's, pnpm's or lerna's. */
function membersOf(
  names: TreeNames,
  root: string,
  manifestIn: (folder: string) => Values,
): ReadonlyMap<string, string> {
  const { workspaces } = manifestIn(root);
  const read = (name: string) => (names.has(below(root, name)) ? names.read(below(root, name)) : null);
  const globs = [
    ...texts(workspaces),
    ...texts(valueAt(workspaces, "packages")),
    ...readYamlList(read("pnpm-workspace.yaml"), "packages"),
    ...texts(readJson(read("lerna.json")).packages),
  ].slice(0, GLOBS_MAX);
  const members = new Map<string, string>();
  if (globs.length === 0) return members;
  const rules = globs.map((glob) => {
    const isLeftOut = glob.startsWith("!");
    const folder = glob
      .slice(isLeftOut ? 1 : 0)
      .replace(/^\.?\//, "")
      .replace(/\/+$/, "");
    return { isLeftOut, matches: pathGlob(`${folder}/package.json`) };
  });
  for (const path of names.manifests("package.json")) {
    if (root !== "" && !path.startsWith(`${root}/`)) continue;
    const relative = path.slice(root === "" ? 0 : root.length + 1);
    const last = rules.findLast(({ matches }) => matches(relative));
    if (last === undefined || last.isLeftOut) continue;
    const name = textOf(manifestIn(folderOf(path)).name);
    if (name !== null && !members.has(name)) members.set(name, folderOf(path));
  }
  return members;
}

/** The targets of an entry of `exports` or `imports`: exact ones first, then patterns with a star. */
function mapped(map: unknown, key: string, isRoot: boolean): string[] {
  const own = entries(map);
  if (isRoot && own.every(([name]) => !name.startsWith("."))) return targetsOf(map, CONDITIONS_DEPTH);
  const exact = own.find(([name]) => name === key);
  if (exact !== undefined) return targetsOf(exact[1], CONDITIONS_DEPTH);
  const patterns = own
    .map(([name, value]) => ({ start: name.split("*")[0]!, end: name.split("*")[1], value }))
    .sort((a, b) => b.start.length - a.start.length);
  for (const { start, end, value } of patterns) {
    if (end === undefined || !key.startsWith(start) || !key.endsWith(end)) continue;
    if (key.length < start.length + end.length) continue;
    const middle = key.slice(start.length, key.length - end.length);
    return targetsOf(value, CONDITIONS_DEPTH).map((target) => target.replaceAll("*", () => middle));
  }
  return [];
}

function targetsOf(value: unknown, depth: number): string[] {
  if (depth === 0) return [];
  if (typeof value === "string") return value.length <= TARGET_LENGTH_MAX ? [value] : [];
  const values = Array.isArray(value) ? value : entries(value).map(([, each]) => each);
  return values
    .slice(0, TARGETS_MAX)
    .flatMap((each) => targetsOf(each, depth - 1))
    .slice(0, TARGETS_MAX);
}

/** The paths that a target may stand for: the sources of what is built, then the target itself. */
export function sourcesOf(root: string, target: string): (string | null)[] {
  const path = joinPath("", target);
  if (path === null) return [];
  const [top = "", ...rest] = path.split("/");
  const sources: (string | null)[] = [];
  if (BUILT.test(top)) {
    const inner = FLAVOUR.test(rest[0] ?? "") && rest.length > 1 ? rest.slice(1) : rest;
    for (const parts of inner === rest ? [rest] : [inner, rest]) {
      const source = parts.join("/").replace(/\.d\.([cm]?)ts$/, ".$1js");
      if (source !== "") sources.push(joinPath(below(root, "src"), source), joinPath(root, source));
    }
  }
  return [...sources, joinPath(root, path)];
}
