// Decides which references of a file mean a symbol, and how sure that is.
//
// | certainty | a name alone | a name with a receiver |
// |---|---|---|
// | file | the only such symbol of this very file | – |
// | import | an import brings it here, or the package is shared | the receiver is the imported module |
// | type | – | the receiver is of a type that has the member from the symbol's, by the syntax of the tree |
// | only | the tree defines no other one | the same, for names of several words |
// | name | all else | all else |

import { folderOf } from "../imports/tree-names.ts";
import { type Language, shareSymbols } from "../languages.ts";
import { HANDED, type ParsedSymbol, type Receiver, type Reference, type TypeFact } from "../parse/parsed-file.ts";
import { referencesOf } from "../parse/reference-list.ts";
import { CONTAINER_KINDS, qualifiedName } from "../symbol-scanner.ts";
import { namesOf } from "./file-names.ts";
import { findersOf } from "./finders.ts";
import { FoundOnce } from "./found-once.ts";
import type { NamesByFile } from "./handed-on-names.ts";
import { type Holder, isInBodyOf, isMadeOfKeys, isOfFunction, isWithin } from "./holder.ts";
import {
  ASSIGNED_METHODS,
  BARE_MEMBERS,
  FOLDER_PACKAGES,
  IMPLICIT,
  IMPORTED_NAMES,
  type JudgedFile,
  type JudgePorts,
} from "./judge-ports.ts";
import { hasOpenNames, type LocalNames, LocalNamesReader } from "./local-names.ts";
import type { Certainty, FoundReference, Target } from "./reference.ts";
import { isOfOutsideTrait } from "./trait-methods.ts";
import { isModule, isSameType, isTreeType, isType, type TreeType } from "./tree-type.ts";
import type { TypeFinder } from "./type-finder.ts";

export type { JudgedFile, JudgePorts } from "./judge-ports.ts";

/** Bases are followed through so many types. */
const STEPS_MAX = 5;
/** Other names of methods are everyday words: that the tree defines one only says little. */
const TELLING = /^(?=.{8}).*(?:\p{Ll}\p{Lu}|\p{L}_\p{L})/u;
/** Methods that objects have from outside of every tree. */
const OF_EVERY_OBJECT =
  /^(?:equals|hashCode|toString|compareTo|clone|close|valueOf|toJSON|String|Error|Write|Read|Close|ToString|GetHashCode|Equals)$/;
/** Ruby's `height=` is called by `x.height = 3`. */
const SETTER = /^([\p{L}_]\w*)=$/u;
const HEAD = /^[\p{L}_$][\p{L}\p{N}_$]*/u;
const SUPERS = /^(?:super|super\(\)|base|parent)$/;

/** What references are looked for. */
export interface JudgedSymbol {
  /** Definitions of one name, at least one. */
  readonly targets: readonly Target[];
  /** How many other definitions the tree has of it. */
  readonly others: () => number;
  /** How many types of the tree have the name of the target's container. */
  readonly sameContainers: () => number;
}

export class Judge {
  /** The name by which uses are written. */
  readonly spelled: string;
  readonly #targets: readonly Target[];
  readonly #name: string;
  readonly #others: () => number;
  readonly #sameContainers: () => number;
  readonly #ports: JudgePorts;
  readonly #types: TypeFinder;
  readonly #names: LocalNamesReader;
  readonly #holders: FoundOnce<readonly Holder[]>;
  readonly #language: Language;

  constructor({ targets, others, sameContainers }: JudgedSymbol, language: Language, ports: JudgePorts) {
    this.#targets = targets;
    this.#name = targets[0]!.name;
    this.spelled = language === "ruby" ? this.#name.replace(SETTER, "$1") : this.#name;
    this.#others = others;
    this.#sameContainers = sameContainers;
    this.#language = language;
    this.#ports = ports;
    const found = findersOf(ports);
    this.#types = found.types;
    this.#holders = new FoundOnce(ports.leftFiles);
    this.#names = new LocalNamesReader(targets, ports, found);
  }

