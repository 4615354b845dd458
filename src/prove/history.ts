// Runs acts on one disk with the real code, records the operations on the disk, and knows which notes must be there at
// each moment. These are exactly the notes after the last acknowledged act, or those after an act that was under way;
// never anything between.

import { HelixError, messageOf } from "../base/errors.ts";
import { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import { inProcessMerger } from "../notes/store/mergers.ts";
import { DiskRecord, type RecordedOperation, RecordingFileSystem } from "../platform/recording-file-system.ts";
import { type Act, changesOf, type Write } from "./acts.ts";
import type { DiskImage } from "./disk-model.ts";
import { EntryModel } from "./entry-model.ts";
import type { ProvingWorld, Stage } from "./proving-world.ts";

/** Every live note as one text, topic by topic, in order. */
export type State = readonly string[];

/** A promise that did not hold. */
export interface Loss {
  readonly what: string;
  /** How many acknowledged notes are gone. */
  readonly entries: number;
}

class Broken extends Error {
  readonly loss: Loss;

  constructor(loss: Loss) {
    super(loss.what);
    this.loss = loss;
  }
}

export const NOW_MS = Date.UTC(2026, 1, 21, 12);
/**
 * Sizes of the log behind the index, in bytes, from which on a merge is worth it: from always to hardly ever. A history
 * uses one of them.
 */
const MERGE_SIZES = [1, 600, 1024 * 1024];
const PROCESSES = 2;

interface Process {
  readonly files: RecordingFileSystem;
  readonly base: KnowledgeBase;
}

export interface HistoryOptions {
  readonly world: ProvingWorld;
  readonly image: DiskImage;
  /** The states that the image may hold; the acknowledged one is first. */
  readonly allowed: readonly State[];
  readonly acts: readonly Act[];
  readonly mergeSize: number;
}

/** The result of a history. */
export interface HistoryReport {
  readonly operations: readonly RecordedOperation[];
  /** How many acts were acknowledged. */
  readonly acts: number;
  readonly loss: Loss | null;
  /** The states that a cut after the first `count` operations may leave; the acknowledged one is first. */
  allowedAfter(count: number): readonly State[];
}

/** Opens the image, does the acts and reports. The disk exists until `whileThere` has looked at it. */
export async function runHistory(
  options: HistoryOptions,
  whileThere: (stage: Stage) => Loss | null = () => null,
): Promise<HistoryReport> {
  const stage = options.world.stage(options.image);
  const history = new History(options, stage);
  let loss: Loss | null = null;
  try {
    await history.run();
    loss = whileThere(stage);
  } catch (error) {
    loss =
      error instanceof Broken
        ? error.loss
        : { what: `cannot be opened or written: ${messageOf(error)}`, entries: options.allowed[0]!.length };
  } finally {
    history.end();
    stage.remove();
  }
  const { operations } = history.record;
  return { operations, acts: history.acts, loss, allowedAfter: (count) => history.allowedAfter(count) };
}

class History {
  readonly record: DiskRecord;
  acts = 0;
  readonly #options: HistoryOptions;
  readonly #stage: Stage;
  readonly #processes: Process[];
  /** The states that were allowed before the operation number `until`. */
  readonly #past: { until: number; allowed: readonly State[] }[] = [];
  #allowed: readonly State[];
  #model = new EntryModel([]);

  constructor(options: HistoryOptions, stage: Stage) {
    this.#options = options;
    this.#stage = stage;
    this.#allowed = options.allowed;
    this.record = new DiskRecord(stage.directory, options.image.files.keys());
    this.#processes = Array.from({ length: PROCESSES }, () => this.#begin());
  }

  async run(): Promise<void> {
    const found = stateOf(await this.#processes[0]!.base.view());
    if (!this.#allowed.some((state) => same(state, found))) throw new Broken(lossOf(this.#allowed, found));
    this.#model = new EntryModel(found);
    this.#allowed = [found];
    for (const act of this.#options.acts) await this.#do(act);
  }

  end(): void {
    for (const { base, files } of this.#processes) {
      files.end();
      base.close();
    }
  }

  allowedAfter(count: number): readonly State[] {
    return this.#past.find(({ until }) => count < until)?.allowed ?? this.#allowed;
  }

  #begin(): Process {
    const { world, mergeSize } = this.#options;
    const { directory } = this.#stage;
    const files = new RecordingFileSystem(this.#stage.files, this.record);
    const seen = world.fault?.(files) ?? files;
    const folder = inProcessMerger(seen, directory);
    const copyLive: typeof folder.copyLive = async (...words) => {
      const copy = await folder.copyLive(...words);
      await this.#meanwhile();
      return copy;
    };
    const base = new KnowledgeBase({
      directory,
      files: seen,
      merger: { ...folder, copyLive },
      clock: () => NOW_MS,
      mergeWorthBytes: MERGE_SIZES[mergeSize % MERGE_SIZES.length]!,
    });
    return { files, base };
  }

  /** The writes of the other process while a copy is being made. */
  #meanwhile: () => Promise<void> = async () => undefined;

  async #do(act: Act): Promise<void> {
    const process = this.#processes[act.process]!;
    switch (act.kind) {
      case "kill":
        return this.#kill(act);
      case "reopen":
        await process.base.leaveTidy(async () => false);
        return this.#replace(act.process);
      case "compact":
        this.#meanwhile = async () => {
          this.#meanwhile = async () => undefined;
          for (const write of act.meanwhile) await this.#write(1 - act.process, write);
        };
        await unlessRefused(process.base.compact());
        break;
      case "merge":
        await process.base.mergeNow();
        break;
      case "rebuild":
        await process.base.rebuildIndex();
        break;
      default:
        return this.#write(act.process, act);
    }
    if (process.files.hasEnded) return;
    this.acts++;
    await this.#expectUnchanged();
  }

  async #write(at: number, write: Write): Promise<void> {
    const { base, files } = this.#processes[at]!;
    let writesNothing = false;
    if (write.kind === "undo" || write.kind === "redo") {
      const isRedo = write.kind === "redo";
      const taken = isRedo ? this.#model.beforeUndo() : this.#model.beforeLast();
      // What is from before the last cut, or from before other writes, can be taken back and made again too, but the
      // state that this gives is not known here.
      if (taken === null && (isRedo || this.#options.image.files.size > 0)) return;
      this.#model.intend(taken ?? this.#model.now);
      const undone = await unlessRefused(base.undo({ isRedo }));
      writesNothing = undone === null;
      if (writesNothing) this.#model.intend(this.#model.now);
    } else {
      await base.change((view) => {
        const changes = changesOf(write, view);
        writesNothing = changes.length === 0;
        this.#model.intendChanges(changes, view);
        return changes;
      });
    }
    await base.settled();
    if (files.hasEnded) return;
    this.acts++;
    this.#model.settle(write.kind);
    const found = stateOf(await base.view());
    this.#check(found);
    // If nothing was written, a cut may still take back what a killed process left unfinished.
    const before = writesNothing ? this.#allowed.filter((state) => !same(state, found)) : [];
    this.#leave([...this.#allowed, found]);
    this.#allowed = [...before, found];
    // The other process sees the write at once.
    await this.#expectUnchanged();
  }

  /** Does the act in a process that is killed within it or right behind it. */
  async #kill({ act, after }: Extract<Act, { kind: "kill" }>): Promise<void> {
    const { base, files } = this.#processes[act.process]!;
    files.endAfter(after);
    try {
      await this.#do(act);
    } catch (error) {
      if (!files.hasEnded || error instanceof Broken) throw error;
    }
    await base.settled();
    const wasAcknowledged = !files.hasEnded;
    this.#meanwhile = async () => undefined;
    this.#replace(act.process);
    if (wasAcknowledged) return;
    const found = stateOf(await this.#processes[act.process]!.base.view());
    const before = this.#model.now;
    if (!this.#model.settleEither(found, act.kind)) this.#check(found);
    // Readers see the act now, or they do not. As long as nothing is written behind it, a power cut may still take it
    // back.
    const allowed = before === this.#model.now ? this.#allowed : [...this.#allowed, found];
    this.#leave(allowed);
    this.#allowed = allowed;
  }

  #replace(at: number): void {
    const { base, files } = this.#processes[at]!;
    files.end();
    base.close();
    this.#processes[at] = this.#begin();
  }

  async #expectUnchanged(): Promise<void> {
    const seen = await Promise.all(this.#processes.map(async ({ base }) => stateOf(await base.view())));
    const last = this.#allowed.at(-1)!;
    for (const found of seen) if (!same(found, last)) throw new Broken(lossOf([last], found));
  }

  #check(found: State): void {
    const missing = this.#model.missingIn(found);
    const foreign = this.#model.foreignIn(found);
    if (missing === 0 && foreign === 0) return;
    const what = `without any cut: ${missing} entries are gone and ${foreign} are there that should not be`;
    throw new Broken({ what, entries: missing });
  }

  /** `allowed` held for the operations up to here. */
  #leave(allowed: readonly State[]): void {
    this.#past.push({ until: this.record.operations.length, allowed });
  }
}

/**
 * The result of `work`; null when the work was refused and changed nothing, as without a log or without an act to undo.
 */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HelixError && (error.code === "NOT_FOUND" || error.code === "LOCKED")) return null;
    throw error;
  }
}

