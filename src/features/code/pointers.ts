// Pointers to the code that a prompt is about, for whoever shows them unasked: only where one file stands out. What
// decides, and what it is worth: docs/RANKING.md.

import { pathClassOf } from "../../code/files/path-class.ts";
import { parseCodeQuery } from "../../code/search/code-query.ts";
import type { CodeResults } from "../../code/search/code-search.ts";
import type { RankedFile } from "../../code/search/file-ranking.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { STOP_WORDS, tokenize } from "../../engine/text/tokenizer.ts";
import { type Aside, askedWork } from "./asked-work.ts";
import { type FoundPlace, findCode, namedPlaces } from "./find-code.ts";
import type { Stretch } from "./shown-file.ts";

/** One place to look at. Lines count from 1, both ends belong to it. */
export interface Pointer {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly stretch: Stretch;
  /** The kind of its symbol; null for lines between symbols. */
  readonly kind: string | null;
  readonly score: number;
}

/** What was weighed. */
export interface PointerScores {
  /** The estimated chance that the first file is one to change, 0 to 1. */
  readonly chance: number;
  /** How far the first file is before the second and before the third, as shares of its score. */
  readonly margin: number;
  readonly lead: number;
  /** How many of the prompt's words its best function or its path holds; of an identifier the parts count too. */
  readonly words: number;
  /** How much more of the prompt the names of that function and path say than those of the second file, as a share. */
  readonly named: number;
  /** How far earlier commits like the prompt speak for the file, 0 to 1. */
  readonly support: number;
}

/**
 * `nothing`: no file was found; `docs`: a text or a setting fits best, no code; `weak`: the best place holds too few of
 * the prompt's words; `beaten`: other files fit as well.
 */
export type PointersWhy = Aside | "nothing" | "docs" | "weak" | "beaten";

/** What a prompt gets. */
export interface Pointers {
  /** Best first; at most five, none where there is a reason why not. */
  readonly pointers: readonly Pointer[];
  readonly why: PointersWhy | null;
  /** Null where nothing was weighed. */
  readonly scores: PointerScores | null;
}

const POINTERS_MAX = 5;
/** So many lines that a prompt names are looked for, and so many paths. */
const NAMED_LINES_MAX = 8;
const PATHS_MAX = 3;
const PATH_LIKE = /[\w@.~+-]*(?:\/[\w@.~+-]+)+(?::\d+)*|[\w@~+-]+\.[A-Za-z]\w{0,9}:\d+(?::\d+)*/g;
const ANYWHERE = { paths: [] };
/** So many words say that a prompt is about this code; with earlier commits that say so too one less. */
const WORDS_MIN = 3;
const SUPPORT_MIN = 0.15;
/** Which of the files is right is told by a logistic regression over commits (docs/RANKING.md). */
const CHANCE = { base: -3.4, margin: 2.8, lead: 3.2, words: 1.35, named: 1.8 };
/** With it half of the commits of fourteen repositories get pointers. */
const CHANCE_MIN = 0.58;
/** A place with less than this share of the first one's score is not shown beside it. */
const BESIDE_FIRST = 0.5;
/** A symbol that has this share of the score of lines between symbols stands for them: it says what it is. */
const SYMBOL_INSTEAD = 0.8;
/** A declaration without a body has so many lines; what it declares is looked for among so many places, the best. */
const DECLARATION_LINES_MAX = 2;
const OTHERS_MAX = 50;

/** Says where the code for a prompt seems to be, or why it does not. Reads no file. */
export function pointersFor(view: CodeView, prompt: string, nowMinutes: number): Pointers {
  const { text, why } = askedWork(prompt);
  if (why !== null) return silent(why);
  const named = namedPlaces(view, text, ANYWHERE, NAMED_LINES_MAX);
  // A line that a stack trace names needs no other evidence.
  if (named.length > 0) return { pointers: pointersAt(named, 0), why: null, scores: null };
  const searched = withoutManyPaths(text);
  const terms = askedTerms(view, searched);
  const known = terms.filter(({ isKnown }) => isKnown).length;
  // Nothing that is found could hold enough.
  if (known < WORDS_MIN - 1) return silent(known === 0 ? "nothing" : "weak");
  const { places, results } = findCode(view, searched, nowMinutes);
  const [first] = results.files;
  if (first === undefined) return silent("nothing");
  if (!isCode(first.path)) return silent("docs");
  const scores = weigh(view, terms, results);
  const wordsMin = scores.support < SUPPORT_MIN ? WORDS_MIN : WORDS_MIN - 1;
  if (scores.words < wordsMin) return silent("weak", scores);
  if (scores.chance < CHANCE_MIN) return silent("beaten", scores);
  const pointers = pointersAt(
    places.filter(({ path }) => isCode(path)),
    BESIDE_FIRST,
  );
  return pointers.length === 0 ? silent("nothing", scores) : { pointers, why: null, scores };
}

function silent(why: PointersWhy, scores: PointerScores | null = null): Pointers {
  return { pointers: [], why, scores };
}

function isCode(path: string): boolean {
  const kind = pathClassOf(path);
  return kind !== "docs" && kind !== "config";
}

/** A text with its first paths only: each is compared with those of all files. */
function withoutManyPaths(text: string): string {
  let count = 0;
  return text.replace(PATH_LIKE, (path) => (++count > PATHS_MAX ? " " : path));
}

