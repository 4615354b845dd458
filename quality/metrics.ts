// How good a ranking is, by the judgements of one query. All figures lie between 0 and 1; of a set, the mean over its
// queries is told. A ranking is a list of document ids, best first, each at most once.

/** How far down a ranking is looked at. */
export const DEPTH = 10;
const RECALL_SHORT = 5;

/** The figures of one ranking, or the means of many. */
export interface Figures {
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr10: number;
  readonly ndcg10: number;
}

type Grades = ReadonlyMap<string, number>;

/** All figures of a ranking. */
export function figuresOf(ranking: readonly string[], grades: Grades): Figures {
  return {
    recall5: recall(ranking, grades, RECALL_SHORT),
    recall10: recall(ranking, grades, DEPTH),
    mrr10: reciprocalRank(ranking, grades, DEPTH),
    ndcg10: normalisedGain(ranking, grades, DEPTH),
  };
}

/**
 * The share of the relevant documents that is among the first `depth` (Manning, Raghavan, Schütze, "Introduction to
 * Information Retrieval", 8.3).
 */
export function recall(ranking: readonly string[], grades: Grades, depth: number): number {
  return grades.size === 0 ? 0 : ranking.slice(0, depth).filter((id) => gradeOf(grades, id) > 0).length / grades.size;
}

/**
 * 1 / rank of the first relevant document, 0 when there is none among the first `depth`; its mean is MRR (Voorhees,
 * TREC-8 Question Answering, 1999).
 */
export function reciprocalRank(ranking: readonly string[], grades: Grades, depth: number): number {
  const at = ranking.slice(0, depth).findIndex((id) => gradeOf(grades, id) > 0);
  return at < 0 ? 0 : 1 / (at + 1);
}

/**
 * nDCG: the discounted gain of the first `depth`, divided by what the best possible ranking would have (Järvelin and
 * Kekäläinen, "Cumulated gain-based evaluation of IR techniques", 2002). With rank i from 1 the gain is the grade and
 * its discount log2(i + 1), as trec_eval has it, and with it the published figures of most sets.
 */
export function normalisedGain(ranking: readonly string[], grades: Grades, depth: number): number {
  const ideal = discounted([...grades.values()].sort((a, b) => b - a).slice(0, depth));
  return ideal === 0 ? 0 : discounted(ranking.slice(0, depth).map((id) => gradeOf(grades, id))) / ideal;
}

/** The means of the figures; all NaN for none. */
export function meanFigures(all: readonly Figures[]): Figures {
  const mean = (name: keyof Figures) => all.reduce((sum, figures) => sum + figures[name], 0) / all.length;
  return { recall5: mean("recall5"), recall10: mean("recall10"), mrr10: mean("mrr10"), ndcg10: mean("ndcg10") };
}

function gradeOf(grades: Grades, id: string): number {
  return grades.get(id) ?? 0;
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
}
