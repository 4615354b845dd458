// `helix prove`: runs trials one after another until the time is over or a promise does not hold. The history of a
// failed trial is shortened to the acts that are needed, and its seed repeats it.

import {
  drawTrial,
  type Figures,
  type Finding,
  noFigures,
  runTrial,
  type Trial,
  type TrialSize,
} from "./power-cuts.ts";
import type { ProvingWorld } from "./proving-world.ts";

const SIZE: TrialSize = { cuts: 60, depth: 3 };
/** The size of the trials that look for the same failure in a shorter history. */
const SHRINKING_SIZE: TrialSize = { cuts: 120, depth: 3 };
const SHRINKING_TRIALS_MOST = 200;

export interface ProveOptions {
  readonly world: ProvingWorld;
  /** The first trial's seed; each further one has the next number. */
  readonly seed: number;
  readonly isOver: () => boolean;
  readonly onProgress?: (figures: Figures) => void;
}

/** What was done, and the broken promise if there is one, with the shortest history that was found for it. */
export interface Proof {
  readonly seed: number;
  readonly figures: Figures;
  readonly finding: Finding | null;
}

/** Runs trials until `isOver` returns true; at least one is begun. Throws the errors of the disk itself. */
export async function prove({ world, seed, isOver, onProgress }: ProveOptions): Promise<Proof> {
  const figures = noFigures();
  for (let next = seed; ; next++) {
    const trial = drawTrial(next);
    const finding = await runTrial(world, trial, SIZE, figures, isOver);
    onProgress?.(figures);
    if (finding !== null) return { seed, figures, finding: await shortest(world, trial, finding, isOver) };
    if (isOver()) return { seed, figures, finding: null };
  }
}

/**
 * Removes acts from the history of a finding as long as a promise still breaks. Returns the finding with the fewest
 * acts that was found in SHRINKING_TRIALS_MOST trials.
 */
export async function shortest(
  world: ProvingWorld,
  trial: Trial,
  finding: Finding,
  isOver: () => boolean = () => false,
): Promise<Finding> {
  let found = finding;
  let left = SHRINKING_TRIALS_MOST;
  for (let length = found.acts.length >> 1; length > 0; length >>= 1) {
    for (let from = 0; from < found.acts.length && left > 0 && !isOver(); left--) {
      const acts = found.acts.toSpliced(from, length);
      const again = await runTrial(world, { ...trial, acts }, SHRINKING_SIZE, noFigures());
      if (again === null) from += length;
      else found = again;
    }
  }
  return found;
}
