// Follows who uses whom, from some symbols on, breadth first: each symbol once, at its least distance. Only what is
// certain is followed.

import { pathClassOf } from "../../code/files/path-class.ts";
import { languageOf } from "../../code/languages.ts";
import { isCertain } from "../../code/references/reference.ts";
import { calleesOf } from "./callees-of.ts";
import type { KeptLink } from "./kept-uses.ts";
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

const NO_NAMES: ReadonlySet<string> = new Set();

/** The symbols that use a symbol for certain; what other answers found counts. */
export async function certainUsersOf(relations: Relations, node: SymbolNode): Promise<Link[]> {
  const links = await relations.keptLinks(node, "users", async () => {
    const places = (await relations.placesOf(node)).filter(isCertain);
    const found = places.map(({ path, within, reference }) => ({ path, fullName: within, lines: [reference.line] }));
    return { links: found, names: NO_NAMES };
  });
  const users = new Map<SymbolNode, number[]>();
  for (const { node: user, lines } of await linked(relations, links)) {
    const known = users.get(user);
    if (known === undefined) users.set(user, [...lines]);
    else known.push(...lines);
  }
  return [...users].map(([user, lines]) => ({ node: user, lines }));
}

/** The symbols that a symbol uses for certain; what other answers found counts. */
export async function usedBy(relations: Relations, node: SymbolNode): Promise<Link[]> {
  const fresh: Link[] = [];
  const links = await relations.keptLinks(node, "used", async () => {
    const { certain, names } = await calleesOf(relations, node);
    fresh.push(...certain.map(({ node: used, lines }) => ({ node: used, lines })));
    const found = fresh.map(({ node: { file, fullName }, lines }) => ({ path: file.path, fullName, lines }));
    return { links: found, names };
  });
  return fresh.length > 0 ? fresh : linked(relations, links);
}

async function linked(relations: Relations, links: readonly KeptLink[]): Promise<Link[]> {
  const found: Link[] = [];
  for (const { path, fullName, lines } of links) {
    const known = relations.parse(path);
    const source = known instanceof Promise ? await known : known;
    if (source !== null) found.push({ node: relations.nodeIn(source, fullName), lines });
  }
  return found;
}

/** Whether a symbol is a test, or stands among tests: by its path, in Rust by its module too. */
export function isTest({ file, fullName }: SymbolNode): boolean {
  if (pathClassOf(file.path) === "test") return true;
  return languageOf(file.path) === "rust" && /^(?:.*\.)?tests?\./.test(fullName ?? "");
}