  /** Looks for the other names by which files hand the target on, and returns them with those files. */
  async findHandedOn(): Promise<NamesByFile> {
    return IMPORTED_NAMES.has(this.#language) ? this.#names.findHandedOn() : new Map();
  }

  /** The references of a file that may mean a target, in the order of the text. */
  async referencesIn(file: JudgedFile): Promise<FoundReference[]> {
    if (!shareSymbols(file.language, this.#language)) return [];
    const local = await this.#names.namesIn(file);
    const found: FoundReference[] = [];
    const others = [...local.names, ...local.maybe, ...[...local.members.values()].flatMap((names) => [...names])];
    const names = [...new Set([this.spelled, ...others])];
    for (const reference of referencesOf(file.parsed).named(names)) {
      if (this.spelled !== this.#name && reference.kind !== "write") continue;
      const certainty = await this.#certaintyOf(reference, file, local);
      if (certainty === null) continue;
      const around = file.parsed.symbols[reference.within];
      const within = around === undefined ? null : qualifiedName(around);
      found.push({ path: file.path, reference, within, certainty });
    }
    return found;
  }

  async #certaintyOf(reference: Reference, file: JudgedFile, local: LocalNames): Promise<Certainty | null> {
    const { receiver } = reference;
    const holders = await this.#whatHoldsTargets();
    if (reference.kind === "key" && receiver === null)
      return holders.some(isMadeOfKeys) && !this.#isTarget(reference, file) ? "name" : null;
    if (reference.kind === "write" && !ASSIGNED_METHODS.has(file.language) && holders.some(isOfFunction)) return null;
    if (receiver === null) return this.#ofPlainName(reference, file, local);
    if (reference.name !== this.spelled) return local.members.get(receiver.text)?.has(reference.name) ? "import" : null;
    if (local.modules.has(receiver.text)) return "import";
    if (holders.every(({ kind }) => kind === "none") && this.#isInSubmodule(receiver.text, file)) return "import";
    if (SUPERS.test(receiver.text) && holders.some((holder) => isWithin(reference, file, holder))) return null;
    const told = receiver.type === null ? "unknown" : await this.#ofType(receiver, reference.kind, file, holders);
    if (told !== "unknown") return told;
    if (await this.#isUnresolved(receiver, file)) return "name";
    // What is taken from a module is no member of a type.
    if (local.foreign.has(receiver.text)) return null;
    const containers = this.#targets.flatMap(({ container }) => lastPart(container) ?? []);
    if (receiver.type !== null && containers.includes(lastPart(receiver.type)!)) {
      const type = lastPart(receiver.type)!;
      const isHere = this.#targets.some(({ path, container }) => path === file.path && lastPart(container) === type);
      return isHere || local.types.has(type) || this.#sameContainers() <= 1 ? "type" : "name";
    }
    if (containers.length === 0 || holders.every(({ kind }) => kind === "function")) return null;
    if (await this.#isOutside(receiver.text, file)) return null;
    const mayBeField = isFieldUse(reference.kind, file.language) && holders.some(isOfFunction);
    // In Rust, where traits of std are everywhere, a function that calls another of its name mostly hands on to it.
    const isWrapped = file.language === "rust" && this.#targets.some((target) => isWithin(reference, file, target));
    const isTelling = TELLING.test(this.#name) && !holders.some((holder) => holder.isOfOutside);
    return isTelling && !mayBeField && !isWrapped && this.#others() === 0 ? "only" : "name";
  }

  /** By the receiver's type, where the tree knows it. */
  async #ofType(
    { text, type: path }: Receiver,
    kind: Reference["kind"],
    file: JudgedFile,
    holders: readonly Holder[],
  ): Promise<Certainty | null | "unknown"> {
    const own = holders.flatMap(({ type }) => type ?? []);
    const handed = holders.flatMap(({ handedAs }) => handedAs ?? []);
    if (own.length + handed.length === 0) return "unknown";
    const type = await this.#types.typeOf(file, path!);
    if (type === null) return "unknown";
    for (const each of isTreeType(type) ? handed : []) {
      const wanted = await this.#types.declaring(each, this.#name);
      const declaring = isTreeType(type) ? await this.#types.declaring(type, this.#name) : null;
      if (isTreeType(declaring) && isTreeType(wanted) && isSameType(declaring, wanted)) return "type";
    }
    if (own.length === 0) return "unknown";
    if (type === "outside") return (await this.#mayBeOutside(own)) ? "name" : null;
    const declaring = await this.#types.declaring(type, this.#name);
    // Another name of a type has the members of that one.
    if (declaring === null && type.symbol.kind === "type") return "unknown";
    if (declaring === null || declaring === "outside") {
      return declaring === null && !(await this.#mayStandFor(own, type)) ? null : "name";
    }
    if (own.some((each) => isSameType(each, declaring))) {
      const isField =
        isFieldUse(kind, file.language) &&
        declaring.file.parsed.types.some((fact) => isFactOf(fact, declaring, this.#name));
      return isField ? null : "type";
    }
    // What overrides a member is reached through the type that declares it, not by that type's name.
    for (const each of text === type.name ? [] : own) {
      if (!this.#hasAllOf(each, declaring)) continue;
      if (await this.#types.standsFor(each, type, IMPLICIT.has(this.#language))) return "type";
    }
    return (await this.#mayStandFor(own, declaring)) ? "name" : null;
  }

  /** Whether a type overrides all that another declares by the name: of overloads, it may be another that is called. */
  #hasAllOf(type: TreeType, declaring: TreeType): boolean {
    const count = ({ file, name }: TreeType) =>
      file.parsed.symbols.filter((symbol) => symbol.name === this.#name && symbol.container === name).length;
    return count(declaring) <= Math.max(1, count(type));
  }

  /** Whether an object of one of the targets' types may stand where one of another type is named. */
  async #mayStandFor(own: readonly TreeType[], type: TreeType): Promise<boolean> {
    for (const each of own) {
      if ((await this.#types.inherits(each, type)) !== false) return true;
      const isImplicit = IMPLICIT.has(this.#language);
      if (isImplicit && (type.symbol.kind === "interface" || each.symbol.kind === "interface")) return true;
      // Of an interface those are used that implement it.
      if (!isImplicit && (await this.#types.inherits(type, each)) !== false) return true;
    }
    return false;
  }

  /** Whether one of the targets' types may be of a type from outside. */
  async #mayBeOutside(own: readonly TreeType[]): Promise<boolean> {
    if (OF_EVERY_OBJECT.test(this.#name) || IMPLICIT.has(this.#language)) return true;
    // Types from outside may have a trait of the tree.
    if (own.some(({ symbol }) => symbol.kind === "trait")) return true;
    for (const each of own) if (await this.#hasOpenBase(each, 0)) return true;
    return false;
  }

  async #hasOpenBase(type: TreeType, depth: number): Promise<boolean> {
    if (depth > STEPS_MAX) return true;
    for (const base of await this.#types.basesOf(type)) {
      if (base === null || base === "outside" || (await this.#hasOpenBase(base, depth + 1))) return true;
    }
    return false;
  }

  /** Whether a receiver is a module below one that the file imports, and a target's file: `app.cache`. */
  #isInSubmodule(text: string, file: JudgedFile): boolean {
    if (file.language !== "python" || !/^\w+(?:\.\w+)+$/.test(text)) return false;
    for (const { module, names } of file.parsed.imports) {
      const local = names.find((each) => each.name === "*" && text.startsWith(`${each.local}.`))?.local;
      if (local === undefined) continue;
      const meant = this.#ports.resolver.resolve(file.language, file.path, module + text.slice(local.length));
      if (this.#targets.some(({ path }) => meant.includes(path))) return true;
    }
    return false;
  }

  /** Whether an expression begins with what the file has from outside of the tree. */
  async #isOutside(text: string, file: JudgedFile): Promise<boolean> {
    return HEAD.exec(text)?.[0] === text && (await this.#types.meaningOf(file, text))?.kind === "outside";
  }

  /** Whether a receiver, or its type, is imported by a specifier that helix cannot resolve. */
  async #isUnresolved({ text, type }: Receiver, file: JudgedFile): Promise<boolean> {
    if (file.language === "php" && text.includes("\\")) return true;
    for (const path of [text, type ?? ""]) {
      const head = HEAD.exec(path)?.[0];
      if (head !== undefined && (await this.#types.meaningOf(file, head))?.kind === "unresolved") return true;
    }
    return false;
  }

  #whatHoldsTargets(): readonly Holder[] | Promise<readonly Holder[]> {
    return this.#holders.known("") ?? this.#holders.find("", () => this.#readHolders());
  }

  async #readHolders(): Promise<readonly Holder[]> {
    const holders: Holder[] = [];
    for (const { path, name, container, from } of this.#targets) {
      const file = await this.#ports.parse(path);
      const symbols = file?.parsed.symbols ?? [];
      const own = symbols.find((symbol) => symbol.name === name && symbol.line === from);
      const around = symbols.filter((symbol) => container !== null && qualifiedName(symbol) === container);
      const isAround = ({ line, endLine }: ParsedSymbol) => line <= from && from <= Math.max(line, endLine);
      const symbol =
        around.find((each) => isType(each) && isAround(each)) ?? around.find(isAround) ?? around.find(isType);
      const isFunction = own?.kind === "function" || own?.kind === "method";
      const bare = lastPart(container);
      const isOfOutside = own && bare !== null && (await isOfOutsideTrait(own, bare, file!, this.#types));
      const handedAs = own === undefined ? undefined : await this.#handedAs(own, file!);
      const holder = { path, isFunction, isOfOutside, from: symbol?.line ?? 1, to: symbol?.endLine ?? 0, handedAs };
      if (container === null || (symbol !== undefined && isModule(symbol)))
        holders.push({ ...holder, kind: "none", type: null });
      else if (symbol === undefined)
        holders.push({ ...holder, kind: "type", type: await this.#typeElsewhere(path, container) });
      else if (isType(symbol))
        holders.push({ ...holder, kind: "type", type: { file: file!, symbol, name: container } });
      // What is no method of an object is seen in the function alone.
      else
        holders.push({
          ...holder,
          kind: isCallable(symbol) && own?.kind !== "method" ? "function" : "object",
          type: null,
        });
    }
    return holders;
  }

  /** As what the object of a member is handed over. */
  async #handedAs({ line, column }: ParsedSymbol, file: JudgedFile): Promise<TreeType | undefined> {
    const fact = file.parsed.types.find((each) => each.owner === HANDED && each.name === `${line}:${column}`);
    const type = fact === undefined ? null : await this.#types.typeOf(file, fact.type);
    return isTreeType(type) ? type : undefined;
  }

  /** The type that a file adds members to: Go's receivers, Rust's `impl`. */
  async #typeElsewhere(path: string, container: string): Promise<TreeType | null> {
    const file = await this.#ports.parse(path);
    const type = file === null ? null : await this.#types.typeOf(file, container);
    return type === "outside" ? null : type;
  }

  async #ofPlainName(reference: Reference, file: JudgedFile, local: LocalNames): Promise<Certainty | null> {
    if (local.names.has(reference.name)) return "import";
    if (local.maybe.has(reference.name)) return "name";
    const holders = await this.#whatHoldsTargets();
    const isInner = holders.length > 0 && holders.every(({ kind }) => kind === "function");
    // What a function defines is seen in it alone.
    if (isInner) return holders.some((holder) => isWithin(reference, file, holder)) ? "file" : null;
    const isMember = holders.every(({ kind }) => kind !== "none");
    const hasBareMembers = BARE_MEMBERS.has(file.language);
    const isOfType = holders.every(({ kind }) => kind === "type");
    if (isOfType && !hasBareMembers) return isInBodyOf(reference, file, holders) ? "file" : null;
    const around = isOfType && hasBareMembers ? typeAround(reference, file) : null;
    if (around !== null) {
      const told = await this.#ofBareMember(around, file, holders);
      if (told !== "unknown") return told;
    }
    const own = namesOf(file.parsed).named(this.#name);
    const targets = this.#targets.filter(({ path }) => path === file.path);
    if (own.length > 0) {
      // What the file defines itself hides what others define.
      if (targets.length === 0) return isPlain(own) ? null : "name";
      const plain = isMember || hasBareMembers ? own : own.filter(({ container }) => container === null);
      const isMeant = plain.every((symbol) => targets.some((target) => isSame(symbol, target)));
      return isMeant ? "file" : "name";
    }
    if (FOLDER_PACKAGES.has(file.language) && this.#isBeside(file.path)) return isMember ? "name" : "import";
    const meant = await this.#types.meaningOf(file, reference.name);
    if (meant?.kind === "symbol") {
      return this.#targets.some((target) => target.path === meant.file.path && isSame(meant.symbol, target))
        ? "import"
        : null;
    }
    if (meant?.kind === "unresolved") return isMember && !hasBareMembers ? null : "name";
    if (meant !== null) return null;
    if (this.#isImported(reference.name, file)) return "name";
    // Where names must be imported, one that is not is something else.
    if (IMPORTED_NAMES.has(file.language) && !isMember && !hasOpenNames(file)) return null;
    return this.#others() === 0 ? "only" : "name";
  }

  /** A name that stands alone and may be a member of a type around it, the innermost first. */
  async #ofBareMember(around: string, file: JudgedFile, holders: readonly Holder[]) {
    const own = holders.flatMap(({ type }) => type ?? []);
    if (own.length < holders.length) return "unknown";
    for (let name = around; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
      const symbol = file.parsed.symbols.find((each) => qualifiedName(each) === name);
      if (symbol === undefined || !(CONTAINER_KINDS.has(symbol.kind) || symbol.kind === "type")) continue;
      const declaring = await this.#types.declaring({ file, symbol, name }, this.#name);
      if (declaring === "outside") return "unknown";
      if (declaring === null) continue;
      if (own.some((each) => isSameType(each, declaring))) return "type";
      return (await this.#mayStandFor(own, declaring)) ? "name" : null;
    }
    return "unknown";
  }

  #isTarget({ line }: Reference, { path }: JudgedFile): boolean {
    return this.#targets.some((target) => target.path === path && target.from === line);
  }

  #isImported(name: string, { parsed }: JudgedFile): boolean {
    return parsed.imports.some(({ names }) => names.some(({ local }) => local === name));
  }

  #isBeside(path: string): boolean {
    return this.#targets.some((target) => folderOf(target.path) === folderOf(path));
  }
}

/** Whether a name that is not called can only mean a field, in a language in which methods are no values. */
function isFieldUse(kind: Reference["kind"], language: Language): boolean {
  return kind !== "call" && !ASSIGNED_METHODS.has(language);
}

const isCallable = ({ kind }: ParsedSymbol) => kind === "function" || kind === "method";

/** Whether a type says of which type its field of a name is. */
function isFactOf({ owner, name }: TypeFact, type: TreeType, field: string): boolean {
  return owner === type.symbol.name && name === field;
}

/** The full name of the innermost type around a reference; null at the top. */
function typeAround({ within }: Reference, { parsed }: JudgedFile): string | null {
  const symbol = parsed.symbols[within];
  if (symbol === undefined) return null;
  return CONTAINER_KINDS.has(symbol.kind) ? qualifiedName(symbol) : symbol.container;
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
  return name.slice(Math.max(...[".", ":", "\\", ">"].map((sign) => name.lastIndexOf(sign))) + 1);
}
