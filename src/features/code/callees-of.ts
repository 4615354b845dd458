// What a symbol uses: the references inside its extent, each with the definition of the tree that it means. The same
// judge decides as for callers, so both directions say the same.

import type { Language } from "../../code/languages.ts";
import type { Import, ParsedSymbol, Receiver, Reference } from "../../code/parse/parsed-file.ts";
import { referencesOf } from "../../code/parse/reference-list.ts";
import { CERTAINTIES, type Certainty, isCertain } from "../../code/references/reference.ts";
import { filesReached } from "./imported-files.ts";
import type { ParsedSource, Relations, SymbolNode } from "./relations.ts";

/** A symbol of the tree that is used. */
export interface Callee {
  readonly node: SymbolNode;
  /** The best of its uses. */
  certainty: Certainty;
  /** The lines of its uses, each use once, in the order of the text. */
  readonly lines: number[];
}

/** A name that may mean symbols of the tree, and nothing says which. */
export interface UnsureCallee {
  readonly name: string;
  readonly lines: readonly number[];
  /** Some of the symbols, and how many files may define more. */
  readonly nodes: readonly SymbolNode[];
  readonly more: number;
}

/** Names that are taken from a module outside of the tree; null: built in, or not to be told. */
export interface OutsideUses {
  readonly module: string | null;
  /** How often each is used. */
  readonly names: ReadonlyMap<string, number>;
}

/** What a symbol uses, each list in the order of first use. */
export interface Callees {
  readonly certain: readonly Callee[];
  readonly unsure: readonly UnsureCallee[];
  readonly outside: readonly OutsideUses[];
  /** The names of all symbols that were weighed. */
  readonly names: ReadonlySet<string>;
}

/** Where more files define a name, only those count that the use can lead to. */
const ALL_FILES_MAX = 12;
/** Of those so many. */
const NEAR_FILES_MAX = 40;
/** In these languages a bare name of another file has to be imported, or is of the same folder. */
const WITH_MODULES: ReadonlySet<Language> = new Set<Language>(
  "go java javascript python rust tsx typescript".split(" ") as Language[],
);
const SEPARATOR = /\.|::|\\|->|\?\./;

/** Finds them. Throws CANCELLED. */
export async function calleesOf(relations: Relations, node: SymbolNode): Promise<Callees> {
  const found = new Map<SymbolNode, Callee & { first: Reference }>();
  const unsure = new Map<string, UnsureCallee & { first: Reference }>();
  const outside = new Map<string | null, Map<string, number>>();
  const names = new Set<string>();
  for (const path of new Set(node.definitions.map(({ file }) => file.path))) {
    const source = await relations.parse(path);
    if (source === null) continue;
    const used = usesIn(source, node);
    const owners = new Set(used.map(({ line, receiver }) => `${line} ${receiver?.text.split(SEPARATOR, 1)[0] ?? ""}`));
    // In `fs.stat` the name `fs` is no use of its own.
    const isOwner = ({ line, name, receiver }: Reference) => receiver === null && owners.has(`${line} ${name}`);
    for (const [name, uses] of Map.groupBy(used, (reference) => reference.name)) {
      const finder = new NameFinder(relations, source, name);
      const inner = uses.filter((reference) => !isOutside(reference, finder, outside, isOwner));
      if (inner.length === 0) continue;
      for (const each of finder.namesMeant()) names.add(each);
      const { certain, byName, more } = await finder.resolve(inner);
      for (const { node: callee, certainty, reference } of certain) {
        if (callee.name !== null) names.add(callee.name);
        if (callee !== node && isInside(callee, node)) continue;
        const known = found.get(callee);
        if (known === undefined) {
          found.set(callee, { node: callee, certainty, lines: [reference.line], first: reference });
        } else {
          known.lines.push(reference.line);
          if (rankOf(certainty) < rankOf(known.certainty)) known.certainty = certainty;
        }
      }
      const sure = new Set(certain.map(({ reference }) => reference));
      const rest = inner.filter((reference) => !sure.has(reference));
      const others = byName.filter((each) => each === node || !isInside(each, node));
      if (rest.length === 0) continue;
      const open = others.length > 0 ? rest : rest.filter(({ receiver }) => more > 0 && mayBeFar(receiver, source));
      if (open.length > 0)
        addUnsure(unsure, { name, lines: open.map(({ line }) => line), nodes: others, more }, open[0]!);
      // What is a part of the symbol itself leads nowhere.
      if (byName.length > others.length) continue;
      for (const each of rest) if (!open.includes(each) && !isOwner(each)) countName(outside, null, shownName(each));
    }
  }
  return {
    certain: [...found.values()].sort((a, b) => inOrder(a.first, b.first)),
    unsure: [...unsure.values()].sort((a, b) => inOrder(a.first, b.first)),
    outside: [...outside].map(([module, names]) => ({ module, names })),
    names,
  };
}

