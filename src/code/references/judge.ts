// Decides which references of a file mean a symbol, and how sure that is.
//
// | certainty | a name alone | a name with a receiver |
// |---|---|---|
// | file | the only such symbol of this very file | – |
// | import | an import brings it here, or the package is shared | the receiver is the imported module |
// | type | – | the receiver is of the symbol's type, by the syntax of the file |
// | only | the tree defines no other one | the same, for names of several words |
// | name | all else | all else |

import type { ImportResolver } from "../imports/import-resolver.ts";
import { folderOf } from "../imports/tree-names.ts";
import { type Language, shareSymbols } from "../languages.ts";
import type { Import, ParsedFile, ParsedSymbol, Reference } from "../parse/parsed-file.ts";
import { qualifiedName } from "../symbol-scanner.ts";
import type { Certainty, FoundReference, Target } from "./reference.ts";

/** A file whose references are judged. */
export interface JudgedFile {
  readonly path: string;
  readonly language: Language;
  readonly parsed: ParsedFile;
}

export interface JudgePorts {
  readonly resolver: ImportResolver;
  /** A file of the tree as the parser reads it; null where it does not. */
  readonly parse: (path: string) => Promise<JudgedFile | null>;
}

/** Re-exports are followed through so many files. */
const STEPS_MAX = 5;
/** Of the files that an import may mean, so many are asked for what they hand on. */
const FILES_ASKED_MAX = 8;
/** Other names of methods are everyday words: that the tree defines one only says little. */
const TELLING = /^(?=.{8}).*(?:\p{Ll}\p{Lu}|\p{L}_\p{L})/u;
/** In these languages files of one folder see each other's names. */
const FOLDER_PACKAGES: ReadonlySet<Language> = new Set<Language>(["go", "java", "kotlin", "scala", "csharp", "swift"]);

/** What a file calls the targets. */
interface LocalNames {
  /** Names that stand for a target, and names of modules that hold one. */
  readonly names: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
  /** Names of modules that hold none. */
  readonly foreign: ReadonlySet<string>;
  /** Types that are a target's container. */
  readonly types: ReadonlySet<string>;
}

export class Judge {
  readonly #targets: readonly Target[];
  readonly #name: string;
  readonly #isAlone: boolean;
  readonly #isContainerAlone: boolean;
  readonly #ports: JudgePorts;
  readonly #language: Language;

  /**
   * `targets`: definitions of one name, at least one. `others`: how many other definitions the tree has of it.
   * `sameContainers`: how many types of the tree have the name of the target's container.
   */
  constructor(
    { targets, others, sameContainers }: { targets: readonly Target[]; others: number; sameContainers: number },
    language: Language,
    ports: JudgePorts,
  ) {
    this.#targets = targets;
    this.#name = targets[0]!.name;
    this.#isAlone = others === 0;
    this.#isContainerAlone = sameContainers <= 1;
    this.#language = language;
    this.#ports = ports;
  }

