// The proof itself. It runs a random history on one disk and chooses moments in it. For each moment it takes disks that
// a power cut could have left. The real code opens each of them, rebuilds its index and writes to it; while that goes
// on, the power is cut again.

import { LOG_NAME } from "../engine/log/data-log.ts";
import { readWhole } from "../platform/whole-file.ts";
import { type Act, ActSource } from "./acts.ts";
import { type Cut, drawCut, everyCut } from "./cuts.ts";
import { type DiskImage, DiskModel, EMPTY_DISK } from "./disk-model.ts";
import { type HistoryReport, type Loss, runHistory, type State } from "./history.ts";
import type { ProvingWorld, Stage } from "./proving-world.ts";
import { type RandomNumbers, randomNumbers } from "./random-numbers.ts";

/** Counts of what was done so far. */
export interface Figures {
  histories: number;
  acts: number;
  operations: number;
  cuts: number;
  /** How many of the cuts happened within the recovery from another cut. */
  cutsAgain: number;
  /** How many acknowledged notes were looked for, counted again for each disk. */
  entries: number;
  lost: number;
}

/** A promise that did not hold, with what is needed to repeat it. */
export interface Finding extends Loss {
  readonly seed: number;
  readonly acts: readonly Act[];
  /** The moments of the cuts, and what became of the changes that were not synced. */
  readonly cuts: readonly string[];
}

/** One history and the cuts in it. */
export interface Trial {
  readonly seed: number;
  readonly acts: readonly Act[];
  readonly mergeSize: number;
}

/** How many disks of a trial are looked at. */
export interface TrialSize {
  /**
   * A number: so many cuts are drawn at random moments. `each`: at every moment all possible cuts, if they are at most
   * `each`; otherwise `each` cuts are drawn there.
   */
  readonly cuts: number | { readonly each: number };
  /** How many cuts follow one another at most. */
  readonly depth: number;
}

/** Lengths of histories. The first acts matter most, because they create the files. */
const LENGTHS = [1, 2, 3, 6, 12, 30];
const AFTERMATH_MOST = 2;
const DEAD_PROCESS = 99_999_999;

/** Figures that are all zero. */
export function noFigures(): Figures {
  return { histories: 0, acts: 0, operations: 0, cuts: 0, cutsAgain: 0, entries: 0, lost: 0 };
}

/** The trial that belongs to a seed. */
export function drawTrial(seed: number): Trial {
  const next = randomNumbers(seed);
  const mergeSize = next(3);
  return { seed, acts: new ActSource(next).history(LENGTHS[next(LENGTHS.length)]!), mergeSize };
}

/**
 * Runs a trial, and adds what it did to `figures`. Returns the first broken promise; null when there is none. Ends
 * early when `isOver` returns true.
 */
export async function runTrial(
  world: ProvingWorld,
  trial: Trial,
  size: TrialSize,
  figures: Figures,
  isOver: () => boolean = () => false,
): Promise<Finding | null> {
  const { seed, acts, mergeSize } = trial;
  const report = await runHistory({ world, image: EMPTY_DISK, allowed: [[]], acts, mergeSize });
  figures.histories++;
  figures.acts += report.acts;
  figures.operations += report.operations.length;
  const found = (loss: Loss, cuts: readonly string[]): Finding => {
    figures.lost += loss.entries;
    return { ...loss, seed, acts, cuts };
  };
  if (report.loss !== null) return found(report.loss, []);
  const judge = new Judge(world, randomNumbers(seed ^ 0x5eed), figures, size.depth);
  for (const { cut, at } of cutsOf(report, EMPTY_DISK, size.cuts, randomNumbers(seed + 1))) {
    if (isOver()) return null;
    const where = [`after change ${at} of ${report.operations.length} of the disk: ${cut.what}`];
    const bad = await judge.judge(cut, report.allowedAfter(at), where, 1);
    if (bad !== null) return found(bad.loss, bad.where);
    await turn();
  }
  return null;
}

