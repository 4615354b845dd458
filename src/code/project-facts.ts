// Counts, while a project's code is read for an overview: languages, folders, symbols, and how many files mention each
// symbol.

import { basename, dirname } from "node:path";
import { countLines } from "./files/content-flaw.ts";
import { isTestPath } from "./files/path-class.ts";
import { type Language, languageName } from "./languages.ts";
import type { CodeSymbol } from "./symbol-scanner.ts";

export interface Volume {
  files: number;
  lines: number;
}

/** A file of code as it is counted. */
export interface CountedFile {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  readonly symbols: readonly CodeSymbol[];
  /** The names by which it may mean symbols of other files. */
  readonly mentioned: ReadonlySet<string>;
}

/** A symbol at the top of a file that others can use. */
export interface OfferedSymbol {
  readonly name: string;
  readonly kind: CodeSymbol["kind"];
  readonly path: string;
  readonly line: number;
}

/** A folder with the symbols that its files, and files in folders below it, offer. */
export interface ModuleFacts extends Volume {
  readonly path: string;
  readonly symbols: OfferedSymbol[];
}

/** At most this many names are counted, so that memory stays bounded. */
const NAMES_MAX = 500_000;
const MAIN_FILE =
  /^(?:(?:src|app|lib)\/)?(?:main|index|app|server|cli|manage|__main__)\.\w+$|(?:^|\/)(?:__main__\.py|main\.swift)$|^src\/bin\/[^/]+(?:\/main)?\.rs$|^cmd\/.+\.go$|(?:^|\/)src\/(?:main|lib)\.rs$/;
const MAIN_LANGUAGES: ReadonlySet<Language> = new Set<Language>([
  "c",
  "cpp",
  "csharp",
  "go",
  "java",
  "kotlin",
  "rust",
  "swift",
]);
const PYTHON_MAIN = /^if __name__ == ["']__main__["']:/m;
const FOLDER_DEPTH = 2;
const DEPTH_MAX = 8;
/** A folder with more files than this is split into its subfolders, as long as there are not too many folders. */
const FILES_OF_MODULE_MAX = 20;
const MODULES_MAX = 40;

export class ProjectFacts {
  readonly languages = new Map<string, Volume>();
  readonly tests: string[] = [];
  readonly entryPoints: string[] = [];
  readonly #files: { path: string; lines: number }[] = [];
  readonly #offered: OfferedSymbol[] = [];
  readonly #mentions = new Map<string, number>();
  readonly #definitions = new Map<string, number>();

  /** Adds one file to the counts. */
  take({ path, language, text, symbols, mentioned }: CountedFile): void {
    const lines = countLines(text);
    const volume = this.languages.get(languageName(language)) ?? { files: 0, lines: 0 };
    volume.files++;
    volume.lines += lines;
    this.languages.set(languageName(language), volume);
    // A file does not take from others a symbol that it defines itself.
    const own = new Set(symbols.map(({ name }) => name));
    for (const name of mentioned) {
      if (own.has(name)) continue;
      const count = this.#mentions.get(name);
      if (count !== undefined || this.#mentions.size < NAMES_MAX) this.#mentions.set(name, (count ?? 0) + 1);
    }
    if (isTestPath(path)) {
      this.tests.push(path);
      return;
    }
    this.#files.push({ path, lines });
    const top = symbols.filter(({ container, exported }) => exported && isTop(container, language));
    for (const { name, kind, line } of top) {
      this.#offered.push({ name, kind, path, line });
      this.#definitions.set(name, (this.#definitions.get(name) ?? 0) + 1);
    }
    if (isEntryPoint(path, language, text, symbols)) this.entryPoints.push(path);
  }

  /** How many other files mention a symbol; 0 when several symbols share its name. */
  usersOf({ name }: OfferedSymbol): number {
    return this.#definitions.get(name) === 1 ? (this.#mentions.get(name) ?? 0) : 0;
  }

  /** The symbols that the most other files mention, in descending order. */
  mostUsed(count: number): OfferedSymbol[] {
    return this.ranked(this.#offered)
      .filter((symbol) => this.usersOf(symbol) > 0)
      .slice(0, count);
  }

  /** The symbols by how many files mention them. Symbols with equal counts stay in the order of the code. */
  ranked(symbols: readonly OfferedSymbol[]): OfferedSymbol[] {
    return symbols
      .map((symbol, at) => ({ symbol, at, users: this.usersOf(symbol) }))
      .sort((a, b) => b.users - a.users || a.at - b.at)
      .map(({ symbol }) => symbol);
  }

  /** The folders of the code by path; large folders are split. */
  modules(): ModuleFacts[] {
    const depths = new Map<string, number>();
    let modules = this.#grouped(depths);
    for (let round = 1; round < DEPTH_MAX; round++) {
      for (const { path, files } of modules)
        if (files > FILES_OF_MODULE_MAX) depths.set(path, path.split("/").length + 1);
      const finer = this.#grouped(depths);
      if (finer.length === modules.length || finer.length > MODULES_MAX) break;
      modules = finer;
    }
    return modules;
  }

  /** The files by folder. A folder has two path parts, and more where `depths` says so. */
  #grouped(depths: ReadonlyMap<string, number>): ModuleFacts[] {
    const modules = new Map<string, ModuleFacts>();
    const at = (path: string): ModuleFacts => {
      const names = dirname(path).split("/");
      let depth = FOLDER_DEPTH;
      for (let deeper = depths.get(names.slice(0, depth).join("/")); deeper !== undefined && deeper > depth; ) {
        depth = deeper;
        deeper = depths.get(names.slice(0, depth).join("/"));
      }
      const folder = names.slice(0, depth).join("/");
      const known = modules.get(folder) ?? { path: folder, files: 0, lines: 0, symbols: [] };
      modules.set(folder, known);
      return known;
    };
    for (const { path, lines } of this.#files) {
      const module = at(path);
      module.files++;
      module.lines += lines;
    }
    for (const symbol of this.#offered) at(symbol.path).symbols.push(symbol);
    return [...modules.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** Whether a symbol is at the top. In C#, C++ and Ruby no container counts, since it may be a namespace or a module. */
export function isTop(container: string | null, language: Language): boolean {
  return container === null || language === "csharp" || language === "cpp" || language === "ruby";
}

/** Whether a file says by its name or its code that a program begins in it. */
export function isEntryPoint(path: string, language: Language, text: string, symbols: readonly CodeSymbol[]): boolean {
  if (MAIN_FILE.test(path) || basename(path) === "__main__.py") return true;
  if (language === "python") return PYTHON_MAIN.test(text);
  return (
    MAIN_LANGUAGES.has(language) &&
    symbols.some(({ name, kind }) => /^[mM]ain$/.test(name) && (kind === "function" || kind === "method"))
  );
}
