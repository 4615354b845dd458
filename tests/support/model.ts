// The naive model of a knowledge base: a list of live entries, searched by scoring every one of them from the formula. Imports
// nothing of src/, so that a mistake there has no twin here. Entries stay in the order in which they were first stored; an edited
// one keeps its place, a moved one too.

import { isModelStopWord, type ModelWord, modelWords } from "./model-tokenizer.ts";

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
  readonly mode: "and" | "or";
  readonly nowMinutes: number;
}

export interface ModelResults {
  /** Score by place. */
  readonly scores: ReadonlyMap<number, number>;
  readonly fellBack: boolean;
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

const bags = new WeakMap<ModelEntry, string[]>();

/** Terms of an entry, repeated as often as they occur. */
function termsOf(entry: ModelEntry): string[] {
  const known = bags.get(entry);
  if (known !== undefined) return known;
  const { text, topic, tags, source } = entry;
  const terms = [text, topic, tags.join(" "), source ?? ""].flatMap((part) =>
    modelWords(part).flatMap((word) => word.terms),
  );
  bags.set(entry, terms);
  return terms;
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
      return { scores: new Map(passing.map(({ place }) => [place, 0])), fellBack: false };
    const words = wantedWords(request.words);
    const weigh = bm25(words, this.entries.map(termsOf));
    const any = new Map<number, number>();
    const all = new Map<number, number>();
    for (const entry of passing) {
      const bag = termsOf(entry);
      const score = weigh(bag);
      if (score === 0) continue;
      const boosted = score * boost(entry, request);
      any.set(entry.place, boosted);
      if (words.every((word) => holds(bag, word))) all.set(entry.place, boosted);
    }
    if (request.mode === "or") return { scores: any, fellBack: false };
    const fellBack = all.size === 0 && any.size > 0;
    return { scores: fellBack ? any : all, fellBack };
  }
}

function wantedWords(text: string): ModelWord[] {
  const distinct = new Map(
    modelWords(text).map((word) => [
      JSON.stringify([word.whole, new Set(word.parts).size, ...new Set(word.parts)]),
      word,
    ]),
  );
  const words = [...distinct.values()];
  const content = words.filter((word) => !isModelStopWord(word));
  return content.length > 0 ? content : words;
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

/** How often what the word asks for occurs; a single character counts wherever it begins a term. */
function occurrences(bag: readonly string[], term: string, single: boolean): number {
  return bag.filter((found) => (single ? found.startsWith(term) : found === term)).length;
}

function holds(bag: readonly string[], { whole, parts, single }: ModelWord): boolean {
  if (whole !== null && bag.includes(whole)) return true;
  return parts.length > 0 && parts.every((part) => occurrences(bag, part, single) > 0);
}

/** Makes the function that scores the terms of an entry, among those of all. */
function bm25(words: readonly ModelWord[], all: readonly string[][]): (bag: readonly string[]) => number {
  const wanted = new Map<string, { term: string; single: boolean; idf: number }>();
  for (const { whole, parts, single } of words) {
    for (const term of whole === null ? parts : [...parts, whole]) {
      const holders = all.filter((other) => occurrences(other, term, single) > 0).length;
      const idf = Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5));
      wanted.set(`${single} ${term}`, { term, single, idf });
    }
  }
  const averageLength = all.reduce((sum, other) => sum + other.length, 0) / all.length;
  return (bag) => {
    let score = 0;
    for (const { term, single, idf } of wanted.values()) {
      const frequency = occurrences(bag, term, single);
      if (frequency === 0) continue;
      score += (idf * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * bag.length) / averageLength));
    }
    return score;
  };
}

function boost(entry: ModelEntry, { nowMinutes, ownProject, staleSources }: ModelRequest): number {
  const { minutes, projects, source } = entry;
  const isStale = source !== null && staleSources.includes(source);
  const confidence = isStale && entry.confidence > 0.7 ? 0.7 : entry.confidence;
  const ageDays = Math.max(0, nowMinutes - minutes) / 1440;
  const own = ownProject !== null && projects.includes(ownProject);
  return (confidence * (own ? 1.5 : 1)) / (1 + ageDays / 30);
}
