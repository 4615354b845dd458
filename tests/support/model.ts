// The naive model of a knowledge base: a list of live entries, searched by scoring every one of them from the formula.
// Imports nothing of src/, so that a mistake there has no twin here. Entries stay in the order in which they were first
// stored; an edited one keeps its place, a moved one too.

import { modelNearness } from "./model-proximity.ts";
import { modelLikeness } from "./model-relevance-feedback.ts";
import { wordsApart } from "./model-repeats.ts";
import { isModelFaint, type ModelWord, modelSingles, modelWords } from "./model-tokenizer.ts";
import {
  type Bag,
  holdersOf,
  holds,
  informationOf,
  isMeant,
  touches,
  type Wanted,
  type WantedWord,
  type WeighedTerm,
  wantedWords,
  weighedTerms,
} from "./model-words.ts";

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
  /** How often entries helped and misled, by place. */
  readonly judged?: ReadonlyMap<number, readonly [helped: number, misled: number]>;
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

const bags = new WeakMap<ModelEntry, Bag>();

function termsOf(entry: ModelEntry): Bag {
  const known = bags.get(entry);
  if (known !== undefined) return known;
  const { text, topic, tags, source } = entry;
  const terms = (part: string) => modelWords(part).flatMap((word) => word.terms);
  const [first = "", ...lines] = text.split("\n");
  const title = terms(first);
  const rest = [lines.join("\n"), topic, tags.join(" "), source ?? ""].flatMap(terms);
  const singles = (part: string) => modelSingles(part).flatMap((word) => word.terms);
  const marked = [lines.join("\n"), topic, tags.join(" ")].flatMap(singles);
  const bag = {
    title: [...title, ...singles(first)],
    rest: [...rest, ...marked],
    all: [...title, ...rest, ...singles(first), ...marked],
    length: title.length + rest.length,
    titleLength: title.length,
  };
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
    const { words: asked, stopTerms } = askedWords(request.words);
    const bagsOfAll = this.entries.map(termsOf);
    const said = wordsApart(request.words);
    const words = wantedWords(asked, said, bagsOfAll);
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

function askedWords(text: string): { words: ModelWord[]; stopTerms: ModelWord[] } {
  const distinct = new Map<string, ModelWord>();
  for (const word of [...modelWords(text), ...modelSingles(text)].toSorted((a, b) => a.at! - b.at!)) {
    const key = JSON.stringify([word.whole, new Set(word.parts).size, ...new Set(word.parts)]);
    if (!distinct.has(key)) distinct.set(key, word);
  }
  const all = [...distinct.values()];
  const isArticle = ({ isCapital, parts }: ModelWord) => isCapital !== undefined && /^[ai]$/.test(parts[0]!);
  const telling = all.filter((word) => !isModelFaint(word) && !isArticle(word));
  const content = telling.filter(({ isCapital }) => isCapital !== false);
  const words = content.length > 0 ? content : telling.length > 0 ? telling : all;
  return { words, stopTerms: all.filter((word) => !words.includes(word) && !isArticle(word)) };
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

/** The gain of an entry: of the parts of all words that are not a single character. */
function proximityOf(entry: ModelEntry, words: readonly WantedWord[], weighed: readonly WeighedTerm[]): number {
  const asked = words.flatMap(({ parts }) =>
    parts.filter((part, at) => parts.findIndex(({ term }) => term === part.term) === at),
  );
  const placesOf = (one: Wanted) => asked.flatMap(({ term }, place) => (term === one.term ? [place] : []));
  const sought = weighed.filter(({ one }) => one.kind !== "single" && one.term.length > 1 && placesOf(one).length > 0);
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
      averageLength: all.reduce((sum, bag) => sum + bag.length, 0) / all.length,
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

/** Tags of notes that do not age. */
const LASTING = [
  ..."architecture module-map coupling interface module overview data-flow lifecycle protocol flow".split(" "),
  ..."invariant boundary concurrency security gotcha error-handling decision design".split(" "),
];

function boost(entry: ModelEntry, { nowMinutes, ownProject, staleSources, recency, judged }: ModelRequest): number {
  const { minutes, projects, source } = entry;
  const isStale = source !== null && staleSources.includes(source);
  const confidence = isStale && entry.confidence > 0.7 ? 0.7 : entry.confidence;
  const ageDays = Math.max(0, nowMinutes - minutes) / 1440;
  const own = ownProject !== null && projects.includes(ownProject);
  const ages = recency && !entry.tags.some((tag) => LASTING.includes(tag));
  const [helped, misled] = judged?.get(entry.place) ?? [0, 0];
  const known = 1 + 0.3 * ((helped + 1) / (helped + misled + 2) - 0.5);
  return confidence * (own ? 1.5 : 1) * (ages ? 0.9 ** Math.log10(1 + ageDays) : 1) * known;
}
