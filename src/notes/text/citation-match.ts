// Finds cited lines again in the current file: unchanged, moved, or changed. Lines that read alike, such as `}` or
// `return null;`, are distinguished by their neighbours. If the file has as many such places as before, the cited one
// is among them, whatever else was inserted or deleted. If it has fewer, one of them was edited or deleted. If the old
// neighbours now stand around something else, the cited lines were there, and they have changed.

import { type Fingerprint, type LineRange, NEIGHBOURS_MAX, OCCURRENCES_MAX } from "./citation.ts";
import { type HashedLines, isBlank, placesOf, spanHash } from "./citation-lines.ts";

/** What became of cited text; `line` is counted from 1. */
export type Comparison =
  | { readonly state: "unchanged" | "changed" }
  | { readonly state: "moved"; readonly line: number };

/** How many bits the hash of a neighbour has. */
const SHORT_BITS = 16;
/** How many blank lines among the neighbours are skipped. */
const BLANKS_MAX = 20;
/** How many of many equal places are compared: those nearest to the old one. */
const PLACES_COMPARED_MAX = 1000;
/** How far from the old place an edited one is looked for, in lines. */
const GAP_REACH = 1000;
/** How much a neighbour that occurs once adds to a place's score: at the very position that it had, or near it. */
const EXACT_SCORE = 2;
const NEAR_SCORE = 1;
/** How many lines from a place a neighbour counts as near, without blank lines. */
const NEAR_LINES = 8;
/** How much higher the score of another place must be than that of the cited line. */
const MOVE_MARGIN = 1;

/**
 * The fingerprint of cited lines, or of the whole text if `cited` is null. null when the text does not have the first
 * of the lines. A range is cut at the end of the text.
 */
export function fingerprintOf(
  lines: HashedLines,
  cited: LineRange | null,
): Omit<Fingerprint, "mark" | "folder"> | null {
  if (cited === null) return { lines: null, hash: fileHash(lines), occurrences: 1, above: [], below: [], symbol: null };
  const range = { first: cited.first, last: Math.min(cited.last, lines.count) };
  if (range.first < 1 || range.last < range.first) return null;
  const [from, length] = [range.first - 1, range.last - range.first + 1];
  const hash = spanHash(lines, from, length);
  return {
    lines: range,
    hash,
    occurrences: Math.min(placesOf(lines, hash, length).length, OCCURRENCES_MAX),
    above: neighbours(lines, from - 1, -1, NEIGHBOURS_MAX),
    below: neighbours(lines, from + length, 1, NEIGHBOURS_MAX),
    symbol: null,
  };
}

/** Whether lines stand where the cited ones did: behind or before the same line. */
export function isSamePlace({ above, below }: Fingerprint, lines: HashedLines, { first, last }: LineRange): boolean {
  const [before] = neighbours(lines, first - 2, -1, 1);
  const [behind] = neighbours(lines, last, 1, 1);
  return (before !== undefined && before === above[0]) || (behind !== undefined && behind === below[0]);
}

/** Compares the cited text with the text as it is now. */
export function compareCited(fingerprint: Fingerprint, lines: HashedLines): Comparison {
  const range = fingerprint.lines;
  if (range === null) return { state: fileHash(lines) === fingerprint.hash ? "unchanged" : "changed" };
  const [from, length] = [range.first - 1, range.last - range.first + 1];
  const places = placesOf(lines, fingerprint.hash, length);
  if (places.length === 0) return { state: "changed" };
  if (places.length === 1 && fingerprint.occurrences === 1) return placed(places[0]!, from);
  const surroundings = new Surroundings(fingerprint, lines);
  const best = bestPlace(fingerprint, surroundings, nearest(places, from));
  if (places.length < fingerprint.occurrences) {
    const gap = bestGap(fingerprint, surroundings, new Set(places));
    const [gapDistance, distance] = [Math.abs(gap.at - from), Math.abs(best.at - from)];
    if (gap.score > best.score || (gap.score === best.score && gapDistance < distance)) return { state: "changed" };
  }
  return placed(best.at, from);
}

function placed(at: number, from: number): Comparison {
  return at === from ? { state: "unchanged" } : { state: "moved", line: at + 1 };
}

/** Where the cited lines are or, if they have changed, most probably were: a line of the text, counted from 1. */
export function likelyLine(fingerprint: Fingerprint, lines: HashedLines): number {
  if (fingerprint.lines === null) return 1;
  const compared = compareCited(fingerprint, lines);
  if (compared.state === "moved") return compared.line;
  if (compared.state === "unchanged") return fingerprint.lines.first;
  const gap = bestGap(fingerprint, new Surroundings(fingerprint, lines), new Set());
  let at = gap.score === 0 ? fingerprint.lines.first - 1 : gap.at;
  for (let blanks = 0; blanks < BLANKS_MAX && isBlank(lines, at); blanks++) at++;
  return Math.max(1, Math.min(at + 1, lines.count));
}

