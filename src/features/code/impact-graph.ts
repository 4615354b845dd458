// Follows who uses whom, from some symbols on, breadth first: each symbol once, at its least distance. Only what is
// certain is followed.

import { pathClassOf } from "../../code/files/path-class.ts";
import { languageOf } from "../../code/languages.ts";
import { isCertain } from "../../code/references/reference.ts";
import { calleesOf } from "./callees-of.ts";
import type { Place, Relations, SymbolNode } from "./relations.ts";

/** Another symbol, and the lines of the uses between the two; they are in the one that uses. */
export interface Link {
  readonly node: SymbolNode;
  readonly lines: readonly number[];
}

export interface Reached {
  readonly node: SymbolNode;
  /** From 1. */
  readonly distance: number;
  /** The symbols at the distance before from which it was reached. */
  readonly through: Link[];
}

export interface Walk {
  /** In the order of distance. */
  readonly reached: readonly Reached[];
  /** Links that lead back to what was reached at a lesser distance, or to where the walk began: cycles, mostly. */
  readonly back: readonly { readonly from: SymbolNode; readonly to: SymbolNode }[];
  /** Whether there is more than a bound allows. */
  readonly isCut: boolean;
}

/** So many symbols are reached in one direction, and so many of tests beside them. */
export const REACHED_MAX = 400;
const TESTS_MAX = 2000;
const BACK_MAX = 400;

/** Follows the links of `next` to `depth`. Throws what it throws. */
export async function walk(
  roots: readonly SymbolNode[],
  depth: number,
  next: (node: SymbolNode) => Promise<readonly Link[]>,
): Promise<Walk> {
  const isRoot = new Set(roots);
  const known = new Map<SymbolNode, Reached>();
  const back: { from: SymbolNode; to: SymbolNode }[] = [];
  const room = { code: REACHED_MAX, tests: TESTS_MAX };
  let isCut = false;
  let frontier = [...roots];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const found: SymbolNode[] = [];
    for (const from of frontier) {
      for (const { node, lines } of await next(from)) {
        const before = known.get(node);
        if (isRoot.has(node) || (before !== undefined && before.distance < distance)) {
          if (back.length < BACK_MAX) back.push({ from, to: node });
        } else if (before !== undefined) before.through.push({ node: from, lines });
        else if (room[isTest(node) ? "tests" : "code"]-- <= 0) isCut = true;
        else {
          known.set(node, { node, distance, through: [{ node: from, lines }] });
          found.push(node);
        }
      }
    }
    frontier = found;
  }
  return { reached: [...known.values()], back, isCut };
}

/** The symbols that use a symbol for certain, and the places that may; `places` where they are known. */
export async function usersOf(
  relations: Relations,
  node: SymbolNode,
  places?: readonly Place[],
): Promise<{ links: Link[]; byName: Place[] }> {
  const users = new Map<SymbolNode, number[]>();
  const byName: Place[] = [];
  for (const place of places ?? (await relations.placesOf(node))) {
    if (!isCertain(place)) {
      byName.push(place);
      continue;
    }
    const source = await relations.parse(place.path);
    if (source === null) continue;
    const user = relations.nodeIn(source, place.within);
    const lines = users.get(user);
    if (lines === undefined) users.set(user, [place.reference.line]);
    else lines.push(place.reference.line);
  }
  return { links: [...users].map(([user, lines]) => ({ node: user, lines })), byName };
}

/** The symbols that a symbol uses for certain. */
export async function usedBy(relations: Relations, node: SymbolNode): Promise<Link[]> {
  const { certain } = await calleesOf(relations, node);
  return certain.map(({ node: used, lines }) => ({ node: used, lines }));
}

/** Whether a symbol is a test, or stands among tests: by its path, in Rust by its module too. */
export function isTest({ file, fullName }: SymbolNode): boolean {
  if (pathClassOf(file.path) === "test") return true;
  return languageOf(file.path) === "rust" && /^(?:.*\.)?tests?\./.test(fullName ?? "");
}
