// Finds the types that files of a tree speak of: what a name of a file means, of which type a path of members is
// (`Hono>router>match()`), and which type of a line of inheritance declares a member.
//
// Invariants:
// - What is told is certain by the syntax of the files: where two answers are possible, there is none.
// - Circles of imports, of bases and of members end.

import { folderOf } from "../imports/tree-names.ts";
import type { Language } from "../languages.ts";
import { OWN_NAMES, WHOLE_MODULE } from "../parse/languages/parse-rules.ts";
import type { ParsedSymbol, Reference } from "../parse/parsed-file.ts";
import { referencesOf } from "../parse/reference-list.ts";
import { MEMBER_STEP } from "../parse/type-reader.ts";
import { qualifiedName } from "../symbol-scanner.ts";
import { namesOf } from "./file-names.ts";
import { FoundOnce } from "./found-once.ts";
import { FOLDER_PACKAGES, type JudgedFile, type JudgePorts } from "./judge-ports.ts";
import { bareStep, MemberTypes, partsOf } from "./member-types.ts";
import { type FoundType, isSameType, type TreeType, TYPE_KINDS } from "./tree-type.ts";

/**
 * What a name or an expression is: something of the tree, a module, something from outside, or what an import brings of
 * which nobody can tell whether it is of the tree; null: unknown.
 */
export type Found =
  | { readonly kind: "symbol"; readonly file: JudgedFile; readonly symbol: ParsedSymbol }
  | { readonly kind: "module"; readonly paths: readonly string[] }
  | { readonly kind: "outside" }
  | { readonly kind: "unresolved" }
  | null;

/** Re-exports, bases and members are followed through so many files. */
const STEPS_MAX = 6;
/** Of the files that may define a name, so many are asked. */
const FILES_ASKED_MAX = 12;
/** A name that more files may define tells too little. */
const FILES_DEFINING_MAX = 200;
/** Types that a file has without importing them, and that no tree defines. */
const OF_THE_LANGUAGE: Partial<Record<Language, RegExp>> = {
  rust: /^(?:bool|char|f32|f64|[iu](?:8|16|32|64|128|size)|str|String|Vec)$/,
};
const OUTSIDE = { kind: "outside" } as const;
const UNRESOLVED = { kind: "unresolved" } as const;