interface Place {
  /** A line, counted from 0. */
  readonly at: number;
  /** The score that the lines around the place give it. */
  readonly score: number;
}

/** The place with the cited lines that has the highest score; among equals the one nearest to the old place. */
function bestPlace(fingerprint: Fingerprint, surroundings: Surroundings, places: readonly number[]): Place {
  const { first, last } = fingerprint.lines!;
  const scored = places.map((at) => ({
    at,
    score: surroundings.above(at) + surroundings.below(at + last - first + 1),
  }));
  const best = scored.reduce((found, place) => (isBetter(place, found, first - 1) ? place : found));
  const old = scored.find(({ at }) => at === first - 1);
  return old !== undefined && best.score < old.score + MOVE_MARGIN ? old : best;
}

/**
 * The place where the old neighbours stand around something else than the cited lines: nothing, as many lines, or one
 * more.
 */
function bestGap(fingerprint: Fingerprint, surroundings: Surroundings, places: ReadonlySet<number>): Place {
  const { first, last } = fingerprint.lines!;
  const length = last - first + 1;
  const { count } = surroundings.lines;
  const from = Math.max(0, Math.min(first - 1, count) - GAP_REACH);
  const to = Math.min(count, first - 1 + GAP_REACH);
  let best: Place = { at: -1, score: -1 };
  for (let at = from; at <= to; at++) {
    if (places.has(at)) continue;
    let below = places.has(at - length) ? -1 : surroundings.below(at);
    if (at + length <= count) below = Math.max(below, surroundings.below(at + length));
    if (at + length < count && !places.has(at + 1)) below = Math.max(below, surroundings.below(at + length + 1));
    const place = { at, score: surroundings.above(at) + below };
    if (below >= 0 && isBetter(place, best, first - 1)) best = place;
  }
  return best;
}

function isBetter(place: Place, other: Place, old: number): boolean {
  if (place.score !== other.score) return place.score > other.score;
  return Math.abs(place.at - old) < Math.abs(other.at - old);
}

/**
 * Scores how much the lines around a place are the old neighbours of the cited lines. A rare line counts more than a
 * bracket.
 */
class Surroundings {
  readonly lines: HashedLines;
  readonly #fingerprint: Fingerprint;
  /** How many lines have each short hash. */
  readonly #counts = new Uint32Array(1 << SHORT_BITS);
  readonly #belowScores = new Map<number, number>();

  constructor(fingerprint: Fingerprint, lines: HashedLines) {
    this.lines = lines;
    this.#fingerprint = fingerprint;
    for (let at = 0; at < lines.count; at++) this.#counts[shortHash(lines, at)]!++;
  }

  /** The score of the lines above `at`. */
  above(at: number): number {
    return this.#score(this.#fingerprint.above, at - 1, -1);
  }

  /** The score of the line `at` and those below it. */
  below(at: number): number {
    let score = this.#belowScores.get(at);
    if (score === undefined) {
      score = this.#score(this.#fingerprint.below, at, 1);
      this.#belowScores.set(at, score);
    }
    return score;
  }

  #score(kept: readonly number[], from: number, step: 1 | -1): number {
    if (kept.length === 0) return 0;
    const found = neighbours(this.lines, from, step, NEAR_LINES);
    let score = 0;
    kept.forEach((hash, position) => {
      if (found[position] === hash) score += EXACT_SCORE / this.#counts[hash]!;
      else if (found.includes(hash)) score += NEAR_SCORE / this.#counts[hash]!;
    });
    return score;
  }
}

/** Short hashes of the next lines in the direction `step` that are not blank. */
function neighbours(lines: HashedLines, from: number, step: 1 | -1, most: number): number[] {
  const found: number[] = [];
  const end = from + step * (most + BLANKS_MAX);
  for (let at = from; at >= 0 && at < lines.count && at !== end && found.length < most; at += step) {
    if (!isBlank(lines, at)) found.push(shortHash(lines, at));
  }
  return found;
}

function shortHash(lines: HashedLines, at: number): number {
  return lines.first[at]! >>> (32 - SHORT_BITS);
}

/** The places nearest to `from`, of an ascending list. */
function nearest(places: readonly number[], from: number): readonly number[] {
  if (places.length <= PLACES_COMPARED_MAX) return places;
  const after = places.findIndex((at) => at >= from);
  const middle = after < 0 ? places.length : after;
  const start = Math.max(0, Math.min(middle - PLACES_COMPARED_MAX / 2, places.length - PLACES_COMPARED_MAX));
  return places.slice(start, start + PLACES_COMPARED_MAX);
}

/** The hash of a whole text. Blank lines at its end do not count. */
function fileHash(lines: HashedLines): string {
  let length = lines.count;
  while (length > 0 && isBlank(lines, length - 1)) length--;
  return spanHash(lines, 0, length);
}
