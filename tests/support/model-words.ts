// What the naive model looks for in an entry, how much each term weighs, and what the terms say of an entry. Everything
// is counted anew, over all entries.

import { timesSaid } from "./model-repeats.ts";
import { modelStem } from "./model-stems.ts";
import type { ModelWord } from "./model-tokenizer.ts";

/** Terms of an entry, repeated as often as they occur: those of its first line, and all others. */
export interface Bag {
  readonly title: readonly string[];
  readonly rest: readonly string[];
  /** Both. */
  readonly all: readonly string[];
  /** How many terms count as length, of all and of the first line: those of marked words do not. */
  readonly length: number;
  readonly titleLength: number;
}

/** A term that is looked for: as it is, in all its forms, or (a single character) wherever it begins a term. */
export interface Wanted {
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

export function isMeant({ term, kind }: Wanted, found: string): boolean {
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

/** What is looked for of the words of a query. What is the whole of one word and a part of another is a part in both. */
export function wantedWords(
  words: readonly ModelWord[],
  said: readonly ModelWord[],
  all: readonly Bag[],
): WantedWord[] {
  const wanted = words.map((word) => wantedOf(word, said, all));
  const parts = wanted.flatMap((word) => word.parts).filter(({ kind }) => kind !== "single");
  return wanted.map(({ whole, parts: own }) => ({
    whole: whole && (parts.find(({ term }) => term === whole.term) ?? whole),
    parts: own,
  }));
}

/** What is looked for of a word: its whole as it is, its parts in all forms, and a part that it repeats once. */
function wantedOf({ whole, parts, single }: ModelWord, said: readonly ModelWord[], all: readonly Bag[]): WantedWord {
  return {
    whole: whole === null ? null : { term: whole, kind: "exact", weight: 1, said: timesSaid(whole, said) },
    parts: [...new Set(parts)].map((term) =>
      settled({ term, kind: single ? "single" : "forms", weight: 1, said: single ? 1 : timesSaid(term, said) }, all),
    ),
  };
}

export interface WantedWord {
  readonly whole: Wanted | null;
  readonly parts: readonly Wanted[];
}

export function holds({ all }: Bag, { whole, parts }: WantedWord): boolean {
  if (whole !== null && occurrences(all, whole) > 0) return true;
  return parts.length > 0 && parts.every((part) => occurrences(all, part) > 0);
}

export function touches({ all }: Bag, { whole, parts }: WantedWord): boolean {
  return [...parts, ...(whole === null ? [] : [whole])].some((wanted) => occurrences(all, wanted) > 0);
}

export interface WeighedTerm {
  readonly one: Wanted;
  readonly idf: number;
  readonly worth: number;
  readonly weight: number;
}

/** All that is scored, each once. */
export function weighedTerms(
  words: readonly WantedWord[],
  stopTerms: readonly ModelWord[],
  all: readonly Bag[],
): WeighedTerm[] {
  const wanted = new Map<string, Wanted>();
  for (const { whole, parts } of words) {
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
export function holdersOf(one: Wanted, all: readonly Bag[]): number {
  if (one.kind === "single") return all.filter(({ all: terms }) => occurrences(terms, one) > 0).length;
  const forms = [...new Set(all.flatMap(({ all: terms }) => terms))].filter((term) => isMeant(one, term));
  const shares = forms.map((form) => all.filter(({ all: terms }) => terms.includes(form)).length / all.length);
  return all.length * (1 - shares.reduce((without, share) => without * (1 - share), 1));
}

/** Makes the function that scores an entry among all: how unlikely it is to have the terms so often by chance. */
export function informationOf(
  weighed: readonly WeighedTerm[],
  words: readonly WantedWord[],
  all: readonly Bag[],
): (bag: Bag) => number {
  const averageLength = all.reduce((sum, other) => sum + other.length, 0) / all.length;
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
  return ({ title, rest, all: terms, length, titleLength }) => {
    const worthOf = ({ worth, weight }: WeighedTerm, inTitle: number, elsewhere: number) => {
      const normal = elsewhere / (0.25 + (0.75 * length) / averageLength);
      const frequency = normal + (5 * inTitle) / (0.75 + (0.25 * titleLength) / 12);
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
