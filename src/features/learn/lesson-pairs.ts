// Finds lessons that say what others say. Like is compared with like: trigger with trigger, among lessons of one kind
// and one project.
// Invariants:
// - A lesson is a duplicate only of one that comes before it and is no duplicate itself. So each is similar to the one
//   that stays, and of two the one that comes first stays.
// - Two triggers that both have a vector are compared by their cosine, any others by their words.
// - Triggers that differ in a number, a negation or a name in code are two, however alike they are.

import { Numbering, rankedByRarity, SimilarityJoin } from "../../engine/text/similarity-join.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import type { LessonKind } from "../../notes/lessons/lesson.ts";
import { type TriggerDetails, tellsApart, triggerDetails } from "../../notes/lessons/trigger-details.ts";
import { COSINE_MIN, cosineOf, JACCARD_MIN } from "./similar-lesson.ts";

/** What is compared of a lesson. */
export interface ComparedLesson {
  readonly kind: LessonKind;
  readonly trigger: string;
  readonly entry: { readonly projects: readonly string[] };
}

/** A duplicate and the lesson that stays, by their positions. */
export interface LessonPair {
  readonly kept: number;
  readonly duplicate: number;
  /** 0 to 1. */
  readonly similarity: number;
  readonly by: "words" | "meaning";
}

/** The most work that comparing words does. */
const WORK_MAX = 40_000_000;
/** How many lessons are compared between two turns. */
const STRETCH = 16;

/**
 * Finds duplicates among lessons, which are in the order in which they are preferred. `vectors`: of triggers, by
 * position. `isWhole` is false when comparing all of them was too much work.
 */
export async function lessonPairs(
  lessons: readonly ComparedLesson[],
  vectors: ReadonlyMap<number, Float32Array>,
  turn: () => Promise<void>,
): Promise<{ pairs: LessonPair[]; isWhole: boolean }> {
  const words = new WordsOfTriggers(lessons);
  const scopes = scopesOf(lessons);
  const details = new Map<number, TriggerDetails>();
  const detailsOf = (position: number): TriggerDetails => {
    const known = details.get(position) ?? triggerDetails(lessons[position]!.trigger);
    details.set(position, known);
    return known;
  };
  /** The lessons that stay, by scope, that have a vector. */
  const leaders = new Map<number, number[]>();
  const pairs: LessonPair[] = [];
  for (let position = 0; position < lessons.length; position++) {
    if (position % STRETCH === 0) await turn();
    const scope = scopes[position]!;
    let best: LessonPair | null = null;
    const take = (kept: number, similarity: number, by: LessonPair["by"]) => {
      const isBetter =
        best === null || similarity > best.similarity || (similarity === best.similarity && kept < best.kept);
      if (isBetter && !tellsApart(detailsOf(position), detailsOf(kept)))
        best = { kept, duplicate: position, similarity, by };
    };
    const vector = vectors.get(position);
    for (const { kept, similarity } of words.similarTo(position, scope)) {
      if (vector === undefined || !vectors.has(kept)) take(kept, similarity, "words");
    }
    for (const kept of vector === undefined ? [] : (leaders.get(scope) ?? [])) {
      const cosine = Math.min(1, cosineOf(vector!, vectors.get(kept)!));
      if (cosine >= COSINE_MIN) take(kept, cosine, "meaning");
    }
    if (!words.isWhole) return { pairs, isWhole: false };
    if (best !== null) pairs.push(best);
    else {
      words.add(position, scope);
      if (vector !== undefined) leaders.set(scope, [...(leaders.get(scope) ?? []), position]);
    }
  }
  return { pairs, isWhole: true };
}

/** The lessons that stay, found by the words of their triggers. */
class WordsOfTriggers {
  readonly #join: SimilarityJoin;
  readonly #sizes: readonly number[];
  readonly #texts: readonly string[];
  /** Those whose triggers have no word that tells anything, by scope and text. */
  readonly #wordless = new Map<string, number>();

  constructor(lessons: readonly ComparedLesson[]) {
    const numbering = new Numbering();
    const sets = lessons.map(({ trigger }) => numbering.ofAll(contentTokens(trigger)));
    const ranked = rankedByRarity(sets);
    this.#sizes = sets.map(({ length }) => length);
    this.#texts = lessons.map(({ trigger }) => trigger.replace(/\s+/g, " ").trim().toLowerCase());
    this.#join = new SimilarityJoin(sets.map(ranked), JACCARD_MIN, WORK_MAX);
  }

  get isWhole(): boolean {
    return this.#join.isWhole;
  }

  add(position: number, scope: number): void {
    this.#join.add(position, scope);
    if (this.#sizes[position] === 0) this.#wordless.set(`${scope} ${this.#texts[position]}`, position);
  }

  similarTo(position: number, scope: number): { kept: number; similarity: number }[] {
    if (this.#sizes[position] === 0) {
      const same = this.#wordless.get(`${scope} ${this.#texts[position]}`);
      return same === undefined ? [] : [{ kept: same, similarity: 1 }];
    }
    return this.#join
      .similarTo(position, scope)
      .map((found) => ({ kept: found.position, similarity: found.similarity }));
  }
}

/** A number for each lesson: equal for lessons of one kind whose projects share a key, or a chain of keys. */
function scopesOf(lessons: readonly ComparedLesson[]): number[] {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next;
    return root;
  };
  const keysOf = ({ entry }: ComparedLesson) => entry.projects.map((key) => key.toLowerCase());
  for (const lesson of lessons) {
    const [first, ...others] = keysOf(lesson);
    for (const key of others) parents.set(rootOf(key), rootOf(first!));
  }
  const numbering = new Numbering();
  return lessons.map((lesson) => {
    const [first] = keysOf(lesson);
    return numbering.of(`${lesson.kind} ${first === undefined ? "" : rootOf(first)}`);
  });
}
