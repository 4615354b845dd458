// Imports of JavaScript and TypeScript, also from parts of Vue and Svelte files: relative paths, aliases of tsconfig,
// packages of the same tree.

import { type FileRules, fileRules } from "./ecmascript-files.ts";
import { packageRules } from "./ecmascript-packages.ts";
import { below, folderOf, joinPath, type Resolve, type TreeNames } from "./tree-names.ts";
import { aliasRules } from "./tsconfig.ts";

/** A package of the registry's or the runtime's, or an address. */
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i;
/** Aliases that many bundlers are configured with by code: the sources of the own package. */
const USUAL_ALIAS = /^[@~]\/(.+)$/;
/** The alias of SvelteKit. */
const LIBRARY = /^\$lib(?=\/|$)/;

/** Resolves the specifiers of `import`, `export ... from`, `import()` and `require()`. */
export function ecmascriptResolver(names: TreeNames): Resolve {
  const files = fileRules(names);
  const packages = packageRules(names, files);
  const aliases = aliasRules(names, packages.folderNamed);
  return (from, specifier) => {
    // A bundler's question (`./logo.svg?raw`) is no part of the path.
    const module = specifier.replace(/\?[^/]*$/, "");
    const folder = folderOf(from);
    if (/^\.\.?(?:\/|$)/.test(module)) return relative(files, from, joinPath(folder, module), module.endsWith("/"));
    if (OUTSIDE.test(module)) return [];
    if (module.startsWith("/")) return files.at(joinPath(packages.rootOf(folder), module), from);
    for (const path of aliases(folder, module)) {
      const found = files.at(path, from);
      if (found.length > 0) return found;
    }
    const found = module.startsWith("#") ? packages.ownImports(from, module) : packages.named(from, module);
    const usual = LIBRARY.test(module) ? module.replace(LIBRARY, "lib") : USUAL_ALIAS.exec(module)?.[1];
    if (found.length > 0 || usual === undefined) return found;
    const root = packages.rootOf(folder);
    const inSources = files.at(joinPath(below(root, "src"), usual), from);
    return inSources.length > 0 ? inSources : files.at(joinPath(root, usual), from);
  };
}

function relative(files: FileRules, from: string, path: string | null, isFolder: boolean): readonly string[] {
  return isFolder ? files.inFolder(path, from) : files.at(path, from);
}
