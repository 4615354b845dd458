// What a delivered task is worth as a pattern for later ones: points for what was seen of it. Nobody's word gives any.
// Invariants:
// - What is not known gives no points.

/** From so many points on a task is proposed as a pattern. */
export const PATTERN_POINTS_MIN = 3;

const POINTS = {
  "block overcome": 3,
  "first try": 2,
  "idioms followed": 2,
  "under budget": 1,
  "several files": 1,
  novel: 1,
} as const;

/** What may give points. */
export type ScoredFor = keyof typeof POINTS;

/** What was seen of a delivered task. */
export interface ScoreFacts {
  /** Whether it was reported as blocked before. */
  readonly wasBlocked: boolean;
  /** How many workspaces it took. */
  readonly workspaces: number;
  /** How often its verify command failed after the first change; null where nobody saw it succeed. */
  readonly failedRuns: number | null;
  /** Whether forbidden idioms were looked for and not found. */
  readonly followedIdioms: boolean;
  /** The calls that took of its budget; null where nobody counted them. */
  readonly calls: number | null;
  readonly budget: number;
  /** How many files it changed. */
  readonly changed: number;
  /** Whether no lesson like it was there before. */
  readonly isNovel: boolean;
}

export interface TaskScore {
  readonly points: number;
  readonly parts: readonly { readonly what: ScoredFor; readonly points: number }[];
}

/** The points of a delivered task, with what each is for. */
export function taskScore(facts: ScoreFacts): TaskScore {
  const { wasBlocked, workspaces, failedRuns, followedIdioms, calls, budget, changed, isNovel } = facts;
  const seen: Readonly<Record<ScoredFor, boolean>> = {
    "block overcome": wasBlocked,
    "first try": workspaces === 1 && failedRuns === 0,
    "idioms followed": followedIdioms,
    "under budget": calls !== null && calls < budget,
    "several files": changed > 1,
    novel: isNovel,
  };
  const parts = (Object.keys(POINTS) as ScoredFor[])
    .filter((what) => seen[what])
    .map((what) => ({ what, points: POINTS[what] }));
  return { points: parts.reduce((sum, part) => sum + part.points, 0), parts };
}
