// Guesses the outcome of a session by those before it: the better the guess, the narrower the interval. It is right for
// any guess, so long as the session itself has no part in it.

/** How many sessions the first guess is worth, and how many of all projects those of one project are set against. */
const FIRST_WEIGHT = 10;
const PROJECT_WEIGHT = 5;
/** How much a session counts less with each one behind it. */
const KEPT = 0.98;

interface Sums {
  weight: number;
  sum: number;
}

export class Centre {
  readonly #all: Sums;
  readonly #projects = new Map<string, Sums>();

  /** `first` is the guess before any session. */
  constructor(first: number) {
    this.#all = { weight: FIRST_WEIGHT, sum: FIRST_WEIGHT * first };
  }

  /** The guess for a session of a project, from 0 to 1. */
  guess(project: string): number {
    const all = this.#all.sum / this.#all.weight;
    const own = this.#projects.get(project);
    return own === undefined ? all : (own.sum + PROJECT_WEIGHT * all) / (own.weight + PROJECT_WEIGHT);
  }

  /** Takes the outcome of a session, from 0 to 1. */
  take(project: string, outcome: number): void {
    add(this.#all, outcome);
    const own = this.#projects.get(project) ?? { weight: 0, sum: 0 };
    add(own, outcome);
    this.#projects.set(project, own);
  }
}

function add(sums: Sums, outcome: number): void {
  sums.weight = sums.weight * KEPT + 1;
  sums.sum = sums.sum * KEPT + outcome;
}