/** A name that has uses in several files is one. */
function addUnsure(unsure: Map<string, UnsureCallee & { first: Reference }>, found: UnsureCallee, first: Reference) {
  const known = unsure.get(found.name);
  if (known === undefined) unsure.set(found.name, { ...found, first });
  else {
    const nodes = [...new Set([...known.nodes, ...found.nodes])];
    const more = Math.max(known.more, found.more);
    unsure.set(found.name, { ...known, lines: [...known.lines, ...found.lines], nodes, more });
  }
}

/** Whether a name may mean what is defined in a file that nothing leads to: a member, or one of a shared namespace. */
function mayBeFar(receiver: Receiver | null, { language }: ParsedSource): boolean {
  return receiver !== null || !WITH_MODULES.has(language);
}

/** The references inside a symbol's definitions in one file. */
function usesIn({ parsed, file }: ParsedSource, { definitions }: SymbolNode): Reference[] {
  const extents = definitions.flatMap(({ file: own, symbol }) => (own.path === file.path ? [symbol] : []));
  const isIn = new Set<number>();
  for (const [at, symbol] of parsed.symbols.entries()) {
    if (extents.some((outer) => outer === symbol || ("start" in outer && holds(outer as ParsedSymbol, symbol))))
      isIn.add(at);
  }
  const used = referencesOf(parsed).within((symbol) => isIn.has(symbol));
  return used.filter(({ kind }) => kind !== "key");
}

function holds(outer: ParsedSymbol, { start, end }: ParsedSymbol): boolean {
  return outer.start <= start && end <= outer.end;
}

/** Whether a symbol is a part of another: a member, a function in a function. */
function isInside(inner: SymbolNode, outer: SymbolNode): boolean {
  return inner.definitions.every(({ file, symbol }) =>
    outer.definitions.some((each) => {
      if (each.file.path !== file.path) return false;
      if (!("start" in each.symbol && "start" in symbol)) return false;
      return holds(each.symbol as ParsedSymbol, symbol as ParsedSymbol);
    }),
  );
}

/** Whether a reference leads out of the tree; then it is counted, unless it is the owner of another one. */
function isOutside(
  reference: Reference,
  finder: NameFinder,
  outside: Map<string | null, Map<string, number>>,
  isOwner: (reference: Reference) => boolean,
): boolean {
  const module = finder.outsideModule(reference);
  if (module !== null && !isOwner(reference)) countName(outside, module, shownName(reference));
  return module !== null;
}

function countName(outside: Map<string | null, Map<string, number>>, module: string | null, name: string): void {
  const names = outside.get(module) ?? new Map<string, number>();
  names.set(name, (names.get(name) ?? 0) + 1);
  outside.set(module, names);
}

/** `z.object`; the name alone where it is taken from more than a name. */
function shownName({ name, receiver }: Reference): string {
  return receiver !== null && /^\w{1,40}$/.test(receiver.text) ? `${receiver.text}.${name}` : name;
}

function rankOf(certainty: Certainty): number {
  return CERTAINTIES.indexOf(certainty);
}

function inOrder(a: Reference, b: Reference): number {
  return a.line - b.line || a.column - b.column;
}

interface Resolved {
  readonly certain: { readonly node: SymbolNode; readonly certainty: Certainty; readonly reference: Reference }[];
  readonly byName: SymbolNode[];
  readonly more: number;
}

/** What an import brings; `name` is what it is called in its module, null for the module. */
interface Brought {
  readonly imported: Import;
  readonly name: string | null;
}

const brought = new WeakMap<readonly Import[], Map<string, Brought[]>>();

/** What the imports of a file bring, by the first part of the name that it has there. */
function broughtBy(imports: readonly Import[]): ReadonlyMap<string, readonly Brought[]> {
  let byName = brought.get(imports);
  if (byName === undefined) {
    byName = new Map();
    brought.set(imports, byName);
    for (const imported of imports) {
      for (const { name, local } of imported.names) {
        const first = local.split(SEPARATOR, 1)[0]!;
        if (local === "*") continue;
        const known = byName.get(first);
        const own = { imported, name: name === "*" ? null : name };
        if (known === undefined) byName.set(first, [own]);
        else known.push(own);
      }
    }
  }
  return byName;
}

/** Finds what the uses of one name in a file mean. */
class NameFinder {
  readonly #relations: Relations;
  readonly #source: ParsedSource;
  readonly #name: string;

  constructor(relations: Relations, source: ParsedSource, name: string) {
    this.#relations = relations;
    this.#source = source;
    this.#name = name;
  }

