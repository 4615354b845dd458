// The naive model of a knowledge base: a list of live entries, searched by scoring every one of them from the formula.
// Imports nothing of src/, so that a mistake there has no twin here. Entries stay in the order in which they were first
// stored; an edited one keeps its place, a moved one too.

import { modelNearness } from "./model-proximity.ts";
import { modelLikeness } from "./model-relevance-feedback.ts";
import { timesSaid, wordsApart } from "./model-repeats.ts";
import { modelStem } from "./model-stems.ts";
import { isModelFaint, type ModelWord, modelWords } from "./model-tokenizer.ts";

/** An entry as the tests make it up; `body` writes its metadata lines. */
export interface ModelNote {
  readonly text: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly confidence: number;
  readonly projects: readonly string[];
}

export interface ModelEntry extends ModelNote {
  readonly topic: string;
  /** UTC minutes since 1970. */
  readonly minutes: number;
  readonly body: string;
  /** Tells entries apart and orders those of one minute. */
  readonly place: number;
}

export interface ModelRequest {
  readonly words: string;
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  readonly sources: readonly string[];
  readonly from: number | null;
  readonly to: number | null;
  readonly project: string | null;
  readonly ownProject: string | null;
  /** Entries that cite one of these count as if their source had changed. */
  readonly staleSources: readonly string[];
  readonly mode: "and" | "or" | "ranked";
  readonly nowMinutes: number;
  /** Whether notes age. */
  readonly recency: boolean;
}

export interface ModelResults {
  /** Score by place. */
  readonly scores: ReadonlyMap<number, number>;
  readonly fellBack: boolean;
  /** How many have every word, where any of them is enough because there are many. */
  readonly whole?: number;
  /**
   * The scores, by place, of the first twenty, given by their places in order, when their texts are looked at; null
   * where that depends on which of two scores is greater that are the same but for rounding.
   */
  reordered(first: readonly number[]): ReadonlyMap<number, number> | null;
}

/** The body of a note, as the log would hold it. */
export function bodyOf({ text, tags, source, confidence, projects }: ModelNote): string {
  return [
    ...(tags.length > 0 ? [`[tags: ${tags.join(", ")}]`] : []),
    ...(source === null ? [] : [`[source: ${source}]`]),
    ...(confidence < 1 ? [`[confidence: ${confidence}]`] : []),
    text,
    ...(projects.length > 0 ? [`[project: ${projects.join(", ")}]`] : []),
  ].join("\n");
}

/** Terms of an entry, repeated as often as they occur: those of its first line, and all others. */
interface Bag {
  readonly title: readonly string[];
  readonly rest: readonly string[];
  /** Both. */
  readonly all: readonly string[];
}

const bags = new WeakMap<ModelEntry, Bag>();

function termsOf(entry: ModelEntry): Bag {
  const known = bags.get(entry);
  if (known !== undefined) return known;
  const { text, topic, tags, source } = entry;
  const terms = (part: string) => modelWords(part).flatMap((word) => word.terms);
  const [first = "", ...lines] = text.split("\n");
  const title = terms(first);
  const rest = [lines.join("\n"), topic, tags.join(" "), source ?? ""].flatMap(terms);
  const bag = { title, rest, all: [...title, ...rest] };
  bags.set(entry, bag);
  return bag;
}

export class NaiveModel {
  entries: ModelEntry[] = [];
  #stored = 0;

