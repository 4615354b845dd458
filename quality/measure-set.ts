// One judged set, asked of every system in turn: rankings, what they are worth, and how long a query took.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../bench/samples.ts";
import type { JudgedSet } from "./judged-set.ts";
import { type Figures, figuresOf, meanFigures } from "./metrics.ts";
import { randomizationTest } from "./randomization.ts";
import type { Ranker, RankingSystem } from "./systems/system.ts";

/** Queries asked before those that count for the time: engines warm up. */
const EARLIER = 50;

/** A row of a set's table. */
export interface Row {
  readonly system: string;
  /** Why there are no figures; "" when there are. */
  readonly problem: string;
  /** Means over the queries; null where the system could not be asked. */
  readonly figures: Figures | null;
  /** Of the time of one query, in milliseconds; null likewise. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** The nDCG of each query, in the order of the set. */
  readonly gains: readonly number[];
}

/** What came of a set. */
export interface SetResult {
  readonly name: string;
  readonly documents: number;
  readonly queries: number;
  readonly note: string;
  readonly rows: readonly Row[];
}

/** Asks all systems. One that fails gets a row that says why. */
export async function measureSet(
  set: JudgedSet,
  systems: readonly RankingSystem[],
  scratch: string,
): Promise<SetResult> {
  const rows: Row[] = [];
  for (const system of systems) rows.push(...(await measureSystem(set, system, scratch)));
  return { name: set.name, documents: set.documents.length, queries: set.queries.length, note: set.note, rows };
}

async function measureSystem(set: JudgedSet, system: RankingSystem, scratch: string): Promise<Row[]> {
  const folder = mkdtempSync(join(scratch, "set-"));
  try {
    const loaded = await system.load(set.documents, folder);
    try {
      const rows: Row[] = [];
      for (const ranker of loaded.rankers) rows.push(await measureRanker(set, ranker));
      return rows;
    } finally {
      await loaded.close();
    }
  } catch (error) {
    return [withoutFigures(system.name, error instanceof Error ? error.message : String(error))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRanker(set: JudgedSet, ranker: Ranker): Promise<Row> {
  if (ranker.problem !== "") return withoutFigures(ranker.name, ranker.problem);
  for (const { text } of set.queries.slice(0, EARLIER)) await ranker.search(text);
  const times: number[] = [];
  const all: Figures[] = [];
  for (const { text, grades } of set.queries) {
    const start = performance.now();
    const ranking = await ranker.search(text);
    times.push(performance.now() - start);
    all.push(figuresOf(ranking, grades));
  }
  return {
    system: ranker.name,
    problem: "",
    figures: meanFigures(all),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    gains: all.map(({ ndcg10 }) => ndcg10),
  };
}

function withoutFigures(system: string, problem: string): Row {
  return { system, problem, figures: null, p50: null, p95: null, gains: [] };
}

/** The difference of two rows. */
export interface Difference {
  readonly set: string;
  readonly queries: number;
  /** nDCG@10 of the first less that of the second. */
  readonly ndcg10: number;
  /** How likely a difference as large as this is by chance. */
  readonly p: number;
}

/** Compares two rows of a set, query by query; null when one of them has no figures. */
export function differenceOf(
  { name, rows }: SetResult,
  first: string,
  second: string,
  seed: number,
): Difference | null {
  const [a, b] = [first, second].map((wanted) => rows.find(({ system }) => system === wanted));
  if (!a?.figures || !b?.figures) return null;
  return {
    set: name,
    queries: a.gains.length,
    ndcg10: a.figures.ndcg10 - b.figures.ndcg10,
    p: randomizationTest(a.gains, b.gains, seed),
  };
}
