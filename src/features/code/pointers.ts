// Pointers to the code that a prompt is about, for whoever shows them unasked: only where one file stands out. What
// decides, and what it is worth: docs/RANKING.md.

import { pathClassOf } from "../../code/files/path-class.ts";
import { parseCodeQuery } from "../../code/search/code-query.ts";
import type { RankedFile } from "../../code/search/file-ranking.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { STOP_WORDS, tokenize } from "../../engine/text/tokenizer.ts";
import { type Aside, askedWork } from "./asked-work.ts";
import { type FoundCode, type FoundPlace, findCode } from "./find-code.ts";
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
  /** How far the first file is before the second, as a share of its score. */
  readonly margin: number;
  /** Of the five best functions, the share that stands in the first file. */
  readonly gathered: number;
  /** What the best function holds of the prompt's words; 1 is the weight of a word that one chunk alone holds. */
  readonly evidence: number;
}

/**
 * `nothing`: no file was found; `docs`: a text or a setting fits best, no code; `weak`: the best place holds too little of
 * the prompt; `beaten`: other files fit as well.
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
/** How many of the best functions say whether the prompt is about one file. */
const GATHERED_OF = 5;
const EVIDENCE_MIN = 1;
const CHANCE_MIN = 0.7;
/** A logistic regression over commits of six repositories (docs/RANKING.md). */
const CHANCE = { base: -2.85, margin: 4.4, gathered: 1.8, evidence: 1.4 };
/** A place with less than this share of the first one's score is not shown beside it. */
const BESIDE_FIRST = 0.5;
/** A symbol that has this share of the score of lines between symbols stands for them: it says what it is. */
const SYMBOL_INSTEAD = 0.8;

/** Says where the code for a prompt seems to be, or why it does not. Reads no file. */
export function pointersFor(view: CodeView, prompt: string, nowMinutes: number): Pointers {
  const { text, why } = askedWork(prompt);
  if (why !== null) return silent(why);
  const found = findCode(view, text, nowMinutes);
  // A line that a stack trace names needs no other evidence.
  if (found.places[0] !== undefined && found.places[0].named !== null) return told(found, null);
  const first = found.results.files[0];
  if (first === undefined || found.places.length === 0) return silent("nothing");
  if (!isCode(first.path)) return silent("docs");
  const scores = weigh(view, text, found, first);
  if (scores.evidence < EVIDENCE_MIN) return silent("weak", scores);
  if (scores.chance < CHANCE_MIN) return silent("beaten", scores);
  return told(found, scores);
}

function told(found: FoundCode, scores: PointerScores | null): Pointers {
  const pointers = pointersAt(found);
  return pointers.length === 0 ? silent("nothing", scores) : { pointers, why: null, scores };
}

function silent(why: PointersWhy, scores: PointerScores | null = null): Pointers {
  return { pointers: [], why, scores };
}

function isCode(path: string): boolean {
  const kind = pathClassOf(path);
  return kind !== "docs" && kind !== "config";
}

function weigh(view: CodeView, text: string, { results }: FoundCode, first: RankedFile): PointerScores {
  const { files, chunks } = results;
  const margin = (first.score - (files[1]?.score ?? 0)) / first.score;
  const best = chunks.slice(0, GATHERED_OF);
  const gathered = best.filter(({ file }) => file.path === first.path).length / GATHERED_OF;
  const own = chunks.find(({ file }) => file.path === first.path);
  const evidence = evidenceIn(view, text, first, own?.chunk ?? null);
  const sum =
    CHANCE.base + CHANCE.margin * margin + CHANCE.gathered * gathered + CHANCE.evidence * Math.log(1 + evidence);
  return { chance: 1 / (1 + Math.exp(-sum)), margin, gathered, evidence };
}

/** What a chunk and the path of its file hold of the words of a text, each word by how rare it is. */
function evidenceIn(view: CodeView, text: string, file: RankedFile, chunk: number | null): number {
  const { chunks } = view.generations[file.generation]!;
  const total = view.totals.chunks;
  const ofPath = new Set(tokenize(file.path));
  const at = new Uint32Array(1);
  let held = 0;
  for (const [term, weight] of parseCodeQuery(text).terms) {
    if (STOP_WORDS.has(term)) continue;
    const ordinal = chunks.findTerm(term);
    at[0] = chunk ?? 0;
    const isHeld = ofPath.has(term) || (chunk !== null && ordinal >= 0 && chunks.retain(ordinal, at, 1) === 1);
    if (isHeld) held += weight * inverseDocumentFrequency(total, Math.min(total, frequencyOf(view, term)));
  }
  return held / Math.log(Math.max(2, total));
}

function frequencyOf({ generations }: CodeView, term: string): number {
  return generations.reduce((sum, { chunks }) => {
    const ordinal = chunks.findTerm(term);
    return ordinal < 0 ? sum : sum + chunks.frequencyOf(ordinal);
  }, 0);
}

/**
 * The places to point at: each symbol once, and one rather than lines between symbols that fit hardly better. Where the
 * prompt names lines, theirs alone.
 */
function pointersAt({ places }: FoundCode): Pointer[] {
  const isNamed = places[0]?.named !== null;
  const least = (places[0]?.score ?? 0) * BESIDE_FIRST;
  const pointers = new Map<string, Pointer>();
  for (const place of places) {
    if (pointers.size === POINTERS_MAX) break;
    if (place.stretch === null || (isNamed ? place.named === null : place.score < least || !isCode(place.path)))
      continue;
    const { path, stretch, kind, score } = symbolFor(place, places);
    const key = `${path}\n${stretch!.symbol ?? stretch!.from}`;
    if (!pointers.has(key))
      pointers.set(key, { path, from: stretch!.from, to: stretch!.to, stretch: stretch!, kind, score });
  }
  return [...pointers.values()];
}

function symbolFor(place: FoundPlace, places: readonly FoundPlace[]): FoundPlace {
  if (place.named !== null || place.stretch?.symbol !== null) return place;
  const least = place.score * SYMBOL_INSTEAD;
  const isOne = ({ path, score, stretch }: FoundPlace) =>
    path === place.path && score >= least && stretch !== null && stretch.symbol !== null;
  return places.find(isOne) ?? place;
}
