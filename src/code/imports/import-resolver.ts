// Says which files of a work tree an import may mean. Each language has its rules in a module of its own.
//
// Invariants:
// - Only files of the tree are named. A package from outside has none, even where it is installed inside the tree.
// - Imports and manifests are hostile data: they are bounded, and what is broken says nothing.
// - A resolver describes one state of the tree. When files come, go or manifests change, a new one is made.

import type { Language } from "../languages.ts";
import { bashResolver } from "./bash.ts";
import { csharpResolver } from "./csharp.ts";
import { dartResolver } from "./dart.ts";
import { ecmascriptResolver } from "./ecmascript.ts";
import { elixirResolver } from "./elixir.ts";
import { goResolver } from "./go.ts";
import { includeResolver } from "./include.ts";
import { jvmResolver } from "./jvm.ts";
import { luaResolver } from "./lua.ts";
import { phpResolver } from "./php.ts";
import { pythonResolver } from "./python.ts";
import { rubyResolver } from "./ruby.ts";
import { rustResolver } from "./rust.ts";
import { swiftResolver } from "./swift.ts";
import { folderOf, type ImportTree, type Resolve, TreeNames } from "./tree-names.ts";
import { type MayMean, mayMeanRules } from "./unresolved.ts";
import { zigResolver } from "./zig.ts";

export interface ImportResolver {
  /**
   * The files of the tree that an import may mean, best first. `module` is as written; `name` is one name that is
   * imported from it. Empty for packages from outside, and where nothing can be told. At most FILES_MAX files.
   */
  resolve(language: Language, from: string, module: string, name?: string): readonly string[];
  /**
   * Whether an import for which `resolve` names no file may mean one all the same, by what no rule here reads: aliases of
   * bundlers, import maps, search paths. False for known packages and the standard library.
   */
  mayMean(language: Language, from: string, module: string, name?: string): boolean;
}

/** The most files that one import means: a package of Go, a namespace of C#. */
export const FILES_MAX = 1000;
/** A longer import means nothing, in code units. */
const MODULE_LENGTH_MAX = 1000;
/** Answers that are remembered, and the files in all of them. */
const ANSWERS_MAX = 50_000;
const REMEMBERED_MAX = 500_000;
/** Languages whose imports mean the same in all files of a folder that have one extension. */
const BY_FOLDER: ReadonlySet<Language> = new Set<Language>([
  "javascript",
  "python",
  "svelte",
  "tsx",
  "typescript",
  "vue",
]);
const CONTROL = /[\x00-\x1f\x7f]/;

const RESOLVERS: Readonly<Record<Language, (names: TreeNames) => Resolve>> = {
  bash: bashResolver,
  c: includeResolver,
  cpp: includeResolver,
  csharp: csharpResolver,
  dart: dartResolver,
  elixir: elixirResolver,
  go: goResolver,
  java: jvmResolver,
  javascript: ecmascriptResolver,
  kotlin: jvmResolver,
  lua: luaResolver,
  php: phpResolver,
  python: pythonResolver,
  ruby: rubyResolver,
  rust: rustResolver,
  scala: jvmResolver,
  sql: () => () => [],
  svelte: ecmascriptResolver,
  swift: swiftResolver,
  tsx: ecmascriptResolver,
  typescript: ecmascriptResolver,
  vue: ecmascriptResolver,
  zig: zigResolver,
};

/** A resolver of the imports in a tree. Nothing is read before the first question. */
export function importResolver(tree: ImportTree): ImportResolver {
  const names = new TreeNames(tree);
  const made = new Map<(names: TreeNames) => Resolve, Resolve>();
  const answers = new Map<string, readonly string[]>();
  let remembered = 0;
  let mayMean: MayMean | null = null;
  const resolverOf = (language: Language): Resolve => {
    const make = RESOLVERS[language];
    const known = made.get(make) ?? make(names);
    made.set(make, known);
    return known;
  };
  return {
    resolve(language, from, module, name) {
      const longest = Math.max(module.length, name?.length ?? 0);
      if (longest === 0 || longest > MODULE_LENGTH_MAX || CONTROL.test(module)) return [];
      const asker = BY_FOLDER.has(language) ? `${folderOf(from)}\0${/\.\w+$/.exec(from)?.[0]}` : from;
      const key = `${language}\0${asker}\0${module}\0${name ?? ""}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const meant = [...new Set(resolverOf(language)(from, module, name ?? null))];
      const found = meant.filter((path) => tree.has(path)).slice(0, FILES_MAX);
      remembered += found.length;
      if (answers.size >= ANSWERS_MAX || remembered > REMEMBERED_MAX) {
        answers.clear();
        remembered = found.length;
      }
      answers.set(key, found);
      return found;
    },
    mayMean(language, from, module, name) {
      if (module.length > MODULE_LENGTH_MAX || CONTROL.test(module)) return false;
      mayMean ??= mayMeanRules(names);
      return mayMean(language, from, module, name ?? null);
    },
  };
}
