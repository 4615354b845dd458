// Finds the lesson that says already what a new one is about. Like is compared with like: trigger with trigger, among
// lessons of one kind and one project.
// Invariants:
// - Without a model, triggers with a Jaccard similarity of .70 and more are one; with one, those with a cosine of .85.
// - A lesson that was not compared by the model is compared by words.
// - Triggers that differ in a number, a negation or a name in code are two, however alike they are.

import { loadMask } from "../../code/shown-code.ts";
import { jaccard } from "../../engine/text/similarity.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import { wordsAlone } from "../../engine/vectors/query-vectors.ts";
import type { LessonKind } from "../../notes/lessons/lesson.ts";
import { type StoredLesson, storedLessons } from "../../notes/lessons/stored-lessons.ts";
import { tellsApart, triggerDetails } from "../../notes/lessons/trigger-details.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { NoteVectors } from "../../notes/store/note-vectors.ts";
import type { LearnPorts } from "./ports.ts";

export const JACCARD_MIN = 0.7;
export const COSINE_MIN = 0.85;
/** So many lessons are compared by the model: half of them those with the most words in common. */
const COMPARED_MAX = 12;

/** What a new lesson is about. */
export interface WantedLesson {
  readonly kind: LessonKind;
  readonly trigger: string;
  /** The keys of its project. */
  readonly projects: readonly string[];
}

export interface SimilarLesson {
  readonly lesson: StoredLesson;
  /** 0 to 1. */
  readonly similarity: number;
}

/** Finds the most similar lesson in a view, without waiting for anything. */
export interface LessonFinder {
  in(view: KnowledgeView): SimilarLesson | null;
  /** Why words alone compare, if that is not as configured. */
  readonly remarks: readonly string[];
}

/** Prepares the comparison: a write cannot wait for a model. Throws CANCELLED. */
export async function lessonFinder(ports: LearnPorts, wanted: WantedLesson): Promise<LessonFinder> {
  const tokens = contentTokens(wanted.trigger);
  const details = triggerDetails(wanted.trigger);
  const vectors = ports.isRehearsed === true ? null : (ports.noteVectors?.() ?? null);
  const { cosines, remarks } = vectors === null ? WORDS_ALONE : await compared(ports, vectors, wanted, tokens);
  return {
    remarks,
    in(view) {
      let best: SimilarLesson | null = null;
      for (const lesson of comparable(view, wanted)) {
        const cosine = cosines.get(keyOf(lesson));
        const similarity = cosine ?? wordSimilarity(wanted, tokens, lesson);
        const least = cosine === undefined ? JACCARD_MIN : COSINE_MIN;
        if (similarity < least || similarity <= (best?.similarity ?? 0)) continue;
        if (!tellsApart(details, lesson.details())) best = { lesson, similarity };
      }
      return best;
    },
  };
}

interface Compared {
  readonly cosines: ReadonlyMap<string, number>;
  readonly remarks: readonly string[];
}

const WORDS_ALONE: Compared = { cosines: new Map(), remarks: [] };

/** The cosines of the new trigger and of those that are likely to be similar. */
async function compared(
  ports: LearnPorts,
  vectors: NoteVectors,
  wanted: WantedLesson,
  tokens: ReadonlySet<string>,
): Promise<Compared> {
  const mask = await loadMask();
  const own = await vectors.queries.of(wanted.trigger, mask, ports.signal);
  if (own.vector === null) return { ...WORDS_ALONE, remarks: own.problem === null ? [] : [wordsAlone(own.problem)] };
  const view = await ports.base.view();
  const like = vectors.cosines(view.index, own.vector) ?? (() => 0);
  const all = comparable(view, wanted);
  const first = (value: (lesson: StoredLesson) => number, most: number) =>
    all
      .map((lesson) => ({ lesson, value: value(lesson) }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value)
      .slice(0, most)
      .map(({ lesson }) => lesson);
  const byWords = first((lesson) => wordSimilarity(wanted, tokens, lesson), COMPARED_MAX / 2);
  const byMeaning = first((lesson) => like(lesson.document), COMPARED_MAX / 2);
  const cosines = new Map<string, number>();
  for (const lesson of new Set([...byWords, ...byMeaning])) {
    const { vector, problem } = await vectors.queries.of(lesson.trigger, mask, ports.signal);
    if (problem !== null) return { cosines, remarks: [wordsAlone(problem)] };
    if (vector !== null) cosines.set(keyOf(lesson), cosineOf(own.vector, vector));
  }
  return { cosines, remarks: [] };
}

/** Lessons of the same kind and of the same project. */
function comparable(view: KnowledgeView, { kind, projects }: WantedLesson): StoredLesson[] {
  const isSame = (keys: readonly string[]) => (keys.length === 0 ? projects.length === 0 : sameProject(keys, projects));
  return storedLessons(view, () => true).lessons.filter(
    (lesson) => lesson.kind === kind && isSame(lesson.entry.projects),
  );
}

/** Triggers of nothing but small words are the same only where they say the same. */
function wordSimilarity({ trigger }: WantedLesson, tokens: ReadonlySet<string>, lesson: StoredLesson): number {
  if (tokens.size + lesson.compared.size > 0) return jaccard(tokens, lesson.compared);
  return Number(plain(trigger) === plain(lesson.trigger));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

/** A lesson whose trigger changes meanwhile is compared by words. */
function keyOf({ id, trigger }: StoredLesson): string {
  return `${id} ${trigger}`;
}

/** The cosine of two vectors; 0 where one of them is zero. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at]!, b[at] ?? 0];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}