/** Lets signals and timers of the process have their turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Disks that a cut during a history could leave, in the order of its moments. */
function* cutsOf(
  { operations }: HistoryReport,
  start: DiskImage,
  count: TrialSize["cuts"],
  next: RandomNumbers,
): Generator<{ cut: Cut; at: number }> {
  const model = new DiskModel(start);
  const moments = Array.from({ length: typeof count === "number" ? count : 0 }, () => next(operations.length + 1));
  for (let at = 0; at <= operations.length; at++) {
    if (typeof count !== "number") {
      const drawn = () => Array.from({ length: count.each }, () => drawCut(model, next));
      for (const cut of everyCut(model, count.each) ?? drawn()) yield { cut, at };
    } else {
      for (const moment of moments) if (moment === at) yield { cut: drawCut(model, next), at };
    }
    if (at < operations.length) model.apply(operations[at]!);
  }
}

class Judge {
  readonly #world: ProvingWorld;
  readonly #next: RandomNumbers;
  readonly #figures: Figures;
  readonly #depth: number;

  constructor(world: ProvingWorld, next: RandomNumbers, figures: Figures, depth: number) {
    this.#world = world;
    this.#next = next;
    this.#figures = figures;
    this.#depth = depth;
  }

  /** Opens the disk of a cut and goes on with it. Returns the loss when a promise is broken, else null. */
  async judge(
    cut: Cut,
    allowed: readonly State[],
    where: readonly string[],
    depth: number,
  ): Promise<{ loss: Loss; where: readonly string[] } | null> {
    const next = this.#next;
    const image = rebooted(cut.image);
    const acts = this.#aftermath();
    this.#figures.cuts++;
    if (depth > 1) this.#figures.cutsAgain++;
    this.#figures.entries += allowed[0]!.length;
    const keeps = acts.every(({ kind }) => kind !== "compact");
    const report = await runHistory({ world: this.#world, image, allowed, acts, mergeSize: next(3) }, (stage) =>
      keeps ? tornBytesLost(image, stage) : null,
    );
    if (report.loss !== null) return { loss: report.loss, where };
    if (depth >= this.#depth || next(2) === 0) return null;
    for (const again of cutsOf(report, image, 1, next)) {
      const there = `then, after change ${again.at} of ${report.operations.length}: ${again.cut.what}`;
      const bad = await this.judge(again.cut, report.allowedAfter(again.at), [...where, there], depth + 1);
      if (bad !== null) return bad;
    }
    return null;
  }

  /**
   * The acts on a disk after a cut. Some disks are only read. Mostly the disk is written to, its index rebuilt, or its
   * log compacted.
   */
  #aftermath(): Act[] {
    const source = new ActSource(this.#next, "again");
    if (this.#next(5) < 2) return [];
    const acts: Act[] = [{ kind: "rebuild", process: 0 }];
    const count = this.#next(AFTERMATH_MOST + 1);
    for (let at = 0; at < count; at++) acts.push({ ...source.write(), process: this.#next(2) });
    acts.push({ kind: "store", process: 0, topic: "build", text: `the last one ${this.#next(1e9)}` });
    if (this.#next(4) === 0) acts.splice(this.#next(acts.length), 0, { kind: "compact", process: 1, meanwhile: [] });
    if (this.#next(2) === 0) acts.shift();
    return acts;
  }
}

/**
 * The disk as the machine finds it when it starts again: the process that made the temporary files no longer exists.
 */
function rebooted({ directory, files }: DiskImage): DiskImage {
  const renamed = [...files].map(
    ([name, bytes]) => [name.replace(`.tmp-${process.pid}-`, `.tmp-${DEAD_PROCESS}-`), bytes] as const,
  );
  return { directory, files: new Map(renamed) };
}

/** The loss when bytes were cut off the end of the log and no copy of them was kept; else null. */
function tornBytesLost(image: DiskImage, { files, directory }: Stage): Loss | null {
  const before = image.files.get(LOG_NAME);
  if (before === undefined) return null;
  const read = (name: string) => {
    const bytes = readWhole(files, `${directory}/${name}`, Number.MAX_SAFE_INTEGER);
    return bytes instanceof Uint8Array ? bytes : new Uint8Array(0);
  };
  const after = read(LOG_NAME);
  const differs = before.findIndex((byte, at) => byte !== after[at]);
  if (differs < 0 || before.every((byte) => byte === 0)) return null;
  const gone = Buffer.from(before.subarray(differs));
  const copies = files.list(directory).filter((name) => name.startsWith(`${LOG_NAME}.torn-`));
  if (copies.some((name) => Buffer.from(read(name)).subarray(-gone.length).equals(gone))) return null;
  return { what: `${gone.length} bytes were cut off the end of the log and no copy of them was kept`, entries: 0 };
}