  /** The references of a file that may mean a target, in the order of the text. */
  async referencesIn(file: JudgedFile): Promise<FoundReference[]> {
    if (!shareSymbols(file.language, this.#language)) return [];
    const local = await this.#localNames(file);
    const found: FoundReference[] = [];
    for (const reference of file.parsed.references) {
      if (reference.name !== this.#name && !local.names.has(reference.name)) continue;
      const certainty = this.#certaintyOf(reference, file, local);
      if (certainty === null) continue;
      const around = file.parsed.symbols[reference.within];
      const within = around === undefined ? null : qualifiedName(around);
      found.push({ path: file.path, reference, within, certainty });
    }
    return found;
  }

  #certaintyOf(reference: Reference, file: JudgedFile, local: LocalNames): Certainty | null {
    const { receiver } = reference;
    if (receiver === null) return this.#ofPlainName(reference, file, local);
    if (local.modules.has(receiver.text)) return "import";
    // What is taken from a module is no member of a type.
    if (local.foreign.has(receiver.text)) return null;
    const containers = this.#targets.flatMap(({ container }) => lastPart(container) ?? []);
    if (receiver.type !== null && containers.includes(lastPart(receiver.type)!)) {
      const type = lastPart(receiver.type)!;
      const isHere = this.#targets.some(({ path, container }) => path === file.path && lastPart(container) === type);
      return isHere || this.#isContainerAlone || local.types.has(type) ? "type" : "name";
    }
    // A receiver of another known type of the tree is no target, unless that type inherits from it.
    if (receiver.type !== null && this.#isForeignType(lastPart(receiver.type)!, file)) return null;
    if (containers.length === 0) return null;
    return this.#isAlone && TELLING.test(this.#name) ? "only" : "name";
  }

  #ofPlainName(reference: Reference, file: JudgedFile, local: LocalNames): Certainty | null {
    if (local.names.has(reference.name)) return "import";
    const own = file.parsed.symbols.filter(({ name }) => name === this.#name);
    const targets = this.#targets.filter(({ path }) => path === file.path);
    if (own.length > 0) {
      // What the file defines itself hides what others define.
      if (targets.length === 0) return isPlain(own) ? null : "name";
      const isMeant = own.every((symbol) => targets.some((target) => isSame(symbol, target)));
      return isMeant ? "file" : "name";
    }
    const isMember = this.#targets.every(({ container }) => container !== null);
    if (FOLDER_PACKAGES.has(file.language) && this.#isBeside(file.path)) return isMember ? "name" : "import";
    if (this.#isAlone) return "only";
    return "name";
  }

  #isBeside(path: string): boolean {
    return this.#targets.some((target) => folderOf(target.path) === folderOf(path));
  }

  /** Whether a type of this name is defined in the file, and inherits from nothing. */
  #isForeignType(type: string, { parsed }: JudgedFile): boolean {
    const index = parsed.symbols.findIndex((symbol) => symbol.name === type);
    if (index < 0) return false;
    return !parsed.references.some(({ kind, within }) => kind === "inherit" && within === index);
  }

  async #localNames(file: JudgedFile): Promise<LocalNames> {
    const names = new Set<string>();
    const modules = new Set<string>();
    const foreign = new Set<string>();
    const types = new Set<string>();
    // In Lua a module is a table, whose functions are its members.
    const isTop = this.#language === "lua" || this.#targets.some(({ container }) => container === null);
    const outer = new Set(this.#targets.map(({ name, container }) => container?.split(".")[0] ?? name));
    for (const imported of file.parsed.imports) {
      for (const { name, local } of imported.names) {
        const isWanted = name === "*" || name === "default" || outer.has(name);
        if (!isWanted) {
          // `import app.cache` and `use crate::cache` name a module by its last part.
          if (isTop && (await this.#leadsTo(file, imported, name, "*"))) modules.add(local);
          continue;
        }
        if (name === "*" && local !== "*") {
          if (isTop && (await this.#leadsTo(file, imported, null, "*"))) modules.add(local);
          else foreign.add(local);
          continue;
        }
        for (const wanted of name === "*" || name === "default" ? outer : [name]) {
          if (!(await this.#leadsTo(file, imported, name === "*" ? null : name, wanted))) continue;
          const meant = local === "*" ? wanted : local;
          if (isTop) names.add(meant);
          else types.add(meant);
          // Members of an imported type are reached through its name.
          modules.add(meant);
        }
      }
    }
    return { names, modules, foreign, types };
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
        const meant = this.#ports.resolver.resolve(from.language, from.path, module, part ?? undefined);
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

function isSame(symbol: ParsedSymbol, { name, container, from, to }: Target): boolean {
  return symbol.name === name && (symbol.container === container || (symbol.line >= from && symbol.line <= to));
}

/** Whether one of the symbols stands at the top, so that its bare name means it. */
function isPlain(symbols: readonly ParsedSymbol[]): boolean {
  return symbols.some(({ container }) => container === null);
}

function lastPart(name: string | null): string | null {
  if (name === null) return null;
  return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":"), name.lastIndexOf("\\")) + 1);
}
