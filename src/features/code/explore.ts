// code action=explore: one symbol from all sides: where it is defined, who uses it, what it uses and is made of, its
// tests, and the source of all that by file, as far as the budget goes.

import type { Answer } from "../../base/answer.ts";
import type { ReferenceKind } from "../../code/parse/parsed-file.ts";
import { isCertain } from "../../code/references/reference.ts";
import { definitionData } from "./callees.ts";
import { type Callees, calleesOf } from "./callees-of.ts";
import { oneSymbol } from "./callers.ts";
import type { CodeExploreData } from "./context-data.ts";
import { exploreLines } from "./explore-text.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { isTest, type Reached, usersOf, type Walk } from "./impact-graph.ts";
import { inOrder, type TestFile, testFiles } from "./impact-view.ts";
import { type CodePorts, onlyPage } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import { type Place, Relations, type SymbolNode } from "./relations.ts";
import { shownLine } from "./shown-lines.ts";

export interface CodeExploreValues {
  readonly symbol: string;
  readonly path?: string | undefined;
}

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
  /** Files that were not looked at. */
  readonly left: number;
}

const DATA_MAX = 100;

/** Explores. Throws NOT_FOUND with near names or for a further page, CANCELLED. */
export async function exploreAnswer(ports: CodePorts, { symbol, path }: CodeExploreValues): Promise<Answer> {
  onlyPage(ports);
  const explored = await settledReading(ports, async (reading) => {
    const { symbols, isCut } = await oneSymbol(reading, symbol, path);
    return exploredFrom(reading, symbols, isCut);
  });
  return {
    found: true,
    isPaged: true,
    text: (say) => exploreLines(explored, say).join("\n"),
    data: () => dataOf(explored),
  };
}

async function exploredFrom(reading: Reading, found: readonly FoundSymbol[], isCut: boolean): Promise<Explored> {
  const relations = new Relations(reading);
  const node = await relations.nodeOf(found);
  const places = await relations.placesOf(node);
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

function dataOf(explored: Explored): CodeExploreData {
  const { node, members, users, callees, outside, tests, byName, mask, left, isCut } = explored;
  const relatedData = ({ node: other, role, lines }: Related) => {
    const first = other.definitions[0];
    const own = first === undefined ? null : definitionData(first, mask);
    return {
      path: other.file.name(mask),
      name: own?.name ?? null,
      kind: own?.kind ?? null,
      from: own?.from ?? null,
      to: own?.to ?? null,
      role,
      lines: lines.slice(0, DATA_MAX),
    };
  };
  const definitions = node.definitions.slice(0, DATA_MAX).map((each) => definitionData(each, mask));
  return {
    definitions,
    members: members.slice(0, DATA_MAX).map((each) => definitionData(each, mask)),
    users: users.slice(0, DATA_MAX).map(relatedData),
    uses: callees.slice(0, DATA_MAX).map(relatedData),
    outside: outside.slice(0, DATA_MAX).flatMap(({ module }) => (module === null ? [] : [shownLine(module, mask)])),
    tests: tests.slice(0, DATA_MAX).map(({ shown, names }) => ({ path: shown, names: names.slice(0, DATA_MAX) })),
    byName,
    total: { users: users.length, uses: callees.length, tests: tests.length, members: members.length },
    isCut,
    left,
  };
}

/** Whether a related symbol is worth its source: it is no test, and is defined in the tree. */
export function hasSource({ node }: Related): boolean {
  return node.definitions.length > 0 && !isTest(node);
}
