// Decides what to look for when an error has occurred, and which of the notes found are about the error. The words of
// the error are weighed by how specific they are to it. Silence is better than notes that share only words of all
// errors.

import { nameOf } from "../../base/path-names.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { type QuickHit, quickSearch, type Scope } from "../../engine/search/quick-search.ts";
import { isStopWord, type TermGroup, termGroups } from "../../engine/text/tokenizer.ts";
import { documentsCiting } from "../../notes/index/source-terms.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { parseSource } from "../../notes/text/citation.ts";
import { CODE_STRENGTH, NAME_STRENGTH, strengthOf, WEAK_STRENGTH } from "./error-vocabulary.ts";
import { SaidWords } from "./said-words.ts";

/** The words to look for. */
export interface ErrorWords {
  readonly groups: readonly TermGroup[];
  /** How much each group says: 0.5 little, 1 a plain word, 1.5 a name in code, 2 the code of a kind of error. */
  readonly strengths: readonly number[];
  /** How many groups, codes not counted, come from the first error. These groups stand right behind the codes. */
  readonly firstCount: number;
  readonly codeCount: number;
  /** The texts of the errors. */
  readonly texts: readonly string[];
}

const WORDS_MAX = 24;
const PATH = /(?:[\w.@~+-]*[\\/])+[\w.@+-]*/g;
const WORD = /[\w\u0080-\uffff-]+/g;
/** A name in code that is in at most this many notes is enough alone. */
const RARE_ENTRIES = 3;
/**
 * Plain words must weigh at least PLAIN_MIN and this share of the error's weight, of which at most SHARED_OF_MAX
 * counts.
 */
const SHARE_MIN = 0.4;
const SHARED_OF_MAX = 8;
const PLAIN_MIN = 2;
/** Or they must weigh at least FIRST_MIN, more than one plain word, and this share of the first error's weight. */
const FIRST_SHARE_MIN = 0.5;
const FIRST_MIN = 1.5;
const CITING_MAX = 64;
/** A word in no note counts for this part of its strength. */
const UNKNOWN = 0.4;
/** This many hits are read to see whether they quote the error. */
const QUOTING_LOOKED_AT = 4;

/**
 * The words of texts that describe an error. Paths, numbers and words of all errors are left out. `codes` are the codes
 * of the error. Plain words that also stand in `command` say less: they name what was wanted and not what went wrong.
 */
export function errorWords(texts: readonly string[], codes: readonly string[], command = ""): ErrorWords {
  const wanted = new Set(command.toLowerCase().match(WORD));
  const groups: TermGroup[] = [];
  const strengths: number[] = [];
  const seen = new Set<string>();
  const add = (group: TermGroup, strength: number) => {
    const key = group.whole ?? group.parts.join(" ");
    if (seen.has(key) || groups.length === WORDS_MAX || strength === 0) return;
    seen.add(key);
    groups.push(group);
    strengths.push(strength);
  };
  for (const code of codes) for (const group of termGroups(code)) add(group, CODE_STRENGTH);
  const codeCount = groups.length;
  let firstCount = 0;
  for (const text of texts) {
    for (const group of termGroups(text.replace(PATH, " "))) {
      const strength = group.prefix || isStopWord(group) ? 0 : strengthOf(group.word);
      add(group, strength === 1 && wanted.has(group.word.toLowerCase()) ? WEAK_STRENGTH : strength);
    }
    if (text === texts[0]) firstCount = groups.length - codeCount;
  }
  return { groups, strengths, codeCount, firstCount, texts };
}

/** A note, by document number, and how well it fits an error. */
export interface AboutError {
  readonly id: number;
  readonly score: number;
  /** Whether the note holds something that no other error has: the error's code, a rare name, or its very words. */
  readonly isSure: boolean;
}

/** The weights of an error's words, as far as the notes know these words. */
interface Masses {
  /**
   * The weight of each word. `first` is the sum for the first error, `total` for all words. `rare` is the inverse
   * document frequency of a word in RARE_ENTRIES notes.
   */
  readonly masses: readonly number[];
  readonly first: number;
  readonly total: number;
  readonly rare: number;
}