  /** The module outside of the tree that a reference is taken from, or its receiver's type; null: none. */
  outsideModule({ receiver }: Reference): string | null {
    const roots = receiver === null ? [this.#name] : [receiver.text, receiver.type ?? ""];
    for (const root of roots) {
      const brought = this.#broughtAs(root);
      if (brought.length === 0) continue;
      const isOutside = brought.every(({ imported, name }) => this.#isOutside(imported, name));
      if (isOutside) return brought[0]!.imported.module;
    }
    return null;
  }

  async resolve(uses: readonly Reference[]): Promise<Resolved> {
    const { symbols, imports, types, brokenLines } = this.#source.parsed;
    const wanted = new Set(uses);
    // The bases of types tell what a receiver may be.
    const bases = referencesOf(this.#source.parsed).bases;
    const references = [...bases.filter((each) => !wanted.has(each)), ...uses];
    const reduced = { ...this.#source, parsed: { symbols, references, imports, types, brokenLines } };
    const { nodes, more } = await this.#candidates(uses);
    const certain: Resolved["certain"] = [];
    const byName: SymbolNode[] = [];
    for (const node of nodes) {
      const judge = this.#relations.judgeOf(node, nodes.length - 1 + more);
      const found = judge === null ? [] : await judge.referencesIn(reduced);
      const own = found.filter(({ reference }) => wanted.has(reference));
      if (own.some((each) => !isCertain(each))) byName.push(node);
      for (const each of own) if (isCertain(each)) certain.push({ ...each, node });
    }
    await this.#addRenamed(uses, certain);
    return { certain, byName, more: byName.length > 0 || nodes.length === 0 ? more : 0 };
  }

  /** Adds the uses by a name that another file gave to what it hands on, or that an import gave to a default. */
  async #addRenamed(uses: readonly Reference[], certain: Resolved["certain"]): Promise<void> {
    const known = new Set(certain.map(({ reference }) => reference));
    const open = uses.filter((each) => each.receiver === null && !known.has(each));
    if (open.length === 0 || this.#broughtAs(this.#name).length === 0) return;
    const node = await this.#relations.meantBy(this.#source, this.#name);
    if (node === null || node.name === this.#name) return;
    for (const reference of open) certain.push({ node, certainty: "import", reference });
  }

  /** The symbols that the name may mean, and how many files may define more of them. */
  async #candidates(uses: readonly Reference[]): Promise<{ nodes: SymbolNode[]; more: number }> {
    const { language } = this.#source;
    const nodes: SymbolNode[] = [];
    let more = 0;
    for (const name of this.namesMeant()) {
      // What the index has no word for may stand beside it.
      const all = [...new Set([...this.#relations.filesDefining(name), this.#source.path])];
      const near = all.length <= ALL_FILES_MAX + 1 ? all : await this.#near(all, uses);
      more += all.length - near.length;
      for (const path of near) nodes.push(...(await this.#relations.nodesNamed(name, path, language)));
    }
    return { nodes, more };
  }

  /** The name itself, and what it is called where it comes from. */
  namesMeant(): Set<string> {
    const brought = this.#broughtAs(this.#name).map(({ name }) => name);
    return new Set([this.#name, ...brought.flatMap((name) => name?.split(SEPARATOR).at(-1) ?? [])]);
  }

  /** Of files that define the name, those to which a use can lead: beside it, by an import, by the receiver's type. */
  async #near(all: readonly string[], uses: readonly Reference[]): Promise<string[]> {
    const { path } = this.#source;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const wanted = new Set<string>();
    for (const { receiver } of uses) {
      const type = receiver?.type?.split(SEPARATOR).at(-1) ?? null;
      if (type !== null) for (const each of this.#relations.filesDefining(type)) wanted.add(each);
      for (const root of [receiver?.text ?? this.#name, type ?? ""]) {
        for (const { imported, name } of this.#broughtAs(root)) {
          for (const each of await filesReached(this.#relations, this.#source, imported, name)) wanted.add(each);
        }
      }
    }
    const open = await this.#relations.openlyReached(this.#source);
    const isBeside = (each: string) => each.startsWith(folder) && !each.includes("/", folder.length);
    return all
      .filter((each) => each === path || wanted.has(each) || open.has(each) || isBeside(each))
      .slice(0, NEAR_FILES_MAX);
  }

  /** The imports that bring a name into the file. */
  #broughtAs(root: string): readonly Brought[] {
    const first = root.split(SEPARATOR, 1)[0]!;
    if (first === "") return [];
    return broughtBy(this.#source.parsed.imports).get(first) ?? [];
  }

  /** Whether an import leads to no file, nor may lead to one that defines the name. */
  #isOutside({ module }: Import, name: string | null): boolean {
    const { language, path } = this.#source;
    const { resolver } = this.#relations;
    if (resolver.resolve(language, path, module, name ?? undefined).length > 0) return false;
    const isDefined = () => this.#relations.filesDefining(this.#name).length > 0;
    return !resolver.mayMean(language, path, module, name ?? undefined) || !isDefined();
  }
}
