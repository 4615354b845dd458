// One symbol from all sides: who uses it, what it uses and extends, what is in it, its tests.

import type { ReferenceKind } from "../../code/parse/parsed-file.ts";
import { isCertain } from "../../code/references/reference.ts";
import { type Callees, calleesOf } from "./callees-of.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { isTest, type Reached, usersOf, type Walk } from "./impact-graph.ts";
import { inOrder, type TestFile, testFiles } from "./impact-view.ts";
import { usesByName } from "./mentions.ts";
import type { Reading } from "./reading.ts";
import { type Place, Relations, type SymbolNode } from "./relations.ts";

/** So many places that may use a symbol are named. */
const NAMED_PLACES_MAX = 5;

/** How two symbols hang together, where it is more than a use: one is the other's base, or only its type. */
export type Role = "base" | "type" | null;

/** A symbol that uses the one that was asked for, or is used by it. */
export interface Related {
  readonly node: SymbolNode;
  readonly role: Role;
  /** Of the uses, in the file of the symbol that uses. */
  readonly lines: readonly number[];
}

/** A symbol from all sides. Only what is certain is in lists; names alone are counted. */
export interface Explored extends Reading {
  readonly node: SymbolNode;
  readonly isCut: boolean;
  /** Symbols in it, in the order of lines. */
  readonly members: readonly FoundSymbol[];
  /** No tests and no members; implementation before examples. */
  readonly users: readonly Related[];
  readonly callees: readonly Related[];
  /** What is taken from outside of the tree, by module. */
  readonly outside: Callees["outside"];
  readonly tests: readonly TestFile[];
  /** Places that may use it, and names that it uses, of which only the name says what they mean. */
  readonly byName: { readonly places: number; readonly files: number; readonly names: number };
  /** The first of these places, where nothing uses it for certain. */
  readonly mayUse: readonly Place[];
  /** Files that were not looked at. */
  readonly left: number;
}

/** Explores the symbol that definitions make up. Throws CANCELLED. */
export async function exploredFrom(reading: Reading, found: readonly FoundSymbol[], isCut: boolean): Promise<Explored> {
  const relations = new Relations(reading);
  const node = await relations.nodeOf(found);
  const places = await usesByName(relations, node);
  const { links, byName } = await usersOf(relations, node, places);
  const reached = links.map((link): Reached => ({ node: link.node, distance: 1, through: [{ ...link, node }] }));
  const walk: Walk = { reached, back: [], isCut: false };
  const callees = await calleesOf(relations, node);
  const kinds = await kindsIn(relations, node);
  const isOwn = (other: SymbolNode) => other !== node && isMember(other, node);
  const ofUsers = Map.groupBy(places.filter(isCertain), (place) => `${place.path}\0${place.within ?? ""}`);
  return {
    ...reading,
    node,
    isCut,
    members: membersOf(node),
    users: inOrder(walk)
      .filter((row) => !isOwn(row.node))
      .map(({ node: user, through }) => {
        const own = ofUsers.get(`${user.file.path}\0${user.fullName ?? ""}`) ?? [];
        return { node: user, role: roleOf(own.map(({ reference }) => reference.kind)), lines: through[0]!.lines };
      })
      .sort(byRole),
    callees: callees.certain
      .filter((callee) => callee.node !== node && !isOwn(callee.node))
      .map(({ node: used, lines }) => {
        return { node: used, role: roleOf(lines.flatMap((line) => kinds.get(`${line} ${used.name}`) ?? [])), lines };
      })
      .sort(byRole),
    outside: callees.outside,
    tests: testFiles({ users: walk, used: null, byName, left: 0 }, reading.mask),
    byName: { places: byName.length, files: filesOf(byName), names: callees.unsure.length },
    mayUse: links.length > 0 ? [] : byName.slice(0, NAMED_PLACES_MAX),
    left: relations.left,
  };
}

/** Bases first, what is a type only last. */
function byRole(a: Related, b: Related): number {
  const rank = ({ role }: Related) => (role === "base" ? 0 : role === null ? 1 : 2);
  return rank(a) - rank(b);
}

function filesOf(places: readonly Place[]): number {
  return new Set(places.map(({ path }) => path)).size;
}

/** The kinds of the references inside a symbol, by line and name. */
async function kindsIn(relations: Relations, { definitions }: SymbolNode): Promise<Map<string, ReferenceKind[]>> {
  const kinds = new Map<string, ReferenceKind[]>();
  for (const { file, symbol } of definitions) {
    const source = await relations.parse(file.path);
    for (const { line, name, kind } of source?.parsed.references ?? []) {
      if (line < symbol.line || line > symbol.endLine) continue;
      const known = kinds.get(`${line} ${name}`);
      if (known === undefined) kinds.set(`${line} ${name}`, [kind]);
      else known.push(kind);
    }
  }
  return kinds;
}

function roleOf(kinds: readonly ReferenceKind[]): Role {
  if (kinds.includes("inherit")) return "base";
  return kinds.length > 0 && kinds.every((kind) => kind === "type") ? "type" : null;
}

/** Whether a symbol lies in another. */
function isMember({ file, definitions }: SymbolNode, node: SymbolNode): boolean {
  const container = definitions[0]?.symbol.container ?? null;
  const isOf = container === node.fullName || container?.startsWith(`${node.fullName}.`) === true;
  return isOf && node.definitions.some((each) => each.file.path === file.path);
}

function membersOf({ definitions, fullName }: SymbolNode): FoundSymbol[] {
  const files = new Set(definitions.map(({ file }) => file));
  return [...files].flatMap((file) =>
    file.symbols.filter(({ container }) => container === fullName).map((symbol) => ({ file, symbol })),
  );
}

/** Whether a related symbol is worth its source: it is no test, and is defined in the tree. */
export function hasSource({ node }: Related): boolean {
  return node.definitions.length > 0 && !isTest(node);
}
