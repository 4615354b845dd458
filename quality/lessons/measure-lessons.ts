// What judgements do to the places of lessons: replays of failures that come back, with each way to find lessons.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../bench/tables.ts";
import { randomizationTest } from "../randomization.ts";
import { share } from "../tables.ts";
import { type LessonSet, lessonSet } from "./lesson-set.ts";
import { ROUNDS, type RoundStanding, replay, type Standing } from "./replay.ts";
import { storedScorings } from "./scorings.ts";

/** So many replays, each with other lots, are averaged. */
const REPLAYS = 5;

/** One way to find lessons, in one set. */
export interface LessonRow {
  readonly scoring: string;
  /** Before the first round, and after each. */
  readonly rounds: readonly RoundStanding[];
  /** How likely it is that the places of failures that come back changed so much by chance; null without learning. */
  readonly p: number | null;
}

/** What came of a repository. */
export interface LessonResult {
  readonly name: string;
  readonly lessons: number;
  readonly again: number;
  readonly anew: number;
  readonly families: number;
  readonly rows: readonly LessonRow[];
}

/** Replays the failures of a repository. Throws ArgumentError where it has too few. */
export async function measureLessons(folder: string, seed: number, scratch: string): Promise<LessonResult> {
  return measureSet(lessonSet(folder), seed, scratch);
}

/** The same of a set. */
export async function measureSet(set: LessonSet, seed: number, scratch: string): Promise<LessonResult> {
  const knowledgeBase = mkdtempSync(join(scratch, "lessons-"));
  const stored = await storedScorings(set.lessons, knowledgeBase);
  try {
    const rows = stored.scorings.map((scoring): LessonRow => {
      const count = scoring.learns ? REPLAYS : 1;
      const rounds = meansOf(Array.from({ length: count }, (_, at) => replay(set, scoring, seed + at)));
      const [before, last] = [rounds[0]!, rounds[ROUNDS]!].map(({ again }) => again.byFailure);
      const p = scoring.learns ? randomizationTest(last!, before!, seed) : null;
      return { scoring: scoring.name, rounds, p };
    });
    const again = set.failures.filter(({ isJudged }) => isJudged);
    return {
      name: set.name,
      lessons: set.lessons.length,
      again: again.length,
      anew: set.failures.length - again.length,
      families: new Set(again.map(({ family }) => family)).size,
      rows,
    };
  } finally {
    stored.close();
    rmSync(knowledgeBase, { recursive: true, force: true });
  }
}

function meansOf(runs: readonly (readonly RoundStanding[])[]): RoundStanding[] {
  return runs[0]!.map((_, round) => ({
    again: meanOf(runs.map((run) => run[round]!.again)),
    anew: meanOf(runs.map((run) => run[round]!.anew)),
  }));
}

function meanOf(all: readonly Standing[]): Standing {
  const mean = (value: (standing: Standing) => number) =>
    all.reduce((sum, standing) => sum + value(standing), 0) / all.length;
  return {
    helping: mean(({ helping }) => helping),
    first: mean(({ first }) => first),
    misleading: mean(({ misleading }) => misleading),
    wrong: mean(({ wrong }) => wrong),
    byFailure: all[0]!.byFailure.map((_, at) => mean(({ byFailure }) => byFailure[at]!)),
  };
}

/** The rows as a table: before the first round, and after rounds. */
export function lessonsTable({ name, lessons, again, anew, families, rows }: LessonResult): string {
  const after = [1, 2, 4, ROUNDS];
  const head = [
    name,
    "MRR before",
    ...after.map((round) => `after ${round}`),
    "p",
    "right first",
    `after ${ROUNDS}`,
    "misleading: MRR",
    `after ${ROUNDS}`,
    "first",
    `after ${ROUNDS}`,
    "new words: MRR",
    `after ${ROUNDS}`,
  ];
  const cells = rows.map(({ scoring, rounds, p }) => {
    const [before, last] = [rounds[0]!, rounds[ROUNDS]!];
    return [
      scoring,
      share(before.again.helping),
      ...after.map((round) => share(rounds[round]!.again.helping)),
      p === null ? "–" : p < 0.001 ? "< .001" : share(p),
      share(before.again.first),
      share(last.again.first),
      share(before.again.misleading),
      share(last.again.misleading),
      share(before.again.wrong),
      share(last.again.wrong),
      share(before.anew.helping),
      share(last.anew.helping),
    ];
  });
  const size = `${lessons} lessons; ${again} failures of ${families} families come back, ${anew} are asked in new words`;
  return `${name}: ${size}\n${table(head, cells)}`;
}
