// The score of a lesson for a query, by two formulas. The default multiplies, so that no record makes up for being
// beside the question. The other one adds, as the program did that lessons come from.
// Invariants:
// - The default: relevance · (½ + ½ · effectiveness) · recency; effectiveness is (helped + 1) / (helped + misled + 2).
// - `additive`: .5 · relevance + .3 · effectiveness + .2 · recency; effectiveness is helped / (helped + misled), a half
//   where nothing was judged; recency is 2^(-days / 7).
// - The default's recency lies between .85 and 1.

import { effectiveness, type Judged } from "../../events/log/judgements.ts";

export const SCORINGS = ["default", "additive"] as const;
export type Scoring = (typeof SCORINGS)[number];

const RECENCY_MIN = 0.85;
const HALF_LIFE_DAYS = 30;
const ADDITIVE_HALF_LIFE_DAYS = 7;
const ADDITIVE_WEIGHTS = { relevance: 0.5, effectiveness: 0.3, recency: 0.2 };

/** What a score is made of. */
export interface LessonScore {
  readonly score: number;
  readonly relevance: number;
  readonly effectiveness: number;
  readonly recency: number;
}

/** Scores a lesson. `days` is how long ago it was last judged or stored. */
export function scoreOf(
  scoring: Scoring,
  relevance: number,
  judged: Pick<Judged, "helped" | "misled">,
  days: number,
): LessonScore {
  const age = Math.max(0, days);
  if (scoring === "additive") {
    const { helped, misled } = judged;
    const share = helped + misled === 0 ? 0.5 : helped / (helped + misled);
    const recency = 2 ** (-age / ADDITIVE_HALF_LIFE_DAYS);
    const weights = ADDITIVE_WEIGHTS;
    const score = weights.relevance * relevance + weights.effectiveness * share + weights.recency * recency;
    return { score, relevance, effectiveness: share, recency };
  }
  const share = effectiveness(judged);
  const recency = RECENCY_MIN + (1 - RECENCY_MIN) * 2 ** (-age / HALF_LIFE_DAYS);
  return { score: relevance * (0.5 + 0.5 * share) * recency, relevance, effectiveness: share, recency };
}