export class TypeFinder {
  readonly #ports: JudgePorts;
  /** By path, then by depth and name. */
  readonly #meanings = new Map<string, FoundOnce<Found>>();
  readonly #types: FoundOnce<FoundType>;
  /** By path and number. */
  readonly #bases: FoundOnce<readonly FoundType[]>;
  readonly #members = new MemberTypes({
    typeOf: (file, path, depth) => this.typeOf(file, path, depth),
    basesOf: (type) => this.basesOf(type),
    filesOf: (type, member) => this.#filesOf(type, member),
  });

  constructor(ports: JudgePorts) {
    this.#ports = ports;
    this.#types = new FoundOnce(ports.leftFiles);
    this.#bases = new FoundOnce(ports.leftFiles);
  }

  /** What a bare name at the top of a file, or one that it imports, means. */
  async meaningOf(file: JudgedFile, name: string, depth = 0): Promise<Found> {
    if (depth > STEPS_MAX) return null;
    let meanings = this.#meanings.get(file.path);
    if (meanings === undefined) {
      meanings = new FoundOnce(this.#ports.leftFiles);
      this.#meanings.set(file.path, meanings);
    }
    const key = depth === 0 ? name : `${depth} ${name}`;
    const known = meanings.known(key);
    return known === undefined ? meanings.find(key, () => this.#readMeaning(file, name, depth)) : known;
  }

  async #readMeaning(file: JudgedFile, name: string, depth: number): Promise<Found> {
    let found: Found = null;
    for (const { module, names } of file.parsed.imports) {
      for (const imported of names) {
        if (imported.local !== name || (module === OWN_NAMES && depth === 0)) continue;
        const meant =
          module === OWN_NAMES
            ? await this.meaningOf(file, imported.name, depth + 1)
            : await this.#imported(file, module, imported.name, name, depth);
        if (found?.kind === "symbol" && meant?.kind === "symbol" && found.symbol !== meant.symbol) return null;
        if (found === null || isNoPlace(found)) found = meant ?? found;
      }
    }
    // A name that is imported is no other one of the file, which stands in a block.
    const own = found?.kind === "symbol" || found?.kind === "module" ? null : topSymbol(file, name);
    if (own !== null) return { kind: "symbol", file, symbol: own };
    if (found !== null) return found;
    for (const { module, names, isReexport } of file.parsed.imports) {
      if (!names.some(({ local }) => local === "*") || (isReexport && depth === 0)) continue;
      const found: Found = await this.#imported(file, module, "*", name, depth);
      if (found?.kind === "symbol") return found;
    }
    const isShared = FOLDER_PACKAGES.has(file.language);
    for (const path of isShared ? this.#defining(name, folderOf(file.path)) : []) {
      const beside = path === file.path ? null : await this.#ports.parse(path);
      const symbol = beside === null ? null : topSymbol(beside, name);
      if (symbol !== null) return { kind: "symbol", file: beside!, symbol };
    }
    return null;
  }

  /** The type of a path as a file says it. */
  async typeOf(file: JudgedFile, path: string, depth = 0): Promise<FoundType> {
    const key = `${file.path}\0${path}`;
    const known = this.#types.known(key);
    if (known !== undefined) return known;
    if (depth > STEPS_MAX) return null;
    // While it is looked for it is unknown: a type may depend on itself.
    return this.#types.find(key, () => this.#readPath(file, path, depth), null);
  }

  /** The type that declares a member which objects of a type have: itself or one of its bases. */
  async declaring(type: TreeType, member: string, depth = 0): Promise<FoundType> {
    if (depth > STEPS_MAX) return null;
    if (await this.#declares(type, member)) return type;
    let isOpen = false;
    for (const base of await this.basesOf(type)) {
      const found = base === "outside" || base === null ? base : await this.declaring(base, member, depth + 1);
      if (found !== null && found !== "outside") return found;
      isOpen ||= base === "outside" || base === null || found === "outside";
    }
    return isOpen ? "outside" : null;
  }

  /** Whether a type is another one, or inherits from it; null where a base is unknown. */
  async inherits(type: TreeType, from: TreeType, depth = 0): Promise<boolean | null> {
    if (isSameType(type, from)) return true;
    if (depth > STEPS_MAX) return null;
    let answer: boolean | null = false;
    for (const base of await this.basesOf(type)) {
      if (base === "outside") continue;
      const found = base === null ? null : await this.inherits(base, from, depth + 1);
      if (found === true) return true;
      if (found === null) answer = null;
    }
    return answer;
  }

  /**
   * Whether an object of a type may stand where another type is named, for sure: it inherits from it, or, where types
   * need not say so (`isImplicit`), it has all that an interface wants.
   */
  async standsFor(type: TreeType, named: TreeType, isImplicit: boolean): Promise<boolean> {
    if (isImplicit && named.symbol.kind !== "interface") return isSameType(type, named);
    if ((await this.inherits(type, named)) === true) return true;
    if (!isImplicit) return false;
    const wanted = await this.#wanted(named, 0);
    if (wanted === null || wanted.length === 0) return false;
    for (const member of wanted) {
      const declaring = await this.declaring(type, member);
      if (declaring === null || declaring === "outside") return false;
    }
    return true;
  }

  /** The members that an interface wants, those of its bases too; null where they are not all known. */
  async #wanted(type: TreeType, depth: number): Promise<string[] | null> {
    if (depth > STEPS_MAX) return null;
    const members = type.file.parsed.symbols.filter(({ container }) => container === type.name).map(({ name }) => name);
    for (const base of await this.basesOf(type)) {
      if (base === null || base === "outside") continue;
      members.push(...((await this.#wanted(base, depth + 1)) ?? []));
    }
    return members;
  }

  /** The bases of a type, as its file names them. */
  async basesOf(type: TreeType): Promise<readonly FoundType[]> {
    const index = type.file.parsed.symbols.indexOf(type.symbol);
    const key = `${type.file.path}\0${index}`;
    return this.#bases.known(key) ?? this.#bases.find(key, () => this.#readBases(type.file, index), []);
  }

  async #readBases(file: JudgedFile, index: number): Promise<readonly FoundType[]> {
    const bases: FoundType[] = [];
    for (const reference of referencesOf(file.parsed).bases) {
      if (reference.within === index) bases.push(await this.typeOf(file, pathOf(reference)));
    }
    return bases;
  }

  async #readPath(file: JudgedFile, path: string, depth: number): Promise<FoundType> {
    const [head, ...steps] = path.split(/>|::|\.|\\/).filter((part) => part !== "");
    if (head === undefined) return null;
    let at = await this.#head(file, head, depth);
    if (at === null && path.includes("::")) at = this.#modulePath(file, path, steps);
    if (at === null && steps.length === 0 && !head.endsWith("()")) at = await this.#onlyType(file, head);
    if (at === null && steps.length === 0 && OF_THE_LANGUAGE[file.language]?.test(head)) return "outside";
    let type = await this.#asType(at, head, depth);
    for (const [index, step] of steps.entries()) {
      if (type === "outside") {
        // A type of another's module is from outside; what its members give may be anything.
        const isModule = at?.kind === "outside" && index === 0 && !head.endsWith("()");
        return isModule && steps.length === 1 && !step.endsWith("()") ? "outside" : null;
      }
      if (type !== null) {
        type = await this.#members.member(type, step, depth);
        at = null;
      } else {
        if (at?.kind !== "module") return null;
        at = await this.#inModule(at.paths, bareStep(step), depth);
        type = await this.#asType(at, step, depth);
      }
      if (type === null && at?.kind !== "module") return null;
    }
    return type;
  }

  #head(file: JudgedFile, head: string, depth: number): Promise<Found> {
    return this.meaningOf(file, bareStep(head), depth);
  }

  /** `crate::store` and the like, of which the last part may be a function or a type. */
  #modulePath(file: JudgedFile, path: string, steps: string[]): Found {
    const module = path.split(MEMBER_STEP, 1)[0]!;
    const paths = this.#ports.resolver.resolve(file.language, file.path, module);
    steps.splice(0, module.split("::").length - 1);
    return paths.length === 0 ? null : { kind: "module", paths };
  }

  /** The only type of the tree that has a name. */
  async #onlyType(file: JudgedFile, name: string): Promise<Found> {
    const found: { file: JudgedFile; symbol: ParsedSymbol }[] = [];
    for (const path of this.#defining(name, null)) {
      const other = path === file.path ? file : await this.#ports.parse(path);
      if (other === null) return null;
      for (const symbol of namesOf(other.parsed).named(name)) {
        if (TYPE_KINDS.has(symbol.kind)) found.push({ file: other, symbol });
      }
    }
    return found.length === 1 ? { kind: "symbol", ...found[0]! } : null;
  }

  async #asType(found: Found, step: string, depth: number): Promise<FoundType> {
    if (found === null || found.kind === "module" || found.kind === "unresolved") return null;
    if (found.kind === "outside") return step.endsWith("()") ? null : "outside";
    const { file, symbol } = found;
    if (TYPE_KINDS.has(symbol.kind)) return this.#named(file, symbol, depth);
    const ending = step.slice(bareStep(step).length);
    const facts = file.parsed.types.filter(({ owner }) => owner === "");
    if (ending.startsWith("#")) {
      const handed = await this.#members.handed(file, facts, symbol.name, partsOf(ending), depth);
      if (handed !== null) return handed;
    }
    const fact = facts.find((each) => each.name === symbol.name + (ending === "()" ? ending : ""));
    const type = fact === undefined ? null : await this.typeOf(file, fact.type, depth + 1);
    if (fact !== undefined && (ending === "" || ending === "()")) return type;
    // A variable of a type that can be called.
    const variable = type ?? (await this.#asType(ending === "" ? null : found, symbol.name, depth + 1));
    return variable === null || variable === "outside" ? null : this.#members.member(variable, ending, depth + 1);
  }

  /** A type, or what it is only another name of. */
  async #named(file: JudgedFile, symbol: ParsedSymbol, depth: number): Promise<FoundType> {
    const type = { file, symbol, name: qualifiedName(symbol) };
    if (symbol.kind !== "type") return type;
    const same = file.parsed.types.filter(({ owner, name }) => owner === symbol.name && name === "=");
    if (same.length !== 1) return type;
    return (await this.typeOf(file, same[0]!.type, depth + 1)) ?? type;
  }

  async #inModule(paths: readonly string[], name: string, depth: number): Promise<Found> {
    for (const path of paths.slice(0, FILES_ASKED_MAX * 4)) {
      const file = await this.#ports.parse(path);
      const found = file === null ? null : await this.meaningOf(file, name, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  /** The files that may declare a member of a type: its own, and those that add to it. */
  async #filesOf({ file }: TreeType, member: string): Promise<JudgedFile[]> {
    const files = [file];
    const folder = file.language === "go" ? folderOf(file.path) : file.language === "rust" ? null : undefined;
    if (folder === undefined) return files;
    for (const path of this.#defining(member, folder)) {
      const other = path === file.path ? null : await this.#ports.parse(path);
      if (other !== null) files.push(other);
    }
    return files;
  }

  async #declares(type: TreeType, member: string): Promise<boolean> {
    const files = await this.#filesOf(type, member);
    return files.some(({ path, parsed }) =>
      namesOf(parsed)
        .named(member)
        .some(
          ({ container }) =>
            container === type.name || (path !== type.file.path && lastPart(container) === type.symbol.name),
        ),
    );
  }

  /** What an import brings under a name, through re-exports too. */
  async #imported(file: JudgedFile, module: string, name: string, local: string, depth: number): Promise<Found> {
    const isWhole = name === "*" && local !== "*";
    const part = name === "*" || name === "default" || name === WHOLE_MODULE ? undefined : name;
    const paths = this.#ports.resolver.resolve(file.language, file.path, module, part);
    if (paths.length === 0) {
      if (/^(?:\.|crate|self|super)/.test(module)) return null;
      return this.#ports.resolver.mayMean(file.language, file.path, module, part) ? UNRESOLVED : OUTSIDE;
    }
    const wanted = name === "*" ? local : name;
    const isModuleName =
      isWhole && file.parsed.imports.some((each) => each.module === module && isOfWhole(each, local));
    if (isModuleName) return { kind: "module", paths };
    for (const path of paths.slice(0, FILES_ASKED_MAX)) {
      const other = path === file.path ? null : await this.#ports.parse(path);
      if (other === null) continue;
      const found = await this.#handedOn(other, wanted, depth + 1);
      if (found !== null) return found;
      const own = name === "default" ? defaultSymbol(other) : null;
      if (own !== null) return { kind: "symbol", file: other, symbol: own };
    }
    // `import app.cache` and `use crate::cache` name a module by its last part.
    const named = paths.filter((path) => part !== undefined && isModuleOf(path, part));
    return named.length > 0 ? { kind: "module", paths: named } : null;
  }

  async #handedOn(file: JudgedFile, name: string, depth: number): Promise<Found> {
    return this.meaningOf(file, name, depth);
  }

  /** The files that may define a name, those that surely do first; none where too many may. */
  #defining(name: string, folder: string | null): string[] {
    const isInside = (path: string) => folder === null || folderOf(path) === folder;
    const sure = (this.#ports.defining?.(name) ?? []).filter(isInside);
    // An index need not list what is small.
    const others = folder === null && sure.length > 0 ? [] : (this.#ports.holding?.(name) ?? []).filter(isInside);
    const all = [...new Set([...sure, ...others])];
    return all.length > FILES_DEFINING_MAX ? sure.slice(0, FILES_DEFINING_MAX) : all;
  }
}

