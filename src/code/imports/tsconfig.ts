// Aliases of tsconfig.json and jsconfig.json: `paths` and `baseUrl`, also by `extends` and by `references`.

import { entries, readJson, textOf, texts, valueAt } from "./manifest-values.ts";
import { below, folderOf, joinPath, type TreeNames } from "./tree-names.ts";

/** How deep `extends` goes, how many it names, and how many `references` are looked at. */
const EXTENDS_DEPTH = 10;
const EXTENDS_MAX = 20;
const REFERENCES_MAX = 20;
const NAMES = ["tsconfig.json", "jsconfig.json"];

interface Aliases {
  /** The folder that plain paths are looked for in; null without `baseUrl`. */
  readonly base: string | null;
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly (string | null)[] }[] | null;
}

const NONE: Aliases = { base: null, paths: null };

/** The folder of a package of the tree by its name, as a folder sees it. */
type FolderNamed = (folder: string, name: string) => string | null;

/** The paths that a specifier in a folder may mean by aliases, best first. They have no extension yet. */
export function aliasRules(names: TreeNames, folderNamed: FolderNamed): (folder: string, module: string) => string[] {
  const reader = new ConfigReader(names, folderNamed);
  const known = new Map<string, Aliases[]>();
  return (folder, module) => {
    const config = names.nearest(folder, NAMES);
    if (config === null) return [];
    const aliases = known.get(config) ?? reader.around(config);
    known.set(config, aliases);
    return aliases.flatMap((each) => pathsOf(each, module));
  };
}

class ConfigReader {
  readonly #names: TreeNames;
  readonly #folderNamed: FolderNamed;

  constructor(names: TreeNames, folderNamed: FolderNamed) {
    this.#names = names;
    this.#folderNamed = folderNamed;
  }

  /** The aliases of a configuration; where it has none, those of the parts that it refers to. */
  around(config: string): Aliases[] {
    const own = this.#aliasesOf(config, EXTENDS_DEPTH, { left: EXTENDS_MAX });
    if (own.base !== null || own.paths !== null) return [own];
    const references = valueAt(readJson(this.#names.read(config)), "references");
    return (Array.isArray(references) ? references : [])
      .slice(0, REFERENCES_MAX)
      .map((each) => this.#configAt(folderOf(config), textOf(valueAt(each, "path")) ?? ""))
      .filter((path) => path !== null)
      .map((path) => this.#aliasesOf(path, EXTENDS_DEPTH, { left: EXTENDS_MAX }));
  }

  #aliasesOf(config: string, depth: number, budget: { left: number }): Aliases {
    if (depth === 0 || budget.left-- <= 0) return NONE;
    const folder = folderOf(config);
    const values = readJson(this.#names.read(config));
    // A later one of `extends` overrides an earlier one; the own options override all of them.
    let aliases = NONE;
    for (const written of texts(values.extends)) {
      const path = this.#extended(folder, written);
      if (path === null) continue;
      const above = this.#aliasesOf(path, depth - 1, budget);
      aliases = { base: above.base ?? aliases.base, paths: above.paths ?? aliases.paths };
    }
    const options = valueAt(values, "compilerOptions");
    const within = (path: string, from: string) => joinPath(from, path.replace(/^\$\{configDir\}\/?/, ""));
    const written = textOf(valueAt(options, "baseUrl"));
    const base = written === null ? aliases.base : within(written, folder);
    const paths = valueAt(options, "paths");
    if (paths === undefined) return { base, paths: aliases.paths };
    const targetsOf = (targets: unknown) => texts(targets).map((target) => within(target, base ?? folder));
    return { base, paths: entries(paths).map(([pattern, targets]) => ({ pattern, targets: targetsOf(targets) })) };
  }

  /** What `extends` names: a path, or a file of a package that lies in the same tree. */
  #extended(folder: string, written: string): string | null {
    if (/^\.\.?(?:\/|$)/.test(written)) return this.#configAt(folder, written);
    const [, name = "", rest = ""] = /^(@[^/]+\/[^/]+|[^/]+)\/?(.*)$/.exec(written) ?? [];
    const root = this.#folderNamed(folder, name);
    return root === null ? null : this.#configAt(root, rest === "" ? "tsconfig.json" : rest);
  }

  #configAt(folder: string, written: string): string | null {
    const path = joinPath(folder, written);
    if (path === null || written === "") return null;
    return this.#names.present([path, `${path}.json`, below(path, "tsconfig.json")])[0] ?? null;
  }
}

function pathsOf({ base, paths }: Aliases, module: string): string[] {
  const found: (string | null)[] = [];
  let longest = -1;
  for (const { pattern, targets } of paths ?? []) {
    const star = pattern.indexOf("*");
    const start = star < 0 ? pattern : pattern.slice(0, star);
    const end = star < 0 ? "" : pattern.slice(star + 1);
    const fits =
      star < 0
        ? module === pattern
        : module.length >= start.length + end.length && module.startsWith(start) && module.endsWith(end);
    const length = star < 0 ? Number.POSITIVE_INFINITY : start.length;
    if (!fits || length <= longest) continue;
    longest = length;
    const middle = module.slice(start.length, module.length - end.length);
    found.splice(
      0,
      found.length,
      ...targets.map((target) =>
        target === null
          ? null
          : joinPath(
              "",
              target.replace("*", () => middle),
            ),
      ),
    );
  }
  if (base !== null) found.push(joinPath(base, module));
  return found.filter((path) => path !== null);
}