/**
 * The notes of `scope` that are about the error, best first. `paths` are the files that the error names, relative to
 * the project's root where it is known. A note that cites one of these files needs to share fewer words.
 */
export function entriesAbout(view: NoteView, words: ErrorWords, paths: readonly string[], scope: Scope): AboutError[] {
  if (words.groups.length === 0) return [];
  const { hits, weights, commonWeights } = quickSearch(view.index, words.groups, scope);
  if (hits.length === 0) return [];
  const citing = new Set(paths.flatMap((path) => citingEntries(view, path, scope)));
  const masses = massesOf(words, weights, commonWeights, scope);
  const said = new SaidWords(words.texts);
  const found: AboutError[] = [];
  let left = QUOTING_LOOKED_AT;
  for (const hit of hits) {
    const cites = citing.has(hit.id);
    const proximity = proximityOf(view, hit, words, masses, weights, cites);
    const isSure = proximity === "sure" || (left-- > 0 && said.isQuotedIn(view.body(hit.id) ?? ""));
    if (isSure || proximity === "near") found.push({ id: hit.id, score: cites ? hit.score * 2 : hit.score, isSure });
  }
  return found.sort((a, b) => b.score - a.score);
}

/**
 * The weights of an error's words. A word in many notes weighs less. A word in no note weighs only a part, since no
 * note can share it.
 */
function massesOf(
  { strengths, codeCount, firstCount }: ErrorWords,
  weights: readonly number[],
  commonWeights: readonly number[],
  { entryCount }: Scope,
): Masses {
  const rare = inverseDocumentFrequency(Math.max(entryCount, RARE_ENTRIES), RARE_ENTRIES);
  const masses = strengths.map((strength, at) => {
    const weight = weights[at]! + commonWeights[at]!;
    return strength * (weight === 0 ? UNKNOWN : Math.min(1, weight / rare));
  });
  const sum = (from: number, to: number) => masses.slice(from, to).reduce((all, mass) => all + mass, 0);
  return { masses, first: sum(codeCount, codeCount + firstCount), total: sum(0, masses.length), rare };
}

function proximityOf(
  view: NoteView,
  hit: QuickHit,
  { groups, strengths }: ErrorWords,
  { masses, first, total, rare }: Masses,
  weights: readonly number[],
  cites: boolean,
): "sure" | "near" | "far" {
  let sum = 0;
  let codes = 0;
  for (const place of hit.words) {
    const strength = strengths[place]!;
    if (strength === CODE_STRENGTH) {
      codes++;
      // A note with the code in its title, tags or topic is about the error. A note that only mentions the code may be
      // about anything.
      if (isTitled(view, hit.id, groups[place]!.word)) return "sure";
    } else {
      sum += masses[place]!;
      if (strength === NAME_STRENGTH && weights[place]! >= rare) return "sure";
    }
  }
  if ((codes > 0 && sum >= 1) || (cites && codes + sum >= 1)) return "near";
  if (sum >= FIRST_MIN && sum >= FIRST_SHARE_MIN * first) return "near";
  return sum >= PLAIN_MIN && sum >= SHARE_MIN * Math.min(total, SHARED_OF_MAX) ? "near" : "far";
}

function isTitled(view: NoteView, id: number, code: string): boolean {
  const { topic, tags, snippet } = view.document(id);
  return `${snippet[0]} ${topic} ${tags.join(" ")}`.toLowerCase().includes(code.toLowerCase());
}

/** The notes that cite the file. */
function citingEntries(view: NoteView, path: string, { accepts }: Scope): number[] {
  return documentsCiting(view.index, nameOf(path), CITING_MAX, accepts).filter((id) => {
    const { source } = view.document(id);
    return source !== null && citesPath(source, path);
  });
}

/** Whether a source cites the file: the two paths must agree as far as the shorter one goes. */
export function citesPath(source: string, path: string): boolean {
  const cited = parseSource(source).path.replace(/^\.?\//, "");
  return cited === path || `/${cited}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${cited}`);
}