/** A type that a reference names, as a path that can be asked for. */
export function pathOf({ name, receiver }: Reference): string {
  return receiver === null ? name : `${receiver.text}${MEMBER_STEP}${name}`;
}

/** Whether an import leads to no place of the tree. */
function isNoPlace(found: Found): boolean {
  return found?.kind === "outside" || found?.kind === "unresolved";
}

function isOfWhole({ names }: { names: readonly { name: string; local: string }[] }, local: string): boolean {
  return names.some((each) => each.name === "*" && each.local === local);
}

function topSymbol({ parsed }: JudgedFile, name: string): ParsedSymbol | null {
  const own = namesOf(parsed).named(name);
  if (own.length === 0) return null;
  const top = own.filter(({ container }) => container === null);
  const types = own.filter(({ kind }) => TYPE_KINDS.has(kind));
  return top.find(({ kind }) => TYPE_KINDS.has(kind)) ?? top[0] ?? (types.length === 1 ? types[0]! : null);
}

/** What a file exports as its own, where that is plain: the one symbol that it exports. */
function defaultSymbol({ parsed }: JudgedFile): ParsedSymbol | null {
  const top = parsed.symbols.filter(({ container, exported }) => container === null && exported);
  const said = top.filter(({ signature }) => /\bexport default\b/.test(signature));
  if (said.length === 1) return said[0]!;
  return top.length === 1 ? top[0]! : null;
}

function isModuleOf(path: string, name: string): boolean {
  const parts = path.replace(/\.\w+$/, "").split("/");
  const last = parts.at(-1)!;
  return last === name || (/^(?:__init__|mod|lib|index)$/.test(last) && parts.at(-2) === name);
}

function lastPart(name: string | null): string | null {
  return name === null ? null : name.slice(name.lastIndexOf(".") + 1);
}
