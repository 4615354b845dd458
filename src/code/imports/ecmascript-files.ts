// Which file a path without its true extension means in JavaScript and TypeScript.

import { readJson, textOf } from "./manifest-values.ts";
import { below, joinPath, type TreeNames } from "./tree-names.ts";

const TYPESCRIPT = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts"];
const JAVASCRIPT = [".js", ".jsx", ".mjs", ".cjs"];
const PARTS = [".vue", ".svelte", ".json"];
/** What a compiled file's extension may stand for. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts", ".jsx", ".vue"],
  ".jsx": [".tsx", ".d.ts"],
  ".mjs": [".mts", ".d.mts", ".ts"],
  ".cjs": [".cts", ".d.cts", ".ts"],
};
const COMPILED = /\.(?:js|jsx|mjs|cjs)$/;
const DECLARATION = /\.d\.[cm]?ts$/;

export interface FileRules {
  /** The files that a path means: a file, or the start of a folder. */
  at(path: string | null, from: string): string[];
  inFolder(path: string | null, from: string): string[];
}

/** The rules over the files of a tree. */
export function fileRules(names: TreeNames): FileRules {
  const asFile = (path: string, from: string): string[] => {
    const isTyped = /\.(?:[cm]?ts|tsx|vue|svelte)$/.test(from);
    const extension = COMPILED.exec(path)?.[0];
    const stem = extension === undefined ? path : path.slice(0, -extension.length);
    const written = extension === undefined ? [] : SOURCES[extension]!.map((each) => stem + each);
    const sources = written.filter((each) => !DECLARATION.test(each));
    const declarations = written.filter((each) => DECLARATION.test(each));
    const exact = names.present(isTyped ? [...sources, ...declarations, path] : [path, ...sources, ...declarations]);
    if (exact.length > 0) return exact;
    const order = isTyped ? [...TYPESCRIPT, ...JAVASCRIPT, ...PARTS] : [...JAVASCRIPT, ...TYPESCRIPT, ...PARTS];
    return names.present(order.map((each) => path + each));
  };
  const inFolder = (folder: string | null, from: string): string[] => {
    if (folder === null) return [];
    const manifest = readJson(
      names.has(below(folder, "package.json")) ? names.read(below(folder, "package.json")) : null,
    );
    for (const key of ["types", "typings", "module", "main"]) {
      const named = textOf(manifest[key]);
      const path: string | null = named === null ? null : joinPath(folder, named);
      if (path === null || path === folder) continue;
      const found = asFile(path, from);
      const start = found.length > 0 ? found : asFile(below(path, "index"), from);
      if (start.length > 0) return start;
    }
    return asFile(below(folder, "index"), from);
  };
  return {
    at(path, from) {
      if (path === null || !names.isTaken(path)) return [];
      const file = path === "" ? [] : asFile(path, from);
      return file.length > 0 ? file : inFolder(path, from);
    },
    inFolder,
  };
}
