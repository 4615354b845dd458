// What a file calls the symbols that references are looked for, by its imports.

import { OWN_NAMES, WHOLE_MODULE } from "../parse/languages/parse-rules.ts";
import type { Import } from "../parse/parsed-file.ts";
import { FoundOnce } from "./found-once.ts";
import { addHandedOn, type NamesByFile, stemOf } from "./handed-on-names.ts";
import type { ImportReach } from "./import-reach.ts";
import type { JudgedFile, JudgePorts } from "./judge-ports.ts";
import type { Target } from "./reference.ts";
import { isType } from "./tree-type.ts";
import type { TypeFinder } from "./type-finder.ts";

/** What a file calls the targets. */
export interface LocalNames {
  /** Names that stand for a target, and names of modules that hold one. */
  readonly names: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
  /** Names of modules that hold none. */
  readonly foreign: ReadonlySet<string>;
  /** Types that are a target's container. */
  readonly types: ReadonlySet<string>;
  /** Names that stand for a target if an import that leads nowhere means a target's file. */
  readonly maybe: ReadonlySet<string>;
  /** By name of a module: other names by which it has a target. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const NO_NAMES: LocalNames = {
  names: NOTHING,
  modules: NOTHING,
  foreign: NOTHING,
  types: NOTHING,
  maybe: NOTHING,
  members: NO_MEMBERS,
};

export class LocalNamesReader {
  readonly #targets: readonly Target[];
  readonly #ports: JudgePorts;
  readonly #types: TypeFinder;
  readonly #reach: ImportReach;
  readonly #goals: ReadonlySet<string>;
  /** What names of other files stand for the targets: their own, or those of what they lie in. */
  readonly #outer: ReadonlySet<string>;
  readonly #exported: FoundOnce<ReadonlySet<string>>;
  /** The names that other files give the targets, and which files do; empty until they are looked for. */
  #handedOn: NamesByFile = new Map();

  constructor(targets: readonly Target[], ports: JudgePorts, found: { types: TypeFinder; reach: ImportReach }) {
    this.#targets = targets;
    this.#ports = ports;
    this.#types = found.types;
    this.#reach = found.reach;
    this.#exported = new FoundOnce(ports.leftFiles);
    this.#goals = new Set(targets.map(({ path }) => path));
    this.#outer = new Set(targets.map(({ name, container }) => container?.split(".")[0] ?? name));
  }

  /**
   * Looks for the names by which files hand the targets on. Until then only those count that the targets' own files
   * give them. Returns all of them but the own one.
   */
  async findHandedOn(): Promise<NamesByFile> {
    const exported = this.#exported.known("") ?? (await this.#exported.find("", () => this.#exportedNames()));
    const own = new Set([...this.#outer, ...exported]);
    const found: NamesByFile = new Map([...own].map((name) => [name, new Set(this.#goals)]));
    await addHandedOn(found, { ports: this.#ports, reach: this.#reach });
    this.#handedOn = found;
    return new Map([...found].filter(([name]) => !this.#outer.has(name)));
  }

  /** The names of one file. */
  async namesIn(file: JudgedFile): Promise<LocalNames> {
    if (file.parsed.imports.length === 0) return NO_NAMES;
    const names = new Set<string>();
    const modules = new Set<string>();
    const foreign = new Set<string>();
    const types = new Set<string>();
    const maybe = new Set<string>();
    const members = new Map<string, Set<string>>();
    // In Lua a module is a table, whose functions are its members.
    const isTop = file.language === "lua" || this.#targets.some(({ container }) => container === null);
    const exported = this.#exported.known("") ?? (await this.#exported.find("", () => this.#exportedNames()));
    const outer = this.#outer;
    const shared = sharedLocals(file);
    for (const imported of file.parsed.imports) {
      if (imported.module === OWN_NAMES) continue;
      for (const { name, local } of imported.names) {
        const isWanted = name === "*" || outer.has(name) || exported.has(name) || this.#handedOn.has(name);
        if (!isWanted && name === WHOLE_MODULE) continue;
        if (!isWanted) {
          // `import app.cache` and `use crate::cache` name a module by its last part.
          const leads = isTop && this.#leadsTo(file, imported, name, "*");
          const mayLead = leads === true || (leads !== false && (await leads));
          if (mayLead && !(await this.#isType(file, local))) modules.add(local);
          continue;
        }
        if (name === "*" && local !== "*") {
          const leads = isTop && this.#leadsTo(file, imported, null, "*");
          const isOwn = leads === true || (leads !== false && (await leads));
          if (isOwn) modules.add(local);
          else foreign.add(local);
          const others = isTop ? await this.#membersOf(file, imported, isOwn ? exported : NOTHING) : NOTHING;
          if (others.size > 0) members.set(local, new Set([...others, ...(members.get(local) ?? [])]));
          continue;
        }
        for (const wanted of name === "*" ? outer : [name]) {
          const leads = this.#leadsTo(file, imported, name === "*" ? null : name, wanted);
          if (leads === false || (leads !== true && !(await leads))) {
            if (isTop && this.#mayLead(file, imported, { name, local })) maybe.add(local);
            continue;
          }
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
    return { names, modules, foreign, types, maybe, members };
  }

  #leadsTo(file: JudgedFile, imported: Import, name: string | null, wanted: string) {
    const goals = (name === null ? undefined : this.#handedOn.get(name)) ?? this.#goals;
    return this.#reach.leadsTo(file, imported, name, wanted, goals);
  }

  /** Whether an import that leads nowhere may bring a target under another name than its own. */
  #mayLead({ language, path }: JudgedFile, { module }: Import, { name, local }: { name: string; local: string }) {
    if (name === "*" || this.#outer.has(local)) return false;
    const { resolver } = this.#ports;
    if (resolver.resolve(language, path, module, name).length > 0 || !resolver.mayMean(language, path, module, name))
      return false;
    // What a file exports without a name is called like the file by who imports it.
    return name !== "default" || this.#targets.some((target) => stemOf(target.path) === stemOf(module));
  }

  /** Other names by which a module that is imported as a whole has a target. */
  async #membersOf(file: JudgedFile, imported: Import, own: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const found = new Set(own);
    for (const [name, files] of this.#handedOn) {
      if (await this.#reach.leadsTo(file, imported, null, name, files)) found.add(name);
    }
    return found;
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
