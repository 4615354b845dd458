// What a file calls the symbols that references are looked for, by its imports.

import { OWN_NAMES } from "../parse/languages/parse-rules.ts";
import type { Import } from "../parse/parsed-file.ts";
import type { JudgedFile, JudgePorts } from "./judge-ports.ts";
import type { Target } from "./reference.ts";
import { isType, type TypeFinder } from "./type-finder.ts";

/** Re-exports are followed through so many files. */
const STEPS_MAX = 5;
/** Of the files that an import may mean, so many are asked for what they hand on. */
const FILES_ASKED_MAX = 8;

/** What a file calls the targets. */
export interface LocalNames {
  /** Names that stand for a target, and names of modules that hold one. */
  readonly names: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
  /** Names of modules that hold none. */
  readonly foreign: ReadonlySet<string>;
  /** Types that are a target's container. */
  readonly types: ReadonlySet<string>;
}

export class LocalNamesReader {
  readonly #targets: readonly Target[];
  readonly #ports: JudgePorts;
  readonly #types: TypeFinder;

  constructor(targets: readonly Target[], ports: JudgePorts, types: TypeFinder) {
    this.#targets = targets;
    this.#ports = ports;
    this.#types = types;
  }

  /** The names of one file. */
  async namesIn(file: JudgedFile): Promise<LocalNames> {
    const names = new Set<string>();
    const modules = new Set<string>();
    const foreign = new Set<string>();
    const types = new Set<string>();
    // In Lua a module is a table, whose functions are its members.
    const isTop = file.language === "lua" || this.#targets.some(({ container }) => container === null);
    const exported = await this.#exportedNames();
    const outer = new Set(this.#targets.map(({ name, container }) => container?.split(".")[0] ?? name));
    const shared = sharedLocals(file);
    for (const imported of file.parsed.imports) {
      if (imported.module === OWN_NAMES) continue;
      for (const { name, local } of imported.names) {
        const isWanted = name === "*" || outer.has(name) || exported.has(name);
        if (!isWanted) {
          // `import app.cache` and `use crate::cache` name a module by its last part.
          const mayLead = isTop && (await this.#leadsTo(file, imported, name, "*"));
          if (mayLead && !(await this.#isType(file, local))) modules.add(local);
          continue;
        }
        if (name === "*" && local !== "*") {
          if (isTop && (await this.#leadsTo(file, imported, null, "*"))) modules.add(local);
          else foreign.add(local);
          continue;
        }
        for (const wanted of name === "*" ? outer : [name]) {
          if (!(await this.#leadsTo(file, imported, name === "*" ? null : name, wanted))) continue;
          const meant = local === "*" ? wanted : local;
          if (await this.#isOther(file, meant)) continue;
          if (isTop) names.add(meant);
          else types.add(meant);
          // Members of an imported type are reached through its name.
          modules.add(meant);
        }
      }
    }
    for (const name of shared) {
      names.delete(name);
      modules.delete(name);
    }
    return { names, modules, foreign, types };
  }

  /** The names by which the targets' files export them, where those are others. */
  async #exportedNames(): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    for (const { path, name, container } of this.#targets) {
      const outer = container?.split(".")[0] ?? name;
      const file = await this.#ports.parse(path);
      for (const { module, names: own } of file?.parsed.imports ?? []) {
        if (module === OWN_NAMES) for (const each of own) if (each.name === outer) names.add(each.local);
      }
      const symbol = file?.parsed.symbols.find((each) => each.name === outer && each.container === null);
      if (symbol !== undefined && /\bexport default\b/.test(symbol.signature)) names.add("default");
    }
    return names;
  }

  /** Whether what a file imports by a name is a type: its members are none of what its module has at the top. */
  async #isType(file: JudgedFile, local: string): Promise<boolean> {
    const meant = await this.#types.meaningOf(file, local);
    return meant?.kind === "symbol" && isType(meant.symbol);
  }

  /** Whether a name that is imported is surely none of a target's file: what is named hides what all of a module has. */
  async #isOther(file: JudgedFile, local: string): Promise<boolean> {
    if (local === "*") return false;
    const meant = await this.#types.meaningOf(file, local);
    return meant?.kind === "symbol" && !this.#targets.some(({ path }) => path === meant.file.path);
  }

  /** Whether an import leads to the file of a target, through re-exports too. */
  async #leadsTo(file: JudgedFile, imported: Import, name: string | null, wanted: string): Promise<boolean> {
    const goals = new Set(this.#targets.map(({ path }) => path));
    let waiting: { from: JudgedFile; module: string; name: string | null }[] = [
      { from: file, module: imported.module, name },
    ];
    const seen = new Set<string>();
    for (let step = 0; step < STEPS_MAX && waiting.length > 0; step++) {
      const next: typeof waiting = [];
      for (const { from, module, name: part } of waiting) {
        const isOwn = module === OWN_NAMES;
        const meant = isOwn ? [] : this.#ports.resolver.resolve(from.language, from.path, module, part ?? undefined);
        for (const path of meant) if (goals.has(path)) return true;
        for (const path of meant.slice(0, FILES_ASKED_MAX)) {
          if (seen.has(path)) continue;
          seen.add(path);
          const between = await this.#ports.parse(path);
          if (between !== null) next.push(...handedOn(between, wanted));
        }
      }
      waiting = next;
    }
    return false;
  }
}

/** Whether a file may see names that it does not say: all of a module, or those of scripts without modules. */
export function hasOpenNames({ parsed, language }: JudgedFile): boolean {
  const isScript = language === "javascript" || language === "typescript";
  if (isScript && parsed.imports.length === 0 && !parsed.symbols.some(({ exported }) => exported)) return true;
  return parsed.imports.some(({ names, isReexport }) => !isReexport && names.some(({ local }) => local === "*"));
}

/** Names that imports of several things bring into a file: in functions of their own, or on conditions. */
function sharedLocals({ parsed }: JudgedFile): Set<string> {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const { module, names } of parsed.imports) {
    if (module === OWN_NAMES) continue;
    for (const { name, local } of names) {
      const known = first.get(local);
      if (known === undefined) first.set(local, name);
      else if (known !== name && local !== "*" && name !== "*" && known !== "*") shared.add(local);
    }
  }
  return shared;
}

/** The imports of a file through which others may get a name. */
function handedOn(file: JudgedFile, wanted: string) {
  // A package of Python hands on all that its `__init__` imports.
  const isPackage = /(?:^|\/)__init__\.pyi?$/.test(file.path);
  return file.parsed.imports.flatMap(({ module, names, isReexport }) => {
    if (!isReexport && !isPackage) return [];
    const through = names.filter(({ local }) => wanted === "*" || local === "*" || local === wanted);
    return through.map(({ name }) => ({ from: file, module, name: name === "*" ? null : name }));
  });
}
