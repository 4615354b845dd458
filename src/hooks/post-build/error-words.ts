// What to look for when an error has come up: its words, weighed by how much they say of this error and no other; and
// which of the entries found are about it. Silence is better than notes that share nothing but the words in which all
// errors are told.

import { nameOf } from "../../base/path-names.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { type QuickHit, quickSearch, type Scope } from "../../engine/search/quick-search.ts";
import { isStopTerm, type TermGroup, termGroups } from "../../engine/text/tokenizer.ts";
import { documentsCiting } from "../../notes/index/source-terms.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { parseSource } from "../../notes/text/citation.ts";
import { CODE_STRENGTH, NAME_STRENGTH, strengthOf, WEAK_STRENGTH } from "./error-vocabulary.ts";
import { SaidWords } from "./said-words.ts";

/** What is looked for. */
export interface ErrorWords {
  readonly groups: readonly TermGroup[];
  /** How much each of them says: 0.5 little, 1 a plain word, 1.5 a name in code, 2 the code of a kind of error. */
  readonly strengths: readonly number[];
  /** How many of them, codes apart, are of the first error; they come right behind the codes. */
  readonly firstCount: number;
  readonly codeCount: number;
  /** What was said. */
  readonly texts: readonly string[];
}

const WORDS_MAX = 24;
const PATH = /(?:[\w.@~+-]*[\\/])+[\w.@+-]*/g;
const WORD = /[\w\u0080-\uffff-]+/g;
/** In so few entries a name in code alone is enough. */
const RARE_ENTRIES = 3;
/** Plain words have to make up this share of what the error says, or of this much of a long one. */
const SHARE_MIN = 0.4;
const SHARED_OF_MAX = 8;
const PLAIN_MIN = 2;
/** Or this share of the first error, if it is more than one plain word. */
const FIRST_SHARE_MIN = 0.5;
const FIRST_MIN = 1.5;
const CITING_MAX = 64;
/** What a word in no entry counts for, of what it would if it were in one. */
const UNKNOWN = 0.4;
/** So many hits are read for whether they quote the error. */
const QUOTING_LOOKED_AT = 4;

/**
 * The words of texts that tell of an error, without paths, numbers and what all errors share; `codes` are its codes.
 * Plain words that stand in the `command` say less: they are what was wanted and not what went wrong.
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
      const strength = group.prefix || isStopTerm(group) ? 0 : strengthOf(group.word);
      add(group, strength === 1 && wanted.has(group.word.toLowerCase()) ? WEAK_STRENGTH : strength);
    }
    if (text === texts[0]) firstCount = groups.length - codeCount;
  }
  return { groups, strengths, codeCount, firstCount, texts };
}

/** An entry, by document number, and how near it is to an error. */
export interface AboutError {
  readonly id: number;
  readonly score: number;
  /** Whether it has what no other error has: its code, a name, its very words. */
  readonly isSure: boolean;
}

/** What an error amounts to, as far as the entries know its words. */
interface Masses {
  /** Of each word. */
  readonly masses: readonly number[];
  readonly first: number;
  readonly total: number;
  readonly rare: number;
}

/**
 * The entries that are about the error, best first: those of `scope` that share enough with it. `paths`: the files that
 * it names, from the project's root where that is known; entries that cite one of them need to share less.
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

/** A word in many entries counts for less, one in none for a part: no entry could have it. */
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
      // What has the code in its title, its tags or its topic is about it; what mentions it may be about anything.
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

/** Entries that cite the file: by its whole path, or as far as the shorter of the two goes. */
function citingEntries(view: NoteView, path: string, { accepts }: Scope): number[] {
  return documentsCiting(view.index, nameOf(path), CITING_MAX, accepts).filter((id) => {
    const source = view.document(id).source;
    if (source === null) return false;
    const cited = parseSource(source).path.replace(/^\.?\//, "");
    return cited === path || `/${cited}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${cited}`);
  });
}
