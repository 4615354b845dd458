// Failures that come back, round by round, and what is learned of them. In each round every family has one of its
// failures; the first lessons of the ranking are tried in their order until one helps (the cascade model of Craswell and
// others, "An Experimental Comparison of Click Position-Bias Models", 2008). What was tried may be judged, and a judgement
// may be wrong. Between the rounds all failures are asked, and nothing is judged.

import { Random } from "../../bench/corpus.ts";
import type { Failure, LessonSet } from "./lesson-set.ts";

export const ROUNDS = 8;
const ROUND_MS = 3 * 86_400_000;
/** So many lessons are shown. */
export const SHOWN = 5;
/** How often what was tried is judged, and how often a judgement is wrong. */
const JUDGED = 0.6;
const WRONG = 0.1;
/** So far down a ranking is looked at. */
const DEPTH = 10;

/** What was judged of a lesson; `last` is when, in milliseconds since 1970, 0 for never. */
export interface Counts {
  helped: number;
  misled: number;
  last: number;
}

/** A way to rank lessons. */
export interface Scoring {
  readonly name: string;
  /** Whether judgements change its rankings. */
  readonly learns: boolean;
  /** The places of the lessons for a text, best first; lessons that have nothing to do with it are left out. */
  rank(text: string, now: number, counts: readonly Counts[]): readonly number[];
}

/** How the failures of one kind find their lessons; means, and NaN for no failures. */
export interface Standing {
  /** 1 / the place of the first lesson that helps, 0 when it is not among ten. */
  readonly helping: number;
  /** How often the first lesson is one that helps. */
  readonly first: number;
  /** 1 / the place of the first lesson that misleads. */
  readonly misleading: number;
  /** How often the first lesson is one that misleads. */
  readonly wrong: number;
  /** What `helping` is the mean of, by failure. */
  readonly byFailure: readonly number[];
}

/** The standings before a round. */
export interface RoundStanding {
  /** Of the failures that come back. */
  readonly again: Standing;
  /** Of those that never come up in a round. */
  readonly anew: Standing;
}

/** Runs all rounds with one scoring; the standings before the first and after each. */
export function replay({ lessons, failures, begin }: LessonSet, scoring: Scoring, seed: number): RoundStanding[] {
  const random = new Random(seed);
  const counts: Counts[] = lessons.map(() => ({ helped: 0, misled: 0, last: 0 }));
  const families = familiesOf(failures);
  const standings: RoundStanding[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    if (!scoring.learns && round > 0) {
      standings.push(standings[0]!);
      continue;
    }
    const now = begin + round * ROUND_MS;
    const ranked = failures.map((failure) => ({ failure, ranking: scoring.rank(failure.text, now, counts) }));
    const of = (isJudged: boolean) => standingOf(ranked.filter(({ failure }) => failure.isJudged === isJudged));
    standings.push({ again: of(true), anew: of(false) });
    if (round === ROUNDS || !scoring.learns) continue;
    for (const members of families) {
      const failure = members[round % members.length]!;
      // What was judged in this round counts at once.
      tryInOrder(failure, scoring.rank(failure.text, now, counts), (place, helps) => {
        if (random.next() >= JUDGED) return;
        const isHelp = random.next() < WRONG ? !helps : helps;
        if (isHelp) counts[place]!.helped++;
        else counts[place]!.misled++;
        counts[place]!.last = now;
      });
    }
  }
  return standings;
}

/** The failures that come back, by family. */
function familiesOf(failures: readonly Failure[]): Failure[][] {
  const families = new Map<string, Failure[]>();
  for (const failure of failures) {
    if (failure.isJudged) families.set(failure.family, [...(families.get(failure.family) ?? []), failure]);
  }
  return [...families.values()];
}

/** Tries the first lessons until one helps. What leads neither right nor wrong is not judged. */
function tryInOrder({ worth }: Failure, ranking: readonly number[], judge: (place: number, helps: boolean) => void) {
  for (const place of ranking.slice(0, SHOWN)) {
    if (worth[place] === "by") continue;
    judge(place, worth[place] === "helps");
    if (worth[place] === "helps") return;
  }
}

/** The means over failures with their rankings. */
function standingOf(all: readonly { readonly failure: Failure; readonly ranking: readonly number[] }[]): Standing {
  const worths = all.map(({ failure, ranking }) => ranking.slice(0, DEPTH).map((place) => failure.worth[place]!));
  const mean = (value: (worth: readonly string[]) => number) =>
    worths.reduce((sum, worth) => sum + value(worth), 0) / worths.length;
  const reciprocal = (wanted: string) => (found: readonly string[]) => {
    const at = found.indexOf(wanted);
    return at < 0 ? 0 : 1 / (at + 1);
  };
  return {
    helping: mean(reciprocal("helps")),
    first: mean(([best]) => (best === "helps" ? 1 : 0)),
    misleading: mean(reciprocal("misleads")),
    wrong: mean(([best]) => (best === "misleads" ? 1 : 0)),
    byFailure: worths.map(reciprocal("helps")),
  };
}