/** Every live note of a view. */
export function stateOf(view: KnowledgeView): State {
  return view
    .topics()
    .flatMap(({ name }) =>
      view.topicDocuments(name).map((id) => `${name}\n${view.minutesOf(id)}\n${view.body(id) ?? "damaged"}`),
    );
}

/** Whether both states hold the same notes in the same order. */
export function same(one: State, other: State): boolean {
  return one.length === other.length && one.every((entry, at) => entry === other[at]);
}

/**
 * The loss when `found` is none of the allowed states: notes that are missing, notes that nobody stored, or another
 * order.
 */
function lossOf(allowed: readonly State[], found: State): Loss {
  const has = new Set(found);
  const missing = Math.min(...allowed.map((state) => state.filter((entry) => !has.has(entry)).length));
  const kept = new Set(allowed.flat());
  const foreign = found.filter((entry) => !kept.has(entry)).length;
  const sizes = allowed.map(({ length }) => length).join(" or ");
  if (missing > 0) return { what: `${found.length} entries of ${sizes}: acknowledged ones are gone`, entries: missing };
  if (foreign > 0) return { what: `${foreign} entries are there that nobody stored`, entries: 0 };
  return { what: `${found.length} entries of ${sizes}: an act is half there, or the order is another`, entries: 0 };
}