/** A word of the prompt. */
interface AskedTerm {
  readonly term: string;
  readonly isKnown: boolean;
  /** What it says of all that the prompt's words say, by how few chunks hold it. */
  readonly share: number;
}

function askedTerms({ generations, totals }: CodeView, text: string): AskedTerm[] {
  const terms = [...parseCodeQuery(text).terms].flatMap(([term, weight]) => {
    if (STOP_WORDS.has(term)) return [];
    let [frequency, isInPaths] = [0, false];
    for (const { files, chunks } of generations) {
      const ordinal = chunks.findTerm(term);
      if (ordinal >= 0) frequency += chunks.frequencyOf(ordinal);
      isInPaths ||= files.findTerm(term) >= 0;
    }
    const idf = inverseDocumentFrequency(totals.chunks, Math.min(frequency, totals.chunks));
    return [{ term, isKnown: frequency > 0 || isInPaths, share: weight * idf }];
  });
  const total = Math.max(1e-9, sumOf(terms));
  return terms.map((each) => ({ ...each, share: each.share / total }));
}

function sumOf(terms: readonly Pick<AskedTerm, "share">[]): number {
  return terms.reduce((sum, { share }) => sum + share, 0);
}

function weigh(view: CodeView, terms: readonly AskedTerm[], { files, chunks, evidence }: CodeResults): PointerScores {
  const [first, second, third] = files;
  const before = (other: RankedFile | undefined) => (first!.score - (other?.score ?? 0)) / first!.score;
  const bestIn = (file: RankedFile) => chunks.find((each) => each.file === file)?.chunk ?? null;
  const chunk = bestIn(first!);
  const words = terms.filter(heldBy(view, first!, chunk)).length;
  const named =
    namedShare(view, terms, first!, chunk) -
    (second === undefined ? 0 : namedShare(view, terms, second, bestIn(second)));
  const [margin, lead] = [before(second), before(third)];
  const sum =
    CHANCE.base +
    CHANCE.margin * margin +
    CHANCE.lead * lead +
    CHANCE.words * Math.log(1 + words) +
    CHANCE.named * named;
  const support = first!.history * Math.sqrt(evidence.confidence);
  return { chance: 1 / (1 + Math.exp(-sum)), margin, lead, words, named, support };
}

/** Whether a chunk, or the path of its file, holds a term. */
function heldBy(view: CodeView, { generation, path }: RankedFile, chunk: number | null) {
  const { chunks } = view.generations[generation]!;
  const ofPath = new Set(tokenize(path));
  const candidate = new Uint32Array(1);
  return ({ term }: AskedTerm): boolean => {
    if (ofPath.has(term)) return true;
    const ordinal = chunk === null ? -1 : chunks.findTerm(term);
    candidate[0] = chunk ?? 0;
    return ordinal >= 0 && chunks.retain(ordinal, candidate, 1) === 1;
  };
}

/** The share of the prompt that a path says, and that of the name of a chunk's symbol: 0 to 2. */
function namedShare(
  view: CodeView,
  terms: readonly AskedTerm[],
  { generation, path }: RankedFile,
  chunk: number | null,
): number {
  const symbol = chunk === null ? null : view.generations[generation]!.chunks.names("symbol").of(chunk);
  return [path, symbol ?? ""]
    .map((name) => new Set(tokenize(name)))
    .reduce((sum, words) => sum + sumOf(terms.filter(({ term }) => words.has(term))), 0);
}

/**
 * The places to point at: each symbol once, where it is defined. Left out is what has less than the share `least` of the
 * first one's score.
 */
function pointersAt(places: readonly FoundPlace[], least: number): Pointer[] {
  const pointers = new Map<string, Pointer>();
  const others = places.slice(0, OTHERS_MAX);
  for (const place of places) {
    if (pointers.size === POINTERS_MAX) break;
    if (place.score < least * (places[0]?.score ?? 0)) continue;
    const { path, stretch, kind, score } = place.named === null ? betterFor(place, others) : place;
    if (stretch === null) continue;
    const key = `${path}\n${stretch.symbol ?? stretch.from}`;
    if (!pointers.has(key)) pointers.set(key, { path, from: stretch.from, to: stretch.to, stretch, kind, score });
  }
  return [...pointers.values()];
}

/**
 * What to point at instead of a place: for lines between symbols a symbol of the file that fits hardly worse, for a
 * declaration as in a header what it declares.
 */
function betterFor(place: FoundPlace, others: readonly FoundPlace[]): FoundPlace {
  const least = place.score * SYMBOL_INSTEAD;
  const isSymbol = ({ path, score, stretch }: FoundPlace) =>
    path === place.path && score >= least && stretch !== null && stretch.symbol !== null;
  const found = place.stretch?.symbol === null ? (others.find(isSymbol) ?? place) : place;
  const { path, stretch } = found;
  if (stretch === null || stretch.symbol === null || lengthOf(stretch) > DECLARATION_LINES_MAX) return found;
  const isDefinition = (other: FoundPlace) =>
    other.stretch?.symbol === stretch.symbol && other.path !== path && lengthOf(other.stretch) > DECLARATION_LINES_MAX;
  return others.find(isDefinition) ?? found;
}

function lengthOf({ from, to }: Stretch): number {
  return to - from + 1;
}
