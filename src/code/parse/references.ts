// Turns the names that a query found into references: leaves out what is no use of a symbol, and finds out what each
// name stands in and is taken from.

import { partitionPoint } from "../../base/sorted-search.ts";
import type { LineIndex } from "../line-index.ts";
import type { Region } from "../nesting.ts";
import { CONTAINER_KINDS, type CodeSymbol } from "../symbol-scanner.ts";
import type { Findings, FoundName, FoundStatement } from "./captures.ts";
import { importedAt } from "./languages/ecmascript.ts";
import type { ParseRules } from "./languages/parse-rules.ts";
import { HANDED, type Import, type Receiver, type Reference, type TypeFact } from "./parsed-file.ts";
import { receiverText } from "./plain-code.ts";
import { Scopes } from "./scopes.ts";
import { TypeReader } from "./type-reader.ts";

const NAME_LENGTH_MAX = 200;
/** What a pattern takes apart without a name. */
const TAKEN_APART: Receiver = { text: "{}", type: null };
const TYPE_KINDS: ReadonlySet<string> = new Set([...CONTAINER_KINDS, "type"]);

/** What is known of a text besides its names. */
export interface Reading {
  readonly symbols: readonly CodeSymbol[];
  readonly regions: readonly Region[];
  readonly imports: readonly Import[];
  readonly rules: ParseRules;
  readonly text: string;
  readonly lines: LineIndex;
}

/** The references of a text, in order, and what it says of types. */
export function readReferences(
  findings: Findings,
  reading: Reading,
): { readonly references: Reference[]; readonly types: TypeFact[] } {
  const { symbols, regions, rules, text, lines } = reading;
  const defined = new Set(symbols.map(({ nameOffset }) => nameOffset));
  const names = [...findings.names.values()].sort((a, b) => a.start - b.start);
  const around = surroundings(regions, symbols);
  const importing = findings.statements.filter(({ isExport }) => !isExport);
  const scopes = scopesOf(findings, defined, importing, text.length);
  const types = new TypeReader(rules, {
    scopes,
    members: findings.members.map((member) => ({ ...member, around: around.at(member.at)?.type ?? null })),
    bases: basesOf(names, around, text),
    roots: rootsOf(reading),
    modules: modulesOf(reading),
    contexts: findings.contexts,
    aroundAt: (at) => around.at(at)?.type ?? null,
    text,
  });
  const builtins = new Set(rules.builtins);
  const isImport = spans(importing);
  const references: Reference[] = [];
  for (const { start, end, kind, on, onEnd, isShorthand, isPattern } of names) {
    if (kind === null || end === start || end - start > NAME_LENGTH_MAX) continue;
    const isKey = kind === "key";
    if (defined.has(start) && !isKey) continue;
    if (isImport(start)) continue;
    const name = text.slice(start, end);
    if (/^\d/.test(name)) continue;
    const region = around.at(start);
    const place = { name, line: lines.lineAt(start), column: lines.columnAt(start), within: region?.symbol ?? -1 };
    if (isKey || isShorthand) references.push({ ...place, kind: "key", receiver: isPattern ? TAKEN_APART : null });
    if (isKey || (on < 0 && (builtins.has(name) || isLocal(scopes, name, start, kind === "type")))) continue;
    const receiver = on < 0 ? null : receiverAt(on, onEnd < 0 ? start : onEnd, region?.type ?? null, types, text);
    references.push({ ...place, kind, receiver });
  }
  return {
    references,
    types: [...types.facts(), ...onlyOnce(types.signatureFacts()), ...objectFacts(findings, reading, types)],
  };
}

/** As what objects are handed over that have functions as members: by the place of the member's name. */
function* objectFacts({ contexts }: Findings, { symbols, lines }: Reading, types: TypeReader): Generator<TypeFact> {
  for (const { nameOffset } of symbols) {
    const member = contexts.members.get(nameOffset);
    const type = member === undefined ? null : types.handedAs(member.object);
    if (type === null) continue;
    yield { owner: HANDED, name: `${lines.lineAt(nameOffset)}:${lines.columnAt(nameOffset)}`, type };
  }
}

function onlyOnce(facts: Iterable<TypeFact>): TypeFact[] {
  return [...new Map([...facts].map((fact) => [`${fact.owner} ${fact.name} ${fact.type}`, fact])).values()];
}

function isLocal(scopes: Scopes, name: string, at: number, isType: boolean): boolean {
  const found = scopes.find(name, at, isType);
  return found !== null && !found.isSymbol;
}

