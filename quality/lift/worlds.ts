// Made-up worlds in which the effect of help is known: for each session, the outcome with help and the one without.

/** A generator of random numbers (mulberry32), good enough for a hundred million of them. */
export class Lots {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A number around 0 with a deviation of 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}

/** A session with both of its outcomes, from 0 to 1. */
export interface PossibleSession {
  readonly project: string;
  readonly helped: number;
  readonly alone: number;
}

/** What a world knows of what came before. */
export interface Past {
  /** How far the run is, from 0 to 1. */
  readonly part: number;
  /** The guess of the outcome that the analysis has made. */
  guess(project: string): number;
  /** How many sessions had help, of all before. */
  readonly helpedShare: number;
}

export interface World {
  readonly name: string;
  /** The kind of outcome, for the first guess. */
  readonly kind: "notes" | "filters";
  session(lots: Lots, past: Past): PossibleSession;
}

/** Failed runs for each edit of a session whose runs fail by a chance; more fail by `effect` without help. */
function failures(lots: Lots, chance: number, effect: number): { helped: number; alone: number } {
  const edits = 1 + Math.floor(-6 * Math.log(1 - lots.next()));
  let [helped, alone] = [0, 0];
  const own = chance * 2 * lots.next();
  for (let edit = 0; edit < edits; edit++) {
    const lot = lots.next();
    if (lot < own) helped++;
    if (lot < own + effect) alone++;
  }
  return { helped: helped / edits, alone: alone / edits };
}

const of =
  (chance: (past: Past) => number, effect: (past: Past) => number): World["session"] =>
  (lots, past) => ({ project: "", ...failures(lots, chance(past), effect(past)) });

/** A world in which help takes `effect` failed runs an edit away, of about `chance`. */
export function steadyWorld(effect: number, chance = 0.2): World {
  return {
    name: `helps by ${effect}`,
    kind: "notes",
    session: of(
      () => chance,
      () => effect,
    ),
  };
}

export const WORLDS: readonly World[] = [
  { ...steadyWorld(0), name: "no effect" },
  steadyWorld(0.1),
  {
    name: "no effect, work gets harder",
    kind: "notes",
    session: of(
      ({ part }) => 0.05 + 0.4 * part,
      () => 0,
    ),
  },
  {
    name: "effect fades and turns",
    kind: "notes",
    session: of(
      () => 0.3,
      ({ part }) => 0.25 - 0.5 * part,
    ),
  },
  {
    name: "what was learned with help stays",
    kind: "notes",
    session: of(
      ({ part, helpedShare }) => 0.35 - 0.25 * part * helpedShare,
      ({ part }) => 0.15 * (1 - part),
    ),
  },
  {
    name: "projects by turns, all or nothing",
    kind: "notes",
    session: (lots, { part }) => {
      const isHard = Math.floor(part * 20) % 2 === 1;
      const lot = lots.next();
      const [helped, alone] = isHard ? [0.7, 0.8] : [0.05, 0.1];
      return { project: isHard ? "hard" : "easy", helped: Number(lot < helped), alone: Number(lot < alone) };
    },
  },
  {
    name: "whatever was not expected",
    kind: "notes",
    session: (_lots, past) => {
      const outcome = past.guess("") < 0.5 ? 1 : 0;
      return { project: "", helped: outcome, alone: outcome };
    },
  },
  {
    name: "harms from the middle on",
    kind: "notes",
    session: of(
      () => 0.3,
      ({ part }) => (part < 0.5 ? 0 : -0.2),
    ),
  },
  {
    name: "bills, a fifth less",
    kind: "filters",
    session: (lots) => {
      const outcome = 0.45 + 0.125 * lots.normal();
      const within = (value: number) => Math.min(1, Math.max(0, value));
      return { project: "", helped: within(outcome), alone: within(outcome + Math.log10(1.25) / 4) };
    },
  },
];
