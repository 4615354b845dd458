// What to look for when an error has come up: its words, weighed by how much they say of this error and no other; and which of the entries
// found are about it. Silence is better than notes that share nothing but the words in which all errors are told.

import { documentsCiting } from "../../../index/source-terms.ts";
import type { KnowledgeView } from "../../../knowledge/knowledge-view.ts";
import { inverseDocumentFrequency } from "../../../retrieval/bm25.ts";
import { type QuickHit, quickSearch, type Scope } from "../../../retrieval/quick-search.ts";
import { parseSource } from "../../../text/citation.ts";
import { nameOf } from "../../../text/path-names.ts";
import { isStopWord, type TermGroup, termGroups } from "../../../text/tokenizer.ts";

/** What is looked for. */
export interface ErrorWords {
  readonly groups: readonly TermGroup[];
  /** How much each of them says: 0.5 little, 1 a plain word, 1.5 a name in code, 2 the code of a kind of error. */
  readonly strengths: readonly number[];
  /** What the words of the first error, without its code, amount to. */
  readonly first: number;
}

const WORDS_MAX = 24;
const PATH = /(?:[\w.@~+-]*[\\/])+[\w.@+-]*/g;
const CODE_STRENGTH = 2;
const NAME_STRENGTH = 1.5;
const WEAK_STRENGTH = 0.5;
/** In so few entries a name in code alone is enough. */
const RARE_ENTRIES = 3;
/** Plain words have to make up this share of what the error says, or of this much of a long one. */
const SHARE_MIN = 0.3;
const SHARED_OF_MAX = 8;
const PLAIN_MIN = 2;
/** Or this share of the first error, if it is more than one plain word. */
const FIRST_SHARE_MIN = 0.5;
const FIRST_MIN = 1.5;
const CITING_MAX = 64;

/** Words in which errors of all kinds are told: not looked for. */
const GENERIC =
  " error errors failed fail fails failure failures fatal warning exception unexpected expected received got found find cannot can't could " +
  "not unable invalid missing undefined unknown unresolved does exist exists such file files directory line lines column with from into the " +
  "and for was are has have been this that when while during after before your you please see use used using try trying run running command " +
  "exit code status process stack trace traceback panic panicked thread main caused more information help note info left right actual " +
  "assertion assert asserterror assertionerror equal equals match matches true false none null nil some thing one two any all time times " +
  "passed test tests build compile compiling compilation compiled step task tool output input result results occurred problem because " +
  "should must may only also but its then than there here which what where who how why out over make node object typeerror ";
/** Words that many errors share, and that say something together with others. */
const WEAK =
  " type types value values argument arguments function method module modules package property properties name names variable import imports " +
  "string number integer boolean array list class struct field member symbol reference call called return returned path access read write " +
  "target default index range size length key data state constructor parameter parameters statement expression identifier declaration " +
  "syntax token operator operand assignable assigned implicitly declared defined scope config option options version request response " +
  "u8 u16 u32 u64 i8 i16 i32 i64 usize isize f32 f64 str bool char int float double long void byte bytes vec option " +
  "connection server client user memory runtime system resource permission denied timeout script project source ";

/** The words of texts that tell of an error, without paths, numbers and what all errors share; `codes` are its codes. */
export function errorWords(texts: readonly string[], codes: readonly string[]): ErrorWords {
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
  const codesEnd = groups.length;
  let first = 0;
  for (const text of texts) {
    for (const group of termGroups(text.replace(PATH, " "))) add(group, strengthOf(group));
    if (text === texts[0]) first = sumOf(strengths.slice(codesEnd));
  }
  return { groups, strengths, first };
}

function sumOf(strengths: readonly number[]): number {
  return strengths.reduce((sum, strength) => sum + strength, 0);
}

function strengthOf(group: TermGroup): number {
  const { word, prefix } = group;
  const lower = word.toLowerCase();
  if (prefix || isStopWord(group) || !/\D/.test(word) || GENERIC.includes(` ${lower} `)) return 0;
  if (/^[A-Z]{1,6}-?\d{3,6}$/.test(word) || /^E[A-Z]{3,}$/.test(word)) return CODE_STRENGTH;
  if (/_|[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(word) && word.length > 4) return NAME_STRENGTH;
  return WEAK.includes(` ${lower} `) ? WEAK_STRENGTH : 1;
}

/** An entry, by document number, and how near it is to an error. */
export interface AboutError {
  readonly id: number;
  readonly score: number;
}

/**
 * The entries that are about the error, best first: those of `scope` that share enough with it. `paths`: the files that it
 * names, from the project's root where that is known; entries that cite one of them need to share less.
 */
export function entriesAbout(
  view: KnowledgeView,
  words: ErrorWords,
  paths: readonly string[],
  scope: Scope,
): AboutError[] {
  if (words.groups.length === 0) return [];
  const { hits, weights } = quickSearch(view.index, words.groups, scope);
  if (hits.length === 0) return [];
  const citing = new Set(paths.flatMap((path) => citingEntries(view, path, scope)));
  const rare = inverseDocumentFrequency(Math.max(scope.entryCount, RARE_ENTRIES), RARE_ENTRIES);
  const total = sumOf(words.strengths);
  const found: AboutError[] = [];
  for (const hit of hits) {
    const cites = citing.has(hit.id);
    if (!isAbout(view, hit, words, weights, { cites, rare, total })) continue;
    found.push({ id: hit.id, score: cites ? hit.score * 2 : hit.score });
  }
  return found.sort((a, b) => b.score - a.score);
}

function isAbout(
  view: KnowledgeView,
  hit: QuickHit,
  { groups, strengths, first }: ErrorWords,
  weights: readonly number[],
  { cites, rare, total }: { readonly cites: boolean; readonly rare: number; readonly total: number },
): boolean {
  let sum = 0;
  let codes = 0;
  let isNamed = false;
  for (const place of hit.words) {
    const strength = strengths[place]!;
    if (strength === CODE_STRENGTH) {
      codes++;
      // What has the code in its title, its tags or its topic is about it; what mentions it may be about anything.
      if (isTitled(view, hit.id, groups[place]!.word)) return true;
    } else {
      sum += strength;
      if (strength === NAME_STRENGTH && weights[place]! >= rare) isNamed = true;
    }
  }
  if (isNamed || (codes > 0 && sum >= 1) || (cites && codes + sum >= 1)) return true;
  if (sum >= FIRST_MIN && sum >= FIRST_SHARE_MIN * first) return true;
  return sum >= PLAIN_MIN && sum >= SHARE_MIN * Math.min(total, SHARED_OF_MAX);
}

function isTitled(view: KnowledgeView, id: number, code: string): boolean {
  const { topic, tags, snippet } = view.document(id);
  return `${snippet[0]} ${topic} ${tags.join(" ")}`.toLowerCase().includes(code.toLowerCase());
}

/** Entries that cite the file: by its whole path, or as far as the shorter of the two goes. */
function citingEntries(view: KnowledgeView, path: string, { accepts }: Scope): number[] {
  return documentsCiting(view.index, nameOf(path), CITING_MAX, accepts).filter((id) => {
    const source = view.document(id).source;
    if (source === null) return false;
    const cited = parseSource(source).path.replace(/^\.?\//, "");
    return cited === path || `/${cited}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${cited}`);
  });
}
