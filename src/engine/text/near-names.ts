// Finds known names near a wrong one, so that a message can suggest them to a person. Hooks do not use this module,
// since nobody would read the suggestion.

import { foldPart } from "./normalise.ts";
import { jaccard } from "./similarity.ts";
import { sanitiseTopic } from "./topic.ts";

/** Only this many first characters of a name are compared, so that the work for a long name stays small. */
const COMPARED_LENGTH = 64;
const PREFIX_LENGTH_MIN = 2;
const CONTAINED_LENGTH_MIN = 3;
const WORD_LENGTH_MIN = 2;
const EDITS_MAX = 3;
/** How many names an error suggests. */
const MEANT_MAX = 2;
/** Costs that rank the kinds of closeness. One edit costs 1. */
const PREFIX_COST = 1;
const CONTAINED_COST = 1.5;
const SHARED_WORD_COST = 3;

/**
 * Returns up to `count` candidates that a reader may have meant by `name`, nearest first. A candidate is near when one
 * name contains the other, when they share a word, or when few edits lie between them. Returns none when nothing is
 * near. The order depends on the names alone.
 */
export function nearestNames(name: string, candidates: Iterable<string>, count: number): string[] {
  const wanted = comparable(name);
  if (wanted === "") return [];
  const found: { candidate: string; cost: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const cost = nameDistance(wanted, comparable(candidate));
    if (cost < Number.POSITIVE_INFINITY) found.push({ candidate, cost });
  }
  found.sort((a, b) => a.cost - b.cost || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, count).map((item) => item.candidate);
}

/** What an error ends with when names are near the wrong one: `; did you mean search?`. Else "". */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestNames(name, candidates, MEANT_MAX);
  return nearest.length === 0 ? "" : `; did you mean ${nearest.join(" or ")}?`;
}

function comparable(name: string): string {
  return foldPart(sanitiseTopic(name.slice(0, 4 * COMPARED_LENGTH))).slice(0, COMPARED_LENGTH);
}

/** The distance of two names; Infinity when they are not near. */
function nameDistance(a: string, b: string): number {
  if (b === "") return Number.POSITIVE_INFINITY;
  const difference = Math.abs(a.length - b.length) / COMPARED_LENGTH;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let cost = Number.POSITIVE_INFINITY;
  if (short.length >= PREFIX_LENGTH_MIN && long.startsWith(short)) cost = PREFIX_COST + difference;
  else if (short.length >= CONTAINED_LENGTH_MIN && long.includes(short)) cost = CONTAINED_COST + difference;
  const limit = Math.min(EDITS_MAX, Math.max(1, Math.floor(a.length / 4)));
  if (long.length - short.length <= limit) cost = Math.min(cost, editDistance(a, b, limit));
  if (cost <= SHARED_WORD_COST) return cost;
  const alike = jaccard(wordsOf(a), wordsOf(b));
  return alike > 0 ? SHARED_WORD_COST + 1 - alike + difference : cost;
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split("-").filter((word) => word.length >= WORD_LENGTH_MIN));
}

/**
 * The number of edits (insert, delete, replace, swap of neighbours) between the names; Infinity above `limit`.
 * Wagner-Fischer by rows, limited to the band around the diagonal where a distance within the limit can lie.
 */
function editDistance(a: string, b: string, limit: number): number {
  const unreached = limit + 1;
  let beforePrevious = new Uint8Array(b.length + 1);
  let previous = new Uint8Array(b.length + 1).map((_, column) => Math.min(column, unreached));
  let current = new Uint8Array(b.length + 1);
  for (let row = 1; row <= a.length; row++) {
    current.fill(unreached);
    if (row <= limit) current[0] = row;
    const columnMax = Math.min(b.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= columnMax; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = previous[column - 1]! + (isSame ? 0 : 1);
      cost = Math.min(cost, previous[column]! + 1, current[column - 1]! + 1, unreached);
      if (row > 1 && column > 1 && isSwap(a, row, b, column)) cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      current[column] = cost;
    }
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[b.length]! <= limit ? previous[b.length]! : Number.POSITIVE_INFINITY;
}

function isSwap(a: string, row: number, b: string, column: number): boolean {
  return a.charCodeAt(row - 1) === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
}