  add(topic: string, note: ModelNote, minutes: number): ModelEntry {
    const entry = { ...note, topic, minutes, body: bodyOf(note), place: this.#stored++ };
    this.entries.push(entry);
    return entry;
  }

  remove(place: number): void {
    this.entries = this.entries.filter((entry) => entry.place !== place);
  }

  /** Gives an entry another note and perhaps another topic; returns its new body. */
  edit(place: number, topic: string, note: ModelNote): string {
    const body = bodyOf(note);
    this.entries = this.entries.map((entry) =>
      entry.place === place ? { ...note, topic, minutes: entry.minutes, body, place } : entry,
    );
    return body;
  }

  /** The entries of a topic in order. */
  ofTopic(topic: string): ModelEntry[] {
    const found = this.entries.filter((entry) => entry.topic === topic);
    return found.sort((a, b) => a.minutes - b.minutes || a.place - b.place);
  }

  topics(): string[] {
    return [...new Set(this.entries.map((entry) => entry.topic))].sort((a, b) => (a < b ? -1 : 1));
  }

  search(request: ModelRequest): ModelResults {
    const passing = this.entries.filter((entry) => passes(entry, request));
    if (request.words.trim() === "")
      return { scores: new Map(passing.map(({ place }) => [place, 0])), fellBack: false, reordered: () => new Map() };
    const { words: asked, stopTerms } = wantedWords(request.words);
    const bagsOfAll = this.entries.map(termsOf);
    const said = wordsApart(request.words);
    const words = asked.map((word) => wantedOf(word, said, bagsOfAll));
    const weighed = weighedTerms(words, stopTerms, bagsOfAll);
    const weigh = informationOf(weighed, words, bagsOfAll);
    const any = new Map<number, number>();
    const all = new Map<number, number>();
    for (const entry of passing) {
      const bag = termsOf(entry);
      if (!words.some((word) => touches(bag, word))) continue;
      const score = weigh(bag);
      const boosted = score * boost(entry, request);
      any.set(entry.place, boosted);
      if (words.every((word) => holds(bag, word))) all.set(entry.place, boosted);
    }
    const reordered = (first: readonly number[]) => {
      const found = first.map((place) => this.entries.find((one) => one.place === place)!);
      if (words.length < 3) return new Map(first.map((place) => [place, any.get(place)!]));
      const candidates = found.map((entry) => {
        const factor = boost(entry, request);
        const own = any.get(entry.place)!;
        const near = factor === 0 ? 0 : Math.min(own / factor / 2, proximityOf(entry, words, weighed));
        const score = own + near * factor;
        return { entry, score, boost: factor };
      });
      return withLikeness(candidates, weighed, bagsOfAll);
    };
    if (request.mode === "or") return { scores: any, fellBack: false, reordered };
    if (request.mode === "ranked" && words.length >= 3)
      return { scores: any, fellBack: false, whole: all.size, reordered };
    const fellBack = all.size === 0 && any.size > 0;
    return { scores: fellBack ? any : all, fellBack, reordered };
  }
}

function wantedWords(text: string): { words: ModelWord[]; stopTerms: ModelWord[] } {
  const distinct = new Map(
    modelWords(text).map((word) => [
      JSON.stringify([word.whole, new Set(word.parts).size, ...new Set(word.parts)]),
      word,
    ]),
  );
  const words = [...distinct.values()];
  const content = words.filter((word) => !isModelFaint(word));
  return content.length > 0 ? { words: content, stopTerms: words.filter(isModelFaint) } : { words, stopTerms: [] };
}

function passes(entry: ModelEntry, { tags, topics, sources, from, to, project }: ModelRequest): boolean {
  const file = (entry.source ?? "").replace(/:\d+([-:]\d+)?$/, "");
  return (
    tags.every((tag) => entry.tags.includes(tag)) &&
    (topics.length === 0 || topics.includes(entry.topic)) &&
    sources.every((wanted) => [entry.source, file].some((path) => path === wanted || path?.endsWith(`/${wanted}`))) &&
    (from === null || entry.minutes >= from) &&
    (to === null || entry.minutes < to) &&
    (project === null || entry.projects.includes(project))
  );
}

/** A term that is looked for: as it is, in all its forms, or (a single character) wherever it begins a term. */
interface Wanted {
  readonly term: string;
  readonly kind: "exact" | "forms" | "single" | "near";
  readonly weight: number;
  /** How much more it counts because the query repeats it; 1 where that is left out. Its rareness is what it is. */
  readonly said?: number;
}

/**
 * What is meant by a part of a word: where no entry has it in any form, what it begins and what is a slip away from it.
 */
function settled(wanted: Wanted, all: readonly Bag[]): Wanted {
  if (wanted.kind !== "forms" || all.some(({ all: terms }) => occurrences(terms, wanted) > 0)) return wanted;
  const near: Wanted = { ...wanted, kind: "near", weight: 0.5 };
  return wanted.term.length >= 4 && all.some(({ all: terms }) => occurrences(terms, near) > 0) ? near : wanted;
}

/** Whether two words are a letter too many, a letter missing, a wrong letter or two swapped letters apart. */
function isSlip(a: string, b: string): boolean {
  if (!/^[a-z]{5,24}$/.test(a) || !/^[a-z]+$/.test(b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  if (long.length > short.length) return short.slice(from) === long.slice(from + 1);
  const isSwap = short[from] === long[from + 1] && short[from + 1] === long[from];
  return short.slice(from + 1) === long.slice(from + 1) || (isSwap && short.slice(from + 2) === long.slice(from + 2));
}

function isMeant({ term, kind }: Wanted, found: string): boolean {
  if (kind === "single") return found.startsWith(term);
  if (kind === "near") return !/\d/.test(term + found) && (found.startsWith(term) || isSlip(term, found));
  if (found === term || kind === "exact") return found === term;
  return PLAIN.test(term) && PLAIN.test(found) && stemOf(found) === stemOf(term);
}

const stems = new Map<string, string>();

/** The model's stem, worked out once. */
function stemOf(word: string): string {
  const known = stems.get(word) ?? modelStem(word);
  stems.set(word, known);
  return known;
}

const PLAIN = /^[a-z]{2,24}$/;

function occurrences(terms: readonly string[], wanted: Wanted): number {
  return terms.filter((found) => isMeant(wanted, found)).length;
}

/** What is looked for of a word: its whole as it is, its parts in all forms. */
function wantedOf({ whole, parts, single }: ModelWord, said: readonly ModelWord[], all: readonly Bag[]): WantedWord {
  return {
    whole: whole === null ? null : { term: whole, kind: "exact", weight: 1, said: timesSaid(whole, said) },
    parts: parts.map((term) =>
      settled({ term, kind: single ? "single" : "forms", weight: 1, said: single ? 1 : timesSaid(term, said) }, all),
    ),
  };
}

interface WantedWord {
  readonly whole: Wanted | null;
  readonly parts: readonly Wanted[];
}

function holds({ all }: Bag, { whole, parts }: WantedWord): boolean {
  if (whole !== null && all.includes(whole.term)) return true;
  return parts.length > 0 && parts.every((part) => occurrences(all, part) > 0);
}

function touches({ all }: Bag, { whole, parts }: WantedWord): boolean {
  return [...parts, ...(whole === null ? [] : [whole])].some((wanted) => occurrences(all, wanted) > 0);
}

interface WeighedTerm {
  readonly one: Wanted;
  readonly idf: number;
  readonly worth: number;
  readonly weight: number;
}

/** All that is scored, each once. */
function weighedTerms(
  words: readonly WantedWord[],
  stopTerms: readonly ModelWord[],
  all: readonly Bag[],
): WeighedTerm[] {
  const wanted = new Map<string, Wanted>();
  for (const { whole, parts } of words) {
    // What stands as a part of one word and as the whole of another is one term, and what it was first.
    for (const one of whole === null ? parts : [...parts, whole]) {
      const key = `${one.kind === "single"} ${one.term}`;
      if (!wanted.has(key)) wanted.set(key, one);
    }
  }
  for (const term of stopTerms.flatMap(({ parts }) => parts)) {
    if (!wanted.has(`false ${term}`)) wanted.set(`false ${term}`, { term, kind: "exact", weight: 0.3 });
  }
  const weighed = [...wanted.values()].map((one) => {
    const count = holdersOf(one, all);
    const idf = one.weight * Math.log(1 + (all.length - count + 0.5) / (count + 0.5));
    const weight = (one.said ?? 1) * one.weight * Math.min(1, 2 * (1 - count / (all.length + 1)));
    return { one, idf, worth: (0.2 * all.length) / count, weight };
  });
  const once = ({ kind, term }: Wanted) => {
    const { worth } = weighed.find(({ one }) => one.term === term && (one.kind === "single") === (kind === "single"))!;
    return worth === Number.POSITIVE_INFINITY ? 0 : Math.log(1 + worth);
  };
  // The parts of a word weigh no more than its whole, unless they are words of their own.
  const shareOf = ({ whole, parts }: WantedWord) => {
    const sum = parts.reduce((total, part) => total + once(part), 0);
    return whole === null || once(whole) === 0 || sum === 0 ? 1 : Math.min(1, once(whole) / sum);
  };
  return weighed.map((term) => {
    const having = words.filter(({ parts }) =>
      parts.some(
        ({ term: name, kind }) => name === term.one.term && (kind === "single") === (term.one.kind === "single"),
      ),
    );
    return { ...term, weight: term.weight * Math.max(...(having.length > 0 ? having.map(shareOf) : [1])) };
  });
}

/** How many entries have a term, which is asked of each of its forms, as if they had nothing to do with each other. */
function holdersOf(one: Wanted, all: readonly Bag[]): number {
  if (one.kind === "single") return all.filter(({ all: terms }) => occurrences(terms, one) > 0).length;
  const forms = [...new Set(all.flatMap(({ all: terms }) => terms))].filter((term) => isMeant(one, term));
  const shares = forms.map((form) => all.filter(({ all: terms }) => terms.includes(form)).length / all.length);
  return all.length * (1 - shares.reduce((without, share) => without * (1 - share), 1));
}

/** The gain of an entry: of the parts of all words that are not a single character. */
function proximityOf(entry: ModelEntry, words: readonly WantedWord[], weighed: readonly WeighedTerm[]): number {
  const asked = words.flatMap(({ parts }) =>
    parts.filter((part, at) => parts.findIndex(({ term }) => term === part.term) === at),
  );
  const placesOf = (one: Wanted) => asked.flatMap(({ term }, place) => (term === one.term ? [place] : []));
  const sought = weighed.filter(({ one }) => one.kind !== "single" && placesOf(one).length > 0);
  // What counts as several words counts as the one that weighs most.
  const heaviest = sought.toSorted((a, b) => b.idf - a.idf);
  return modelNearness(
    entry.text,
    heaviest.map(({ one, idf }) => ({
      idf,
      places: placesOf(one),
      isForm: (term) => heaviest.find((other) => isMeant(other.one, term))?.one === one,
    })),
  );
}

interface Candidate {
  readonly entry: ModelEntry;
  readonly score: number;
  readonly boost: number;
}

/** How near two scores may be for rounding to decide between them. */
const ROUNDING = 1e-9;

/**
 * The scores of entries with what they gain by being on the subject of the first five; null where it is not sure which
 * those are.
 */
function withLikeness(
  candidates: readonly Candidate[],
  weighed: readonly WeighedTerm[],
  all: readonly Bag[],
): Map<number, number> | null {
  const ranked = candidates.toSorted(
    (a, b) => b.score - a.score || b.entry.minutes - a.entry.minutes || b.entry.place - a.entry.place,
  );
  const isUnsure = ranked.slice(0, 5).some(({ entry, score }, at) => {
    const next = ranked[at + 1];
    return next !== undefined && next.entry.text !== entry.text && score - next.score <= ROUNDING * score;
  });
  if (isUnsure) return null;
  const terms = [...new Set(all.flatMap((bag) => bag.all))];
  const asked = weighed.flatMap(({ one }) =>
    one.kind === "single" ? [one.term] : [one.term, ...terms.filter((term) => isMeant(one, term))],
  );
  const forms = (term: string): Wanted => ({ term, kind: "forms", weight: 1 });
  const feedback = modelLikeness(
    ranked.map(({ entry }) => entry.text),
    asked,
    {
      documentCount: all.length,
      averageLength: all.reduce((sum, bag) => sum + bag.all.length, 0) / all.length,
      isSame: (a, b) => isMeant(forms(a), b),
      holdersOf: (term) => holdersOf(forms(term), all),
    },
  );
  const [top] = ranked;
  const best = top === undefined || top.boost === 0 ? 0 : top.score / top.boost;
  const average = feedback.reduce((sum, each) => sum + each, 0) / feedback.length;
  const most = 0.45 * (1 - average) ** 2 * best;
  return new Map(ranked.map(({ entry, score, boost }, at) => [entry.place, score + feedback[at]! * most * boost]));
}

/** Makes the function that scores an entry among all: how unlikely it is to have the terms so often by chance. */
function informationOf(
  weighed: readonly WeighedTerm[],
  words: readonly WantedWord[],
  all: readonly Bag[],
): (bag: Bag) => number {
  const averageLength = all.reduce((sum, other) => sum + other.all.length, 0) / all.length;
  const termOf = (wanted: Wanted) => weighed.find(({ one }) => one.term === wanted.term && one.kind !== "single")!;
  const parts = new Set(words.flatMap((word) => word.parts.map(({ term }) => term)));
  // The words of several parts, each whole once, unless it is a part as well.
  const compounds = words.filter(
    ({ whole, parts: own }, at) =>
      whole !== null &&
      own.length > 0 &&
      !parts.has(whole.term) &&
      words.findIndex((word) => word.whole?.term === whole.term && word.parts.length > 0) === at,
  );
  return ({ title, rest, all: terms }) => {
    const worthOf = ({ worth, weight }: WeighedTerm, inTitle: number, elsewhere: number) => {
      const normal = elsewhere / (0.25 + (0.75 * terms.length) / averageLength);
      const frequency = normal + (5 * inTitle) / (0.75 + (0.25 * title.length) / 12);
      return frequency > 0 ? weight * Math.log(1 + worth * Math.min(16, frequency)) : 0;
    };
    const full = (term: WeighedTerm) => worthOf(term, occurrences(title, term.one), occurrences(rest, term.one));
    const wholes = compounds.map(({ whole }) => termOf(whole!));
    let score = 0;
    for (const term of weighed) if (!wholes.includes(term)) score += full(term);
    compounds.forEach((word, at) => {
      const whole = wholes[at]!;
      // What the parts say less without the occurrences within the whole, the whole does not say again.
      const [inTitle, elsewhere] = [occurrences(title, whole.one), occurrences(rest, whole.one)];
      if (inTitle + elsewhere === 0) return;
      const within = word.parts.map(termOf).reduce((sum, part) => {
        const left = Math.max(0, occurrences(terms, part.one) - inTitle - elsewhere);
        const leftInTitle = Math.min(left, Math.max(0, occurrences(title, part.one) - inTitle));
        return sum + full(part) - worthOf(part, leftInTitle, left - leftInTitle);
      }, 0);
      score += Math.max(full(whole) / 4, full(whole) - within);
    });
    return score;
  };
}

/** Tags of notes that do not age. */
const LASTING = [
  ..."architecture module-map coupling interface module overview data-flow lifecycle protocol flow".split(" "),
  ..."invariant boundary concurrency security gotcha error-handling decision design".split(" "),
];

function boost(entry: ModelEntry, { nowMinutes, ownProject, staleSources, recency }: ModelRequest): number {
  const { minutes, projects, source } = entry;
  const isStale = source !== null && staleSources.includes(source);
  const confidence = isStale && entry.confidence > 0.7 ? 0.7 : entry.confidence;
  const ageDays = Math.max(0, nowMinutes - minutes) / 1440;
  const own = ownProject !== null && projects.includes(ownProject);
  const ages = recency && !entry.tags.some((tag) => LASTING.includes(tag));
  return confidence * (own ? 1.5 : 1) * (ages ? 0.9 ** Math.log10(1 + ageDays) : 1);
}