function receiverAt(on: number, end: number, around: string | null, types: TypeReader, source: string): Receiver {
  const written = source.slice(on, end);
  const text = importedAt(written) ?? receiverText(written);
  const type = types.typeOf(written, { at: on, around });
  // In front of `::` stands a type, a module or a namespace.
  return { text, type: type ?? (/^\w[\w:]*$/.test(text) && /::\s*$/.test(written) ? text : null) };
}

/** The scopes of a text. What an import brings into a function is no variable of it: it stands for what is imported. */
function scopesOf(
  { blocks, locals, outer }: Findings,
  defined: ReadonlySet<number>,
  importing: readonly FoundStatement[],
  length: number,
): Scopes {
  const isImport = spans(importing);
  const imported = locals.map(({ at }) => at).sort((a, b) => a - b);
  const scopes = new Scopes(length, blocks, defined.union(new Set(imported.filter(isImport))));
  for (const { name, at } of outer) scopes.declareOuter(name, at);
  for (const local of locals) scopes.declare(local);
  return scopes;
}

/** What a position stands in: the innermost symbol and the type around. Positions may come in any order. */
interface Surroundings {
  at(position: number): { readonly symbol: number; readonly kind: string; readonly type: string | null } | null;
}

function surroundings(regions: readonly Region[], symbols: readonly CodeSymbol[]): Surroundings {
  const ownType = new Map<string, number>();
  symbols.forEach(({ name, kind }, index) => {
    if (TYPE_KINDS.has(kind) && !ownType.has(name)) ownType.set(name, index);
  });
  const parents: number[] = [];
  const symbolOf: number[] = [];
  const open: number[] = [];
  regions.forEach(({ start, end, symbol, kind, type }, index) => {
    while (open.length > 0 && regions[open.at(-1)!]!.end < end) open.pop();
    while (open.length > 0 && regions[open.at(-1)!]!.end <= start) open.pop();
    const parent = open.at(-1) ?? -1;
    const inherited = parent < 0 ? -1 : symbolOf[parent]!;
    const own = kind === "scope" && type !== null ? (ownType.get(type) ?? inherited) : inherited;
    symbolOf.push(symbol >= 0 ? symbol : own);
    parents.push(parent);
    open.push(index);
  });
  return {
    at(position) {
      let index = partitionPoint(0, regions.length, (at) => regions[at]!.start <= position) - 1;
      while (index >= 0 && regions[index]!.end <= position) index = parents[index]!;
      return index < 0 ? null : { symbol: symbolOf[index]!, kind: regions[index]!.kind, type: regions[index]!.type };
    },
  };
}

/** The first base of each type of the text. */
function basesOf(names: readonly FoundName[], around: Surroundings, text: string): Map<string, string> {
  const bases = new Map<string, string>();
  for (const { kind, start, end } of names) {
    if (kind !== "inherit") continue;
    const region = around.at(start);
    // The base of a class without a name is none of what stands around it.
    if (region === null || region.type === null || !(TYPE_KINDS.has(region.kind) || region.kind === "scope")) continue;
    if (!bases.has(region.type)) bases.set(region.type, text.slice(start, end));
  }
  return bases;
}

function rootsOf({ symbols, imports }: Reading): Set<string> {
  const roots = new Set<string>();
  for (const { name, kind } of symbols) if (TYPE_KINDS.has(kind)) roots.add(name);
  for (const { names } of imports) {
    for (const { local } of names) roots.add(local).add(local.split(/\.|::|\\/, 1)[0]!);
  }
  roots.delete("*");
  return roots;
}

function modulesOf({ imports, rules }: Reading): Set<string> {
  const isModule = (name: string, local: string) => name === "*" || rules.moduleNames?.test(local) === true;
  const all = imports.flatMap(({ names }) => names.flatMap(({ name, local }) => (isModule(name, local) ? local : [])));
  return new Set(all.filter((local) => local !== "*"));
}

/** Whether a position lies in one of some extents; positions come in order. */
function spans(extents: readonly { readonly start: number; readonly end: number }[]): (at: number) => boolean {
  const sorted = [...extents].sort((a, b) => a.start - b.start);
  let next = 0;
  let end = 0;
  return (at) => {
    while (next < sorted.length && sorted[next]!.start <= at) end = Math.max(end, sorted[next++]!.end);
    return at < end;
  };
}
